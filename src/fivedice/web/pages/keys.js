// What the keys do at a table. Knows no rule.
import {useEffect, useLayoutEffect, useRef, useState} from './vendor/htm-preact.js'

/** @typedef {import('./seat.js').Seen} Seen */
/** @typedef {import('./acts.js').Acts} Acts */

/** Keys that do something once, however long they are held. */
const ONCE = /^([1-5 hrs?]|Enter|Escape)$/i
const LANDS = /^([ r]|Enter)$/i
const FIELDS = 'input, select, textarea'
const MAIN = '.doing .main'
const CHOICES = '.hint li button:not(:disabled)'
/** What has keys of its own; the main button only while it does something. */
const OWN = 'button:not(.main[aria-disabled=true]), a, summary'

/** @param {Seen} seen @param {Acts} acts @param {(panel: string) => void} onPanel */
export function useKeys(seen, acts, onPanel) {
  useKept()
  // with what is drawn, not a moment later: what can be seen can be acted on
  useLayoutEffect(() => {
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      const target = /** @type {HTMLElement} */ (event.target)
      if (event.ctrlKey || event.metaKey || event.altKey || target.matches(FIELDS)) return
      if (event.repeat && ONCE.test(event.key)) return event.preventDefault()
      if (document.querySelector('dialog[open]')) return
      const native = [' ', 'Enter'].includes(event.key) && target.closest(OWN)
      const lands = seen.air && LANDS.test(event.key) && !target.closest('.bar, a, summary')
      if (lands) acts.land()
      else if (native || !act(event.key, seen, acts, onPanel)) return
      event.preventDefault()
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  })
}

/**
 * @param {string} key
 * @param {Seen} seen
 * @param {Acts} acts
 * @param {(panel: string) => void} onPanel
 * @returns {boolean} whether it meant something
 */
function act(key, {busy, air, you}, acts, onPanel) {
  if (key === '?') return did(onPanel('rules'))
  if ((busy || air) && ['s', 'S', 'Escape'].includes(key)) return did(acts.skip())
  if (busy && [' ', 'Enter'].includes(key)) return did(acts.skip())
  if (key === 'Escape') return did(acts.escape())
  if (/^[1-5]$/.test(key)) return did(acts.toggle(Number(key) - 1))
  if (key === 'h' || key === 'H') return did(acts.hint())
  if (key === 'Enter') return did(acts.enter())
  if (key.startsWith('Arrow')) return walk(key) || (['keep', 'use'].includes(you.asked) && toBoard())
  if (![' ', 'r', 'R'].includes(key)) return false
  return did(acts.roll())
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

/** Who goes by keys, and sees where they are, goes on at the main button when what they were at is gone. */
function useKept() {
  const at = useRef(/** @type {HTMLElement | null} */ (null))
  useEffect(() => {
    const note = (/** @type {Event} */ {target}) => {
      const one = /** @type {HTMLElement} */ (target)
      at.current = one.matches(':focus-visible') ? one : null
    }
    const forget = () => (at.current = null)
    addEventListener('focusin', note)
    addEventListener('pointerdown', forget, true)
    return () => {
      removeEventListener('focusin', note)
      removeEventListener('pointerdown', forget, true)
    }
  }, [])
  useLayoutEffect(() => {
    const lost = document.activeElement === document.body && at.current?.isConnected === false
    if (lost) /** @type {HTMLElement | null} */ (document.querySelector(MAIN))?.focus()
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
