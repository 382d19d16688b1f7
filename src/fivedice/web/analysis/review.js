// Loads a review bit by bit, and formats its figures.
import {useEffect, useMemo, useState} from '../vendor/htm-preact.js'
import {get} from '../shell/api.js'

/** @typedef {import('../shell/types.js').Review} Review */
/** @typedef {import('../shell/types.js').Moment} Moment */
/** @typedef {import('../shell/types.js').Counts} Counts */

const SOON = 60,
  LATER = 500,
  MUCH_LATER = 3000

/** @type {Review} */
const NOTHING = {
  stage: 'knowing',
  told: 'Looking back at the match …',
  counts: null,
  of: 0,
  turns: [],
  moments: [],
  review: null,
  summary: null,
  totals: null,
  you: null,
}

/**
 * What is known of the match by now, with the moments by their events; asked for once it is there to be seen.
 * @param {string} code @param {string} aim @param {boolean} isThere
 */
export function useReview(code, aim, isThere) {
  const [review, setReview] = useState(NOTHING)
  useEffect(() => {
    if (!isThere) return undefined
    let wanted = true
    let timer = 0
    let known = NOTHING
    const ask = async () => {
      const more = await get(`/api/tables/${code}/review?after=${known.moments.length}&aim=${aim}`).catch(
        () => null,
      )
      if (!wanted) return
      if (more) {
        known = joined(known, more)
        setReview(known)
      }
      if (!isDone(known)) timer = setTimeout(ask, more ? (more.moments.length ? SOON : LATER) : MUCH_LATER)
    }
    ask()
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [code, aim, isThere])
  const at = useMemo(() => byEvent(review.moments), [review.moments])
  return {...review, at}
}

/** @param {Review} known @param {Review} more @returns {Review} */
function joined(known, more) {
  return {
    ...more,
    turns: known.turns.length ? known.turns : more.turns,
    moments: more.moments.length ? [...known.moments, ...more.moments] : known.moments,
  }
}

/** @param {Review} known */
const isDone = ({stage, moments, of}) => stage === 'unknown' || (stage === 'done' && moments.length >= of)

/** @param {Moment[]} moments @returns {Map<number, Moment[]>} */
function byEvent(moments) {
  /** @type {Map<number, Moment[]>} */
  const at = new Map()
  for (const moment of moments) at.set(moment.number, [...(at.get(moment.number) ?? []), moment])
  return at
}

/**
 * Where the next choice with a mark is: mine, if I sat there.
 * @param {Moment[]} moments @param {number} number @param {number | null} you
 */
export const nextMarked = (moments, number, you) =>
  moments.find((one) => one.mark && one.number > number && (you === null || one.seat === you))?.number

/** A worth as it is printed. @param {number} worth @param {Counts} counts */
export function figure(worth, {chance, decimals}) {
  const shown = (chance ? 100 * worth : worth).toFixed(decimals).replace(/^-(0\.?0*)$/, '$1')
  return `${shown.replace('-', '−')}${chance ? '%' : ''}`
}

/** A gain or a loss with its sign. @param {number} worth @param {Counts} counts */
export function signed(worth, counts) {
  const shown = figure(worth, counts)
  return worth > 0 && /[1-9]/.test(shown) ? `+${shown}` : shown
}

/** Figures of the server as they are printed. @param {string} text */
export const printed = (text) => text.replace(/-(?=\d)/g, '−')
