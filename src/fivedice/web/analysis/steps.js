// Which step of a match is shown, and its data from the server.
import {useEffect, useReducer, useRef, useState} from '../vendor/htm-preact.js'
import {get} from '../shell/api.js'

/** @typedef {import('../shell/types.js').Step} Step */

/**
 * @typedef {{number: number, last: number | null}} Place
 * @typedef {{to: number} | {by: number} | {last: number}} Walk
 */

/**
 * Every press counts, however many come before the page is drawn again.
 * @param {Place} place @param {Walk} walk @returns {Place}
 */
function walked(place, walk) {
  const last = 'last' in walk ? walk.last : place.last
  const wanted = 'to' in walk ? walk.to : place.number + ('by' in walk ? walk.by : 0)
  return {number: Math.max(0, Math.min(last ?? wanted, wanted)), last}
}

const REMEMBERED_AFTER = 400

/** The step that an address names after its #. @param {string} hash */
const named = (hash) => Number(/^#(\d{1,6})$/.exec(hash)?.[1] ?? 0)

/**
 * Where I am in a match, how I go elsewhere, and the step there with the picture before it, once it has come.
 * @param {string} code
 */
export function useSteps(code) {
  const [{number, last}, walk] = useReducer(walked, {number: named(location.hash), last: null})
  const [shown, setShown] = useState({
    step: /** @type {Step | null} */ (null),
    previous: /** @type {import('../shell/types.js').Picture | null} */ (null),
    wrong: '',
  })
  const kept = useRef(/** @type {Map<number, Promise<Step>>} */ (new Map()))
  useEffect(() => {
    let wanted = true
    fetched(kept.current, code, number).then(
      (step) => {
        if (!wanted) return
        if (last === null) walk({last: step.of})
        setShown(({step: old}) => ({
          step,
          previous: old?.number === number - 1 ? old.picture : null,
          wrong: '',
        }))
        if (number < step.of) fetched(kept.current, code, number + 1).catch(() => {})
      },
      (error) => {
        if (!wanted) return
        if (last === null && number)
          walk({to: 0}) // the address named a step that there is not
        else setShown((now) => ({...now, wrong: now.step ? '' : error.message}))
      },
    )
    const soon = setTimeout(() => history.replaceState(null, '', `#${number}`), REMEMBERED_AFTER)
    return () => {
      wanted = false
      clearTimeout(soon)
    }
  }, [code, number])
  useEffect(() => {
    const follow = (/** @type {HashChangeEvent} */ {newURL}) => walk({to: named(new URL(newURL).hash)})
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return {number, last: last ?? 0, walk, ...shown}
}

/** @param {Map<number, Promise<Step>>} kept @param {string} code @param {number} number */
function fetched(kept, code, number) {
  const step = kept.get(number) ?? get(`/api/tables/${code}/steps/${number}`)
  kept.set(number, step)
  step.catch(() => kept.delete(number))
  return step
}

/** Whether somebody decided there. @param {Record<string, any> | null} event */
export const decides = (event) =>
  !!event && (event.keep !== undefined || event.use !== undefined || event.choose !== undefined)
