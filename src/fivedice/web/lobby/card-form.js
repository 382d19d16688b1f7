// A custom card as a form that looks like the finished card.
import {html, useState} from '../vendor/htm-preact.js'
import {FaceIcon} from '../dice/faces.js'
import {NeedsIcon} from '../drawings/icons.js'
import {Button, Choice, Field} from '../shell/frame.js'
import {stylesheet} from '../shell/lazy.js'
import {isNumber} from './card-text.js'
import {tr} from '../shell/language.js'

stylesheet('scorecard')

/** @typedef {import('./card-text.js').Card} Card */
/** @typedef {import('./card-text.js').Box} Box */

/** The possible needs of a box, with their labels in the form. */
const NEEDS = [
  ['face 1', tr('Ones')],
  ['face 2', tr('Twos')],
  ['face 3', tr('Threes')],
  ['face 4', tr('Fours')],
  ['face 5', tr('Fives')],
  ['face 6', tr('Sixes')],
  ['2 alike', tr('A pair')],
  ['two pairs', tr('Two pairs')],
  ['3 alike', tr('Three alike')],
  ['4 alike', tr('Four alike')],
  ['5 alike', tr('Five alike')],
  ['full house', tr('Three and two')],
  ['full house or 5 alike', tr('Three and two, or five')],
  ['run of 3', tr('Three in a row')],
  ['run of 4', tr('Four in a row')],
  ['run of 5', tr('Five in a row')],
  ['any dice', tr('Any dice')],
]
const PAYS = [
  ['these dice', tr('Its dice')],
  ['all dice', tr('All dice')],
]
/** The maximum number of boxes of a card. */
const MOST = 16
const POINTS = 'points'

/** @param {{card: Card, onCard: (card: Card) => void}} props */
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
  const last = html`<${Row} key="bonus" name=${goal && bonus ? tr('Bonus at {goal}', {goal}) : tr('No bonus')}
    pays=${(goal && bonus) || ''}>${text(tr('Bonus'), 'bonus', number)}
    ${text(tr('Points needed in ones to sixes'), 'goal', number)}<//>`
  const numbers = rows.filter((_, at) => isNumber(boxes[at]))
  const patterns = rows.filter((_, at) => !isNumber(boxes[at]))
  return html`<div class="card-form">
    ${text(tr('Title'), 'title', {maxlength: 40, required: true})}
    <div class="live-sheet">${[...numbers, numbers.length > 0 && last, ...patterns]}</div>
    ${
      boxes.length < MOST &&
      html`<${Button} look="small"
        onClick=${() => change({boxes: [...boxes, {name: '', needs: 'any dice', pays: 'all dice'}]})}>
        ${tr('Add a box')}<//>`
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
  const labelled = (/** @type {string} */ what) => ({
    class: 'input',
    'aria-label': tr('Box {number}: {what}', {number: at + 1, what}),
  })
  return html`<input ...${labelled(tr('name', null, 'of a box'))} value=${box.name} placeholder=${tr('Name')}
    maxlength="24" required
      onInput=${value((name) => onBox({name}))} />
    <select ...${labelled(tr('what it needs'))} value=${box.needs} onChange=${(
      /** @type {any} */ {target},
    ) => {
      onBox({needs: target.value})
      requestAnimationFrame(() => target.focus()) // its row may have moved
    }}>
      ${needs.map(([value, words]) => html`<option value=${value}>${words}</option>`)}</select>
    <${Choice} ...${labelled(tr('what it pays'))} value=${inPoints ? POINTS : box.pays}
      options=${[...PAYS, [POINTS, tr('Points')]]}
      onChange=${(/** @type {string} */ pays) => onBox({pays: pays === POINTS ? '30' : pays})} />
    ${
      inPoints &&
      html`<input ...${labelled(tr('points'))} type="number" min="0" max="500" required value=${box.pays}
        onInput=${value((pays) => onBox({pays}))} />`
    }
    ${
      onRemove &&
      html`<${Button} look="plain small" aria-label=${tr('Remove box {number}', {number: at + 1})}
        onClick=${remove}>${tr('Remove')}<//>`
    }`
}
