// A queue that shows events one after another, so that people can follow.
import {calm, FLIGHT} from '../shell/effects.js'
import {settings} from '../shell/storage.js'

/** Milliseconds that each event is shown before the next. */
const STANDS = {throw: 1350, red: 1700, keep: 850, use: 1600, choose: 1000, first: 1200, hint: 500}
const PACES = {calm: 1.6, brisk: 1, quick: 0.4, instant: 0}
const TOO_MANY = 60

/** Whether people throw these dice. @param {Update} message */
const isEntered = ({entry, picture}) => picture.terms.dice === 'own' && !!entry?.event?.throw

/** @param {Update} message @returns {number} milliseconds */
export function stands(message) {
  const event = message.entry?.event
  if (!event || calm() || document.hidden || isEntered(message)) return 0
  const kind = Object.keys(STANDS).find((name) => name in event)
  const pause = kind === 'throw' && event.throw.length === 1 ? 'red' : kind
  const hurry = message.picture.terms.clock ? 0.6 : 1
  return pause ? STANDS[/** @type {keyof typeof STANDS} */ (pause)] * PACES[settings().pace] * hurry : 0
}

/** How long dice fly: 0 without a throw or motion. @param {Update} message @returns {number} milliseconds */
const flight = (message) => (message.entry?.event?.throw ? Math.min(FLIGHT, 0.8 * stands(message)) : 0)

/** @param {Update} message @returns {boolean} whether it is a move of this seat */
export const isMine = (message) => {
  const seat = message.you?.seat ?? null
  return seat !== null && message.entry?.event?.seat === seat
}

/**
 * Shows messages in order and pauses after each. A throw is shown twice: as `thrown` when the dice leave the
 * hand, and as `landed` when the last one has landed.
 */
export class Queue {
  /** @param {(message: any) => void} show @param {(busy: boolean) => void} onBusy */
  constructor(show, onBusy) {
    /** @type {Update[]} */
    this.waiting = []
    this.show = show
    this.onBusy = onBusy
    this.timer = 0
    this.stay = 0
    this.isFlying = false
  }

  /** Adds a message. My own moves are shown at once. @param {Update} message */
  push(message) {
    this.waiting.push(message)
    if (isMine(message) || this.waiting.length > TOO_MANY) this.skip()
    else if (!this.timer) this.next()
    this.onBusy(this.waiting.length > 0)
  }

  /** Shows everything in the queue. */
  skip() {
    while (this.waiting.length) this.present(/** @type {Update} */ (this.waiting.shift()))
    if (!this.isFlying) this.rest()
    this.onBusy(false)
  }

  /** Lands the dice in the air at once; the pause after them stays the same. */
  land() {
    if (!this.isFlying) return
    this.isFlying = false
    this.show({type: 'landed'})
    this.after(this.stay, () => this.next())
  }

  /** Empties the queue, because the server has sent the whole table again. */
  clear() {
    this.rest()
    this.waiting = []
    this.isFlying = false
    this.onBusy(false)
  }

  rest() {
    clearTimeout(this.timer)
    this.timer = 0
  }

  /** @param {number} wait milliseconds @param {() => void} what */
  after(wait, what) {
    this.rest()
    this.timer = setTimeout(what, wait)
  }

  next() {
    this.rest()
    const message = this.waiting.shift()
    this.onBusy(this.waiting.length > 0)
    if (message) this.present(message)
  }

  /** @param {Update} message */
  present(message) {
    this.land()
    const flies = flight(message)
    this.isFlying = flies > 0
    this.stay = stands(message) - flies
    this.show(flies ? {...message, type: 'thrown', flight: flies} : message)
    if (flies) this.after(flies, () => this.land())
    else this.after(this.stay, () => this.next())
  }
}
