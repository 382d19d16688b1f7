// What a hint says: the choices, the best first, each with a button that makes it. Rates nothing itself.
import {html} from './vendor/htm-preact.js'
import {FaceIcon, Sentence} from './faces.js'
import {boardOf, wordsOf} from './games/index.js'
import {Icon} from './icons.js'

/** @typedef {import('./seat.js').Seen} Seen */
/** @typedef {import('./acts.js').Acts} Acts */
/** @typedef {import('./shapes.js').Rated} Rated */

const SHOWN = 5
const BUTTONS = '.hint li button:not(:disabled)'

/** @param {{seen: Seen, acts: Acts, onClose: () => void}} props */
export default function Hint({seen, acts, onClose}) {
  const {hint, hinting, picture} = seen
  if (!hint && !hinting) return null
  if (!hint || !picture)
    return html`<section class="hint panel" role="status"><p>Working it out …</p></section>`
  const counted = hint.aim === 'wins' ? 'Chance of winning' : `Final ${picture.unit} to expect`
  return html`<section class="hint panel" aria-label="Hint">
    <header><h2>Hint</h2><p class="soft">${`${counted} after each choice${
      hint.exact ? '' : ', estimated'
    }`}</p>
      <button type="button" class="button plain icon" onClick=${onClose} aria-label="Close the hint">
        <${Icon} name="close" /></button></header>
    ${hint.mixed && html`<p class="mixed"><${Sentence} text=${hint.mixed} picture=${picture} /></p>`}
    <ol>${hint.choices.slice(0, SHOWN).map(
      (rated) => html`<${Choice} rated=${rated} seen=${seen}
      hint=${hint} acts=${acts} />`,
    )}</ol>
    ${chances(hint, picture)}
  </section>`
}

/**
 * What the chances beside the choices are, for who would take them for more: nothing here plays to win.
 * @param {import('./shapes.js').Hinted} hint
 * @param {import('./shapes.js').Picture} picture
 */
function chances({choices, chances: known}, {unit, chairs}) {
  const told = Object.keys(choices[0]?.beside ?? {}).filter((aim) => known.includes(aim))
  if (!told.length) return null
  const listed = told.map(named).join(' and ')
  const play = chairs.length > 1 ? 'everybody then plays' : 'you then play'
  const meant = `${listed.charAt(0).toUpperCase()}${listed.slice(1)}: how likely, if ${play} for ${unit}.`
  const warned = told.includes('wins') ? ' To win, another choice may be better.' : ''
  return html`<p class="soft">${meant + warned}</p>`
}

/** A chance by its name beside a choice. @param {string} aim */
const named = (aim) => (aim === 'wins' ? 'win' : aim)

/** @param {{rated: Rated, seen: Seen, hint: import('./shapes.js').Hinted, acts: Acts}} props */
function Choice({rated, seen, hint: {aim, chances}, acts}) {
  const {event, worth, cost, beside, why} = rated
  const others = Object.entries(beside ?? {}).map(([other, number]) => also(other, number, chances))
  const amount = (/** @type {number} */ value) =>
    aim === 'wins' ? `${(100 * value).toFixed(1)}%` : value.toFixed(2)
  const way = doing(event, seen, acts)
  return html`<li class=${cost < 1e-9 ? 'best' : ''}>
    <span class="what">${what(event, seen)}</span>
    <span class="worth">${amount(worth)}${
      cost >= 0.005 && aim !== 'wins' && html` <small>${`−${amount(cost)}`}</small>`
    }</span>
    <span class="why">${[...others, why].join(' · ')}</span>
    ${
      way &&
      html`<button type="button" class="button small" disabled=${!acts.able}
      onClick=${taken(way.act)}>${way.words}</button>`
    }
  </li>`
}

/**
 * How a choice is made: a keep is only set aside, as by hand.
 * @param {Record<string, any>} event
 * @param {Seen} seen
 * @param {Acts} acts
 */
function doing(event, {you, picture}, acts) {
  if (you.asked === 'keep' && event.keep !== undefined)
    return {words: event.keep ? 'Set aside' : 'Set none aside', act: () => acts.take(event.keep)}
  if (you.asked === 'use' && event.use !== undefined) {
    const zero = you.uses.find(({name}) => name === event.use)?.pays === 0
    const words = boardOf(picture?.board ?? '').answers?.[event.use] ?? (zero ? 'Take the zero' : 'Do it')
    return {words, act: () => acts.use(event.use, true)}
  }
  if (you.asked === 'choose' && event.choose !== undefined)
    return {words: 'Do it', act: () => acts.choose(event.choose, true)}
  return null
}

/** Afterwards keys are for the table again, and Enter, if it was pressed, throws. @param {() => void} act */
const taken = (act) => (/** @type {any} */ event) => {
  event.currentTarget.blur()
  if (!event.detail) /** @type {HTMLElement | null} */ (document.querySelector('.doing .main'))?.focus()
  act()
}

/**
 * What else comes of a choice: a chance, or a mean.
 * @param {string} aim
 * @param {number} number
 * @param {string[]} chances
 */
function also(aim, number, chances) {
  if (!chances.includes(aim)) return `${number.toFixed(1)} ${aim}`
  return `${named(aim)} ${(100 * number).toFixed(0)}%`
}

/** What the choice is. @param {Record<string, any>} event @param {Seen} seen */
function what(event, {picture, you}) {
  if (event.use !== undefined) {
    const use = you.uses.find(({name}) => name === event.use)
    return use ? (use.waives ? `Zero in ${use.title}` : use.title) : event.use
  }
  if (event.choose !== undefined) return wordsOf(picture?.board ?? '', you, event.choose)
  if (event.keep === '') return 'Throw all five'
  if (event.keep.length === 5) return 'Stop'
  return html`<span class="unseen">Keep </span>${[...event.keep].map(
    (die) => html`<${FaceIcon} set=${picture?.set ?? 'pips'}
    value=${Number(die)} label=${picture?.faces[Number(die) - 1][1]} />`,
  )}`
}

/** The arrows walk through the choices. @param {string} key @returns {boolean} whether they did */
export function walk(key) {
  const buttons = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(BUTTONS)])
  const step = {ArrowDown: 1, ArrowUp: -1}[key] ?? 0
  if (!step || !buttons.length || document.activeElement?.closest('.board')) return false
  const at = buttons.findIndex((button) => button === document.activeElement)
  buttons[at < 0 ? 0 : (at + step + buttons.length) % buttons.length].focus()
  return true
}
