// Loads a review in parts and each displayed step; formats the figures of a review.
import {useEffect, useMemo, useReducer, useRef, useState} from '../vendor/htm-preact.js'
import {get, useAnswer} from '../shell/api.js'
import {listen} from '../shell/press.js'
import {decimal, percent, tr} from '../shell/language.js'

/** Milliseconds before the next request. */
const [SOON, LATER, MUCH_LATER] = [60, 500, 3000]

/** The answers inside a saved page, by the end of their addresses. @type {Record<string, any> | null} */
let carried = null

/** Gives a saved page its answers. @param {Record<string, any>} answers */
export const carry = (answers) => void (carried = answers)

/** Whether this is a saved page, which has no server. */
export const isSaved = () => carried !== null

/**
 * Requests a part of a finished match.
 * @param {string} code @param {string} part such as 'steps/3' @returns {Promise<any>}
 */
export const ask = async (code, part) =>
  carried ? carried[part.split('?')[0]] : get(`/api/tables/${code}/${part}`)

/** @type {Review} */
const NOTHING = {
  stage: 'knowing',
  told: tr('Reviewing the match …'),
  counts: null,
  axis: null,
  of: 0,
  turns: [],
  moments: [],
  review: null,
  summary: null,
  totals: null,
  you: null,
}

/**
 * The review so far, with its moments by event; requested once the page shows the match.
 * @param {string} code @param {string} aim @param {boolean} isThere
 */
export function useReview(code, aim, isThere) {
  const shown = useRef(NOTHING) // stays until there is one for another aim
  const more = useRef(0)
  const load = async (/** @type {Review | null} */ known) => {
    if (!isThere) return NOTHING
    const answer = await ask(code, `review?after=${known?.moments.length ?? 0}&aim=${aim}`)
    more.current = answer.moments.length
    return withMore(known ?? NOTHING, answer)
  }
  const {data} = useAnswer(load, [code, aim, isThere], ({data, wrong}) => {
    if (!isThere || (data && isDone(data))) return 0
    return wrong ? MUCH_LATER : more.current ? SOON : LATER
  })
  const review = (shown.current = data ?? shown.current)
  const at = useMemo(() => byEvent(review.moments), [review.moments])
  return {...review, at}
}

/** @param {Review} known @param {Review} more @returns {Review} */
function withMore(known, more) {
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
 * The step of the next marked choice; of mine, if I played.
 * @param {Moment[]} moments @param {number} number @param {number | null} you
 */
export const nextMarked = (moments, number, you) =>
  moments.find((one) => one.mark && one.number > number && (you === null || one.seat === you))?.number

/** A formatted worth. @param {number} worth @param {Counts} counts */
export function figure(worth, {chance, decimals}) {
  const rounded = Number(worth.toFixed(chance ? decimals + 2 : decimals)) || 0 // without the sign of -0
  return chance ? percent(rounded, decimals) : decimal(rounded, decimals)
}

/** A gain or a loss with its sign. @param {number} worth @param {Counts} counts */
export function signed(worth, counts) {
  const text = figure(worth, counts)
  return worth > 0 && /[1-9]/.test(text) ? `+${text}` : text
}

/**
 * @typedef {{number: number, last: number | null}} Place
 * @typedef {{to: number} | {by: number} | {last: number}} Walk
 */

/** The step after a press; several may come before a render. @param {Place} place @param {Walk} walk */
function afterWalk(place, walk) {
  const last = 'last' in walk ? walk.last : place.last
  const wanted = 'to' in walk ? walk.to : place.number + ('by' in walk ? walk.by : 0)
  return {number: Math.max(0, Math.min(last ?? wanted, wanted)), last}
}

const REMEMBERED_AFTER = 400

/** The step in the fragment of the address. @param {string} hash */
const stepIn = (hash) => Number(/^#(\d{1,6})$/.exec(hash)?.[1] ?? 0)

/** The current step, the picture before it, and a function that moves on. @param {string} code */
export function useSteps(code) {
  const [{number, last}, walk] = useReducer(afterWalk, {number: stepIn(location.hash), last: null})
  const [shown, setShown] = useState({
    step: /** @type {Step | null} */ (null),
    previous: /** @type {Picture | null} */ (null),
    wrong: '',
  })
  const cache = useRef(/** @type {Map<number, Promise<Step>>} */ (new Map()))
  useEffect(() => {
    let wanted = true
    fetchStep(cache.current, code, number).then(
      (step) => {
        if (!wanted) return
        if (last === null) walk({last: step.of})
        const before = (/** @type {Step | null} */ old) => (old?.number === number - 1 ? old.picture : null)
        setShown(({step: old}) => ({step, previous: before(old), wrong: ''}))
        if (number < step.of) fetchStep(cache.current, code, number + 1).catch(() => {})
      },
      (error) => {
        if (!wanted) return
        if (last === null && number) return walk({to: 0}) // the address names a step that does not exist
        setShown((now) => ({...now, wrong: now.step ? '' : error.message}))
      },
    )
    const soon = setTimeout(() => history.replaceState(null, '', `#${number}`), REMEMBERED_AFTER)
    return () => {
      wanted = false
      clearTimeout(soon)
    }
  }, [code, number])
  useEffect(() => listen('hashchange', ({newURL}) => walk({to: stepIn(new URL(newURL).hash)})), [])
  return {number, last: last ?? 0, walk, ...shown}
}

/** @param {Map<number, Promise<Step>>} cache @param {string} code @param {number} number */
function fetchStep(cache, code, number) {
  const step = cache.get(number) ?? ask(code, `steps/${number}`)
  cache.set(number, step)
  step.catch(() => cache.delete(number))
  return step
}

/** Whether an event is a decision. @param {Record<string, any> | null} event */
export const decides = (event) =>
  !!event && (event.keep !== undefined || event.use !== undefined || event.choose !== undefined)
