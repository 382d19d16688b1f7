// The row of players: names, scores, whose turn it is, and absent players.
import {html} from '../vendor/htm-preact.js'
import {tr} from '../shell/language.js'
import {Name} from '../shell/bot-personas.js'
import {FaceIcon} from '../dice/faces.js'
import {Mark, namesOf, Points, STATES} from '../games/seats.js'
import {isHandedOn} from '../shell/storage.js'
import {among} from './dice-slots.js'

/** @param {{seen: Seen}} props */
export default function Players({seen}) {
  const {picture, you} = seen
  if (!picture) return null
  const names = namesOf(picture)
  const look = `players ${isTogether(picture) ? 'together' : ''}`
  return html`<ol class=${look} aria-label=${tr('Players')}>${picture.chairs.map((chair, seat) => {
    const turn = isActive(picture, you, seat)
    const won = wins(picture, seat)
    return html`<li key=${seat} class=${`player ${turn ? 'on' : ''} ${won ? 'won' : ''}`}
      aria-current=${turn ? 'true' : undefined}>
      <span class=${`seat-dot seat-${seat}`} aria-hidden="true"></span>
      <${Mark} seat=${seat} names=${names} />
      <${Name} ...${chair} mine=${seat === you.seat && !isHandedOn(picture.code)} />
      <span class=${`state ${state(picture, you, seat)}`}>${STATES[state(picture, you, seat)]}</span>
      ${isTogether(picture) && html`<${Hand} picture=${picture} seat=${seat} round=${seen.round} />`}
      <strong class="points" translate=${false}>${
        picture.scores && html`<${Points} score=${picture.scores[seat]} amount=${picture.amounts[seat]} />`
      }</strong>
    </li>`
  })}</ol>`
}

/** A single player does not win. @param {Picture} picture @param {number} seat */
const wins = ({chairs, winners}, seat) => chairs.length > 1 && !!winners?.includes(seat)

/**
 * Whether the table waits for a player; of several at this device who decide at once, for one after another.
 * @param {Picture} picture @param {You} you @param {number} seat
 */
function isActive(picture, you, seat) {
  const {kind = 'first', seats = []} = picture.awaits ?? {}
  if (kind === 'first' || !seats.includes(seat)) return false
  return seat === you.seat || kind === 'throw' || !isHandedOn(picture.code)
}

/** The key of a player in `STATES`. @param {Picture} picture @param {You} you @param {number} seat */
function state(picture, you, seat) {
  const chair = picture.chairs[seat]
  if (picture.stage === 'over') return wins(picture, seat) ? 'wins' : ''
  if (chair.away) return 'away'
  const many = isTogether(picture)
  if (many && picture.turn?.decided.includes(seat)) return 'decided'
  if (isActive(picture, you, seat)) return many && picture.awaits?.kind !== 'throw' ? 'deciding' : 'to-play'
  return chair.bot ? 'bot' : ''
}

/** Whether all decide at once. @param {Picture | null} picture */
export const isTogether = (picture) => Object.keys(picture?.turn?.hands ?? {}).length > 1

/**
 * A player's dice in a shared turn: face down from a decision until all have decided.
 * @param {{picture: Picture, seat: number, round: Round}} props
 */
function Hand({picture, seat, round}) {
  const {turn} = picture
  const booked = round.booked[seat]
  const hand = (booked ? round.hands[seat] : turn?.hands[seat]) ?? '.....'
  const covered = !booked && turn?.decided.includes(seat)
  const kept = among(hand, round.kept[seat] ?? '')
  return html`<span class="their-hand" key=${covered ? 'covered' : round.number} aria-hidden="true">
    ${[...hand].map((sign, slot) => {
      if (covered) return html`<span class="no-die back"></span>`
      if (sign === '.') return html`<span class="no-die"></span>`
      return html`<span class=${kept[slot] ? 'kept' : ''}>
        <${FaceIcon} set=${picture.set} value=${Number(sign)} /></span>`
    })}
    ${booked && html`<${Booked} ...${{booked, all: Object.values(round.booked)}} />`}
  </span>`
}

/** A score in a shared turn, and its gap to the best. @param {{booked: Revealed, all: Revealed[]}} props */
function Booked({booked: {title, pays = 0}, all}) {
  const behind = Math.max(...all.map((one) => one.pays ?? 0)) - pays
  const gap = behind > 0 && html` <i>${`−${behind}`}</i>`
  return html`<span class="booked">${title} <b>${pays}</b>${gap}</span>`
}
