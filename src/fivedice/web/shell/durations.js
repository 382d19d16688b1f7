// Durations in words and figures, and the current time as a hook.
import {useEffect, useState} from '../vendor/htm-preact.js'
import {many} from './plural.js'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** @param {number} seconds @returns {string} such as "15 seconds" and "5 minutes" */
export const lasting = (seconds) =>
  seconds % MINUTE ? many(seconds, 'second') : many(seconds / MINUTE, 'minute')

/** @param {number} seconds @returns {string} what is left, as "0:42", "5 hours" or "3 days" */
export function left(seconds) {
  if (seconds >= 2 * DAY) return many(Math.round(seconds / DAY), 'day')
  if (seconds >= HOUR) return many(Math.round(seconds / HOUR), 'hour')
  const whole = Math.max(0, Math.ceil(seconds))
  return `${Math.floor(whole / MINUTE)}:${String(whole % MINUTE).padStart(2, '0')}`
}

/** @param {number} seconds @returns {string} the same without a clock that runs: "40 minutes", "5 hours" */
export const remaining = (seconds) =>
  seconds < HOUR ? many(Math.max(1, Math.round(seconds / MINUTE)), 'minute') : left(seconds)

/** The time in milliseconds, drawn anew every second. @param {boolean} ticks whether it is looked at */
export function useNow(ticks) {
  const [, draw] = useState(0)
  useEffect(() => {
    if (!ticks) return undefined
    const tick = setInterval(() => draw(Date.now()), 1000)
    return () => clearInterval(tick)
  }, [ticks])
  return Date.now()
}
