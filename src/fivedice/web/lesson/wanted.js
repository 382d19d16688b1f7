// Marks what a lesson asks to be pressed.
import {useLayoutEffect} from '../vendor/htm-preact.js'

/** @typedef {import('../shell/types.js').Press} Press */
/** @typedef {import('../table/actions.js').Acts} Acts */

/**
 * @param {Press | null} press what is asked for, if anything is
 * @param {Acts} acts @param {string} hand my dice
 */
export function useWanted(press, acts, hand) {
  useLayoutEffect(() => {
    for (const marked of document.querySelectorAll('[data-wanted]')) marked.removeAttribute('data-wanted')
    if (!press) return
    for (const place of placesOf(press, acts, hand))
      for (const one of document.querySelectorAll(place)) one.setAttribute('data-wanted', '')
  })
}

const MAIN = '.doing .main'

/** @param {Press} press @param {Acts} acts @param {string} hand @returns {string[]} selectors */
function placesOf(press, {chosen, aside}, hand) {
  if (press.use) return chosen === press.use ? [MAIN] : [`.board [data-use="${CSS.escape(press.use)}"]`]
  const slots = press.dice === undefined ? [] : toPress(press.dice, aside, hand)
  return slots.length ? slots.map((slot) => `.tray .die:nth-child(${slot + 1})`) : [MAIN]
}

/**
 * The slots to press until just these dice lie aside, as few as can be.
 * @param {string} dice @param {Set<number>} aside @param {string} hand
 */
function toPress(dice, aside, hand) {
  const left = [...dice]
  const takes = (/** @type {string} */ die) => {
    const at = left.indexOf(die)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  }
  const slots = [...hand].map((_, slot) => slot)
  const back = slots.filter((slot) => aside.has(slot) && !takes(hand[slot]))
  return [...back, ...slots.filter((slot) => !aside.has(slot) && takes(hand[slot]))]
}
