// Scrolls a board to what happens on it.
import {useLayoutEffect} from '../vendor/htm-preact.js'
import {calm} from '../shell/motion.js'

/**
 * At a table the page scrolls to this part of a board whenever it is another, just as far as it must.
 * @param {{current: HTMLElement | null}} root
 * @param {string} part what names it in CSS, or nothing
 */
export function useInView(root, part) {
  useLayoutEffect(() => {
    const there = part ? root.current?.querySelector(`.play ${part}`) : null
    there?.scrollIntoView({block: 'nearest', behavior: calm() ? 'instant' : 'smooth'})
  }, [part])
}
