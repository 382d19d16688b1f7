// The chairs and the terms of a table, including its dice.
import {html} from '../vendor/htm-preact.js'
import {Name} from '../shell/bot-personas.js'
import {Icon} from '../drawings/icons.js'
import {capital, lasting, many} from '../shell/wording.js'
import {Button} from '../shell/frame.js'

/** @typedef {import('../shell/protocol.js').SeenChair} Chair */

/** The detail entered for a turn with real dice. */
export const DETAILS = {every: 'every throw', final: 'final dice only', score: 'score pad'}

/** A choice is "" for dice on screen, or the detail. @typedef {keyof typeof DETAILS | ''} Dice */

/**
 * The terms of a table for this choice; a game without a card has no score pad.
 * @param {Dice} dice @param {{board: string}} terms
 */
export const diceTerms = (dice, {board}) =>
  dice ? {dice: 'own', detail: dice === 'score' && board !== 'cards' ? 'final' : dice} : {}

/** The details of a list of choices. @param {string} board */
export const detailOptions = (board) =>
  Object.entries(DETAILS)
    .filter(([detail]) => board === 'cards' || detail !== 'score')
    .map(([detail, words]) => [detail, capital(words)])

/** The chair of the player who opened the table, or has sat there longest; -1 if nobody is there. */
export const openerOf = (/** @type {Chair[]} */ chairs) => chairs.findIndex(({open, bot}) => !open && !bot)

/**
 * The chairs with their players. `told` means that a live region already announces who joins. With `onPress`,
 * each chair but mine has a button.
 * @param {{chairs: Chair[], me: number | null, told?: boolean, onPress?: (seat: number) => void}} props
 */
export function Chairs({chairs, me, told = false, onPress}) {
  const says = (/** @type {Chair} */ chair) =>
    chair.open ? '' : chair.bot ? 'bot' : chair.away ? 'away' : ''
  return html`<ol class="sitting" aria-live=${told ? undefined : 'polite'}>${chairs.map(
    (chair, seat) => html`<li class=${chair.open ? 'open' : ''}>
    <span class=${`seat-dot seat-${seat}`}></span>
    ${
      chair.open
        ? html`<span class="who">Open chair</span>`
        : html`<${Name} ...${chair} mine=${seat === me} />`
    }
    <span class="soft">${says(chair)}</span>
    ${
      onPress &&
      seat !== me &&
      html`<${Button} look="small" onClick=${() => onPress(seat)}
        aria-label=${chair.open ? `Seat a bot in chair ${seat + 1}` : `Remove ${chair.name}`}>
        ${chair.open ? 'Seat a bot' : 'Remove'}<//>`
    }</li>`,
  )}</ol>`
}

/** The label of the buttons that lead to a chair. */
export const TakeAChair = () => html`<${Icon} name="chair" />Take a chair`

/** The pace of play. @param {import('../shell/protocol.js').TableOptions} terms */
function pace({days, clock, absence}) {
  if (days) return `correspondence, ${many(days, 'day')} per decision`
  const limit = clock ? `${clock} seconds per decision` : 'no clock'
  return absence
    ? `${limit} · if someone is away for ${lasting(absence)}, the computer plays for them`
    : limit
}

/** The terms in one line. @param {import('../shell/protocol.js').Picture} picture */
export function agreed(picture) {
  const {options, detail, terms} = picture
  const {games, hints, costs, watching, dice} = terms
  const parts = [
    games > 1 ? `${games} games on one card` : '',
    ...inWords(options),
    dice === 'own' ? `real dice: ${DETAILS[detail]}` : '',
    pace(terms),
    hints ? 'hints allowed' : 'no hints',
    costs ? 'the cost of each choice is shown' : '',
    watching ? 'spectators allowed' : 'no spectators',
  ]
  return capital(parts.filter(Boolean).join(' · '))
}

/** The house options of a table, in words. @param {Record<string, any>} options */
export const inWords = (options) =>
  Object.entries(options)
    .filter(
      ([, value]) => value !== '' && (typeof value !== 'object' || (Array.isArray(value) && value.length)),
    )
    .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(', ') : value}`)
