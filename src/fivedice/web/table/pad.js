// The pad to enter real dice, or the score of a turn.
import {html, useLayoutEffect} from '../vendor/htm-preact.js'
import {FaceIcon} from '../dice/faces.js'
import {Icon} from '../drawings/icons.js'
import {Button, say} from '../shell/frame.js'
import {tr} from '../shell/language.js'
import {stylesheet} from '../shell/lazy.js'
import {isShared, settings} from '../shell/storage.js'
import {tap} from '../shell/effects.js'
import {listen, pressed} from '../shell/press.js'
import {Eraser} from './board.js'
import {NONE} from './dice-slots.js'

stylesheet('pad')

/** @typedef {{seen: Seen, acts: Acts}} PadProps */

const SIX = [1, 2, 3, 4, 5, 6]

/** @param {PadProps} props */
export default function Pad({seen, acts}) {
  return acts.entry.scores.length
    ? html`<${Scores} seen=${seen} acts=${acts} />`
    : html`<${Dice} seen=${seen} acts=${acts} />`
}

/** The number of dice to enter. @param {Pick<Seen, 'picture' | 'you'>} seen */
const needed = ({picture, you}) => (you.asked === 'enter' ? 5 : (picture?.awaits.dice ?? 0))

/**
 * A draft with these dice in the free slots beside the kept dice; a single die is in the middle slot. In a
 * shared turn, where everyone keeps different dice, all five are entered.
 * @param {Seen} seen @param {number | null} whose @param {string} dice
 */
function draftOf({picture, you}, whose, dice) {
  const needs = needed({picture, you})
  const kept = picture?.turn?.hands[whose ?? 0] ?? NONE
  const base = kept.split('.').length - 1 < needs ? NONE : kept
  const left = [...(needs === 1 && !picture?.turn ? `..${dice}` : dice)]
  return {dice, base, hand: [...base].map((sign) => (sign === '.' ? (left.shift() ?? '.') : sign)).join('')}
}

/** Whether I enter my own dice, and not as the one who keeps score for everyone. @param {PadProps} props */
const isMine = ({seen: {picture, you}, acts: {entry}}) =>
  entry.whose === you.seat && !isShared(picture?.code ?? '')

/** The purpose of the dice, in words. @param {PadProps} props @param {number} count of dice */
function purpose({seen, acts}, count) {
  const [{picture, you}, mine] = [seen, isMine({seen, acts})]
  const values = {name: picture?.chairs[acts.entry.whose ?? 0].name, count}
  if (you.asked === 'enter') return mine ? tr('Your final dice') : tr('{name}’s final dice', values)
  if (picture?.turn && count === 5) return mine ? tr('Your dice') : tr('{name}’s dice', values)
  if (picture?.turn && mine) return tr('{count, plural, one {Your die} other {Your # dice}}', values)
  if (picture?.turn) return tr('{count, plural, one {{name}’s die} other {{name}’s # dice}}', values)
  if (count === 1) return mine ? tr('Your red die') : tr('{name}’s red die', values)
  return mine ? tr('Your throw for who starts') : tr('{name}’s throw for who starts', values)
}

/** @param {PadProps} props */
function Dice({seen, acts}) {
  const {picture} = seen
  const {entry} = acts
  const {dice} = entry.draft
  const needs = needed(seen)
  const isFull = dice.length === needs
  const name = (/** @type {number} */ value) => picture?.faces[value - 1]?.[1] ?? String(value)
  const add = (/** @type {number} */ value) => {
    if (!acts.able || isFull) return
    tap()
    entry.set((now) => draftOf(seen, entry.whose, `${now.dice}${value}`.slice(0, needs)))
    say(tr('{face}, {number} of {needs}', {face: name(value), number: dice.length + 1, needs}))
  }
  const back = () => acts.able && entry.set((now) => draftOf(seen, entry.whose, now.dice.slice(0, -1)))
  const message =
    seen.you.asked === 'enter' ? {type: 'final', dice, seat: entry.whose} : {type: 'throw', dice}
  const send = () => acts.able && isFull && acts.send(message)
  useDigits(add, back, send)
  return html`<p class="prompt" id="entry">${purpose({seen, acts}, needs)}
      <span class="soft"> ${tr('{number} of {needs}', {number: dice.length, needs})}</span></p>
    <div class="pad" role="group" aria-labelledby="entry">${SIX.map(
      (value) => html`<${Button} look="pad-key" aria-label=${name(value)}
        aria-disabled=${String(isFull || !acts.able)} onClick=${pressed(() => add(value))}>
        <${FaceIcon} set=${picture?.set ?? ''} value=${value} name=${name(value)} /><//>`,
    )}</div>
    <div class="row"><${Eraser} acts=${acts} />
      <${Button} look="main" aria-disabled=${String(!isFull || !acts.able)}
        onClick=${pressed(send)}>${tr('Enter', null, 'button')}<//>
      <${Button} look="icon" aria-label=${tr('Delete the last die')} title=${tr('Delete the last die')}
        aria-disabled=${String(!dice.length)} onClick=${pressed(back)}><${Icon} name="delete" /><//>
    </div>
    ${
      settings().keys &&
      html`<p class="keys" aria-hidden="true"><span><kbd>1–6</kbd> ${tr('die')}</span>
        <span><kbd>⌫</kbd> ${tr('delete')}</span>
        <span><kbd>${tr('Enter', null, 'a key')}</kbd> ${tr('enter')}</span></p>`
    }`
}

/** @param {PadProps} props */
function Scores({seen, acts}) {
  const {entry, able} = acts
  const {box: chosen, cell: scored} = entry.draft
  const offers = entry.scores.filter(({box}) => box === chosen)
  const title = seen.picture?.sheet?.rows.find(({use}) => use === chosen)?.title ?? ''
  const alike = (/** @type {string} */ cell) => offers.filter((one) => one.cell === cell)
  const enter = ({use, pays, seat, five} = offers[0]) =>
    able && acts.send({type: 'score', use, pays, seat, five})
  const press = (/** @type {string} */ cell) =>
    alike(cell).length > 1 ? entry.set(() => ({cell})) : enter(alike(cell)[0])
  const key = (/** @type {string} */ words, /** @type {() => void} */ act) =>
    html`<${Button} look="pad-key" aria-disabled=${String(!able)} onClick=${pressed(act)}>${words}<//>`
  const again = () => entry.set(() => ({box: '', cell: ''}))
  const cells = [...new Set(offers.map(({cell}) => cell))]
  const asks = scored
    ? tr('{title} {scored}: five of a kind?', {title, scored})
    : chosen
      ? tr('{title}: what does it score?', {title})
      : isMine({seen, acts})
        ? tr('Your turn: choose a box on the card')
        : tr('{name}’s turn: choose a box on the card', seen.picture?.chairs[entry.whose ?? 0])
  return html`<p class="prompt" id="entry" role="status">${asks}</p>
    <div class=${`pad scores ${cells.length > 12 ? 'many' : ''}`} role="group" aria-labelledby="entry">${
      scored
        ? alike(scored).map((one) => key(one.five ? tr('Yes') : tr('No'), () => enter(one)))
        : cells.map((cell) => key(cell, () => press(cell)))
    }</div>
    <div class="row"><${Eraser} acts=${acts} />
      ${chosen && html`<${Button} onClick=${again}>${tr('Another box')}<//>`}
    </div>`
}

/**
 * Digits enter dice, Backspace deletes the last one, and Enter sends them.
 * @param {(value: number) => void} add @param {() => void} back @param {() => void} send
 */
function useDigits(add, back, send) {
  useLayoutEffect(() => {
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      const {key, code, target, altKey, ctrlKey, metaKey} = event
      const at = /** @type {Element} */ (target)
      const isElsewhere =
        !settings().keys || at.closest('input, select, textarea') || altKey || ctrlKey || metaKey
      if (isElsewhere || document.querySelector('dialog[open]')) return
      const digit = /^(?:Digit|Numpad)([1-6])$/.exec(code)?.[1] ?? /^[1-6]$/.exec(key)?.[0]
      if (digit) add(Number(digit))
      else if (key === 'Backspace') back()
      else if (key === 'Enter' && !at.closest('button, a, summary')) send()
      else return
      event.preventDefault()
    }
    return listen('keydown', pressed)
  })
}
