// The collapsed options of a table with friends.
import {html} from '../vendor/htm-preact.js'
import {Check, Choice, Select} from '../shell/frame.js'
import {capital} from '../shell/wording.js'
import {hasEffect, usual, usualOpening, valueOf} from '../seats/open-table.js'
import {tr, withLabel} from '../shell/language.js'

/** @typedef {import('./new-table.js').Chosen} Chosen */
/** @typedef {import('./new-table.js').Agreed} Agreed */

const OPENINGS = {roll: tr('Highest roll'), random: tr('Random'), 0: tr('I start')}

/**
 * @param {{terms: GameTerms, controls: FormControl[], agreed: Agreed, chairs: number, chosen: Chosen,
 *   onChange: (more: object) => void, onChosen: (chosen: Chosen) => void}} props
 */
export default function TableOptions({terms, controls, agreed, chairs, chosen, onChange, onChosen}) {
  const nameOf = (/** @type {string} */ way) =>
    way === 'random' && agreed.dice
      ? tr('Tap a name')
      : (OPENINGS[/** @type {keyof typeof OPENINGS} */ (way)] ?? way)
  const [usual, ...openings] = [...new Set([usualOpening(terms, agreed), ...terms.openings, '0'])]
  const starts = [
    ['', tr('{way} (default)', {way: nameOf(usual)})],
    ...openings.map((way) => [way, nameOf(way)]),
  ]
  return html`<details class="agreement"><summary>${tr('Table options')}</summary><div class="grid">
    <${Select} label=${tr('Who starts')} value=${agreed.first === usual ? '' : agreed.first}
      options=${starts} onChange=${(/** @type {string} */ first) => onChange({first})} />
    ${
      terms.max_games > 1 &&
      html`<${Select} label=${tr('Games on one card')} value=${agreed.games}
        options=${Array.from({length: terms.max_games}, (_, at) => at + 1)}
        onChange=${(/** @type {string} */ games) => onChange({games: Number(games)})} />`
    }
    ${Object.entries(terms.options).map(
      ([name, option]) => html`<${OptionField} key=${name} ...${{name, option, chairs, chosen, onChosen}} />`,
    )}
    ${controls.map((control) => html`<${Control} ...${{control, agreed, onChange}} />`)}
  </div></details>`
}

/**
 * An option of the table: a list to choose from, or a check box.
 * @param {{control: FormControl, agreed: Agreed, onChange: (more: object) => void}} props
 */
function Control({control, agreed, onChange}) {
  const {name, label, choices} = control
  const [value, disabled] = [valueOf(control, agreed), !hasEffect(control, agreed)]
  const set = (/** @type {any} */ value) => onChange({[name]: value})
  if (!choices.length)
    return html`<${Check} label=${label} checked=${value} disabled=${disabled} onChange=${set} />`
  return html`<${Select} label=${label} value=${value} options=${choices} disabled=${disabled}
    onChange=${(/** @type {string} */ text) => set(choices.find(([one]) => `${one}` === text)?.[0])} />`
}

/**
 * A house option: a list to choose from, or several of them side by side.
 * @param {{name: string, option: Option, chairs: number, chosen: Chosen,
 *   onChosen: (chosen: Chosen) => void}} props
 */
function OptionField({name, option, chairs, chosen, onChosen}) {
  const values = chosen[name] ?? []
  const title = capital(option.title)
  const meaning = tr('{sentence}.', {sentence: capital(option.meaning)})
  const choices = option.choices.map((value, at) => [value, capital(option.titles[at])])
  const list = (/** @type {number} */ place, /** @type {string} */ label) => html`<${Choice}
    aria-label=${label} aria-describedby=${`meaning-${name}`} value=${values[place] || usual(option, place)}
    options=${option.count === 0 ? [['', tr('As usual')], ...choices] : choices}
    onChange=${(/** @type {string} */ value) =>
      onChosen({...chosen, [name]: Object.assign([...values], {[place]: value})})} />`
  const places = Array.from({length: option.count || chairs}, (_, place) => place)
  if (option.count === 1) {
    return html`<label class="field">${title}${list(0, title)}
      <small class="soft" id=${`meaning-${name}`}>${meaning}</small></label>`
  }
  return html`<fieldset class="several"><legend>${title}</legend>
    <div class="row">${places.map(
      (place) => html`<label class="field">${whose(option, place)}
        ${list(place, withLabel(title, whose(option, place)))}</label>`,
    )}</div>
    <small class="soft" id=${`meaning-${name}`}>${meaning}</small></fieldset>`
}

/** @param {Option} option @param {number} place */
const whose = ({count}, place) => {
  if (count) return tr('Die {number}', {number: place + 1})
  return place ? tr('Chair {number}', {number: place + 1}) : tr('You', null, 'of a seat')
}
