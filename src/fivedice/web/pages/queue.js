// Shows what happens one thing after another, so that a turn can be followed. Knows no picture and no page.
import {calm} from './motion.js'
import {settings} from './memory.js'

/** How long each thing stands before the next is shown, in milliseconds. */
const STANDS = {throw: 1350, red: 1700, keep: 850, use: 1600, choose: 1000, first: 1200, hint: 500}
const PACES = {calm: 1.6, brisk: 1, quick: 0.4, instant: 0}
const TOO_MANY = 60

/** @typedef {import('./shapes.js').Shown} Shown */

/** @param {Shown} message @returns {number} milliseconds */
export function stands(message) {
  const event = message.entry?.event
  if (!event || calm() || document.hidden) return 0
  const kind = Object.keys(STANDS).find((name) => name in event)
  const shown = kind === 'throw' && event.throw.length === 1 ? 'red' : kind
  const hurry = message.picture.clock ? 0.6 : 1
  return shown ? STANDS[/** @type {keyof typeof STANDS} */ (shown)] * PACES[settings().pace] * hurry : 0
}

/** @param {Shown} message @returns {boolean} whether it is what this seat itself did */
const isMine = (message) => {
  const seat = message.you.seat
  return seat !== null && message.entry?.event?.seat === seat
}

/** Messages in the order they came; `show` is called for each when its time has come. */
export class Queue {
  /** @param {(message: Shown) => void} show @param {(busy: boolean) => void} onBusy */
  constructor(show, onBusy) {
    /** @type {Shown[]} */
    this.waiting = []
    this.show = show
    this.onBusy = onBusy
    this.timer = 0
  }

  /** A message has come. What I did myself is shown at once. @param {Shown} message */
  push(message) {
    this.waiting.push(message)
    if (isMine(message) || this.waiting.length > TOO_MANY) this.skip()
    else if (!this.timer) this.next()
    this.onBusy(this.waiting.length > 0)
  }

  /** Shows all that is waiting. */
  skip() {
    this.rest()
    while (this.waiting.length) this.show(/** @type {Shown} */ (this.waiting.shift()))
    this.onBusy(false)
  }

  /** Forgets all that is waiting: the whole table has come. */
  clear() {
    this.rest()
    this.waiting = []
    this.onBusy(false)
  }

  rest() {
    clearTimeout(this.timer)
    this.timer = 0
  }

  next() {
    this.timer = 0
    const message = this.waiting.shift()
    this.onBusy(this.waiting.length > 0)
    if (!message) return
    this.show(message)
    this.timer = setTimeout(() => this.next(), stands(message))
  }
}
