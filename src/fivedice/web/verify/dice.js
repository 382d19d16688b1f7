// Dice that follow from a secret and contributions, and their places in a match (docs/reference/dice.md).
// Knows no rules, because places follow from the lines of a record.
import {tr} from '../shell/language.js'
import {hmac} from './sha256.js'

/** @typedef {{secret: Uint8Array, contributions: string[], match: number}} Deal */
/** @typedef {{commitment: string, contributions: string[], match?: number, opens?: string}} Promised */

/** A line that does not fit a record; its message is a sentence. */
export class Misfit extends Error {}

const encoder = new TextEncoder()

/** A number from 0 to `sides` - 1. @param {Deal} deal @param {string} place @param {number} sides */
export function draw({secret, contributions, match}, place, sides) {
  const each = Math.floor(256 / sides)
  for (let counter = 0; ; counter += 1) {
    const message = ['fivedice dice', match, contributions.join(','), place, counter].join('\n')
    const number = Math.floor(hmac(secret, encoder.encode(message))[0] / each)
    if (number < sides) return number
  }
}

/** The dice at these places. @param {Deal} deal @param {string[]} places */
export const dice = (deal, places) => places.map((place) => 1 + draw(deal, place, 6)).join('')

/** The place of the draw of the first seat. */
export const FIRST = 'first'
const EMPTY = '.'
/** @type {Record<number, string>} */
const KINDS = {1: 'one', 5: 'five'}

/** Follows the lines of a match and computes the places of the dice of each throw. */
export class Places {
  /** How often each seat has thrown after another seat. @type {Map<number, number>} */
  #visits = new Map()
  #seat = -1
  /** Whether one player alone gets the dice of `#seat` in another match. */
  #isAlone
  /** Openings in this visit, by kind. @type {Map<string, number>} */
  #openings = new Map()
  /** Openings before the first throw of the match, by kind. @type {Map<string, number>} */
  #earlier = new Map()
  #isUnderWay
  /** Keeps before the match begins; `#keeps` counts those of each seat since the last opening. */
  #before
  /** @type {Map<number, number>} */
  #keeps = new Map()
  /** The die in each slot; empty if there are several hands. @type {string[]} */
  #slots
  /** The newest throw for several hands: its number, and the number of its dice read so far. */
  #last = {number: 0, dice: 0}

  /**
   * @param {string} turn the turn in progress where the match begins, such as `22...@2`; "" if there is none
   * @param {string} [opens] the place of the first turn in the other match, if one player alone gets its dice
   */
  constructor(turn, opens = '') {
    const [hands, step] = turn.split('@')
    this.#before = Number(step ?? 1) - 1
    this.#isUnderWay = this.#before > 0
    this.#slots = hands.includes('/') ? [] : [...hands]
    this.#isAlone = opens !== ''
    if (!this.#isAlone) return
    const [seat, visit, number] = opens.split('/').map(Number)
    this.#seat = seat
    this.#visits.set(seat, visit - 1)
    this.#earlier.set('five', number - 1)
  }

  /** The places of the dice that a seat throws. @param {number} seat @param {string} thrown */
  throw(seat, thrown) {
    const place = this.#isAlone ? this.#seat : seat
    if (this.#isAlone ? !this.#isUnderWay : place !== this.#seat) this.#visit(place)
    return this.#isUnderWay ? this.#continued(thrown) : this.#opened(thrown)
  }

  /** @param {number} seat @param {string} dice */
  keep(seat, dice) {
    this.#isUnderWay = true
    this.#keeps.set(seat, (this.#keeps.get(seat) ?? 0) + 1)
    this.#slots = this.#keeps.size > 1 ? [] : kept(this.#slots, dice)
  }

  /** Ends the turn in progress. */
  use() {
    this.#isUnderWay = false
  }

  /** @param {number} seat */
  #visit(seat) {
    this.#seat = seat
    this.#visits.set(seat, (this.#visits.get(seat) ?? 0) + 1)
    this.#openings = this.#earlier
    this.#earlier = new Map()
  }

  /** @param {string} thrown */
  #opened(thrown) {
    const count = thrown.length
    const kind = KINDS[count]
    if (!kind)
      throw new Misfit(tr('This throw has {count} dice, but five dice or one begin a turn.', {count}))
    this.#openings.set(kind, (this.#openings.get(kind) ?? 0) + 1)
    this.#before = 0
    this.#keeps = new Map()
    this.#slots = [...thrown]
    this.#last = {number: 1, dice: thrown.length}
    return this.#named(kind, 1, [...thrown].keys())
  }

  /** @param {string} thrown */
  #continued(thrown) {
    const number = 1 + this.#before + Math.max(0, ...this.#keeps.values())
    const empty = this.#slots.flatMap((die, slot) => (die === EMPTY ? [slot] : []))
    if (this.#slots.length) {
      const count = {count: thrown.length, due: empty.length}
      const wrong = tr('This throw has {count, plural, one {one die} other {# dice}}, not {due}.', count)
      if (count.due !== count.count) throw new Misfit(wrong)
      empty.forEach((slot, place) => (this.#slots[slot] = thrown[place]))
      return this.#named('five', number, empty)
    }
    const come = this.#last.number === number ? this.#last.dice : 0
    this.#last = {number, dice: come + thrown.length}
    const places = Array.from(thrown, (_, place) => come + place)
    return this.#named('five', number, places)
  }

  /** @param {string} kind @param {number} number @param {Iterable<number>} slots */
  #named(kind, number, slots) {
    const visit = `${this.#seat}/${this.#visits.get(this.#seat)}`
    return Array.from(slots, (slot) => `${visit}/${kind}/${this.#openings.get(kind) ?? 0}/${number}/${slot}`)
  }
}

/** The slots after a keep; of equal dice the leftmost. @param {string[]} slots @param {string} dice */
function kept(slots, dice) {
  const left = [...slots]
  const after = slots.map(() => EMPTY)
  for (const die of slots.length ? dice : '') {
    const slot = left.indexOf(die)
    if (slot < 0) throw new Misfit(tr('Only dice on the table can be kept.'))
    after[slot] = left[slot]
    left[slot] = EMPTY
  }
  return after
}
