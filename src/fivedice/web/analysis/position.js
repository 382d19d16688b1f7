// The table at a step of a review: dice and board.
import {html, useRef} from '../vendor/htm-preact.js'
import {useBoard} from '../table/board.js'
import {Dice} from '../dice/dice.js'
import {tr} from '../shell/language.js'
import {decides} from './loading.js'
import {NONE, slotsOf} from '../table/dice-slots.js'
import {NOTHING} from '../table/state.js'

/** @typedef {{seat: number, slots: Set<number>, onToggle: (slot: number) => void}} Picked */

/** @param {{step: Step, previous: Picture | null, names: string[], picked: Picked | null}} props */
export default function TheTable({step, previous, names, picked}) {
  return html`<${Hands} step=${step} names=${names} picked=${picked} />
    <section class="board" aria-label=${tr('Board')}>
      <${TheBoard} picture=${acting(step)} previous=${previous} you=${step.you} /></section>`
}

/** The picture as of the player who has just decided, whose dice are shown. @param {Step} step */
function acting({picture, event}) {
  if (!decides(event) || !event || !picture.awaits || picture.stage === 'over') return picture
  return {...picture, awaits: {...picture.awaits, seats: [event.seat]}}
}

/**
 * The dice on the table. In shared turns these are the dice of every player, unless a question is about one.
 * @param {{step: Step, names: string[], picked: Picked | null}} props
 */
function Hands({step, names, picked}) {
  const {picture, event} = step
  const latest = useRef(/** @type {[number, string][]} */ ([]))
  const lying = handsAt(step).filter(([seat]) => !picked || seat === picked.seat)
  if (lying.length) latest.current = lying
  const hands = lying.length ? lying : latest.current.map(([seat]) => [seat, NONE])
  const places = hands.length ? hands : [[0, NONE]]
  const slots = (/** @type {number} */ seat, /** @type {string} */ hand) =>
    picked?.slots ?? (event?.seat === seat ? new Set(slotsOf(hand, event?.keep ?? '')) : new Set())
  return html`<div class="tray hands" data-count=${places.length}>${places.map(
    ([seat, hand]) => html`<div key=${seat}>
    <p class="whose name">${hands.length ? names[Number(seat)] : ''}</p>
    <${Dice} hand=${hand} faces=${picture.faces} set=${picture.set} suits=${picture.suits}
      slots=${slots(Number(seat), String(hand))} flight=${0}
      onToggle=${picked?.onToggle} canKeep=${picked !== null}
      label=${tr('Dice of {name}', {name: names[Number(seat)]})} small=${places.length > 1} />
  </div>`,
  )}</div>`
}

/** Each seat's dice: just thrown, or of the decision. @param {Step} step @returns {[number, string][]} */
function handsAt({picture, event, before}) {
  const turn = decides(event) ? before : picture.turn
  if (turn) return Object.entries(turn.hands).map(([seat, hand]) => [Number(seat), hand])
  return event?.throw?.length === 5 ? [[event.seat, event.throw]] : []
}

/** @param {{picture: Picture, previous: Picture | null, you: number | null}} props */
function TheBoard({picture, previous, you}) {
  const Board = useBoard(picture.board)
  if (!Board || !picture.position)
    return html`<p class="soft opening">${
      picture.position ? '' : tr('The first player has not been decided yet.')
    }</p>`
  return html`<${Board} ...${{picture, previous}} you=${{...NOTHING.you, seat: you}} />`
}
