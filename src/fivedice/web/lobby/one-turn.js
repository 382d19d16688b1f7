// A turn in three pictures, for people who have never played.
import {html} from '../vendor/htm-preact.js'
import {face} from '../drawings/faces.js'
import {boardOf, lookOf} from '../games/index.js'

/**
 * @param {{game: string, board: string, set: string}} props
 */
export default function OneTurn({game, board, set}) {
  const {hand, suits = []} = lookOf(game)
  const die = (/** @type {number} */ place, /** @type {string} */ look) =>
    html`<span class=${`chip-die small ${look}`} data-set=${set}>
      ${face(set, hand[place], suits[place] ?? '')}</span>`
  const all = (/** @type {(place: number) => string} */ look) =>
    html`<span class="five" aria-hidden="true">${hand.map((_, place) => die(place, look(place)))}</span>`
  const many = (/** @type {number} */ value) => hand.filter((one) => one === value).length
  const most = hand.reduce((one, other) => (many(other) > many(one) ? other : one))
  const kept = (/** @type {number} */ place) => (many(most) > 1 ? hand[place] === most : place < 3)
  return html`<ol class="one-turn" aria-label="How a turn goes">
    <li>${all((place) => `at-${place}`)}<span>${boardOf(board).opens ?? 'Throw five dice.'}</span></li>
    <li>${all((place) => (kept(place) ? 'kept' : 'gone'))}
      <span>Set aside what you like and throw the others, twice more if you want.</span></li>
    <li>${all(() => 'kept')}<span>${`${boardOf(board).wanted}: your dice say what it pays.`}</span></li>
  </ol>`
}
