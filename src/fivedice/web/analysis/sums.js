// The "How it came about" section of a review: luck and choices of each player, and totals beside best play.
import {html} from '../vendor/htm-preact.js'
import {Mark} from './told.js'

/** @typedef {import('../shell/types.js').Review} Review */
/** @typedef {import('../shell/types.js').Summary} Summary */

/** @param {{known: Review, names: string[]}} props */
export default function Sums({known: {summary, totals, told}, names}) {
  return html`<section class="sums panel" aria-labelledby="sums"><h2 id="sums">How it came about</h2>
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
 * A column a player, which adds up from the start to the result.
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
