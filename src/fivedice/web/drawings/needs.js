// What a box of a score card needs, as a small picture: five dice, or bars for numbers in sequence.
import {html} from '../vendor/htm-preact.js'

/** Where the five dice lie: two opposite corners, the middle, the other corners. */
const PLACES = ['2,2', '68,68', '35,35', '68,2', '2,68']

/** Dice of one number by a letter, dice that do not count by a dot. @type {Record<string, string>} */
const ALIKE = {
  '2 alike': 'aa...',
  '3 alike': 'aaa..',
  '4 alike': 'aa.aa',
  '5 alike': 'aaaaa',
  'two pairs': 'aa.bb',
  'full house': 'aaabb',
}

const die = (/** @type {string} */ kind, /** @type {number} */ at) => {
  const [x, y] = PLACES[at].split(',')
  return html`<rect class=${{a: 'counts', b: 'too'}[kind]} x=${x} y=${y} width="30" height="30" rx="7" />`
}

/** Bars as high as the numbers are. @param {string} numbers @param {number} most the highest there can be */
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
function drawn(needs) {
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
    ${drawn(needs)}</svg>`
  )
}
