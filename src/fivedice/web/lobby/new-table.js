// The form for a table with friends: chairs, bots and options.
import {html, useRef, useState} from '../vendor/htm-preact.js'
import {Button, Choice, Dialog, NameField, Wrong} from '../shell/frame.js'
import {optional} from '../shell/lazy.js'
import {diceTerms} from './chairs.js'
import {open, usual, usualChairs, usualOpening} from './open-table.js'
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
  const [agreed, setAgreed] = useState({...USUAL, absence: offered.absence})
  const [chosen, setChosen] = useState(/** @type {Chosen} */ ({}))
  const [wrong, setWrong] = useState('')
  const chairs = others.length + 1
  const send = (/** @type {Event} */ event) => {
    event.preventDefault()
    open(opening(terms, name, others, agreed, chosen, written), setWrong)
  }
  const change = (/** @type {object} */ more) => setAgreed({...agreed, ...more})
  const foot = html`<div class="row"><button class="button main" form="friends">Open the table</button>
    <${Wrong} why=${wrong} /></div>`
  return html`<${Dialog} title=${`${terms.title} with friends`} game=${terms.name} onClose=${onClose}
    foot=${foot}>
    <form id="friends" class="friends" onSubmit=${send}>
      <${NameField} value=${name} required autofocus onInput=${onName} />
      <${Chairs} terms=${terms} offered=${offered} others=${others} onChange=${setOthers} />
      <${Pace} offered=${offered} agreed=${agreed} onChange=${change} />
      <${TableOptions} ...${{terms, clocks: offered.clocks, agreed, chairs, chosen}} onChange=${change}
        onChosen=${setChosen} />
    </form>
  <//>`
}

/**
 * The body of the request that opens the table.
 * @param {GameTerms} terms @param {string} name @param {string[]} others a bot in each chair, or '' for none
 * @param {typeof USUAL} agreed @param {Chosen} chosen @param {string} written
 */
export function opening(terms, name, others, {first: starter, dice, ...wanted}, chosen, written) {
  const agreed = {...wanted, costs: wanted.costs && wanted.hints, ...diceTerms(dice, terms)}
  const options = written ? {written} : {options: chosenOptions(terms.options, chosen, others.length + 1)}
  const first = starter || usualOpening(terms, agreed)
  const starts = first === terms.openings[0] ? {} : {first: first === '0' ? 0 : first}
  return {game: terms.name, name: name || 'Player', chairs: ['', ...others], ...agreed, ...starts, ...options}
}

/**
 * The list of the other chairs: a friend or a bot in each.
 * @param {{terms: GameTerms, offered: Offer, others: string[],
 *   onChange: (others: string[]) => void}} props
 */
function Chairs({terms, offered: {personas}, others, onChange}) {
  const [, most] = terms.seats
  const bots = personas.map((one) => [one.bot, described(one, terms.name)])
  const sitters = [['', 'A friend'], ...bots]
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
        <${Choice} aria-label=${`Chair ${place + 2}`} value=${who} options=${sitters}
          onChange=${(/** @type {string} */ now) => replace(place, now)} />
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
 * Live or correspondence play, and how long the table waits for a player.
 * @param {{offered: Offer, agreed: typeof USUAL, onChange: (more: object) => void}} props
 */
function Pace({offered, agreed: {absence, days}, onChange}) {
  const change = (/** @type {string} */ way) => {
    const [unit, many] = way.split(' ')
    const clock = unit === 'days' ? {clock: 0} : {}
    onChange({absence: 0, days: 0, ...clock, [unit]: Number(many)})
  }
  const ways = [
    ...offered.absences.map(([seconds, words]) => [`absence ${seconds}`, words]),
    ...offered.days.map(([many, words]) => [`days ${many}`, words]),
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
