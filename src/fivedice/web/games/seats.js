// Symbols of seats, pawns, and name plates with scores.
import {html} from '../vendor/htm-preact.js'
import {svg} from '../drawings/svg.js'
import {tr} from '../shell/language.js'
import {Face} from '../shell/bot-personas.js'

/** The numbers of drawings; seats beyond them repeat the first ones. */
const [MARKS, PAWNS] = [6, 4]

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
  return picture.chairs.map((chair) => chair.name || chair.bot || tr('open', null, 'an open seat'))
}

/** What a player does, beside the name. @type {Record<string, string>} */
export const STATES = {
  away: tr('away', null, 'beside a name'),
  bot: tr('bot', null, 'beside a name'),
  decided: tr('decided', null, 'beside a name'),
  deciding: tr('deciding', null, 'beside a name'),
  'to-play': tr('to play', null, 'beside a name'),
  wins: tr('wins', null, 'beside a name'),
  you: tr('you', null, 'beside a name'),
  'your-turn': tr('your turn', null, 'beside a name'),
}

/** A score; screen readers hear its unit, too. @param {{score: number, amount: string}} props */
export const Points = ({score, amount}) =>
  html`<span aria-hidden="true">${score}</span> <span class="unseen" translate>${amount}</span>`

/** The symbol of a seat, beside its name. @param {{seat: number, names: string[]}} props */
export function Mark({seat, names}) {
  const letters = initials(names)[seat] ?? ''
  return html`<svg class=${`mark seat-${seat}`} width="26" height="26" viewBox="-1 -1 42 42"
    aria-hidden="true" focusable="false" translate="no">
    <g ...${svg(`mark-${seat % MARKS}`)} />
    <text x="20" y=${seat === 4 ? 33 : 27.5} text-anchor="middle" class=${letters.length > 1 ? 'two' : ''}>
      ${letters}</text>
  </svg>`
}

/** A pawn: the seat's shape, with the initial on its foot. @param {{seat: number, names: string[]}} props */
export function Pawn({seat, names}) {
  return html`<svg class=${`pawn-drawing seat-${seat}`} width="26" height="34" viewBox="-2 -3 44 58"
    aria-hidden="true" focusable="false" translate="no">
    <g ...${svg(`pawn-${seat % PAWNS}`)} />
    <text x="20" y="20" text-anchor="middle" class=${(initials(names)[seat] ?? '').length > 1 ? 'two' : ''}>
      ${initials(names)[seat]}</text>
  </svg>`
}

/**
 * The name plates: names, scores, whose turn it is, absent players and winners.
 * @param {{picture: Picture, you: You, turn: number | null, children?: (seat: number) => any}} props
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
      <span class="who"><${Face} character=${chair.character} />
        <b data-colour=${chair.colour} translate=${false}>${names[seat]}</b>${
          note && html`<small class=${note}>${STATES[note]}</small>`
        }</span>
      <span class="score" translate=${false}><${Points} score=${picture.scores?.[seat] ?? 0}
        amount=${picture.amounts?.[seat] ?? ''} /></span>
      ${children?.(seat)}
    </li>`
  })
  return html`<ul class=${`plates ${plates.length > 2 ? 'many' : ''}`} style=${{'--seats': plates.length}}
    aria-label=${tr('Players')}>${plates}</ul>`
}

/**
 * @param {SeenChair} chair @param {number} seat @param {You} you @param {boolean} won
 * @param {number | null} turn
 */
function aside(chair, seat, you, won, turn) {
  if (won) return 'wins'
  if (chair.away) return 'away'
  if (seat === turn) return seat === you?.seat ? 'your-turn' : 'to-play'
  return seat === you?.seat ? 'you' : chair.bot ? 'bot' : ''
}
