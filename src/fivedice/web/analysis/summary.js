// Summaries of a review: the costliest choices, luck and choices of each player, totals.
import {html} from '../vendor/htm-preact.js'
import {Better, Happened, look, Mark, Outcome, since} from './event-line.js'

/** @typedef {import('../shell/types.js').Moment} Moment */

/**
 * The costliest choices; only mine, if I played.
 * @param {{known: {moments: Moment[]}, picture: import('../shell/types.js').Picture, names: string[],
 *   you: number | null, onGo: (number: number) => void}} props
 */
export function Worst({known: {moments}, picture, names, you, onGo}) {
  const costly = moments
    .filter(({mark, seat}) => mark && (you === null || seat === you))
    .sort((one, other) => other.cost - one.cost)
  if (!costly.length) return null
  return html`<section class="worst panel" aria-labelledby="worst"><h2 id="worst">Costliest choices</h2>
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

/** @typedef {import('../shell/types.js').Review} Review */
/** @typedef {import('../shell/types.js').Summary} Summary */

/** @param {{known: Review, names: string[]}} props */
export function Sums({known: {summary, totals, told}, names}) {
  return html`<section class="sums panel" aria-labelledby="sums"><h2 id="sums">What decided the result</h2>
    ${
      summary
        ? html`<p>${summary.sentence}</p><${Accounts} summary=${summary} names=${names} />
        ${summary.lead && html`<p>${summary.lead}</p>`}`
        : html`<p class="soft">${told}</p>`
    }
    ${
      totals &&
      html`<p>${totals.sentence}</p><ul>${totals.seats.map(
        (seat, at) => html`<li><b>${names[at]}</b>${` ${seat.told}`}</li>`,
      )}</ul>`
    }
  </section>`
}

/**
 * The accounts: one column per player, which adds up from the start to the result.
 * @param {{summary: Summary, names: string[]}} props
 */
function Accounts({summary: {rows, result, marks, legend}, names}) {
  const row = (/** @type {any} */ title, /** @type {(string | number)[]} */ cells) =>
    html`<tr><th scope="row">${title}</th>${cells.map(
      (cell) => html`<td translate=${false}>${cell}</td>`,
    )}</tr>`
  return html`<div class="scrolls" tabindex="0" role="region" aria-label="Luck and choices">
    <table><thead><tr><td></td>${names.map(
      (name) => html`<th scope="col" translate=${false}>${name}</th>`,
    )}</tr></thead>
    <tbody>${rows.map(({label, cells}) => row(label, cells))}</tbody>
    <tbody class="result">${row('Result', result)}</tbody>
    <tbody>${marks.map(({mark, cells}) => row(html`<${Mark} mark=${mark} />`, cells))}</tbody></table></div>
    <p class="soft">${legend}</p>`
}
