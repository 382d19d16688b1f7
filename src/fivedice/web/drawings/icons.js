// Icons for buttons, the logo, and small pictures of the dice that boxes of a score card need.
import {html} from '../vendor/htm-preact.js'
import {svg} from './svg.js'

/** @param {{name: string}} props the name of a file `icon-….svg` */
export const Icon = ({name}) =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false" fill="none"
    stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"
    ...${svg(`icon-${name}`)} />`

/** The logo: a die with five pips. */
export const Mark = () =>
  html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false" ...${svg('logo')} />`

/** The positions of the five dice: two opposite corners, the middle, the other corners. */
const PLACES = ['2,2', '68,68', '35,35', '68,2', '2,68']

/** A letter for each number that must be equal, a dot for other dice. @type {Record<string, string>} */
const ALIKE = {
  '2 alike': 'aa...',
  '3 alike': 'aaa..',
  '4 alike': 'aa.aa',
  '5 alike': 'aaaaa',
  'two pairs': 'aa.bb',
  'full house': 'aaabb',
  'full house or 5 alike': 'aaabb',
}

const die = (/** @type {string} */ kind, /** @type {number} */ at) => {
  const [x, y] = PLACES[at].split(',')
  return html`<rect class=${{a: 'counts', b: 'too'}[kind]} x=${x} y=${y} width="30" height="30" rx="7" />`
}

/** Bars as high as these numbers. @param {string} numbers @param {number} most the highest possible number */
function bars(numbers, most) {
  const width = 100 / numbers.length
  return [...numbers].map((number, at) => {
    const height = (96 * Number(number)) / most
    return html`<rect class="counts" x=${at * width + 2} y=${98 - height}
      width=${width - 5} height=${height} rx="4" />`
  })
}

const SUM = html`<path d="M78 24V12H24L58 50L24 88H78V76" />`
const ANY = html`<path d="M26 34C26 2 76 6 74 34C72 52 50 50 50 68M50 88v1" />`

/** @param {string} needs as a card's file states it */
function draw(needs) {
  if (ALIKE[needs]) return [...ALIKE[needs]].map(die)
  const [what, , number = ''] = needs.split(/ (of )?/)
  if (what === 'run') return bars('12345'.slice(0, Number(number)), 5)
  if (what === 'dice') return bars(number, 6)
  return what === 'total' ? SUM : ANY
}

/** @param {{needs: string}} props nothing is drawn for a row that is not a box */
export function NeedsIcon({needs}) {
  return (
    needs &&
    html`<svg class="needs-icon" viewBox="0 0 100 100" aria-hidden="true" focusable="false">
    ${draw(needs)}</svg>`
  )
}
