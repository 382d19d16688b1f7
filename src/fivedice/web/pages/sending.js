// My moves on their way: one at a time, and once more where the connection went before one was answered.
// Draws nothing.
import {useRef} from './vendor/htm-preact.js'

/** @typedef {{message: {type: string, after: number, aim?: import('./aims.js').Aim},
 *   stays: string}} Move `stays` are dice that stay */

/**
 * @param {{current: import('./seat.js').Link | null}} link @param {(message: any) => void} hear
 * @param {boolean} sent whether one is on its way, as far as that is drawn
 */
export function useSending(link, hear, sent) {
  const {current: moves} = useRef({
    isOut: false,
    latest: /** @type {Move | null} */ (null),
    cut: /** @type {Move | null} */ (null),
  })
  moves.isOut = sent // and at once when something is sent: two presses may come before it is drawn
  const send = (/** @type {Move} */ move) => {
    if (moves.isOut || !link.current?.send(move.message)) return
    moves.isOut = true
    moves.latest = move
    hear({type: 'sent', aim: move.message.aim, stays: move.stays})
  }
  return {
    send,
    /** The connection has gone. */
    lost() {
      if (moves.isOut) moves.cut = moves.latest
      moves.isOut = false
    },
    /** It is back. Where no entry has come since, the move was not heard. @param {number} number */
    back(number) {
      if (moves.cut?.message.after === number) send(moves.cut)
      moves.cut = null
    },
  }
}
