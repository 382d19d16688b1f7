// Lists of names, amounts with units, and durations in words.
import {rich, tr} from './language.js'

/** @param {string[]} names @returns {string} such as "Ann, Ben and Cid" */
export const listed = (names) => names.join(', ').replace(/, ([^,]*)$/, ' and $1')

/** The names of the people at a table, without bots. @param {import('./protocol.js').SeenChair[]} chairs */
export const personsOf = (chairs) => chairs.filter(({bot, open}) => !bot && !open).map(({name}) => name)

/**
 * The names that are not at the table yet; a bot with the same name does not count.
 * @param {string[]} names @param {import('./protocol.js').SeenChair[]} chairs
 */
export const missing = (names, chairs) => names.filter((name) => !personsOf(chairs).includes(name))

/** Whether all players are away, so the match rests. @param {import('./protocol.js').SeenChair[]} chairs */
export const areAllAway = (chairs) => chairs.every(({bot, away}) => bot || away)

/** @param {number} number @param {string} unit @returns {string} such as "1 day" and "3 days" */
export const many = (number, unit) => `${number} ${unit}${number === 1 ? '' : 's'}`

/** The unit for a score: "point" for 1. @param {number} score @param {string} unit */
export const beside = (score, unit) => (score === 1 ? unit.replace(/s$/, '') : unit)

/** The units of scores as words of their own. @type {Record<string, string>} */
export const UNITS = {points: tr('points'), chips: tr('chips'), columns: tr('columns')}

/**
 * A score with its unit, in parts; `word` may put the unit into an element.
 * @param {number} count @param {string} unit @param {(words: string[]) => any} [word]
 */
export function scored(count, unit, word = (words) => words.join('')) {
  const values = {count, word}
  if (unit === 'chips')
    return rich('{count, plural, one {# <word>chip</word>} other {# <word>chips</word>}}', values)
  if (unit === 'columns')
    return rich('{count, plural, one {# <word>column</word>} other {# <word>columns</word>}}', values)
  return rich('{count, plural, one {# <word>point</word>} other {# <word>points</word>}}', values)
}

/** @param {number} count @param {string} unit @returns {string} such as "1 point" */
export const amount = (count, unit) => scored(count, unit).join('')

const MINUTE = 60

const HOUR = 60 * MINUTE

const DAY = 24 * HOUR

/** @param {number} seconds @returns {string} such as "15 seconds" and "5 minutes" */
export const lasting = (seconds) =>
  seconds % MINUTE ? many(seconds, 'second') : many(seconds / MINUTE, 'minute')

/** @param {number} seconds @returns {string} the time left: "0:42", "5 hours" or "3 days" */
export function left(seconds) {
  if (seconds >= 2 * DAY) return many(Math.round(seconds / DAY), 'day')
  if (seconds >= HOUR) return many(Math.round(seconds / HOUR), 'hour')
  const whole = Math.max(0, Math.ceil(seconds))
  return `${Math.floor(whole / MINUTE)}:${String(whole % MINUTE).padStart(2, '0')}`
}

/** @param {number} seconds @returns {string} the time left without seconds: "40 minutes", "5 hours" */
export const remaining = (seconds) =>
  seconds < HOUR ? many(Math.max(1, Math.round(seconds / MINUTE)), 'minute') : left(seconds)

/** The name of a day's deal. @param {string} date such as 2026-11-28 */
export const dealOf = (date) =>
  date === new Date().toISOString().slice(0, 10)
    ? "Today's deal"
    : `Deal of ${new Date(`${date}T12:00`).toLocaleDateString('en-GB', {day: 'numeric', month: 'long'})}`

/** @param {string} words */
export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1)
