// The chairs and the terms of a table, including its dice.
import {html} from '../vendor/htm-preact.js'
import {Name} from '../shell/bot-personas.js'
import {Icon} from '../drawings/icons.js'
import {capital, lasting} from '../shell/wording.js'
import {useOffer} from '../shell/api.js'
import {Button} from '../shell/frame.js'
import {tr} from '../shell/language.js'

/** The detail entered for a turn with real dice. */
export const DETAILS = {every: tr('Every throw'), final: tr('Final dice only'), score: tr('Score pad')}

/** A choice is "" for dice on screen, or the detail. @typedef {keyof typeof DETAILS | ''} Dice */

/** The terms of a choice; only cards have a score pad. @param {Dice} dice @param {{board: string}} terms */
export const diceTerms = (dice, {board}) =>
  dice ? {dice: 'own', detail: dice === 'score' && board !== 'cards' ? 'final' : dice} : {}

/** The details of a list of choices. @param {string} board */
export const detailOptions = (board) =>
  Object.entries(DETAILS).filter(([detail]) => board === 'cards' || detail !== 'score')

/** The chair of the player who opened the table, or has sat there longest; -1 if nobody is there. */
export const openerOf = (/** @type {SeenChair[]} */ chairs) =>
  chairs.findIndex(({open, bot}) => !open && !bot)

/**
 * The chairs with their players. `told` means that a live region already announces who joins. With `onPress`,
 * each chair but mine has a button.
 * @param {{chairs: SeenChair[], me: number | null, told?: boolean, onPress?: (seat: number) => void}} props
 */
export function Chairs({chairs, me, told = false, onPress}) {
  const says = (/** @type {SeenChair} */ chair) =>
    chair.open ? '' : chair.bot ? tr('bot') : chair.away ? tr('away') : ''
  return html`<ol class="sitting" aria-live=${told ? undefined : 'polite'}>${chairs.map(
    (chair, seat) => html`<li class=${chair.open ? 'open' : ''}>
    <span class=${`seat-dot seat-${seat}`}></span>
    ${
      chair.open
        ? html`<span class="who">${tr('Open chair')}</span>`
        : html`<${Name} ...${chair} mine=${seat === me} />`
    }
    <span class="soft">${says(chair)}</span>
    ${
      onPress &&
      seat !== me &&
      html`<${Button} look="small" onClick=${() => onPress(seat)}
        aria-label=${pressing(chair, seat)}>
        ${chair.open ? tr('Seat a bot') : tr('Remove')}<//>`
    }</li>`,
  )}</ol>`
}

/** What pressing the button of a chair does. @param {SeenChair} chair @param {number} seat */
const pressing = ({open, name}, seat) =>
  open ? tr('Seat a bot in chair {number}', {number: seat + 1}) : tr('Remove {name}', {name})

/** The label of the buttons that lead to a chair. */
export const TakeAChair = () => html`<${Icon} name="chair" />${tr('Take a chair')}`

/** The pace of play. @param {TableOptions} terms */
function pace({days, clock, absence}) {
  if (days) return tr('Correspondence, {days, plural, one {# day} other {# days}} per decision', {days})
  const limit = clock ? tr('{clock} seconds per decision', {clock}) : tr('No clock')
  return absence
    ? `${limit} · ${tr('If someone is away for {time}, the computer plays', {time: lasting(absence)})}`
    : limit
}

/** The terms of a table in one line. @param {{picture: Picture}} props */
export function Agreed({picture: {house = [], detail, terms}}) {
  const controls = useOffer().data?.table_options ?? []
  const parts = [
    terms.games > 1 ? tr('{games} games on one card', terms) : '',
    ...house,
    terms.dice === 'own' ? tr('Real dice: {detail}', {detail: DETAILS[detail]}) : '',
    pace(terms),
    ...controls.map(({name, sentences}) => new Map(sentences).get(terms[name])),
  ]
  return html`<p class="soft agreed">${capital(parts.filter(Boolean).join(' · '))}</p>`
}
