// Lists of names, and durations in words.
import {figure, locale, tr} from './language.js'

/** The names of the people at a table, without bots. @param {SeenChair[]} chairs */
export const personsOf = (chairs) => chairs.filter(({bot, open}) => !bot && !open).map(({name}) => name)

/** Who is not at the table yet; bots do not count. @param {string[]} names @param {SeenChair[]} chairs */
export const missing = (names, chairs) => names.filter((name) => !personsOf(chairs).includes(name))

/** Whether all players are away, so the match rests. @param {SeenChair[]} chairs */
export const areAllAway = (chairs) => chairs.every(({bot, away}) => bot || away)

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** @param {number} count @param {'second' | 'minute' | 'hour' | 'day'} unit @returns {string} "5 minutes" */
const time = (count, unit) =>
  figure(Math.round(count), {style: 'unit', unit, unitDisplay: 'long'}).replace(
    /(\d)\s?(\D+)$/,
    (_, number, words) => tr('{number} {unit}', {number, unit: words}, 'a duration'),
  )

/** @param {number} seconds @returns {string} such as "15 seconds" and "5 minutes" */
export const lasting = (seconds) =>
  seconds % MINUTE ? time(seconds, 'second') : time(seconds / MINUTE, 'minute')

/** @param {number} seconds @returns {string} the time left: "0:42", "5 hours" or "3 days" */
export function left(seconds) {
  if (seconds >= 2 * DAY) return time(seconds / DAY, 'day')
  if (seconds >= HOUR) return time(seconds / HOUR, 'hour')
  const whole = Math.max(0, Math.ceil(seconds))
  return `${Math.floor(whole / MINUTE)}:${String(whole % MINUTE).padStart(2, '0')}`
}

/** @param {number} seconds @returns {string} the time left without seconds: "40 minutes", "5 hours" */
export const remaining = (seconds) =>
  seconds < HOUR ? time(Math.max(1, seconds / MINUTE), 'minute') : left(seconds)

/** Why the dice of a day are revealed later than it ends. @param {{ends: number, reveals: number}} day */
export const untilRevealed = ({ends, reveals}) =>
  tr('{time} after the day ends, when nobody can still be playing', {time: remaining(reveals - ends)})

/** The name of a day's deal. @param {string} date such as 2026-11-28 */
export const dealOf = (date) =>
  date === new Date().toISOString().slice(0, 10)
    ? tr("Today's deal")
    : tr('Deal of {date}', {date: dayOf(date)})

/** @param {string} date such as 2026-11-28 */
const dayOf = (date) => new Date(`${date}T12:00`).toLocaleDateString(locale, {day: 'numeric', month: 'long'})

/** @param {string} words */
export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1)
