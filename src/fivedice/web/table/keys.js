// Keyboard control of a table.
import {useEffect, useLayoutEffect, useState} from '../vendor/htm-preact.js'
import {say} from '../shell/frame.js'
import {dieNamed} from '../drawings/dice.js'
import {settings} from '../shell/storage.js'

/** @typedef {import('./state.js').Seen} Seen */
/** @typedef {import('./actions.js').Acts} Acts */

/** What scrolls, and has the focus for that. */
const SCROLLS = '[tabindex="0"]'
/** Keys that act also for who wants none that are pressed alone. */
const ALWAYS = /^(Arrow.*|Escape)$/

/** With these a key is the browser's or the system's. */
const MODIFIERS = ['Control', 'Alt', 'AltGraph', 'Meta']
/** Keys that do something once, however long they are held. */
const ONCE = /^([1-5 hrs?]|Enter|Escape)$/i
const LANDS = /^([ r]|Enter)$/i
const FIELDS = 'input, select, textarea'
const MAIN = '.doing .main'
const CHOICES = '.hint li button:not(:disabled)'
/** What has keys of its own; the main button only while it does something. */
const OWN = 'button:not(.main[aria-disabled=true]), a, summary'

/**
 * What a key means. Digits go by where they lie, since some keyboards write them with Shift; letters that are
 * not Latin too.
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
  // with what is drawn, not a moment later: what can be seen can be acted on
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
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  })
}

/**
 * @param {string} key @param {Seen} seen @param {Acts} acts @param {(panel: string) => void} onPanel
 * @returns {boolean} whether it meant something
 */
function act(key, seen, acts, onPanel) {
  const {busy, air, you} = seen
  if (key === '?') return did(onPanel('rules'))
  if ((busy || air) && ['s', 'S', 'Escape'].includes(key)) return did(acts.skip())
  if (busy && [' ', 'Enter'].includes(key)) return did(acts.skip())
  if (key === 'Escape') return did([acts.chosen && say('Choice let go'), acts.escape()])
  if (/^[1-5]$/.test(key)) return did(toggle(Number(key) - 1, seen, acts))
  if (key === 'h' || key === 'H') return did(acts.hint())
  if (key === 'Enter') return did(enter(acts))
  if (key.startsWith('Arrow'))
    return walk(key) || (['keep', 'use', 'choose'].includes(you.asked) && toBoard())
  if (![' ', 'r', 'R'].includes(key)) return false
  return did(acts.roll())
}

/**
 * A die is set aside, or back, and I hear which.
 * @param {number} slot @param {Seen} seen @param {Acts} acts
 */
function toggle(slot, {picture, you}, acts) {
  if (!acts.keeps || !picture) return
  const hand = picture.turn?.hands[you.seat ?? -1] ?? ''
  const named = dieNamed(slot, Number(hand[slot]), picture.suits[slot] ?? '', picture.faces)
  say(`${named}, ${acts.aside.has(slot) ? 'let go' : 'kept'}`)
  acts.toggle(slot)
}

/** What is chosen, or all five dice; then I hear that once more is the end. @param {Acts} acts */
function enter(acts) {
  if (acts.keeps && !acts.chosen && acts.aside.size < 5) say('All five kept; Enter again stops')
  acts.enter()
}

/** Whether Enter is for what has the focus, and not for the table. @returns {boolean} */
export function useOwnEnter() {
  const [own, set] = useState(false)
  const look = () => set(Boolean(document.activeElement?.closest(OWN)))
  useLayoutEffect(look)
  useEffect(() => {
    const moves = ['focusin', 'focusout']
    for (const move of moves) addEventListener(move, look)
    return () => {
      for (const move of moves) removeEventListener(move, look)
    }
  }, [])
  return own
}

/** What had the focus last, if it was there by keys. @type {HTMLElement | null} */
let at = null
addEventListener('focusin', ({target}) => {
  const one = /** @type {HTMLElement} */ (target)
  at = one.matches(':focus-visible') ? one : null
})
addEventListener('pointerdown', () => (at = null), true)

/**
 * Who goes by keys, and sees where they are, goes on there when what they were at is gone.
 * @param {string} place in CSS
 */
export function useKept(place = MAIN) {
  useLayoutEffect(() => {
    const lost = document.activeElement === document.body && at?.isConnected === false
    if (lost) /** @type {HTMLElement | null} */ (document.querySelector(place))?.focus()
  })
}

/** The arrows walk through the choices of a hint. @param {string} key @returns {boolean} whether they did */
function walk(key) {
  const buttons = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(CHOICES)])
  const step = {ArrowDown: 1, ArrowUp: -1}[key] ?? 0
  if (!step || !buttons.length || document.activeElement?.closest('.board')) return false
  const at = buttons.findIndex((button) => button === document.activeElement)
  buttons[at < 0 ? 0 : (at + step + buttons.length) % buttons.length].focus()
  return true
}

/** From anywhere else an arrow leads to the board. @returns {boolean} whether it did */
function toBoard() {
  const offered = /** @type {HTMLElement[]} */ ([
    ...document.querySelectorAll('.board button:not(:disabled, [aria-pressed])'),
  ])
  const first = offered.find((button) => button.offsetParent)
  if (!first || document.activeElement?.closest('.board')) return false
  first.focus()
  return true
}

/** @param {unknown} _ what was done @returns {true} */
const did = (_) => true
