// My seats as the server has them, and where I am waited for.
import {post} from './api.js'
import {tokenOf} from './storage.js'

/** @typedef {{code: string, token: string}} Held */

const AT_ONCE = 100
/** More seconds than anybody has left. */
const NEVER = 1e9

/**
 * @param {Held[]} seats @param {string[]} codes of records that I have uploaded
 * @returns {Promise<any[]>} so many at once as the server takes
 */
export async function asks(seats, codes = []) {
  const tokens = seats.map(({code, token}) => [code, token])
  const answers = []
  for (let at = 0; at === 0 || at < tokens.length; at += AT_ONCE) {
    const body = {tokens: tokens.slice(at, at + AT_ONCE), codes: at ? [] : codes}
    answers.push(await post('/api/mine', body))
  }
  return answers.flat()
}

/** @param {any} table @returns {boolean} */
export const isMyTurn = ({seat, asked = [], closed, stage}) =>
  seat !== null && stage === 'playing' && !closed && asked.includes(seat)

/**
 * Who waits at the rematch, unless I have a chair there, here or on another device.
 * @param {any} table @returns {string[]}
 */
export const atRematch = ({next, at_rematch: names = [], chairs, seat}) =>
  tokenOf(next) || names.includes(chairs[seat]?.name) ? [] : names

/**
 * Those first where it is my turn, and of these those with the least time left; then those where somebody
 * asks for a rematch.
 * @template T @param {T[]} tables @returns {T[]}
 */
export const urgentFirst = (tables) => {
  const urgency = (/** @type {any} */ table) =>
    isMyTurn(table) ? (table.left ?? NEVER) : atRematch(table).length ? 2 * NEVER : 3 * NEVER
  return [...tables].sort((one, other) => urgency(one) - urgency(other))
}
