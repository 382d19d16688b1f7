// A custom card as a form that looks like the finished card.
import {html, useState} from '../vendor/htm-preact.js'
import {FaceIcon} from '../drawings/faces.js'
import {NeedsIcon} from '../drawings/icons.js'
import {Button, Choice, Field} from '../shell/frame.js'
import {stylesheet} from '../shell/lazy.js'
import {isNumber} from './card-text.js'

stylesheet('scorecard')

/** @typedef {import('./card-text.js').Card} Card */
/** @typedef {import('./card-text.js').Box} Box */

/** The possible needs of a box, with their labels in the form. */
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
/** The maximum number of boxes of a card. */
const MOST = 16
const POINTS = 'points'

/**
 * The card as it will look at the table; each row opens for editing.
 * @param {{card: Card, onCard: (card: Card) => void}} props
 */
export default function CardForm({card, onCard}) {
  const {boxes} = card
  const change = (/** @type {Partial<Card>} */ more) => onCard({...card, ...more})
  const replace = (/** @type {number} */ at, /** @type {Partial<Box>} */ more) =>
    change({boxes: boxes.map((box, place) => (place === at ? {...box, ...more} : box))})
  const text = (/** @type {string} */ label, /** @type {'title' | 'goal' | 'bonus'} */ key, more = {}) =>
    html`<${Field} label=${label} value=${card[key]} ...${more}
      onInput=${(/** @type {string} */ now) => change({[key]: now})} />`
  const number = {type: 'number', min: 0, max: 1000, inputmode: 'numeric'}
  const without = (/** @type {number} */ at) => change({boxes: boxes.filter((_, place) => place !== at)})
  const rows = boxes.map(
    (box, at) => html`<${Row} key=${at} name=${box.name} pays=${paid(box)} needs=${box.needs}>
      <${BoxFields} box=${box} at=${at} onBox=${(/** @type {Partial<Box>} */ more) => replace(at, more)}
        onRemove=${boxes.length > 1 && (() => without(at))} /><//>`,
  )
  const [goal, bonus] = [Number(card.goal), Number(card.bonus)]
  const last = html`<${Row} key="bonus" name=${goal && bonus ? `Bonus at ${goal}` : 'No bonus'}
    pays=${(goal && bonus) || ''}>${text('Bonus', 'bonus', number)}
    ${text('Points needed in ones to sixes', 'goal', number)}<//>`
  const numbers = rows.filter((_, at) => isNumber(boxes[at]))
  const patterns = rows.filter((_, at) => !isNumber(boxes[at]))
  return html`<div class="card-form">
    ${text('Title', 'title', {maxlength: 40, required: true})}
    <div class="live-sheet">${[...numbers, numbers.length > 0 && last, ...patterns]}</div>
    ${
      boxes.length < MOST &&
      html`<${Button} look="small"
        onClick=${() => change({boxes: [...boxes, {name: '', needs: 'any dice', pays: 'all dice'}]})}>
        Add a box<//>`
    }
  </div>`
}

/** The points of a box, in the words of the form. @param {Box} box */
const paid = ({pays}) => PAYS.find(([value]) => value === pays)?.[1] ?? pays

/**
 * A row of the card, which is open if it has no name or an invalid field.
 * @param {{name: string, pays: any, needs?: string, children?: any}} props
 */
function Row({name, pays, needs, children}) {
  const [isNew] = useState(!name)
  const open = (/** @type {any} */ {currentTarget}) => (currentTarget.open = true)
  return html`<details class=${needs ? '' : 'earns'} open=${isNew} onInvalidCapture=${open}><summary>
    ${icon(needs)}<span>${name || '…'}</span><b>${pays}</b></summary><div>${children}</div></details>`
}

/** @param {string} [needs] */
const icon = (needs = '') =>
  needs.startsWith('face ')
    ? html`<${FaceIcon} set="pips" value=${Number(needs.slice(5))} />`
    : html`<${NeedsIcon} needs=${needs} />`

/**
 * @param {{box: Box, at: number, onBox: (more: Partial<Box>) => void, onRemove: false | (() => void)}} props
 */
function BoxFields({box, at, onBox, onRemove}) {
  const inPoints = /^\d*$/.test(box.pays)
  const value = (/** @type {(now: string) => void} */ does) => (/** @type {any} */ event) =>
    does(event.target.value)
  const remove = (/** @type {any} */ {currentTarget}) => {
    const row = currentTarget.closest('details')
    row.open = false // the next box takes its place
    row.firstElementChild.focus()
    if (onRemove) onRemove()
  }
  const needs = NEEDS.some(([value]) => value === box.needs) ? NEEDS : [...NEEDS, [box.needs, box.needs]]
  const labelled = (/** @type {string} */ what) => ({class: 'input', 'aria-label': `Box ${at + 1}: ${what}`})
  return html`<input ...${labelled('name')} value=${box.name} placeholder="Name" maxlength="24" required
      onInput=${value((name) => onBox({name}))} />
    <select ...${labelled('what it needs')} value=${box.needs} onChange=${(/** @type {any} */ {target}) => {
      onBox({needs: target.value})
      requestAnimationFrame(() => target.focus()) // its row may have moved
    }}>
      ${needs.map(([value, words]) => html`<option value=${value}>${words}</option>`)}</select>
    <${Choice} ...${labelled('what it pays')} value=${inPoints ? POINTS : box.pays}
      options=${[...PAYS, [POINTS, 'Points']]}
      onChange=${(/** @type {string} */ pays) => onBox({pays: pays === POINTS ? '30' : pays})} />
    ${
      inPoints &&
      html`<input ...${labelled('points')} type="number" min="0" max="500" required value=${box.pays}
        onInput=${value((pays) => onBox({pays}))} />`
    }
    ${
      onRemove &&
      html`<${Button} look="plain small" aria-label=${`Remove box ${at + 1}`} onClick=${remove}>Remove<//>`
    }`
}
