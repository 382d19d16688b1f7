// How people press: by finger or not, by keys perhaps, and which second press is only the echo of the
// first.

/** Milliseconds in which nobody means a second press: what the first one did has not been seen yet. */
const TWICE = 350

let touching = matchMedia('(pointer: coarse)').matches
let pressed = Infinity

/** Only what a person did; what a program clicks on is always meant. @param {Event} event */
const note = ({isTrusted, timeStamp}) => isTrusted && (pressed = timeStamp)

addEventListener('pointerdown', note, true)
addEventListener('keydown', note, true)
addEventListener('click', () => (pressed = Infinity)) // it has had its click, asked about or not
addEventListener('pointerdown', ({pointerType}) => (touching = pointerType === 'touch'), true)
addEventListener('keydown', () => (touching = false), true)

/** @returns {boolean} whether the last press was a finger's */
export const byFinger = () => touching

/** @returns {boolean} whether there may be keys: beside a mouse there are, and who pressed one has them */
export const mayHaveKeys = () => !touching || matchMedia('(any-hover: hover)').matches

/**
 * Whether the press that is acted on now was made too soon after `since` to be meant: a busy page hears of it
 * late, so what counts is when it was made. Each press is asked about once.
 * @param {number} since as `performance.now` has it
 */
export function isEcho(since) {
  const made = pressed
  pressed = Infinity
  return made < since + TWICE
}
