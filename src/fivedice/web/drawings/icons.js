// Icons for buttons, the logo, and small pictures of the dice that boxes of a score card need.
import {html} from '../vendor/htm-preact.js'

const PATHS = {
  bulb:
    'M9 18h6M10 21h4' +
    'M12 3a6 6 0 0 0-3.6 10.8c.6.5.9 1.2.9 1.9V16h5.4v-.3c0-.7.3-1.4.9-1.9A6 6 0 0 0 12 3z',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5h4',
  book: 'M5 4.5h10.5A3.5 3.5 0 0 1 19 8v12H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h11',
  die:
    'M4 7a3 3 0 0 1 3-3h10a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3z' +
    'M9 9h.01M15 9h.01M12 12h.01M9 15h.01M15 15h.01',
  speech: 'M4 5h16v11H11l-5 4v-4H4z',
  sound: 'M4 9.5v5h3.5L12 19V5L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  mute: 'M4 9.5v5h3.5L12 19V5L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5',
  sun:
    'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8z' +
    'M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4' +
    'M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  gear: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 4.8v4.4M8 14.8v4.4',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M8 8V4h12v12h-4M4 8h12v12H4z',
  eraser: 'M8 20h12M13 5l6 6-8 8H8l-4-4zM8.5 9.5l6 6',
  delete: 'M8 6h12v12H8l-5-6zM11 9.5l5 5M16 9.5l-5 5',
  next: 'M5 5l8 7-8 7zM14 5l7 7-7 7',
  phone: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2',
  chair: 'M7 3v18M7 13h10v8M7 5h7M7 9h7',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
}

/** @param {{name: keyof typeof PATHS}} props */
export function Icon({name}) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d=${PATHS[name]}
    fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" />
      </svg>`
}

/** The logo: a die with five pips. */
export function Mark() {
  const pips = [
    [9.5, 9.5],
    [22.5, 9.5],
    [16, 16],
    [9.5, 22.5],
    [22.5, 22.5],
  ]
  return html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect x="2" y="2" width="28" height="28" rx="7" fill="#a3201b" />
    ${pips.map(([x, y]) => html`<circle cx=${x} cy=${y} r="2.9" fill="#fff4e0" />`)}
  </svg>`
}

/** The positions of the five dice: two opposite corners, the middle, the other corners. */
const PLACES = ['2,2', '68,68', '35,35', '68,2', '2,68']

/**
 * Patterns: a letter for each number that must be equal, a dot for dice that do not count.
 * @type {Record<string, string>}
 */
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

/**
 * Bars with these numbers as heights.
 * @param {string} numbers @param {number} most the highest possible number
 */
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
