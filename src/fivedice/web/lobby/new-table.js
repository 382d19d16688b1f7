// The form for a table with friends: chairs, bots and options.
import {html, useRef, useState} from '../vendor/htm-preact.js'
import {Button, Choice, Dialog, longestName, NameField, Select, Wrong} from '../shell/frame.js'
import {optional} from '../shell/lazy.js'
import {diceOptions, diceTerms} from './chairs.js'
import {open, usual, usualChairs, usualOpening} from './open-table.js'
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
    <${Wrong} why=${wrong} /></div>`
  return html`<${Dialog} title=${`${terms.title} with friends`} game=${terms.name} onClose=${onClose}
    foot=${foot}>
    <form id="friends" class="friends" onSubmit=${send}>
      <${NameField} value=${name} required autofocus onInput=${onName} />
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
 * The list of the other chairs: a friend or a bot in each.
 * @param {{terms: GameTerms, offered: Offer, others: string[],
 *   onChange: (others: string[]) => void}} props
 */
function Chairs({terms, offered: {personas}, others, onChange}) {
  const [, most] = terms.seats
  const bots = personas.map((one) => [one.bot, described(one, terms.name)])
  const sitters = [['', 'A friend'], [HERE, 'On this device'], ...bots]
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
        <${Choice} aria-label=${`Chair ${place + 2}`} value=${who.startsWith(HERE) ? HERE : who}
          options=${sitters} onChange=${(/** @type {string} */ now) => replace(place, now)} />
        ${
          who.startsWith(HERE) &&
          html`<input class="input" aria-label=${`Name of chair ${place + 2}`} placeholder="Name" required
            maxlength=${longestName()} value=${who.slice(HERE.length)}
            onInput=${(/** @type {any} */ event) => replace(place, HERE + event.target.value)} />`
        }
        <${Button} look="plain small" disabled=${others.length + 1 <= terms.seats[0]}
          aria-label=${`Remove chair ${place + 2}`} onClick=${() => remove(place)}>Remove<//>
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
  const change = (/** @type {string} */ dice) => onChange({dice, ...(dice && {clock: 0, days: 0})})
  return html`<${Select} label="Dice" value=${value} options=${diceOptions(board)} onChange=${change} />`
}

/**
 * Live or correspondence play, and how long the table waits for a player.
 * @param {{offered: Offer, agreed: typeof USUAL, onChange: (more: object) => void}} props
 */
function Pace({offered, agreed: {absence, days, dice}, onChange}) {
  const change = (/** @type {string} */ way) => {
    const [unit, many] = way.split(' ')
    const clock = unit === 'days' ? {clock: 0} : {}
    onChange({absence: 0, days: 0, ...clock, [unit]: Number(many)})
  }
  const ways = [
    ...offered.absences.map(([seconds, words]) => [`absence ${seconds}`, words]),
    ...(dice ? [] : offered.days).map(([many, words]) => [`days ${many}`, words]),
  ]
  return html`<div class="field"><label for="pace">How you play</label>
    <${Choice} id="pace" aria-describedby="pace-means" options=${ways} onChange=${change}
      value=${days ? `days ${days}` : `absence ${absence}`} />
    <small class="soft" id="pace-means">${
      days
        ? 'Players move when they like. The computer plays for anyone who takes longer.'
        : 'If someone is away that long, the computer plays for them.'
    }</small></div>`
}

/** @typedef {import('../shell/types.js').Option} Option */
/** @typedef {Record<string, string[]>} Chosen a value for each place of an option, '' for the usual one */

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
