// Moves waiting to be sent, one at a time, again after a lost connection.
import {useRef} from '../vendor/htm-preact.js'

/** @typedef {{message: {type: string, after: number, aim?: import('./panels/aims.js').Aim},
 *   stays: string}} Move `stays` are dice that stay */

/**
 * @param {{current: import('./client.js').Link | null}} link @param {(message: any) => void} hear
 * @param {boolean} sent whether one is on its way, as far as that is drawn
 * @param {boolean} thinks whether a hint is worked out, of which all have been told
 */
export function useSending(link, hear, sent, thinks) {
  const {current: moves} = useRef({
    isOut: false,
    thinks: false,
    latest: /** @type {Move | null} */ (null),
    cut: /** @type {Move | null} */ (null),
  })
  moves.thinks = thinks
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
      if (moves.isOut || moves.thinks) moves.cut = moves.latest
      moves.isOut = false
    },
    /**
     * It is back. Where no entry has come since, the move was not heard; a hint is told before its answer.
     * @param {number} number
     */
    back(number) {
      const {cut} = moves
      moves.cut = null
      const told = number - (cut?.message.after ?? 0)
      if (cut && (told === 0 || (told === 1 && cut.message.type === 'hint')))
        send({...cut, message: {...cut.message, after: number}})
    },
  }
}
