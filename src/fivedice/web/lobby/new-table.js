// The form for a table with friends: chairs, bots and options.
import {html, useRef, useState} from '../vendor/htm-preact.js'
import {useRequest} from '../shell/api.js'
import ByCode from './by-code.js'
import {Icon} from '../drawings/icons.js'
import {Button, Choice, Dialog, Form, longestName, Select, Wrong} from '../shell/frame.js'
import {optional} from '../shell/lazy.js'
import {diceTerms} from '../seats/chairs.js'
import {open, usual, usualOpening, valueOf} from '../seats/open-table.js'
import {myName, NAMELESS} from '../shell/storage.js'
import {described} from '../shell/bot-personas.js'
import {tr} from '../shell/language.js'

const TableOptions = optional(() => import('./table-options.js'))

/** The terms of a table before anybody changes them. @param {Offer} offered */
export const usualTerms = ({table_options: controls, absence}) => ({
  games: 1,
  first: '',
  absence,
  days: 0,
  dice: /** @type {import('../seats/chairs.js').Dice} */ (''),
  .../** @type {Record<string, any>} */ (Object.fromEntries(controls.map(({name, usual}) => [name, usual]))),
})

/** @typedef {ReturnType<typeof usualTerms>} Agreed */

/**
 * `written` is the text of a custom card; empty for any other game. Two chairs are for a `bot`.
 * @param {{terms: GameTerms, written?: string, bot?: string, offered: Offer, onClose: () => void,
 *   onTerms: (terms: GameTerms) => void}} props
 */
export default function Friends({terms, written = '', bot = '', offered, onTerms, onClose}) {
  const [sitting, setWho] = useState(() => [HERE + myName(), bot, ...(bot && [bot])])
  const [agreed, setAgreed] = useState(usualTerms(offered))
  const [chosen, setChosen] = useState(/** @type {Chosen} */ ({}))
  const [wrong, request] = useRequest()
  const who = seated(sitting, terms.seats, '')
  const send = () => {
    myName(nameOf(who[0]).trim())
    request(openFor(who, terms, offered, {agreed, chosen, written}))
  }
  const change = (/** @type {object} */ more) => setAgreed({...agreed, ...more})
  const play = (/** @type {string} */ game) => {
    setChosen({})
    change({games: 1, first: ''})
    onTerms(/** @type {GameTerms} */ (offered.games.find(({name}) => name === game)))
  }
  const foot = html`<div class="row">
    <button class="button main" form="friends">${tr('Open the table')}</button>
    <${Wrong} why=${wrong} /></div>`
  return html`<${Dialog}
    title=${tr('{game} with friends', {game: terms.title})} game=${terms.name} onClose=${onClose}
    foot=${foot}>
    <${Form} id="friends" class="friends" onSend=${send}>
      <${Sitters} terms=${terms} personas=${offered.personas} who=${who} onWho=${setWho}
        mine=${tr('Your name')} friend=${tr('A friend')} adds=${[['', tr('Add a chair')]]} />
      ${
        !written &&
        html`<${Select} label=${tr('Game')} value=${terms.name}
          options=${offered.games.map(({name, title}) => [name, title])}
          onChange=${play} />`
      }
      <${Pace} offered=${offered} agreed=${agreed} onChange=${change} />
      <${TableOptions} ...${{terms, controls: offered.table_options, agreed, chosen}} chairs=${who.length}
        onChange=${change} onChosen=${setChosen} />
    <//>
    ${!written && html`<${ByCode} />`}
  <//>`
}

/**
 * Opens the table for these players.
 * @param {string[]} who @param {GameTerms} terms @param {Offer} offered
 * @param {{agreed: Agreed, chosen: Chosen, written: string}} plan
 */
export function openFor(who, terms, {table_options: controls}, {agreed, chosen, written}) {
  const {first: starter, dice, ...others} = agreed
  const unnamed = who.filter(isHere).length > 1 ? numbered : () => NAMELESS
  const [me, ...here] = who.flatMap((one, chair) =>
    isHere(one) ? [{name: nameOf(one).trim() || unnamed(chair), chair}] : [],
  )
  const chairs = who.map((one) => (isHere(one) ? '' : one))
  const options = written ? {written} : {options: chosenOptions(terms.options, chosen, who.length)}
  const first = starter || usualOpening(terms, agreed)
  const table = {
    game: terms.name,
    name: me.name,
    chairs,
    ...others,
    ...Object.fromEntries(controls.map((control) => [control.name, valueOf(control, agreed)])),
    ...diceTerms(dice, terms),
    ...(first === terms.openings[0] ? {} : {first: first === '0' ? 0 : first}),
    ...options,
  }
  return open(table, false, here)
}

/** The prefix of a person at this device; the name follows. Others are a bot, or '' for a friend. */
export const HERE = 'here:'

const isHere = (/** @type {string} */ who) => who?.startsWith(HERE)

/** As many as the game takes. @param {string[]} who @param {[number, number]} seats @param {string} more */
export const seated = (who, [least, most], more) =>
  [...who, ...Array(Math.max(least - who.length, 0)).fill(more)].slice(0, most)

/** @param {string} who */
const nameOf = (who) => who.slice(HERE.length)

/** The name of a chair at this device if nobody types one. @param {number} at */
const numbered = (at) => tr('Player {number}', {number: at + 1})

/**
 * The players: a name for each person at this device, a list for each of the others. `adds` are the players
 * that buttons add, with their words.
 * @param {{terms: GameTerms, personas: Offer['personas'], who: string[], mine?: string, friend: string,
 *   adds: [string, string][], onWho: (who: string[]) => void}} props `mine` labels my name
 */
export function Sitters({terms: {name, seats}, personas, who, mine, friend, adds, onWho}) {
  const [least, most] = seats
  const sitters = [['', friend], ...personas.map((one) => [one.bot, described(one, name)])]
  const place = useRef(/** @type {HTMLElement | null} */ (null))
  const change = (/** @type {string[]} */ now, /** @type {string} */ next) => {
    onWho(now)
    queueMicrotask(() => /** @type {any} */ (place.current?.querySelector(next))?.focus())
  }
  const put = (/** @type {number} */ at) => (/** @type {string} */ one) => onWho(who.toSpliced(at, 1, one))
  return html`<fieldset class="chairs" ref=${place}><legend>${tr('Who plays')}</legend>
    <ol>${who.map(
      (one, at) => html`<li key=${at}><span class=${`seat-dot seat-${at}`}></span>
        ${
          isHere(one)
            ? html`<input class="input" aria-label=${mine ?? numbered(at)}
              placeholder=${mine ?? numbered(at)} maxlength=${longestName()} value=${nameOf(one)}
                required=${Boolean(mine) && who.includes('')} autofocus=${mine ?? !nameOf(one)}
                onInput=${(/** @type {any} */ {target}) => put(at)(HERE + target.value)} />`
            : html`<${Choice} aria-label=${tr('Chair {number}', {number: at + 1})}
              value=${one} options=${sitters} onChange=${put(at)} />`
        }
        <${Button} look="plain icon" aria-label=${tr('Remove chair {number}', {number: at + 1})}
          title=${tr('Remove')}
          disabled=${who.length <= least || !isHere(who[at ? 0 : 1])}
          onClick=${() => change(who.toSpliced(at, 1), '.row .button')}><${Icon} name="close" /><//></li>`,
    )}</ol>
    <div class="row">${adds.map(
      ([one, words]) => html`<${Button} look="small" disabled=${who.length >= most}
        onClick=${() => change([...who, one], 'li:last-child .input')}>${words}<//>`,
    )}</div>
    <small class="soft" hidden=${who.length < most}>${tr('At most {most} players.', {most})}</small>
  </fieldset>`
}

/**
 * Live or correspondence play, and how long the table waits for a player.
 * @param {{offered: Offer, agreed: Agreed, onChange: (more: object) => void}} props
 */
function Pace({offered, agreed: {absence, days}, onChange}) {
  const change = (/** @type {string} */ way) => {
    const [unit, many] = way.split(' ')
    onChange({absence: 0, days: 0, [unit]: Number(many)})
  }
  const ways = [
    ...offered.absences.map(([seconds, words]) => [`absence ${seconds}`, words]),
    ...offered.days.map(([many, words]) => [`days ${many}`, words]),
  ]
  return html`<${Select} label=${tr('How you play')} id="pace" options=${ways} onChange=${change}
    value=${days ? `days ${days}` : `absence ${absence}`} />`
}

/** @typedef {Record<string, string[]>} Chosen a value for each place of an option, '' for the usual one */

/**
 * The chosen options in the form of the API; chairs without a choice get values that no other chair has.
 * @param {Record<string, Option>} options @param {Chosen} chosen @param {number} chairs
 * @returns {Record<string, string>}
 */
export function chosenOptions(options, chosen, chairs) {
  const others = Object.entries(options).filter(([name]) => chosen[name]?.some(Boolean))
  return Object.fromEntries(
    others.map(([name, option]) => [name, filled(option, chosen[name], option.count || chairs).join(',')]),
  )
}

/** @param {Option} option @param {string[]} chosen @param {number} places @returns {string[]} */
function filled(option, chosen, places) {
  const values = Array.from({length: places}, (_, place) => chosen[place] || usual(option, place))
  const free = option.choices.filter((value) => !values.includes(value))
  return values.map((value) => value || free.shift() || option.choices[0])
}
