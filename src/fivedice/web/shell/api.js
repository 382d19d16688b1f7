// Addresses on this site, which may lie below a path (`fivedice serve --root`), and calls of its REST API.
import {useEffect, useRef, useState} from '../vendor/htm-preact.js'
import {tr} from './language.js'

const root = globalThis.document?.documentElement.dataset.root ?? ''

/** The address of a path on this site. @param {string} path */
export const at = (path) => root + path

/** The path of this page on this site. */
export const here = () => location.pathname.slice(root.length) || '/'

/** The URL of this site, with its root path. */
export const site = () => location.origin + root

/** @param {string} path @returns {Promise<any>} */
export const get = (path) => ask(path, {})

/** @param {string} path @param {unknown} body @returns {Promise<any>} */
export const post = (path, body, method = 'POST') =>
  ask(path, {method, headers: {'content-type': 'application/json'}, body: JSON.stringify(body)})

/** @param {string} path @param {unknown} body @returns {Promise<any>} */
export const patch = (path, body) => post(path, body, 'PATCH')

/** @param {string} path @returns {Promise<any>} */
export const remove = (path) => ask(path, {method: 'DELETE'})

/** @param {string} path @param {string} text @returns {Promise<any>} */
export const postText = (path, text) =>
  ask(path, {method: 'POST', headers: {'content-type': 'application/x-ndjson'}, body: text})

/** Lists of at most as many as the server takes at once. @template T @param {T[]} all @returns {T[][]} */
export const batches = (all, size = 100) =>
  Array.from({length: Math.ceil(all.length / size)}, (_, at) => all.slice(at * size, (at + 1) * size))

/** The `status` of the error for something that does not exist. */
export const NOT_THERE = 404
/** Whether the network or the server has failed. @param {number} [status] */
const isOutage = (status = 500) => status >= 500
/** Milliseconds before a page asks again after an outage. */
const RETRY = 5000

/** @param {string} path @param {RequestInit} how */
async function ask(path, how) {
  const answer = await fetch(at(path), how).catch(() => {
    throw new Error(tr('The server cannot be reached.'))
  })
  const text = await answer.text()
  const {status} = answer
  if (!answer.ok) throw Object.assign(new Error(sentence(text, status)), {status})
  return text ? JSON.parse(text) : null
}

/** @param {string} text @param {number} status */
function sentence(text, status) {
  const unknown = tr('The server answered with status {status}.', {status: String(status)})
  try {
    return JSON.parse(text).sentence ?? unknown
  } catch {
    return unknown
  }
}

/** @type {{data: any, wrong: string, status?: number}} */
const NOTHING = {data: null, wrong: ''}

/**
 * What the server answers: its `data`, or why there are none (`wrong`), and `look`, which asks again at
 * once. After an outage it asks again by itself.
 * @template T @param {(before: T | null) => Promise<T>} ask asks, given the data before
 * @param {any[]} keys everything is asked anew when one of them changes
 * @param {(answer: {data: T | null, wrong: string, status?: number}) => number} again milliseconds until the
 *   next request, 0 if there is none
 * @returns {{data: T | null, wrong: string, status?: number, look: () => void}}
 */
export function useAnswer(ask, keys = [], again = () => 0) {
  const [answer, setAnswer] = useState(NOTHING)
  const looks = useRef(() => {})
  useEffect(() => {
    let request = 0
    let now = NOTHING
    let timer = /** @type {any} */ (0)
    const isAway = () => now.wrong && isOutage(now.status)
    const look = async () => {
      clearTimeout(timer)
      const mine = (request += 1)
      const next = await ask(now.data).then(
        (data) => ({data, wrong: ''}),
        ({message, status}) => ({
          ...now,
          wrong: isOutage(status) ? tr('{sentence} Trying again …', {sentence: message}) : message,
          status,
        }),
      )
      if (mine !== request) return // the page has gone, or asked again
      setAnswer((now = next))
      const wait = again(now) || (isAway() ? RETRY : 0)
      if (wait) timer = setTimeout(look, wait)
    }
    const back = () => isAway() && look()
    addEventListener('online', back)
    looks.current = look
    setAnswer(NOTHING)
    look()
    return () => {
      request = -1
      clearTimeout(timer)
      removeEventListener('online', back)
    }
  }, keys)
  return {...answer, look: () => looks.current()}
}

/**
 * Why the last request failed, and a function that awaits a request: its answer, true for none, undefined if
 * it fails.
 * @returns {[string, (work: Promise<any>) => Promise<any>]}
 */
export function useRequest() {
  const [wrong, setWrong] = useState('')
  const ask = (/** @type {Promise<any>} */ work) =>
    work.then(
      (answer) => {
        setWrong('')
        return answer ?? true
      },
      (error) => setWrong(error.message),
    )
  return [wrong, ask]
}

/** @type {Promise<Offer> | null} */
let offered = null

/** The games, bots and phrases on offer; fetched once. */
export function offer() {
  offered ??= get('/api/games').catch((error) => {
    offered = null
    throw error
  })
  return offered
}

/** The games, bots and phrases on offer, once loaded. */
export const useOffer = () => useAnswer(offer)

/** A game on offer, once loaded; not a custom card. @param {string} game @returns {GameTerms | undefined} */
export const useTerms = (game) =>
  useOffer().data?.games.find((/** @type {GameTerms} */ {name}) => name === game)
