// What has been shown of a turn that several play with the same throws: what each kept, what each made of it,
// side by side. Hides nothing: what is not shown yet has not come.
import {html} from '../vendor/htm-preact.js'
import {FaceIcon} from '../drawings/faces.js'
import {among} from './dice-slots.js'

/** @typedef {import('../shell/types.js').Picture} Picture */
/** @typedef {import('../shell/types.js').Shown} Shown */
/** @typedef {import('../shell/types.js').Revealed} Revealed */
/**
 * By seat what was kept last and what was booked; the `hands` that were booked; the entry that showed it.
 * @typedef {{kept: Record<number, string>, booked: Record<number, Revealed>, hands: Record<string, string>,
 *   number: number}} Round
 */

/** @type {Round} */
export const NEW_ROUND = {kept: {}, booked: {}, hands: {}, number: -1}

/** @param {Picture | null} picture */
export const isTogether = (picture) => Object.keys(picture?.turn?.hands ?? {}).length > 1

/**
 * The round after one more message.
 * @param {Round} round @param {Shown} message @param {Picture | null} previous @returns {Round}
 */
export function followed(round, {number, entry, revealed, picture}, previous) {
  if (revealed?.some(({use}) => use)) {
    const booked = Object.fromEntries(revealed.map((one) => [one.seat, one]))
    return {...round, booked, hands: previous?.turn?.hands ?? {}, number}
  }
  if (revealed?.length)
    return {...round, kept: Object.fromEntries(revealed.map(({seat, keep}) => [seat, keep ?? ''])), number}
  return entry?.event?.throw && picture.turn?.step === 1 ? NEW_ROUND : round
}

/**
 * One player's dice beside the others': face down from a decision until all have made theirs.
 * @param {{picture: Picture, seat: number, round: Round}} props
 */
export function Hand({picture, seat, round}) {
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

/**
 * What somebody made of the throws that all had, and how far it is behind who made most of them.
 * @param {{booked: Revealed, all: Revealed[]}} props
 */
function Booked({booked: {title, pays = 0}, all}) {
  const behind = Math.max(...all.map((one) => one.pays ?? 0)) - pays
  const gap = behind > 0 && html` <i>${`−${behind}`}</i>`
  return html`<span class="booked">${title} <b>${pays}</b>${gap}</span>`
}
