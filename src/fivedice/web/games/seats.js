// Symbols of seats, pawns, and name plates with scores.
import {html} from '../vendor/htm-preact.js'
import {beside} from '../shell/wording.js'
import {Face} from '../shell/bot-personas.js'

const SHAPES = [
  html`<circle cx="20" cy="20" r="17" />`,
  html`<rect x="4" y="4" width="32" height="32" rx="6" />`,
  html`<path d="M20 1 L39 20 L20 39 L1 20Z" stroke-linejoin="round" />`,
  html`<path d="M20 2 L35.6 11 V29 L20 38 L4.4 29 V11Z" stroke-linejoin="round" />`,
  html`<path d="M20 3 L38 36 H2Z" stroke-linejoin="round" />`,
  html`<path d="M11 3 H29 L38 20 L29 37 H11 L2 20Z" stroke-linejoin="round" />`,
]

const HEADS = [
  html`<circle cx="20" cy="14" r="12" />`,
  html`<rect x="8.5" y="2.5" width="23" height="23" rx="3" />`,
  html`<path d="M20 -1 L34.5 14 L20 29 L5.5 14Z" />`,
  html`<path d="M20 0 L32.5 7 V21 L20 28 L7.5 21 V7Z" />`,
]

/** Up to two letters for each name, all different. @param {string[]} names @returns {string[]} */
export function initials(names) {
  const first = names.map((name) => [...name][0]?.toUpperCase() ?? '?')
  return first.map((letter, seat) => {
    const alike = first.indexOf(letter)
    if (alike === seat) return letter
    return letter + first.slice(0, seat + 1).filter((other) => other === letter).length
  })
}

/** @param {{chairs: {name: string, bot: string}[]}} picture @returns {string[]} */
export function namesOf(picture) {
  return picture.chairs.map((chair) => chair.name || chair.bot || 'open')
}

/** The symbol of a seat, beside its name. @param {{seat: number, names: string[]}} props */
export function Mark({seat, names}) {
  const letters = initials(names)[seat] ?? ''
  return html`<svg class=${`mark seat-${seat}`} width="26" height="26" viewBox="-1 -1 42 42"
    aria-hidden="true" focusable="false" translate="no">
    ${SHAPES[seat % SHAPES.length]}
    <text x="20" y=${seat === 4 ? 33 : 27.5} text-anchor="middle" class=${letters.length > 1 ? 'two' : ''}>
      ${letters}</text>
  </svg>`
}

/**
 * A pawn: the seat's shape as its head, the initial on its foot.
 * @param {{seat: number, names: string[]}} props
 */
export function Pawn({seat, names}) {
  return html`<svg class=${`pawn-drawing seat-${seat}`} width="26" height="34" viewBox="-2 -3 44 58"
    aria-hidden="true" focusable="false" translate="no">
    <path d="M14 24 H26 C26 33 31 38 37 44 Q39 52 34 53 H6 Q1 52 3 44 C9 38 14 33 14 24Z" />
    ${HEADS[seat % HEADS.length]}
    <text x="20" y="20" text-anchor="middle" class=${(initials(names)[seat] ?? '').length > 1 ? 'two' : ''}>
      ${initials(names)[seat]}</text>
  </svg>`
}

/**
 * The name plates: names, scores, whose turn it is, absent players and winners.
 * @param {{picture: any, you: any, turn: number | null, children?: (seat: number) => any}} props
 */
export function Plates({picture, you, turn, children}) {
  const names = namesOf(picture)
  const plates = picture.chairs.map((/** @type {any} */ chair, /** @type {number} */ seat) => {
    const won = names.length > 1 && picture.winners?.includes(seat)
    const note = aside(chair, seat, you, won, turn)
    const state = [seat === turn ? 'turn' : '', won ? 'won' : '', chair.away ? 'away' : ''].join(' ')
    return html`<li key=${seat} class=${`plate seat-${seat} ${state}`} data-plate=${seat}
      aria-current=${seat === turn ? 'true' : undefined}>
      <${Mark} seat=${seat} names=${names} />
      <span class="who"><b data-colour=${chair.colour} translate=${false}><${Face}
        character=${chair.character} />${names[seat]}</b>${
          note &&
          html`<small class=${note.replace(' ', '-')}>${note}
        </small>`
        }</span>
      <span class="score" translate=${false}>${picture.scores?.[seat] ?? 0}<small class="unseen"
        translate>
        ${` ${beside(picture.scores?.[seat] ?? 0, picture.unit)}`}</small></span>
      ${children?.(seat)}
    </li>`
  })
  return html`<ul class=${`plates ${plates.length > 2 ? 'many' : ''}`} style=${{'--seats': plates.length}}
    aria-label="Players">${plates}</ul>`
}

/**
 * @param {any} chair @param {number} seat @param {any} you @param {boolean} won @param {number | null} turn
 */
function aside(chair, seat, you, won, turn) {
  if (won) return 'wins'
  if (chair.away) return 'away'
  const who = seat === you?.seat ? 'you' : chair.bot ? 'bot' : ''
  if (seat !== turn) return who
  return who === 'you' ? 'your turn' : 'to play'
}
