// The house options of a game as form fields.
import {html} from '../vendor/htm-preact.js'

/** @typedef {import('./types.js').Option} Option */
/** @typedef {Record<string, string[]>} Chosen a value for each place of an option, '' for the usual one */

/**
 * @param {{options: Record<string, Option>, chairs: number, chosen: Chosen,
 *   onChange: (chosen: Chosen) => void}} props
 */
export default function Options({options, chairs, chosen, onChange}) {
  return Object.entries(options).map(([name, option]) => {
    const change = (/** @type {number} */ place, /** @type {string} */ value) =>
      onChange({...chosen, [name]: Object.assign([...(chosen[name] ?? [])], {[place]: value})})
    return html`<${One} key=${name} ...${{name, option, chairs, change}} values=${chosen[name] ?? []} />`
  })
}

/**
 * One option: a list to choose from, or several of them side by side.
 * @param {{name: string, option: Option, chairs: number, values: string[],
 *   change: (place: number, value: string) => void}} props
 */
function One({name, option, chairs, values, change}) {
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

/** @param {Option} option @param {number} place @returns {string} */
const usual = ({usual: value}, place) => String((Array.isArray(value) ? value[place] : value) ?? '')

/** @param {string} word */
const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1)

/**
 * What was chosen as the server takes it; chairs left as usual get what no other has.
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

/**
 * The options of a table in a few words.
 * @param {Record<string, any>} options
 */
export const inWords = (options) =>
  Object.entries(options)
    .filter(
      ([, value]) => value !== '' && (typeof value !== 'object' || (Array.isArray(value) && value.length)),
    )
    .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(', ') : value}`)
