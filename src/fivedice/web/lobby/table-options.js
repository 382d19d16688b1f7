// The collapsed options of a table with friends.
import {html} from '../vendor/htm-preact.js'
import {capital} from '../shell/wording.js'
import {usual, usualOpening} from './new-table.js'

/** @typedef {import('../shell/types.js').GameTerms} GameTerms */
/** @typedef {import('../shell/types.js').Offer} Offer */
/** @typedef {import('../shell/types.js').Option} Option */
/** @typedef {import('./new-table.js').Chosen} Chosen */
/** @typedef {typeof import('./new-table.js').USUAL} Agreed */

const OPENINGS = {roll: 'Highest roll', random: 'Random', 0: 'I start'}

/**
 * @param {{terms: GameTerms, clocks: Offer['clocks'], agreed: Agreed, chairs: number, chosen: Chosen,
 *   onChange: (more: object) => void, onChosen: (chosen: Chosen) => void}} props
 */
export default function TableOptions({terms, clocks, agreed, chairs, chosen, onChange, onChosen}) {
  const from =
    (/** @type {string} */ key, number = false) =>
    (/** @type {any} */ event) =>
      onChange({[key]: number ? Number(event.target.value) : event.target.value})
  const nameOf = (/** @type {string} */ way) =>
    way === 'random' && agreed.dice
      ? 'Tap a name'
      : (OPENINGS[/** @type {keyof typeof OPENINGS} */ (way)] ?? way)
  const [usual, ...openings] = [...new Set([usualOpening(terms, agreed), ...terms.openings, '0'])].map(
    (way) => [way, nameOf(way)],
  )
  const checked = (/** @type {string} */ key) => (/** @type {any} */ event) =>
    onChange({[key]: event.target.checked})
  return html`<details class="agreement"><summary>Table options</summary><div class="grid">
    <label class="field">Who starts<select class="input" onChange=${from('first')}
      value=${agreed.first === usual[0] ? '' : agreed.first}>
      <option value="">${`${usual[1]} (default)`}</option>
      ${openings.map(([way, words]) => html`<option value=${way}>${words}</option>`)}</select></label>
    ${
      terms.max_games > 1 &&
      html`<label class="field">Games on one card<select class="input" value=${agreed.games}
        onChange=${from('games', true)}>
      ${Array.from({length: terms.max_games}, (_, at) => html`<option value=${at + 1}>${at + 1}</option>`)}
        </select></label>`
    }
    <${GameOptions} options=${terms.options} chairs=${chairs} chosen=${chosen} onChange=${onChosen} />
    <label class="field">Clock<select class="input" value=${agreed.clock}
      disabled=${agreed.days > 0 || agreed.dice}
      onChange=${from('clock', true)}>
      ${clocks.map(([seconds, title]) => html`<option value=${seconds}>${title}</option>`)}</select></label>
    <label class="check"><input type="checkbox" checked=${agreed.hints} onChange=${checked('hints')} />
      Allow hints</label>
    <label class="check"><input type="checkbox" checked=${agreed.costs && agreed.hints}
      disabled=${!agreed.hints} onChange=${checked('costs')} />
      Show what each choice cost</label>
    <label class="check"><input type="checkbox" checked=${agreed.watching} onChange=${checked('watching')} />
      Allow spectators</label>
  </div></details>`
}

/**
 * @param {{options: Record<string, Option>, chairs: number, chosen: Chosen,
 *   onChange: (chosen: Chosen) => void}} props
 */
function GameOptions({options, chairs, chosen, onChange}) {
  return Object.entries(options).map(([name, option]) => {
    const change = (/** @type {number} */ place, /** @type {string} */ value) =>
      onChange({...chosen, [name]: Object.assign([...(chosen[name] ?? [])], {[place]: value})})
    const values = chosen[name] ?? []
    return html`<${OptionField} key=${name} ...${{name, option, chairs, change, values}} />`
  })
}

/**
 * One option: a list to choose from, or several of them side by side.
 * @param {{name: string, option: Option, chairs: number, values: string[],
 *   change: (place: number, value: string) => void}} props
 */
function OptionField({name, option, chairs, values, change}) {
  const title = capital(name)
  const list = (/** @type {number} */ place, /** @type {string} */ label) => html`<select class="input"
    aria-label=${label} aria-describedby=${`meaning-${name}`} value=${values[place] || usual(option, place)}
    onChange=${(/** @type {any} */ event) => change(place, event.target.value)}>
    ${option.count === 0 && html`<option value="">As usual</option>`}
    ${option.choices.map((value) => html`<option value=${value}>${capital(value)}</option>`)}</select>`
  const places = Array.from({length: option.count || chairs}, (_, place) => place)
  if (option.count === 1) {
    return html`<label class="field">${title}${list(0, title)}
      <small class="soft" id=${`meaning-${name}`}>${capital(option.meaning)}.</small></label>`
  }
  return html`<fieldset class="several"><legend>${title}</legend>
    <div class="row">${places.map(
      (place) => html`<label class="field">${capital(whose(option, place))}
        ${list(place, `${title}: ${whose(option, place)}`)}</label>`,
    )}</div>
    <small class="soft" id=${`meaning-${name}`}>${capital(option.meaning)}.</small></fieldset>`
}

/** @param {Option} option @param {number} place */
const whose = ({count}, place) => (count ? `die ${place + 1}` : place ? `chair ${place + 1}` : 'you')
