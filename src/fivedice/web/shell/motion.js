// Animations of drawn elements, smooth scrolling, and whether motion is reduced.
import {useLayoutEffect} from '../vendor/htm-preact.js'

/** Milliseconds from the throw until the last die has landed. */
export const FLIGHT = 1080

/** @returns {boolean} whether animations are off */
export function calm() {
  return (
    document.documentElement.dataset.motion === 'none' ||
    matchMedia('(prefers-reduced-motion: reduce)').matches
  )
}

/**
 * Moves an element in an arc from another place to its own.
 * @param {Element | null} element @param {DOMRect | undefined} from
 * @param {{delay?: number, duration?: number, turn?: number}} [how]
 */
export function fly(element, from, {delay = 0, duration = 620, turn = -8} = {}) {
  if (!element || !from || calm()) return
  const to = element.getBoundingClientRect()
  const x = from.left + from.width / 2 - to.left - to.width / 2
  const y = from.top + from.height / 2 - to.top - to.height / 2
  element.animate(
    [
      {transform: `translate(${x}px, ${y}px) rotate(${turn}deg)`, zIndex: 9},
      {
        transform: `translate(${x * 0.35}px, ${y * 0.35 - 18}px) rotate(${turn / 2}deg) scale(1.22)`,
        offset: 0.6,
      },
      {transform: 'none', zIndex: 9},
    ],
    {duration, delay, easing: 'cubic-bezier(.3, .1, .2, 1)', fill: 'backwards'},
  )
}

/**
 * Makes an element hop from point to point; the last point is its actual place.
 * @param {Element | null} element @param {{x: number, y: number}[]} path in pixels, relative to its place
 * @param {number} [pause] milliseconds before the first hop
 */
export function hop(element, path, pause = 0) {
  if (!element || path.length < 2 || calm()) return
  const at = (/** @type {number} */ x, /** @type {number} */ y, size = 1) => ({
    transform: `translate(${x}px, ${y}px) scale(${size})`,
  })
  const frames = path.flatMap(({x, y}, step) => {
    const from = path[step - 1]
    const up = from ? [at((x + from.x) / 2, (y + from.y) / 2 - 12, 1.12)] : []
    return [...up, at(x, y)]
  })
  element.animate(frames, {
    duration: 230 * (path.length - 1),
    delay: pause,
    easing: 'linear',
    fill: 'backwards',
  })
}

/**
 * Scrolls the table to a part of the board whenever that part changes, no further than necessary. If several
 * parts match, it goes to the visible one.
 * @param {{current: HTMLElement | null}} root @param {string} part a CSS selector, or nothing
 */
export function useInView(root, part) {
  useLayoutEffect(() => {
    const all = part ? (root.current?.querySelectorAll(`.play ${part}`) ?? []) : []
    const there = [...all].find((one) => one.getClientRects().length)
    there?.scrollIntoView({block: 'nearest', behavior: calm() ? 'instant' : 'smooth'})
  }, [part])
}
