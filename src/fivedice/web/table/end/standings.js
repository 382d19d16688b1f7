// The rank of a match among my others, and the tally of an evening.
import {html, useEffect, useState} from '../../vendor/htm-preact.js'
import {asks, countedMatches, hasWon} from '../../shell/my-seats.js'
import {held} from '../../shell/storage.js'
import {listed, personsOf} from '../../shell/wording.js'

/** @typedef {import('../../shell/types.js').Picture} Picture */
/** @typedef {{wins: Map<string, number>, matches: number}} Tally */

/** The longest pause between two matches of one evening, in milliseconds. */
const PAUSE = 6 * 3_600_000
/** The board where scores do not depend on the number of players. */
const OWN_SHEETS = 'cards'

/** @param {{code: string, picture: Picture, seat: number}} props */
export function Among({code, picture, seat}) {
  const [mine, setMine] = useState(/** @type {any[]} */ ([]))
  useEffect(() => {
    asks(held()).then(setMine, () => {})
  }, [code])
  if (picture.practice || !mine.length) return null
  const over = countedMatches(mine)
  if (!over.some((one) => one.code === code)) return null
  const won = tally(over, code)
  return html`${place(over, picture, code, seat)}
    ${won && html`<p class="tally">${told(won)}</p>`}`
}

/** The tally in words, the most wins first. @param {Tally} won */
function told({wins, matches}) {
  const most = [...wins].sort(([, one], [, other]) => other - one)
  const each = listed(most.map(([name, many]) => `${name} ${many}`))
  return `Wins in the last ${matches} matches on this device: ${each}.`
}

/**
 * The rank of this match among my finished matches of the same kind.
 * @param {any[]} over @param {Picture} picture @param {string} code @param {number} seat
 */
function place(over, picture, code, seat) {
  const others = over.filter((other) => other.code !== code && isLike(other, picture))
  if (!others.length) return null
  const best = 1 + others.filter((other) => other.scores[other.seat] > picture.scores[seat]).length
  const words = best === 1 ? 'Your best of' : `Rank ${best} among your`
  const many = picture.board !== OWN_SHEETS ? ` with ${picture.chairs.length} players` : ''
  const told = `${words} ${others.length + 1} matches of ${picture.title}${many}.`
  return html`<p class=${`rank ${best === 1 ? 'best' : ''}`}>${told}</p>`
}

/** Whether the scores of two matches are comparable. @param {any} one @param {Picture} other */
const isLike = (one, {game, board, games, options, chairs}) =>
  one.game === game &&
  one.games === games &&
  JSON.stringify(one.options) === JSON.stringify(options) &&
  (board === OWN_SHEETS || one.chairs.length === chairs.length)

/**
 * The wins in an unbroken row of matches of this game with the same people, up to this one; null for a first
 * match or for correspondence play.
 * @param {any[]} over @param {string} code @returns {Tally | null}
 */
function tally(over, code) {
  const here = over.find((table) => table.code === code)
  if (!here || here.days) return null
  const begun = (/** @type {string} */ one) => held().find((seat) => seat.code === one)?.when ?? 0
  const before = over
    .filter((table) => !table.days && table.game === here.game && isWith(table, here))
    .map((table) => ({...table, when: begun(table.code)}))
    .filter(({when}) => when <= begun(code))
    .sort((one, other) => other.when - one.when)
  const paused = before.findIndex(({when}, at) => at > 0 && before[at - 1].when - when > PAUSE)
  const row = paused < 0 ? before : before.slice(0, paused)
  return row.length > 1 ? {wins: wins(row, here.chairs[here.seat].name), matches: row.length} : null
}

/**
 * The wins by name; mine count under the name that I have now.
 * @param {any[]} row of matches @param {string} me @returns {Map<string, number>}
 */
function wins(row, me) {
  const won = new Map()
  for (const one of row)
    one.chairs.forEach((/** @type {{name: string}} */ {name}, /** @type {number} */ seat) => {
      const called = seat === one.seat ? me : name
      won.set(called, (won.get(called) ?? 0) + (hasWon(one, seat) ? 1 : 0))
    })
  return won
}

/** Whether two matches share a companion: a person, or a bot if no other person plays. */
const isWith = (/** @type {any} */ one, /** @type {any} */ other) =>
  company(one).some((name) => company(other).includes(name))

/** @param {any} table @returns {string[]} who played with me */
function company({chairs, seat}) {
  const others = chairs.filter((/** @type {unknown} */ _, /** @type {number} */ at) => at !== seat)
  const persons = personsOf(others)
  return persons.length ? persons : others.map((/** @type {{name: string}} */ {name}) => name)
}
