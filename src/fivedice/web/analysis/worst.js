// The list of the costliest choices.
import {html} from '../vendor/htm-preact.js'
import {Better, Happened, look, Outcome, since} from './told.js'

/** @typedef {import('../shell/types.js').Moment} Moment */

/**
 * Mine, if I sat there; a browser prints all of them.
 * @param {{known: {moments: Moment[]}, picture: import('../shell/types.js').Picture, names: string[],
 *   you: number | null, onGo: (number: number) => void}} props
 */
export default function Worst({known: {moments}, picture, names, you, onGo}) {
  const costly = moments
    .filter(({mark, seat}) => mark && (you === null || seat === you))
    .sort((one, other) => other.cost - one.cost)
  if (!costly.length) return null
  return html`<section class="worst panel" aria-labelledby="worst"><h2 id="worst">What cost the most</h2>
    <ol tabindex="0" aria-labelledby="worst">${costly.map(
      (moment) => html`<li key=${`${moment.number} ${moment.seat}`}><button type="button" class="choice"
        onClick=${() => onGo(moment.number)}>
        <span class="soft">${when(moment, names)}</span>
        <${Outcome} class=${`outcome ${look(moment.mark)}`} moment=${moment} />
        <span><${Happened} moment=${moment} picture=${picture} /></span>
        <span>best: <${Better} moment=${moment} picture=${picture} /></span></button></li>`,
    )}</ol>
  </section>`
}

/** @param {Moment} moment @param {string[]} names */
function when(moment, names) {
  const words = since(moment, names)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
