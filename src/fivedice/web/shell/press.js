// Listening to events, and presses: by finger, mouse or keys, and whether one is an accidental second one.

/**
 * Listens to events of these types, separated by spaces, until the returned function is called; with `first`,
 * before any element does.
 * @param {string} types @param {(event: any) => void} hear
 */
export function listen(types, hear, first = false) {
  for (const type of types.split(' ')) addEventListener(type, hear, first)
  return () => types.split(' ').forEach((type) => removeEventListener(type, hear, first))
}

/** Milliseconds in which a second press is accidental: nobody has seen the effect of the first yet. */
const TWICE = 350

const STEPS = {ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1}

/**
 * Moves the focus from one element to the next or the one before it; from elsewhere to the first.
 * @param {HTMLElement[]} elements @param {string} key @returns {boolean} whether it is an arrow key
 */
export function moveFocus(elements, key) {
  const step = STEPS[/** @type {keyof typeof STEPS} */ (key)] ?? 0
  if (!step || !elements.length) return false
  const at = elements.indexOf(/** @type {HTMLElement} */ (document.activeElement))
  elements[at < 0 ? 0 : (at + step + elements.length) % elements.length].focus()
  return true
}

let touching = matchMedia('(pointer: coarse)').matches
let time = Infinity
let last = {on: /** @type {unknown} */ (null), at: -Infinity}

/** Notes a person's press, and whether it is the second of a double one; a program's clicks do not count. */
const note = (/** @type {any} */ {isTrusted, timeStamp: at, target, key: on = target}) => {
  const isSecond = on === last.on && at < last.at + TWICE
  if (isTrusted) time = isSecond ? -Infinity : at
  if (isTrusted && !isSecond) last = {on, at}
}

addEventListener('pointerdown', note, true)
addEventListener('keydown', note, true)
addEventListener('click', () => (time = Infinity)) // its click is over
addEventListener('pointerdown', ({pointerType}) => (touching = pointerType === 'touch'), true)
addEventListener('keydown', () => (touching = false), true)

/** A handler that gives up the focus after a press, so that keys act on the table. @param {() => void} act */
export const pressed =
  (act) =>
  (/** @type {any} */ {currentTarget, detail}) => {
    if (detail) currentTarget.blur()
    act()
  }

/** @returns {boolean} whether the last press was by finger */
export const byFinger = () => touching

/** @returns {boolean} whether the device may have a keyboard: it has a mouse, or a key was pressed */
export const mayHaveKeys = () => !touching || matchMedia('(any-hover: hover)').matches

/**
 * Whether the current press is the second of a double one, or came too soon after `since` to be intended.
 * Compares the time of the press, since a busy page handles it late. Call it once per press.
 * @param {number} since a time of `performance.now`
 */
export function isEcho(since, within = TWICE) {
  const made = time
  time = Infinity
  return made < since + within
}
