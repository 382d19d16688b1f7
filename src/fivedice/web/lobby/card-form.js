// A custom card as a form, with the sheet that it makes beside it.
import {html} from '../vendor/htm-preact.js'
import {Icon} from '../drawings/icons.js'
import {isNumber} from './card-text.js'

/** @typedef {import('./card-text.js').Card} Card */
/** @typedef {import('./card-text.js').Box} Box */

/** What a box may need, and how the form says it. */
const NEEDS = [
  ...['Ones', 'Twos', 'Threes', 'Fours', 'Fives', 'Sixes'].map((name, at) => [`face ${at + 1}`, name]),
  ['2 alike', 'A pair'],
  ['two pairs', 'Two pairs'],
  ['3 alike', 'Three alike'],
  ['4 alike', 'Four alike'],
  ['5 alike', 'Five alike'],
  ['full house', 'Three and two'],
  ['run of 3', 'Three in a row'],
  ['run of 4', 'Four in a row'],
  ['run of 5', 'Five in a row'],
  ['any dice', 'Any dice'],
]
const PAYS = [
  ['these dice', 'Its dice'],
  ['all dice', 'All dice'],
]
/** The most boxes of a card. */
const MOST = 16
const POINTS = 'points'

/** @param {{card: Card, onCard: (card: Card) => void}} props */
export default function CardForm({card, onCard}) {
  const {boxes} = card
  const change = (/** @type {Partial<Card>} */ more) => onCard({...card, ...more})
  const replace = (/** @type {number} */ at, /** @type {Partial<Box>} */ more) =>
    change({boxes: boxes.map((box, place) => (place === at ? {...box, ...more} : box))})
  const text = (/** @type {string} */ label, /** @type {'title' | 'goal' | 'bonus'} */ key, more = {}) =>
    html`<label class="field">${label}<input class="input" value=${card[key]} ...${more}
      onInput=${(/** @type {any} */ {target}) => change({[key]: target.value})} /></label>`
  const number = {type: 'number', min: 0, max: 1000, inputmode: 'numeric'}
  return html`<div class="card-form"><div class="card-fields">
    ${text('Title', 'title', {maxlength: 40, required: true})}
    <ol>${boxes.map(
      (box, at) => html`<li key=${at}><${BoxFields} box=${box} at=${at}
        onBox=${(/** @type {Partial<Box>} */ more) => replace(at, more)}
        onRemove=${boxes.length > 1 && (() => change({boxes: boxes.filter((_, place) => place !== at)}))} />
        </li>`,
    )}</ol>
    ${
      boxes.length < MOST &&
      html`<button type="button" class="button small"
        onClick=${() => change({boxes: [...boxes, {name: '', needs: 'any dice', pays: 'all dice'}]})}>
        Add a box</button>`
    }
    ${
      boxes.some(isNumber) &&
      html`<div class="pair">${text('Bonus', 'bonus', number)}
        ${text('Points needed in ones to sixes', 'goal', number)}</div>`
    }
  </div><${Sheet} card=${card} /></div>`
}

/**
 * @param {{box: Box, at: number, onBox: (more: Partial<Box>) => void, onRemove: false | (() => void)}} props
 */
function BoxFields({box, at, onBox, onRemove}) {
  const inPoints = /^\d*$/.test(box.pays)
  const value = (/** @type {(now: string) => void} */ does) => (/** @type {any} */ event) =>
    does(event.target.value)
  const labelled = (/** @type {string} */ what) => ({class: 'input', 'aria-label': `Box ${at + 1}: ${what}`})
  return html`<input ...${labelled('name')} value=${box.name} placeholder="Name" maxlength="24" required
      onInput=${value((name) => onBox({name}))} />
    ${
      onRemove &&
      html`<button type="button" class="button plain icon" aria-label=${`Remove box ${at + 1}`}
        onClick=${onRemove}><${Icon} name="close" /></button>`
    }
    <select ...${labelled('what it needs')} value=${box.needs} onChange=${value((needs) => onBox({needs}))}>
      ${options(NEEDS, box.needs)}</select>
    <select ...${labelled('what it pays')} value=${inPoints ? POINTS : box.pays}
      onChange=${value((pays) => onBox({pays: pays === POINTS ? '30' : pays}))}>
      ${options([...PAYS, [POINTS, 'Points']], POINTS)}</select>
    ${
      inPoints &&
      html`<input ...${labelled('points')} type="number" min="0" max="500" required value=${box.pays}
        onInput=${value((pays) => onBox({pays}))} />`
    }`
}

/**
 * The choices, with the present one if it is not on the list.
 * @param {string[][]} list @param {string} now
 */
const options = (list, now) =>
  (list.some(([value]) => value === now) ? list : [...list, [now, now]]).map(
    ([value, words]) => html`<option value=${value}>${words}</option>`,
  )

/** The sheet as it will be at the table. @param {{card: Card}} props */
function Sheet({card: {title, goal, bonus, boxes}}) {
  const paid = (/** @type {Box} */ {pays}) =>
    pays === 'these dice' ? 'its dice' : pays === 'all dice' ? 'all dice' : pays
  const rows = (/** @type {Box[]} */ of) =>
    of.map((box) => html`<tr><th>${box.name || '…'}</th><td>${paid(box)}</td></tr>`)
  const numbers = boxes.filter(isNumber)
  return html`<table class="live-sheet"><caption>${title || 'Your card'}</caption>
    <tbody>${rows(numbers)}</tbody>
    ${
      numbers.length > 0 && Number(goal) && Number(bonus)
        ? html`<tbody class="earns"><tr><th>${`Bonus at ${goal}`}</th><td>${bonus}</td></tr></tbody>`
        : null
    }
    <tbody>${rows(boxes.filter((box) => !isNumber(box)))}</tbody></table>`
}
