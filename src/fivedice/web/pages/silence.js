// What is said while the server is not heard: the connection is cut, or there may be none. Draws nothing.
import {useEffect, useState} from './vendor/htm-preact.js'

/** Milliseconds that a move may take until it can be seen. */
const LATE = 2000

/** @param {import('./seat.js').Seen} seen @returns {string} */
export function useSilence({lost, sent, hinting, air}) {
  const offline = useOffline()
  const waits = sent && !hinting && !air
  const late = useLate(waits)
  if (lost) return 'The connection is lost; reconnecting …'
  if (offline) return `You are offline${waits ? '; your move is waiting' : ''}`
  return late ? 'No answer yet; your move is waiting' : ''
}

/** Whether the browser says that there is no network. */
function useOffline() {
  const [offline, set] = useState(!navigator.onLine)
  useEffect(() => {
    const look = () => set(!navigator.onLine)
    for (const change of ['online', 'offline']) addEventListener(change, look)
    return () => {
      for (const change of ['online', 'offline']) removeEventListener(change, look)
    }
  }, [])
  return offline
}

/** Whether it has waited for longer than it should. @param {boolean} waits */
function useLate(waits) {
  const [late, set] = useState(false)
  useEffect(() => {
    if (!waits) return undefined
    const timer = setTimeout(() => set(true), LATE)
    return () => {
      clearTimeout(timer)
      set(false)
    }
  }, [waits])
  return waits && late
}
