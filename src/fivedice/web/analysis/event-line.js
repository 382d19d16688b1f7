// An event of a review in one line, with drawn dice.
import {html} from '../vendor/htm-preact.js'
import {FaceIcon, Sentence} from '../dice/faces.js'
import {comma, gap, rich, tr, unbroken} from '../shell/language.js'

/** Dice in a line of text. @param {{dice: string, picture: Picture}} props */
function Faces({dice, picture}) {
  const lying = [...dice].filter((die) => die !== '.')
  const name = (/** @type {string} */ die) => picture.faces[Number(die) - 1]?.[1] ?? die
  if (!lying.length) return html`<b>${tr('nothing')}</b>`
  return html`<span class="faces" role="img" aria-label=${comma(lying.map(name))}>
    ${lying.map((die) => html`<${FaceIcon} set=${picture.set} value=${Number(die)} />`)}</span>`
}

/** The name and the class of each mark. @type {Record<string, [string, string]>} */
const MARKS = {
  '?!': [tr('doubtful'), 'doubtful'],
  '?': [tr('bad'), 'bad'],
  '??': [tr('a blunder'), 'blunder'],
}

/** The class of a mark. @param {string} mark */
export const look = (mark) => MARKS[mark]?.[1] ?? ''

/** A mark, with its name for screen readers. @param {{mark: string}} props */
export const Mark = ({mark}) =>
  html`<b class=${look(mark)} role="img" aria-label=${MARKS[mark]?.[0]}>${mark}</b>`

/** The gain or the cost of an event, with its mark. @param {{moment: Moment, class?: string}} props */
export function Outcome({moment: {outcome, mark}, ...more}) {
  const cost = mark ? outcome.slice(0, -mark.length) : outcome
  return html`<span ...${more}>${cost}${mark && html`<${Mark} mark=${mark} />`}</span>`
}

const YOU = tr('You')

/** The names by seat; the reader is "You". @param {Picture} picture @param {number | null} you */
export const namesFor = (picture, you) => picture.chairs.map(({name}, seat) => (seat === you ? YOU : name))

/** A turn in words, with its player unless alone. @param {When | null} when @param {string[]} names */
export function since(when, names) {
  if (!when?.turn) return tr('The start')
  const {seat, turn, game} = when
  const now = {name: names[seat], turn, game}
  if (names.length === 1) return game > 1 ? tr('Turn {turn} of game {game}', now) : tr('Turn {turn}', now)
  if (now.name === YOU)
    return game > 1 ? tr('Your turn {turn} of game {game}', now) : tr('Your turn {turn}', now)
  return game > 1 ? tr("{name}'s turn {turn} of game {game}", now) : tr("{name}'s turn {turn}", now)
}

/**
 * An event without the name of its seat; if `brief`, without the dice of the decision.
 * @param {{moment: Moment, picture: Picture, brief?: boolean}} props
 */
export const Happened = ({moment, picture, brief = false}) =>
  html`${moment.by_game && BY_GAME}<${Event} ...${{moment, picture, brief}} />`

/** Marks a decision that the computer made for an absent player. */
const BY_GAME = html`<i>${tr('(computer)')}</i>${gap()}`

/** @param {{moment: Moment, picture: Picture, brief: boolean}} props */
function Event({moment: {event, roll, happened, reason}, picture, brief}) {
  const faces = (/** @type {string} */ dice) => html`<${Faces} ...${{dice, picture}} />`
  const all = faces(roll)
  if (event.keep !== undefined) {
    const dice = faces(event.keep)
    if (event.keep.length === 5) return rich('kept all five: {dice}', {dice})
    return brief ? rich('kept {dice}', {dice}) : rich('kept {dice} of {all}', {dice, all})
  }
  if (event.use !== undefined && roll && reason)
    return rich('used {all} for {box}', {all, box: html`<b>${unbroken(reason.named_chosen)}</b>`})
  if (event.throw !== undefined && roll) {
    const dice = faces(event.throw)
    if (event.throw.length === 5) return rich('threw {all}', {all})
    return brief ? rich('threw {dice}', {dice}) : rich('threw {dice}: now {all}', {dice, all})
  }
  return html`<${Sentence} text=${happened} picture=${picture} />`
}

/** The better choice, or keeps with their chances. @param {{moment: Moment, picture: Picture}} props */
export function Better({moment: {best, mixed, reason}, picture}) {
  if (mixed.length)
    return mixed.map(
      ({decision, percent}, place) => html`${place > 0 && comma(['', ''])}${percent}${' '}
        <${Kept} dice=${decision.keep} picture=${picture} />`,
    )
  if (!best || !reason) return null
  if (best.keep === undefined) return html`<b>${reason.named_best}</b>`
  return html`<${Kept} dice=${best.keep} picture=${picture} />`
}

/** @param {{dice: string, picture: Picture}} props */
function Kept({dice, picture}) {
  if (dice.length === 5) return tr('keep all five')
  return rich('keep {dice}', {dice: html`<${Faces} dice=${dice} picture=${picture} />`})
}
