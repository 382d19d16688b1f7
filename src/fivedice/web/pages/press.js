// How people press: by finger or not, and which second press is only the echo of the first. Knows no table.

/** Milliseconds in which nobody means a second press: what the first one did has not been seen yet. */
export const TWICE = 350

let touching = matchMedia('(pointer: coarse)').matches
addEventListener('pointerdown', ({pointerType}) => (touching = pointerType === 'touch'), true)
addEventListener('keydown', () => (touching = false), true)

/** @returns {boolean} whether the last press was a finger's */
export const byFinger = () => touching
