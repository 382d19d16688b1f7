// What a hint says: the choices, the best first. Rates nothing itself.
import {html} from './vendor/htm-preact.js'
import {FaceIcon} from './faces.js'
import {Icon} from './icons.js'

/** @typedef {import('./seat.js').Seen} Seen */
/** @typedef {import('./shapes.js').Rated} Rated */

const SHOWN = 5

/** @param {{seen: Seen, onTake: (dice: string) => void, onClose: () => void}} props */
export default function Hint({seen, onTake, onClose}) {
  const {hint, hinting, picture} = seen
  if (!hint && !hinting) return null
  if (!hint || !picture)
    return html`<section class="hint panel" role="status"><p>Working it out …</p></section>`
  const unit = hint.aim === 'wins' ? 'chance of winning' : picture.unit
  return html`<section class="hint panel" aria-label="Hint">
    <header><h2>Hint</h2><p class="soft">${`What each choice is worth, in ${unit}${
      hint.exact ? '' : ', estimated'
    }`}</p>
      <button type="button" class="button plain icon" onClick=${onClose} aria-label="Close the hint">
        <${Icon} name="close" /></button></header>
    <ol>${hint.choices.slice(0, SHOWN).map(
      (rated) => html`<${Choice} rated=${rated} seen=${seen}
      hint=${hint} onTake=${onTake} />`,
    )}</ol>
  </section>`
}

/**
 * @param {{rated: Rated, seen: Seen, hint: import('./shapes.js').Hinted,
 *   onTake: (dice: string) => void}} props
 */
function Choice({rated, seen, hint: {aim, chances}, onTake}) {
  const {event, worth, cost, beside, why} = rated
  const others = Object.entries(beside ?? {}).map(([other, number]) => also(other, number, chances))
  const amount = (/** @type {number} */ value) =>
    aim === 'wins' ? `${(100 * value).toFixed(1)}%` : value.toFixed(2)
  const takes = event.keep !== undefined && seen.you.asked === 'keep'
  return html`<li class=${cost < 1e-9 ? 'best' : ''}>
    <span class="what">${what(event, seen)}</span>
    <span class="worth">${amount(worth)}${
      cost >= 0.005 && aim !== 'wins' && html` <small>${`−${amount(cost)}`}</small>`
    }</span>
    <span class="why">${[...others, why].join(' · ')}</span>
    ${
      takes &&
      html`<button type="button" class="button small" onClick=${() => onTake(event.keep)}>Set aside
      </button>`
    }
  </li>`
}

/**
 * What else comes of a choice: a chance, or a mean.
 * @param {string} aim
 * @param {number} number
 * @param {string[]} chances
 */
function also(aim, number, chances) {
  if (!chances.includes(aim)) return `${number.toFixed(1)} ${aim}`
  return `${aim === 'wins' ? 'win' : aim} ${(100 * number).toFixed(0)}%`
}

/** What the choice is. @param {Record<string, any>} event @param {Seen} seen */
function what(event, {picture, you}) {
  if (event.use !== undefined) {
    const use = you.uses.find(({name}) => name === event.use)
    return use ? (use.waives ? `Zero in ${use.title}` : use.title) : event.use
  }
  if (event.choose !== undefined) return event.choose
  if (event.keep === '') return 'Throw all five'
  if (event.keep.length === 5) return 'Stop'
  return html`<span class="unseen">Keep </span>${[...event.keep].map(
    (die) => html`<${FaceIcon} set=${picture?.set ?? 'pips'}
    value=${Number(die)} label=${picture?.faces[Number(die) - 1][1]} />`,
  )}`
}
