// The client of a table: follows it over a socket and sends moves, one at a time. A move that a lost
// connection cut off is sent again.
import {useCallback, useEffect, useMemo, useReducer, useRef} from '../vendor/htm-preact.js'
import {connect} from './socket.js'
import {Queue} from './pacing.js'
import {NOTHING, reduce} from './state.js'

/** @typedef {import('./socket.js').Status} Status */
/** @typedef {{send: (message: any) => boolean, close: () => void}} Link */

/**
 * The state of a table on a page, and its actions; `here` lists all players of this device if there are
 * several.
 * @typedef {ReturnType<typeof useMessages> & {here?: () => {token: string, seat: Seat}[]}} Seat
 */

/** Follows a table from a seat, or as a spectator. @param {string} code @param {string} token */
export const useSeat = (code, token) =>
  useMessages((onMessage, onStatus) => connect(code, token, onMessage, onStatus), [code, token])

/**
 * Follows the messages of a table, from any source.
 * @param {(onMessage: (message: any) => void, onStatus: (status: Status) => void) => Link} open
 * @param {any[]} by dependencies that identify the table
 */
export function useMessages(open, by) {
  const [seen, hear] = useReducer(reduce, NOTHING)
  const link = useRef(/** @type {Link | null} */ (null))
  const moves = useMemo(() => new Outbox((message) => link.current?.send(message) ?? false, hear), [])
  moves.isOut = seen.sent
  moves.thinks = Boolean(seen.hinting)
  const queue = useMemo(() => new Queue(hear, (busy) => hear({type: 'busy', busy})), by)
  useEffect(() => {
    link.current = open(
      (message) => {
        take(queue, hear, message)
        if (message.type === 'table') moves.back(message.picture.number)
      },
      (status) => {
        if (status !== 'open') moves.lost()
        hear({type: 'status', lost: status !== 'open', blocked: status === 'blocked'})
      },
    )
    return () => {
      queue.clear()
      link.current?.close()
    }
  }, by)
  const number = seen.picture?.number ?? 0
  const send = useCallback(
    (/** @type {any} */ message, stays = '') => {
      if (['say', 'leave', 'back', 'detail'].includes(message.type)) link.current?.send(message)
      else moves.send({message: {...message, after: number}, stays})
    },
    [number],
  )
  return {
    seen,
    send,
    skip() {
      queue.skip()
      queue.land()
    },
    land: () => queue.land(),
    hush: () => hear({type: 'hush'}),
    refuse: (/** @type {string} */ sentence) => hear({type: 'refused', sentence}),
    /** Shows a hint that has been received before. */
    rank: (/** @type {HintedMessage} */ hint) => hear({type: 'ranked', hint}),
    unhint: () => hear({type: 'unhint'}),
  }
}

/** @param {Queue} queue @param {(message: any) => void} hear @param {any} message */
function take(queue, hear, message) {
  if (message.type === 'costed') return queue.push(message)
  if (message.type === 'told') return queue.push({...message, at: Date.now()})
  if (message.type === 'table') {
    queue.clear()
    return hear({...message, at: Date.now()})
  }
  return hear(message)
}

/** @typedef {{message: {type: string, after: number, aim?: Aim},
 *   stays: string}} Move `stays` are dice that stay */

/** Sends moves one at a time. A move that a lost connection cut off is sent again. */
export class Outbox {
  /** @param {(message: any) => boolean} deliver @param {(message: any) => void} hear */
  constructor(deliver, hear) {
    this.deliver = deliver
    this.hear = hear
    /** Whether a move waits for its answer; set at once, since two presses may come before a render. */
    this.isOut = false
    /** Whether a hint is being computed, which everybody has been told. */
    this.thinks = false
    /** @type {Move | null} */
    this.latest = null
    /** @type {Move | null} */
    this.cut = null
  }

  /** @param {Move} move */
  send(move) {
    if (this.isOut || !this.deliver(move.message)) return
    this.isOut = true
    this.latest = move
    this.hear({type: 'sent', aim: move.message.aim, stays: move.stays})
  }

  /** Handles a lost connection. */
  lost() {
    if (this.isOut || this.thinks) this.cut = this.latest
    this.isOut = false
  }

  /**
   * Handles a restored connection. A move is sent again if no entry has arrived since, because then
   * the server did not receive it. A hint is requested again if only its own entry has arrived.
   * @param {number} number of the newest entry
   */
  back(number) {
    const {cut} = this
    this.cut = null
    const newer = number - (cut?.message.after ?? 0)
    if (cut && (newer === 0 || (newer === 1 && cut.message.type === 'hint')))
      this.send({...cut, message: {...cut.message, after: number}})
  }
}
