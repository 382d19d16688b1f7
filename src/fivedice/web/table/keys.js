// Keyboard control of a table.
import {useLayoutEffect} from '../vendor/htm-preact.js'
import {listen, moveFocus} from '../shell/press.js'
import {say} from '../shell/frame.js'
import {tr} from '../shell/language.js'
import {dieNamed} from '../dice/dice.js'
import {settings} from '../shell/storage.js'

/** Elements that scroll by keys. */
const SCROLLS = '[tabindex="0"]'
/** Keys that act even if single-key shortcuts are off. */
const ALWAYS = /^(Arrow.*|Escape)$/

/** Modifiers with which a key belongs to the browser or the system. */
const MODIFIERS = ['Control', 'Alt', 'AltGraph', 'Meta']
/** Keys that do not repeat while held. */
const ONCE = /^([1-5 hrs?]|Enter|Escape)$/i
const LANDS = /^([ r]|Enter)$/i
const FIELDS = 'input, select, textarea'
const MAIN = '.doing .main'
const CHOICES = '.hint :is(.advice, [open] .small):not(:disabled)'
/** Controls with keys of their own; the main button only while it is enabled. */
const OWN = 'button:not(.main[aria-disabled=true]), a, summary'

/**
 * The meaning of a key. Digits are read by position, because some keyboards type them with Shift; so are
 * letters of other scripts.
 * @param {KeyboardEvent} event
 */
function meant({key, code, shiftKey}) {
  const [, digit, letter] = /^(?:Digit([1-5])|Key([A-Z]))$/.exec(code) ?? []
  if (digit && !shiftKey) return digit
  return letter && /^(?![a-z])\p{L}$/iu.test(key) ? letter.toLowerCase() : key
}

/** @param {Seen} seen @param {Acts} acts @param {(panel: string) => void} onPanel */
export function useKeys(seen, acts, onPanel) {
  useKept()
  // a layout effect, so that keys always act on the visible state
  useLayoutEffect(() => {
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      const target = /** @type {HTMLElement} */ (event.target)
      if (MODIFIERS.some((one) => event.getModifierState(one)) || target.matches(FIELDS)) return
      const key = meant(event)
      if (key === ' ' && target.matches(SCROLLS)) return
      if (!settings().keys && !ALWAYS.test(key)) return
      if (event.repeat && ONCE.test(key)) return event.preventDefault()
      if (document.querySelector('dialog[open]')) return
      const native = [' ', 'Enter'].includes(key) && target.closest(OWN)
      const lands = seen.air && LANDS.test(key) && !target.closest('.bar, a, summary')
      if (lands) acts.land()
      else if (native || !act(key, seen, acts, onPanel)) return
      event.preventDefault()
    }
    return listen('keydown', pressed)
  })
}

/**
 * @param {string} key @param {Seen} seen @param {Acts} acts @param {(panel: string) => void} onPanel
 * @returns {boolean} whether the key had a meaning
 */
function act(key, seen, acts, onPanel) {
  const {busy, air, you} = seen
  if (key === '?') return did(onPanel('rules'))
  if ((busy || air) && ['s', 'S', 'Escape'].includes(key)) return did(acts.skip())
  if (busy && [' ', 'Enter'].includes(key)) return did(acts.skip())
  if (key === 'Escape') return did([acts.chosen && say(tr('Choice cancelled')), acts.escape()])
  if (/^[1-5]$/.test(key)) return did(toggle(Number(key) - 1, seen, acts))
  if (key === 'h' || key === 'H') return did(acts.hint())
  if (key === 'Enter') return did(enter(acts))
  if (key.startsWith('Arrow'))
    return walk(key) || (['keep', 'use', 'choose'].includes(you.asked) && toBoard())
  if (![' ', 'r', 'R'].includes(key)) return false
  return did(acts.roll())
}

/** Sets a die aside or puts it back, aloud. @param {number} slot @param {Seen} seen @param {Acts} acts */
function toggle(slot, {picture, you}, acts) {
  if (!acts.keeps || !picture) return
  const hand = picture.turn?.hands[you.seat ?? -1] ?? ''
  const die = dieNamed(slot, Number(hand[slot]), picture.suits[slot] ?? '', picture.faces)
  say(acts.aside.has(slot) ? tr('{die}, put back', {die}) : tr('{die}, kept', {die}))
  acts.toggle(slot)
}

/** Confirms the choice, or keeps all five dice and announces that Enter again stops. @param {Acts} acts */
function enter(acts) {
  if (acts.keeps && !acts.chosen && acts.aside.size < 5) say(tr('All five kept. Press Enter again to stop.'))
  acts.enter()
}

/** The last element focused by keyboard. @type {HTMLElement | null} */
let at = null
addEventListener('focusin', ({target}) => {
  const one = /** @type {HTMLElement} */ (target)
  at = one.matches(':focus-visible') ? one : null
})
addEventListener('pointerdown', () => (at = null), true)

/** Moves the focus of keyboard users to `place` if its element is removed. @param {string} place in CSS */
export function useKept(place = MAIN) {
  useLayoutEffect(() => {
    const lost = document.activeElement === document.body && at?.isConnected === false
    if (lost) /** @type {HTMLElement | null} */ (document.querySelector(place))?.focus()
  })
}

/** Arrow keys move through the choices of a hint. @param {string} key @returns {boolean} whether they did */
function walk(key) {
  const buttons = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(CHOICES)])
  return /Down|Up/.test(key) && !document.activeElement?.closest('.board') && moveFocus(buttons, key)
}

/** Moves the focus to the board when an arrow key is pressed elsewhere. @returns {boolean} whether it did */
function toBoard() {
  const offered = /** @type {HTMLElement[]} */ ([
    ...document.querySelectorAll('.board button:not(:disabled, [aria-pressed])'),
  ])
  const first = offered.find((button) => button.offsetParent)
  if (!first || document.activeElement?.closest('.board')) return false
  first.focus()
  return true
}

/** @param {unknown} _ the result of an action @returns {true} */
const did = (_) => true
