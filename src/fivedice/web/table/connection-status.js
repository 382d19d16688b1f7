// The message while the server cannot be heard.
import {useEffect, useState} from '../vendor/htm-preact.js'

/** Milliseconds that a move may take until it can be seen. */
const LATE = 2000
/** And a bot, until somebody may wonder. */
const LONG = 5000

const BLOCKED =
  'The server answers, but its live connection is blocked: its host must let the proxy pass on WebSockets.'

/** @param {import('./client.js').Seen} seen @returns {string} */
export function useSilence(seen) {
  const {lost, blocked, sent, hinting, air} = seen
  const offline = useOffline()
  const waits = sent && !hinting && !air
  const late = useLate(waits && 'me', LATE)
  const thinkers = thinking(seen)
  const long = useLate(thinkers && `${thinkers} ${seen.picture?.number}`, LONG)
  if (blocked) return BLOCKED
  if (lost) return 'The connection is lost; reconnecting …'
  if (offline) return `You are offline${waits ? '; your move is waiting' : ''}`
  if (late) return 'No answer yet; your move is waiting'
  return long ? `Still thinking: ${thinkers}` : ''
}

/** The bots that have a decision to make, where nobody else does. @param {import('./client.js').Seen} seen */
function thinking({picture, you, busy, air}) {
  if (!picture?.awaits || you.seat === null || picture.awaits.asked.length || busy || air) return ''
  if (!['keep', 'use', 'choose'].includes(picture.awaits.kind)) return ''
  const bots = picture.awaits.seats.map((seat) => picture.chairs[seat]).filter(({bot, away}) => bot && !away)
  return bots.map(({name}) => name).join(', ')
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

/**
 * Whether something has been waited for longer than it should.
 * @param {string | false} waits what is waited for @param {number} after so many milliseconds
 */
function useLate(waits, after) {
  const [late, set] = useState(false)
  useEffect(() => {
    if (!waits) return undefined
    const timer = setTimeout(() => set(true), after)
    return () => {
      clearTimeout(timer)
      set(false)
    }
  }, [waits])
  return Boolean(waits) && late
}
