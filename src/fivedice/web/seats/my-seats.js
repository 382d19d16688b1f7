// The state of my seats on the server: where it is my turn, and which matches count for me.
import {html} from '../vendor/htm-preact.js'
import {batches, post} from '../shell/api.js'
import {seatAt, tokenOf} from '../shell/storage.js'
import {missing, remaining} from '../shell/wording.js'
import {comma, listed, tr} from '../shell/language.js'

/** @typedef {{code: string, token: string}} Held */

/** Longer than any clock, in seconds. */
const NEVER = 1e9

/**
 * @param {Held[]} seats @param {string[]} codes of records that I have uploaded
 * @returns {Promise<any[]>} requested in batches, as many as the server accepts
 */
export async function asks(seats, codes = []) {
  const [first = [], ...more] = batches(seats.map(({code, token}) => [code, token]))
  const answers = await post('/api/mine', {tokens: first, codes})
  for (const tokens of more) answers.push(...(await post('/api/mine', {tokens, codes: []})))
  return answers
}

/** @param {any} table @returns {boolean} */
export const isMyTurn = ({seat, asked = [], closed, stage}) =>
  seat !== null && stage === 'playing' && !closed && asked.includes(seat)

/** Who waits at the rematch; nobody if I have a seat there. @param {any} table @returns {string[]} */
export const atRematch = ({next, at_rematch: names = [], chairs, seat}) =>
  tokenOf(next) || names.includes(chairs[seat]?.name) ? [] : names

/**
 * Sorts tables: first those where it is my turn, by time left; then requests for a rematch.
 * @template T @param {T[]} tables @returns {T[]}
 */
export const urgentFirst = (tables) => {
  const urgency = (/** @type {any} */ table) =>
    isMyTurn(table) ? (table.left ?? NEVER) : atRematch(table).length ? 2 * NEVER : 3 * NEVER
  return [...tables].sort((one, other) => urgency(one) - urgency(other))
}

/** Whether a match counts for a player. @param {any} table that is over @param {number | null} seat */
export const counts = ({credit}, seat) => credit[Number(seat)].counts

/** Whether a seat has won by its player's own decisions. @param {any} table @param {number | null} seat */
export const hasWon = (table, seat) => (table.winners ?? []).includes(Number(seat)) && counts(table, seat)

/** Those that count for me: finished and mostly played by me. @template T @param {T[]} mine @returns {T[]} */
export const countedMatches = (mine) =>
  mine.filter((/** @type {any} */ one) => one.stage === 'over' && !one.practice && counts(one, one.seat))

/** The players with their scores; the status has that of a match alone. @param {any} table */
export const standing = ({chairs, scores, stage}) =>
  comma(
    chairs.map((/** @type {any} */ {name, open}, /** @type {number} */ at) =>
      open
        ? tr('open chair')
        : `${name}\u00a0${chairs[1] || stage !== 'over' ? (scores?.[at] ?? '') : ''}`.trim(),
    ),
  )

/** @param {string[]} names who is expected at a table, if anybody in particular */
export const waitingFor = (names) =>
  names.length ? tr('Waiting for {names}', {names: listed(names)}) : tr('Waiting for players')

/** The status of a table in a list. @param {{table: any}} props */
export function State({table}) {
  const {stage, closed, left, status} = table
  if (!stage) return '…'
  if (stage === 'over') return [status, asksAgain(table)].filter(Boolean).join(' · ')
  if (stage === 'gathering' && !closed)
    return waitingFor(missing(seatAt(table.code)?.names ?? [], table.chairs))
  const time = left === undefined ? '' : tr('{time} left', {time: remaining(left)})
  const turn = html`<span class="your-turn"><span aria-hidden="true">●</span> ${tr('Your turn')}</span>`
  return html`${isMyTurn(table) ? turn : status || '…'}${time && ` ·\u00a0${time.replaceAll(' ', '\u00a0')}`}`
}

/** Who asks for a rematch; empty if I already have a seat there. @param {any} table @returns {string} */
export const asksAgain = (table) => (atRematch(table).length ? table.rematch : '')
