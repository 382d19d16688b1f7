// What the server has of my seats, and whose turn it is there. Draws one sign, remembers nothing.
import {html} from './vendor/htm-preact.js'
import {post} from './api.js'

/** @typedef {{code: string, token: string}} Held */

const AT_ONCE = 100

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

/** @template T @param {T[]} tables @returns {T[]} those first where it is my turn */
export const turnsFirst = (tables) => [
  ...tables.filter(isMyTurn),
  ...tables.filter((table) => !isMyTurn(table)),
]

export function YourTurn() {
  return html`<span class="your-turn"><span aria-hidden="true">●</span> Your turn</span>`
}
