// An event of a review in one line, with drawn dice.
import {html} from '../vendor/htm-preact.js'
import {FaceIcon} from '../drawings/faces.js'
import {printed} from './loading.js'

/** @typedef {import('../shell/types.js').Moment} Moment */
/** @typedef {import('../shell/protocol.js').Picture} Picture */

/** Dice in a line of text. @param {{dice: string, picture: Picture}} props */
function Faces({dice, picture}) {
  const lying = [...dice].filter((die) => die !== '.')
  const name = (/** @type {string} */ die) => picture.faces[Number(die) - 1]?.[1] ?? die
  if (!lying.length) return html`<b>nothing</b>`
  return html`<span class="faces" role="img" aria-label=${lying.map(name).join(', ')}>
    ${lying.map((die) => html`<${FaceIcon} set=${picture.set} value=${Number(die)} />`)}</span>`
}

/**
 * A sentence of the server, in which ⚀ to ⚅ stand for dice, with drawn and named dice.
 * @param {{text: string, picture: Picture}} props
 */
export function Told({text, picture}) {
  return text.split(/([⚀-⚅](?: [⚀-⚅])*)/u).map((part) => {
    const dice = [...part].map((sign) => ' ⚀⚁⚂⚃⚄⚅'.indexOf(sign)).filter((value) => value > 0)
    return dice.length ? html`<${Faces} dice=${dice.join('')} picture=${picture} />` : part
  })
}

/** The name and the class of each mark. @type {Record<string, [string, string]>} */
const MARKS = {'?!': ['doubtful', 'doubtful'], '?': ['bad', 'bad'], '??': ['a blunder', 'blunder']}

/** The class of a mark. @param {string} mark */
export const look = (mark) => MARKS[mark]?.[1] ?? ''

/** A mark, with its name for screen readers. @param {{mark: string}} props */
export const Mark = ({mark}) =>
  html`<b class=${look(mark)} role="img" aria-label=${MARKS[mark]?.[0]}>${mark}</b>`

/** The gain or the cost of an event, with its mark. @param {{moment: Moment, class?: string}} props */
export function Outcome({moment: {outcome, mark}, ...more}) {
  const cost = mark ? outcome.slice(0, -mark.length) : outcome
  return html`<span ...${more}>${printed(cost)}${mark && html`<${Mark} mark=${mark} />`}</span>`
}

/** The names by seat; the reader is "You". @param {Picture} picture @param {number | null} you */
export const namesFor = (picture, you) => picture.chairs.map(({name}, seat) => (seat === you ? 'You' : name))

/**
 * A turn in words, with the player unless the seat is already `named`.
 * @param {import('../shell/types.js').When | null} when @param {string[]} names @param {number} [named]
 */
export function since(when, names, named = -1) {
  if (!when?.turn) return 'the start'
  const name = names[when.seat]
  const whose = names.length === 1 || when.seat === named ? '' : name === 'You' ? 'your ' : `${name}'s `
  return `${whose}turn ${when.turn}${when.game > 1 ? ` of game ${when.game}` : ''}`
}

/**
 * An event without the name of its seat; if `brief`, without the dice of the decision.
 * @param {{moment: Moment, picture: Picture, brief?: boolean}} props
 */
export const Happened = ({moment, picture, brief = false}) =>
  html`${moment.by_game && BY_GAME}<${Event} ...${{moment, picture, brief}} />`

/** Marks a decision that the computer made for an absent player. */
const BY_GAME = html`<i>(computer)</i> `

/** @param {{moment: Moment, picture: Picture, brief: boolean}} props */
function Event({moment: {event, roll, happened, reason}, picture, brief}) {
  const dice = (/** @type {string} */ some) => html`<${Faces} dice=${some} picture=${picture} />`
  if (event.keep !== undefined)
    return event.keep.length === 5
      ? html`kept all five: ${dice(event.keep)}`
      : html`kept ${dice(event.keep)}${!brief && html` of ${dice(roll)}`}`
  if (event.use !== undefined && roll)
    return html`used ${dice(roll)} for <b>${reason?.named_chosen ?? happened.split(' for ').pop()}</b>`
  if (event.throw !== undefined && roll)
    return event.throw.length === 5
      ? html`threw ${dice(roll)}`
      : html`threw ${dice(event.throw)}${!brief && html`: now ${dice(roll)}`}`
  return html`<${Told} text=${happened} picture=${picture} />`
}

/**
 * The better choice, or the keeps of a mixed strategy with their chances.
 * @param {{moment: Moment, picture: Picture}} props
 */
export function Better({moment: {best, mixed, reason}, picture}) {
  if (mixed.length)
    return mixed.map(
      ({decision, percent}, place) => html`${place > 0 && ', '}${percent}${' '}
        <${Kept} dice=${decision.keep} picture=${picture} />`,
    )
  if (!best || !reason) return null
  if (best.keep === undefined) return html`<b>${reason.named_best}</b>`
  return html`<${Kept} dice=${best.keep} picture=${picture} />`
}

/** @param {{dice: string, picture: Picture}} props */
function Kept({dice, picture}) {
  return dice.length === 5 ? 'keep all five' : html`keep <${Faces} dice=${dice} picture=${picture} />`
}
