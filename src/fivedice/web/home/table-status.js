// The status of one of my tables in words.
import {html} from '../vendor/htm-preact.js'
import {areAllAway, beside, listed, missing, remaining} from '../shell/wording.js'
import {atRematch, counts, isMyTurn} from '../shell/my-seats.js'
import {expected} from '../shell/storage.js'

/** Who sits there and with how much. @param {any} table */
export const standing = ({chairs, scores}) =>
  chairs
    .map((/** @type {any} */ {name, open}, /** @type {number} */ seat) =>
      open ? 'an open chair' : `${name}\u00a0${scores?.[seat] ?? ''}`.trim(),
    )
    .join(', ')

/** What goes on there, or what came of it. @param {{table: any}} props */
export function State({table}) {
  const {stage, closed, left} = table
  if (!stage) return '…'
  if (stage === 'over') return ended(table)
  if (stage === 'gathering')
    return closed
      ? 'Never begun'
      : `Waiting for ${listed(missing(expected(table.code), table.chairs)) || 'players'}`
  if (closed) return 'Left unfinished'
  const until = left === undefined ? '' : ` · ${remaining(left)} left`.replace(/ (?!·)/g, '\u00a0')
  return html`${isMyTurn(table) ? html`<${YourTurn} />` : whoPlays(table)}${until}`
}

/** How it ended, and who asks for a rematch. @param {any} table */
export const ended = (table) => [outcome(table), asksAgain(table)].filter(Boolean).join(' · ')

/** Who asks for a rematch, if anybody does. @param {any} table */
export function asksAgain(table) {
  const names = atRematch(table)
  return names.length ? `${listed(names)} ${names.length > 1 ? 'ask' : 'asks'} for a rematch` : ''
}

/** @param {any} table whose turn it is not mine @returns {string} */
function whoPlays({chairs, seat, asked}) {
  if (areAllAway(chairs)) return 'The match rests'
  const away = chairs[seat]?.away ? 'The game plays for you' : ''
  if (!asked) return away || '…' // remembered
  const names = asked.map((/** @type {number} */ one) => chairs[one].name)
  const others = names.length ? `${listed(names)} to play` : ''
  return [away, others].filter(Boolean).join(' · ') || 'Under way'
}

/** @param {any} table @returns {string} how it ended for me */
function outcome(table) {
  const {seat, chairs, winners = [], scores = [], unit} = table
  if (seat === null) return ''
  if (!counts(table, seat)) return 'The game played for you'
  if (chairs.length === 1) return `${scores[0]} ${beside(scores[0], unit)}`
  if (!winners.includes(seat)) return 'You lost'
  return winners.length > 1 ? 'You share the win' : 'You won'
}

function YourTurn() {
  return html`<span class="your-turn"><span aria-hidden="true">●</span> Your turn</span>`
}
