// The slot of each of my dice. The server knows which faces I keep; only this page knows which of several
// equal dice are meant.
import {asideBefore} from '../shell/storage.js'

/**
 * My hand as the server sent it (`told`), as this page arranges it (`lies`), and the dice that keep their
 * slots at the next change (`stays`).
 * @typedef {{told: string, lies: string, stays: string}} Lying
 */

export const NONE = '.....'
export const ALL = [0, 1, 2, 3, 4]

/** @type {Lying} */
export const NOTHING_LIES = {told: NONE, lies: NONE, stays: NONE}

/** For each sign, whether the dice have it; each counts once. @param {string} signs @param {string} dice */
export function among(signs, dice) {
  const left = [...dice]
  return [...signs].map((sign) => {
    const at = left.indexOf(sign)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

/** The slots of these dice, the leftmost of equal ones. @param {string} hand @param {string} dice */
export function slotsOf(hand, dice) {
  const isMeant = among(hand, dice)
  return ALL.filter((slot) => isMeant[slot])
}

/** These slots with one more, or one less. @param {Set<number>} slots @param {number} slot */
export const toggled = (slots, slot) =>
  new Set(slots.has(slot) ? [...slots].filter((other) => other !== slot) : [...slots, slot])

/** The hand with only the dice set aside. @param {string} hand @param {Iterable<number>} slots aside */
export function onlyAside(hand, slots) {
  const aside = new Set(slots)
  return [...hand].map((sign, slot) => (aside.has(slot) ? sign : '.')).join('')
}

/** The dice in these slots, in the order of a record. @param {string} hand @param {Iterable<number>} slots */
export const keptDice = (hand, slots) => [...onlyAside(hand, slots).replaceAll('.', '')].sort().join('')

/** The slots where dice lie. @param {string} hand */
export const filledSlots = (hand) => ALL.filter((slot) => hand[slot] !== '.')

/**
 * Arranges a hand: dice keep their slots where they can, the others fill the free slots from the left.
 * @param {string} hand @param {string} before
 */
function arrange(hand, before) {
  const stays = among(before, hand.replaceAll('.', ''))
  const staying = [...before].filter((_, slot) => stays[slot]).join('')
  const old = among(hand, staying)
  const others = [...hand].filter((_, slot) => !old[slot])
  return [...before].map((sign, slot) => (stays[slot] ? sign : others.shift())).join('')
}

/** The arrangement after one more message. @param {Lying} lying @param {Update} message @returns {Lying} */
export function afterMessage(lying, {picture, you}) {
  const told = picture.turn?.hands[you.seat ?? -1] ?? NONE
  if (told === lying.told) return lying
  const lies = arrange(told, lying.stays)
  return {told, lies, stays: lies}
}

/** The arrangement before a reload of the page. @param {Update} message @returns {Lying} */
export function beforeReload({picture: {code, turn}}) {
  const before = asideBefore(code)
  const thrown = (turn?.step ?? 0) - (before?.step ?? 0)
  if (!before || ![0, 1].includes(thrown)) return NOTHING_LIES
  return {told: '', lies: NONE, stays: thrown ? onlyAside(before.hand, before.slots) : before.hand}
}

/** The message with my hand as arranged. @param {Update} message @param {Lying} lying @returns {Update} */
export function asItLies(message, {lies}) {
  const {picture, you} = message
  const {turn} = picture
  if (you.seat === null || !turn?.hands[you.seat]) return message
  return {...message, picture: {...picture, turn: {...turn, hands: {...turn.hands, [you.seat]: lies}}}}
}

/**
 * The slots set aside before a reload, if the same dice are still there.
 * @param {string} code @param {number} step @param {string} hand @returns {number[]}
 */
export function stillAside(code, step, hand) {
  const before = asideBefore(code)
  if (!before) return []
  const still =
    step === before.step
      ? hand === before.hand
      : step === before.step + 1 && before.slots.every((slot) => hand[slot] === before.hand[slot])
  return still ? before.slots : []
}
