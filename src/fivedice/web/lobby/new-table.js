// The form for a table with friends: chairs, bots and options.
import {html, useRef, useState} from '../vendor/htm-preact.js'
import {Dialog} from '../shell/frame.js'
import {optional} from '../shell/lazy.js'
import {DiceOptions, diceTerms} from './chairs.js'
import {open, usualChairs} from './open-table.js'
import {myDice} from '../shell/storage.js'
import {described} from '../shell/bot-personas.js'

const TableOptions = optional(() => import('./table-options.js'))

/** @typedef {import('../shell/types.js').GameTerms} GameTerms */
/** @typedef {import('../shell/types.js').Offer} Offer */

export const USUAL = {
  games: 1,
  first: '',
  hints: true,
  costs: false,
  watching: true,
  clock: 0,
  absence: 0,
  days: 0,
  dice: /** @type {import('./chairs.js').Dice} */ (''),
}

/**
 * `written` is the text of a custom card; empty for any other game.
 * @param {{terms: GameTerms, written?: string, offered: Offer, name: string,
 *   onName: (name: string) => void, onClose: () => void}} props
 */
export default function Friends({terms, written = '', offered, name, onName, onClose}) {
  const [others, setOthers] = useState(() => Array(Math.max(usualChairs(terms) - 1, 0)).fill(''))
  const [agreed, setAgreed] = useState({...USUAL, absence: offered.absence, dice: myDice()})
  const [chosen, setChosen] = useState(/** @type {Chosen} */ ({}))
  const [wrong, setWrong] = useState('')
  const chairs = others.length + 1
  const [seated, here] = arranged(others)
  const send = (/** @type {Event} */ event) => {
    event.preventDefault()
    const options = written ? {written} : {options: chosenOptions(terms.options, chosen, chairs)}
    open({...opening(terms, name, seated, agreed), ...options}, setWrong, false, here)
  }
  const change = (/** @type {object} */ more) => setAgreed({...agreed, ...more})
  const foot = html`<div class="row"><button class="button main" form="friends">Open the table</button>
    ${wrong && html`<p class="wrong" role="alert">${wrong}</p>`}</div>`
  return html`<${Dialog} title=${`${terms.title} with friends`} game=${terms.name} onClose=${onClose}
    foot=${foot}>
    <form id="friends" class="friends" onSubmit=${send}>
      <label class="field">Your name
        <input class="input" value=${name} maxlength=${offered.longest_name} required autofocus
          autocomplete="nickname" onInput=${(/** @type {any} */ event) => onName(event.target.value)} />
      </label>
      <${Chairs} terms=${terms} offered=${offered} others=${others} onChange=${setOthers} />
      <${Dice} terms=${terms} agreed=${agreed} onChange=${change} />
      <${Pace} offered=${offered} agreed=${agreed} onChange=${change} />
      <${TableOptions} ...${{terms, clocks: offered.clocks, agreed, chairs, chosen}} onChange=${change}
        onChosen=${setChosen} />
    </form>
  <//>`
}

/** The prefix for the chair of a player on this device; the name follows. */
const HERE = 'here:'

/**
 * The other chairs in the form of the API, and the players on this device with their chairs; mine is the
 * first.
 * @param {string[]} others @returns {[string[], {name: string, chair: number}[]]}
 */
export function arranged(others) {
  const here = others.flatMap((who, at) =>
    who.startsWith(HERE) ? [{name: who.slice(HERE.length).trim(), chair: at + 1}] : [],
  )
  return [others.map((who) => (who.startsWith(HERE) ? '' : who)), here]
}

/**
 * The body of the request that opens the table.
 * @param {GameTerms} terms @param {string} name @param {string[]} others @param {typeof USUAL} agreed
 */
function opening(terms, name, others, {first: chosen, dice, ...wanted}) {
  const agreed = {...wanted, costs: wanted.costs && wanted.hints, ...diceTerms(dice, terms)}
  const first = chosen || usualOpening(terms, agreed)
  const starts = first === terms.openings[0] ? {} : {first: first === '0' ? 0 : first}
  return {game: terms.name, name: name || 'Player', chairs: ['', ...others], ...agreed, ...starts}
}

/**
 * The default way to choose who starts. In correspondence play a roll-off would cost everybody an extra
 * visit; with real dice "random" asks the players.
 * @param {GameTerms} terms @param {{days: number, dice?: string}} agreed
 */
export const usualOpening = ({openings: [usual, ...others]}, {days, dice}) =>
  (dice || (days && usual === 'roll')) && others.includes('random') ? 'random' : usual

/**
 * The list of the other chairs: a friend or a bot in each.
 * @param {{terms: GameTerms, offered: Offer, others: string[],
 *   onChange: (others: string[]) => void}} props
 */
function Chairs({terms, offered: {personas, longest_name: longest}, others, onChange}) {
  const [, most] = terms.seats
  const replace = (/** @type {number} */ place, /** @type {string} */ who) =>
    onChange(others.map((other, at) => (at === place ? who : other)))
  const isFull = others.length + 1 >= most
  const add = useRef(/** @type {HTMLElement | null} */ (null))
  const remove = (/** @type {number} */ place) => {
    onChange(others.filter((_, at) => at !== place))
    queueMicrotask(() => add.current?.focus()) // once the focused button is gone
  }
  return html`<fieldset class="chairs"><legend>Chairs</legend>
    <ol>
      <li><span class="seat-dot seat-0"></span><span>You</span></li>
      ${others.map(
        (who, place) => html`<li key=${place}><span class=${`seat-dot seat-${place + 1}`}></span>
        <select class="input" aria-label=${`Chair ${place + 2}`}
          value=${who.startsWith(HERE) ? HERE : who}
          onChange=${(/** @type {any} */ event) => replace(place, event.target.value)}>
          <option value="">A friend</option>
          <option value=${HERE}>On this device</option>
          ${personas.map((one) => html`<option value=${one.bot}>${described(one, terms.name)}</option>`)}
        </select>
        ${
          who.startsWith(HERE) &&
          html`<input class="input" aria-label=${`Name of chair ${place + 2}`} placeholder="Name" required
            maxlength=${longest} value=${who.slice(HERE.length)}
            onInput=${(/** @type {any} */ event) => replace(place, HERE + event.target.value)} />`
        }
        <button type="button" class="button plain small"
          disabled=${others.length + 1 <= terms.seats[0]}
          aria-label=${`Remove chair ${place + 2}`}
            onClick=${() => remove(place)}>Remove</button>
      </li>`,
      )}
    </ol>
    <button type="button" class="button small" ref=${add} aria-disabled=${isFull ? 'true' : undefined}
      onClick=${() => !isFull && onChange([...others, ''])}>Add a chair</button>
    <small class="soft">${`This game is for ${terms.seats[0]} to ${most} players, friends or bots.`}</small>
  </fieldset>`
}

/**
 * The choice between dice on screen and real dice, which have no clock.
 * @param {{terms: GameTerms, agreed: typeof USUAL, onChange: (more: object) => void}} props
 */
function Dice({terms: {board}, agreed, onChange}) {
  const value = board !== 'cards' && agreed.dice === 'score' ? 'final' : agreed.dice
  const change = (/** @type {any} */ {target}) =>
    onChange({dice: target.value, ...(target.value && {clock: 0, days: 0})})
  return html`<label class="field">Dice<select class="input" value=${value} onChange=${change}>
    <${DiceOptions} board=${board} /></select></label>`
}

/**
 * Live or correspondence play, and how long the table waits for a player.
 * @param {{offered: Offer, agreed: typeof USUAL, onChange: (more: object) => void}} props
 */
function Pace({offered, agreed: {absence, days, dice}, onChange}) {
  const change = (/** @type {any} */ event) => {
    const [unit, many] = event.target.value.split(' ')
    const clock = unit === 'days' ? {clock: 0} : {}
    onChange({absence: 0, days: 0, ...clock, [unit]: Number(many)})
  }
  const ways = [
    ...offered.absences.map(([seconds, words]) => [`absence ${seconds}`, words]),
    ...(dice ? [] : offered.days).map(([many, words]) => [`days ${many}`, words]),
  ]
  return html`<div class="field"><label for="pace">How you play</label>
    <select id="pace" class="input" aria-describedby="pace-means"
      value=${days ? `days ${days}` : `absence ${absence}`} onChange=${change}>
      ${ways.map(([way, words]) => html`<option value=${way}>${words}</option>`)}</select>
    <small class="soft" id="pace-means">${
      days
        ? 'Players move when they like. The computer plays for anyone who takes longer.'
        : 'If someone is away that long, the computer plays for them.'
    }</small></div>`
}

/** @typedef {import('../shell/types.js').Option} Option */
/** @typedef {Record<string, string[]>} Chosen a value for each place of an option, '' for the usual one */

/** @param {Option} option @param {number} place @returns {string} */
export const usual = ({usual: value}, place) => String((Array.isArray(value) ? value[place] : value) ?? '')

/**
 * The chosen options in the form of the API; chairs without a choice get values that no other chair has.
 * @param {Record<string, Option>} options @param {Chosen} chosen @param {number} chairs
 * @returns {Record<string, string>}
 */
export function chosenOptions(options, chosen, chairs) {
  const given = Object.entries(options).filter(([name]) => chosen[name]?.some(Boolean))
  return Object.fromEntries(
    given.map(([name, option]) => [name, filled(option, chosen[name], option.count || chairs).join(',')]),
  )
}

/** @param {Option} option @param {string[]} chosen @param {number} places @returns {string[]} */
function filled(option, chosen, places) {
  const values = Array.from({length: places}, (_, place) => chosen[place] || usual(option, place))
  const free = option.choices.filter((value) => !values.includes(value))
  return values.map((value) => value || free.shift() || option.choices[0])
}
