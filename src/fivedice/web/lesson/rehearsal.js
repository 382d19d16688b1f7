// A simulated table for a lesson: it accepts the press that the lesson asks for, and sends the messages that
// a real table would.
import {useMemo, useState} from '../vendor/htm-preact.js'
import {isMine, stands} from '../table/pacing.js'
import {useMessages} from '../table/client.js'

/**
 * A seat at the simulated table and the current step. It is `settled` unless events of the previous step are
 * still being shown.
 * @param {LessonScript} lesson
 */
export function useRehearsal(lesson) {
  const [at, setAt] = useState(0)
  const [telling, setTelling] = useState(false)
  const table = useMemo(() => rehearsal(lesson, setAt, setTelling), [lesson])
  const seat = useMessages(table.open, [lesson])
  const seen = {...seat.seen, busy: seat.seen.busy || telling}
  const skip = () => {
    table.hurry()
    seat.skip()
  }
  // a lesson asks for one press after another, so nothing in it waits to be taken back
  return {seat: {...seat, seen, skip, taking: 'touch'}, at, settled: !seen.busy && !seen.air}
}

/**
 * @param {LessonScript} lesson @param {(at: number) => void} onStep
 * @param {(telling: boolean) => void} onTelling
 */
function rehearsal({start, steps}, onStep, onTelling) {
  let at = 0
  let hurried = false
  let hurry = () => {}
  /** @type {(message: any) => void} */
  let hear = () => {}
  const pause = (/** @type {number} */ wait) =>
    new Promise((go) => {
      const timer = setTimeout(go, hurried ? 0 : wait)
      hurry = () => {
        hurried = true
        clearTimeout(timer)
        go(undefined)
      }
    })
  const tell = async (/** @type {Update[]} */ told) => {
    onTelling(true)
    hurried = false
    for (const [place, message] of told.entries()) {
      const wait = place ? between(told[place - 1], message) : 0
      if (wait) await pause(wait)
      hear(message)
    }
    onTelling(false)
  }
  return {
    /** @param {(message: any) => void} onMessage */
    open(onMessage) {
      hear = onMessage
      hear({type: 'table', ...start, left: null, log: []})
      return {
        /** @param {Press} pressed */
        send(pressed) {
          const step = steps[at]
          if (step && isSame(step.press, pressed)) {
            onTelling(true) // at once, or later texts are announced first
            onStep((at += 1))
            queueMicrotask(() => {
              hear({type: 'hush'})
              tell(step.told)
            })
          } else queueMicrotask(() => hear({type: 'refused', sentence: 'refused', stale: false}))
          return true
        },
        close() {
          hear = () => {}
          hurry()
        },
      }
    },
    hurry: () => hurry(),
  }
}

/** @param {Press} wanted @param {Press} pressed */
const isSame = (wanted, pressed) =>
  wanted.type === pressed.type && wanted.dice === pressed.dice && wanted.use === pressed.use

/**
 * The pause between two messages; the messages of one press come together.
 * @param {Update} message @param {Update} next @returns {number} milliseconds
 */
const between = (message, next) =>
  isMine(message) && isMine(next) && !message.entry?.event.throw ? 0 : stands(message)
