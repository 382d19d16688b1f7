// Spans of time in words and figures, and what time it is while somebody looks. Knows no table.
import {useEffect, useState} from './vendor/htm-preact.js'
import {many} from './counted.js'

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

/** The time in milliseconds, every second anew. @param {boolean} ticks whether it is looked at */
export function useNow(ticks) {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    if (!ticks) return undefined
    setNow(Date.now())
    const tick = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(tick)
  }, [ticks])
  return now
}
