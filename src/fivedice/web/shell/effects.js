// Animations of drawn elements, smooth scrolling, whether motion is reduced, and synthesized sounds.
import {useEffect, useLayoutEffect, useState} from '../vendor/htm-preact.js'
import {settings} from './storage.js'

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
  const near = `translate(${x * 0.35}px, ${y * 0.35 - 18}px) rotate(${turn / 2}deg) scale(1.22)`
  element.animate(
    [
      {transform: `translate(${x}px, ${y}px) rotate(${turn}deg)`, zIndex: 9},
      {transform: near, offset: 0.6},
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
  const duration = 230 * (path.length - 1)
  element.animate(frames, {duration, delay: pause, easing: 'linear', fill: 'backwards'})
}

/** The current time in milliseconds, updated while it is shown. @param {boolean} ticks whether it is */
export function useNow(ticks, every = 1000) {
  const [, draw] = useState(0)
  useEffect(() => {
    if (!ticks) return undefined
    const tick = setInterval(() => draw(Date.now()), every)
    return () => clearInterval(tick)
  }, [ticks])
  return Date.now()
}

/**
 * Acts after some milliseconds, counted anew when one of `by` changes.
 * @param {() => void} act @param {number | false} wait false for not at all @param {any[]} by
 */
export function useTimeout(act, wait, by) {
  useEffect(() => {
    if (wait === false) return undefined
    const timer = setTimeout(act, wait)
    return () => clearTimeout(timer)
  }, by)
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

/** @type {AudioContext | null} */
let context = null

/** Browsers allow sound only after a click or a key. */
export function wake() {
  if (!settings().sound || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  if (context.state === 'suspended') context.resume()
}

/** @param {(audio: AudioContext, now: number) => void} make */
function sound(make) {
  if (settings().sound && context?.state === 'running') make(context, context.currentTime)
}

/** Dice rolling over felt: more knocks for more dice. @param {number} dice */
export const rattle = (dice) =>
  sound((audio, now) => {
    for (let knock = 0; knock < 4 + 2 * dice; knock += 1) {
      const [at, pitch] = [now + 0.06 + Math.random() * 0.62, 900 + Math.random() * 1900]
      knockAt(audio, at, pitch, 0.05 + Math.random() * 0.09)
    }
  })

/** The sound of a die set aside, or a box filled. */
export const tap = () => sound((audio, now) => knockAt(audio, now, 1300, 0.12))

/** @param {number[]} pitches @param {number} gap seconds between them @param {number} loud */
const play = (pitches, gap, loud) =>
  sound((audio, now) => pitches.forEach((pitch, at) => note(audio, now + at * gap, pitch, loud)))

/** The sound of my turn. */
export const chime = () => play([659, 880], 0.13, 0.06)

/** The sound of the end of a match. */
export const fanfare = () => play([523, 659, 784, 1047], 0.14, 0.07)

/**
 * A short burst of noise through a narrow filter.
 * @param {AudioContext} audio @param {number} at @param {number} pitch @param {number} loud
 */
function knockAt(audio, at, pitch, loud) {
  const source = audio.createBufferSource()
  const filter = audio.createBiquadFilter()
  const gain = audio.createGain()
  source.buffer = noise(audio)
  filter.type = 'bandpass'
  filter.frequency.value = pitch
  filter.Q.value = 5
  gain.gain.setValueAtTime(loud * 4, at)
  gain.gain.exponentialRampToValueAtTime(0.0005, at + 0.06)
  source.connect(filter).connect(gain).connect(audio.destination)
  source.start(at, Math.random() * 0.1, 0.07)
}

/** @param {AudioContext} audio @param {number} at @param {number} pitch @param {number} loud */
function note(audio, at, pitch, loud) {
  const tone = audio.createOscillator()
  const gain = audio.createGain()
  tone.type = 'sine'
  tone.frequency.value = pitch
  gain.gain.setValueAtTime(0.0001, at)
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.02)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.6)
  tone.connect(gain).connect(audio.destination)
  tone.start(at)
  tone.stop(at + 0.65)
}

/** @type {AudioBuffer | null} */
let hiss = null

/** @param {AudioContext} audio */
function noise(audio) {
  if (hiss) return hiss
  hiss = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate)
  const samples = hiss.getChannelData(0)
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1
  return hiss
}
