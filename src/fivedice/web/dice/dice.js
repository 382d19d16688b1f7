// Five dice as cubes that tumble and land on the thrown faces.
import {html, useLayoutEffect, useRef, useState} from '../vendor/htm-preact.js'
import {tr} from '../shell/language.js'
import {face, worn} from './faces.js'
import {calm, FLIGHT} from '../shell/effects.js'

const VALUES = [1, 2, 3, 4, 5, 6]

/** The turn of the cube that shows each value in front, in degrees about x and y. */
const SHOWING = [
  [0, 0],
  [0, 0],
  [-90, 0],
  [0, -90],
  [0, 90],
  [90, 0],
  [0, 180],
]

/** The side below the front for each value; it is drawn in shadow. */
const BELOW = [5, 5, 1, 5, 5, 6, 5]

/** The edge where the side below touches the front. */
const SEAM = ['top', 'top', 'top', 'right', 'left', 'bottom', 'bottom']

/** The angle of view in degrees. */
const TILT = 17

/** The slight turn of each die on the table, in degrees. */
const YAW = [-4, 3, -2, 5, -3]

/** The id of animations of dice in the air. */
const FLYING = 'flying'

/** Lands all dice in the air at once. */
export const land = () =>
  document.getAnimations().forEach((moving) => moving.id === FLYING && moving.finish())

/**
 * The dice of one hand; new dice are in the air for `flight` milliseconds. With `onToggle` they are buttons,
 * otherwise pictures.
 * @param {{hand: string, faces?: string[][], set?: string, suits?: string[], slots?: Set<number>, onToggle?:
 *   (slot: number) => void, canKeep?: boolean, label?: string, small?: boolean, flight?: number,
 *   draft?: boolean}} props in a `draft` dice in slots need not be kept
 */
export function Dice({
  hand = '.....',
  faces = [],
  set = 'pips',
  suits = [],
  slots = new Set(),
  onToggle,
  canKeep = false,
  label = tr('Dice'),
  small = false,
  flight = FLIGHT,
  draft = false,
}) {
  const partial = !draft && /[1-6]/.test(hand) && hand.includes('.')
  const dice = [...hand].map(
    (sign, slot) => html`<${Die} key=${slot} slot=${slot} value=${Number(sign) || 0} set=${set}
    suit=${suits[slot] ?? ''} faces=${faces} kept=${slots.has(slot) || (partial && sign !== '.')}
    onToggle=${onToggle} canKeep=${canKeep} flight=${flight} />`,
  )
  return html`<ul class=${`dice ${small ? 'small' : ''}`} data-set=${worn(set)} aria-label=${label}
    translate=${false}>${dice}</ul>`
}

/**
 * One die in its slot; value 0 is an empty slot.
 * @param {{slot: number, value: number, set: string, suit: string, faces: string[][], kept: boolean,
 *   onToggle?: (slot: number) => void, canKeep: boolean, flight: number}} props
 */
function Die({slot, value, set, suit, faces, kept, onToggle, canKeep, flight}) {
  const die = dieNamed(slot, value, suit, faces)
  const words = kept && value && !onToggle ? tr('{die}, kept', {die}) : die
  const cube = html`<${Cube} ...${{value, set, suit, faces, slot, flight}} />`
  const state = `die ${value ? '' : 'empty'} ${kept ? 'kept' : ''}`
  if (!onToggle)
    return html`<li class=${state}><span class="hold" role="img" aria-label=${words}></span>${cube}</li>`
  const able = canKeep && value > 0
  const word = tr('kept', null, 'below a die')
  return html`<li class=${state} style=${{'--letters': word.length}}>
    <button type="button" class="hold" aria-pressed=${String(kept)} aria-disabled=${String(!able)}
      aria-label=${words} onClick=${() => able && onToggle(slot)}></button>${cube}
    <span class="tag" aria-hidden="true" translate>${word}</span>
  </li>`
}

/**
 * The red die that moves pawns; `waiting` marks it as the next to throw, and `thrown` changes with every
 * throw.
 * @param {{value: number, waiting?: boolean, thrown?: number, flight?: number}} props
 */
export function RedDie({value, waiting = false, thrown = 0, flight}) {
  const words = waiting || !value ? tr('Red die: not thrown') : tr('Red die: {value}', {value})
  return html`<span class=${`dice red small ${waiting ? 'awaited' : ''}`} data-set="pips">
    <span class=${`die ${value ? '' : 'empty'}`}><span class="hold" role="img" aria-label=${words}></span>
      <${Cube} value=${value} set="pips" suit="" faces=${[]} slot=${2} thrown=${thrown} flight=${flight} />
    </span>
  </span>`
}

/** @type {Record<string, string>} */
const SUITS = {sun: tr('sun'), moon: tr('moon'), crown: tr('crown'), arms: tr('arms', null, 'a shield')}

/** @param {number} slot @param {number} value @param {string} suit @param {string[][]} faces */
export function dieNamed(slot, value, suit, faces) {
  const name = faces[value - 1]?.[1] ?? String(value)
  const face = name.charAt(0).toUpperCase() + name.slice(1)
  const values = {number: slot + 1, face, suit: SUITS[suit]}
  if (!value) return tr('Die {number}: not thrown', values)
  return suit ? tr('Die {number}: {face} of {suit}', values) : tr('Die {number}: {face}', values)
}

/**
 * @param {{value: number, set: string, suit: string, faces: string[][], slot: number, thrown?: number,
 *   flight?: number}} props
 */
function Cube({value, set, suit, faces, slot, thrown = 0, flight = FLIGHT}) {
  const place = useRef(/** @type {HTMLElement | null} */ (null))
  const body = useRef(/** @type {HTMLElement | null} */ (null))
  const before = useRef({value, thrown})
  const shown = useRef(value || 1)
  const [whole, setWhole] = useState(false) // until it rolls, only two sides are visible
  if (value) shown.current = value
  useLayoutEffect(() => {
    const same = value === before.current.value && thrown === before.current.thrown
    if (value && !same && flight && !calm()) {
      setWhole(true)
      tumble(place.current, body.current, value, slot, flight)
    }
    before.current = {value, thrown}
  }, [value, thrown])
  const sides = VALUES.filter((side) => whole || lies(side, shown.current)).map(
    (side) => html`<span key=${side} class=${`facet facet-${side} ${lies(side, shown.current)}`}>
    ${face(set, side, suit, faces[side - 1]?.[1] ?? '')}</span>`,
  )
  return html`<span class="place" ref=${place} aria-hidden="true">
    <span class="shadow"></span>
    <span class="cube" ref=${body} style=${{transform: turned(shown.current, slot)}}>
      <span class="inside a"></span><span class="inside b"></span><span class="inside c"></span>${sides}
    </span>
  </span>`
}

/** The class of a side; at rest two are visible. @param {number} side @param {number} value */
function lies(side, value) {
  if (side === value) return 'front'
  return side === BELOW[value] ? `below seam-${SEAM[value]}` : ''
}

/**
 * The transform of a resting cube, which is drawn at twice its size.
 * @param {number} value @param {number} slot @param {number[]} [more] degrees still to turn
 */
function turned(value, slot, [x, y, z] = [0, 0, 0]) {
  const [restX, restY] = SHOWING[value]
  const lies = `rotateZ(${YAW[slot % 5] + z}deg) rotateX(${TILT}deg)`
  return `scale3d(.5, .5, .5) ${lies} rotateX(${restX + x}deg) rotateY(${restY + y}deg)`
}

/**
 * Animates a throw: the die comes in from below, turns and bounces twice, no two dice alike.
 * @param {HTMLElement | null} place @param {HTMLElement | null} body @param {number} value
 * @param {number} slot @param {number} flight milliseconds until the last die has landed
 */
function tumble(place, body, value, slot, flight) {
  if (!place || !body) return
  const some = (/** @type {number} */ low, /** @type {number} */ high) => low + Math.random() * (high - low)
  const turns = Math.random() < 0.5 ? -1 : 1
  const from = [
    -360 * Math.round(some(1, 2)) + some(-80, 80),
    turns * 360 * Math.round(some(1, 2)) + some(-80, 80),
    some(-150, 150),
  ]
  const delay = 0.035 * slot * flight
  const duration = some(0.75, 1) * (flight - delay)
  body.classList.add('rolling')
  const rolling = body.animate([{transform: turned(value, slot, from)}, {transform: turned(value, slot)}], {
    id: FLYING,
    duration,
    delay,
    easing: 'cubic-bezier(.2, .65, .3, 1)',
    fill: 'backwards',
  })
  rolling.onfinish = rolling.oncancel = () => body.classList.remove('rolling')
  place.animate(way(some(-70, 70), some(110, 190)), {id: FLYING, duration, delay, fill: 'backwards'})
}

/**
 * The path of a thrown die as keyframes. Each one sets the opacity too: an animation with gaps would run on
 * the main thread.
 * @param {number} x @param {number} y the start, in percent of its size
 */
function way(x, y) {
  const stops = [
    [x, y, 1.3, 0],
    [x * 0.7, y * 0.6, 1.28, 0.12],
    [x * 0.25, -24, 1.16, 0.42],
    [0, 6, 1, 0.62],
    [0, -12, 1.05, 0.76],
    [0, 0, 1, 0.88],
    [0, 0, 1, 1],
  ]
  return stops.map(([right, down, size, offset]) => {
    const transform = `translate(${right}%, ${down}%) scale(${size})`
    return {transform, opacity: offset ? 1 : 0, offset, easing: 'cubic-bezier(.35, 0, .5, 1)'}
  })
}
