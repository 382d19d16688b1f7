// Summaries of a review: the costliest choices, luck and choices of each player, totals.
import {html} from '../vendor/htm-preact.js'
import {Better, Happened, look, Mark, Outcome, since} from './event-line.js'
import {Button} from '../shell/frame.js'
import {rich, tr, unbroken} from '../shell/language.js'

/** Marked choices, costliest first; mine if I played. @param {Moment[]} moments @param {number | null} you */
export const costliest = (moments, you) =>
  moments
    .filter(({mark, seat}) => mark && (you === null || seat === you))
    .sort((one, other) => other.cost - one.cost)

/** The figures at the top of a review. @param {{known: Review, you: number | null}} props */
export const Opening = ({known: {summary, moments, told}, you}) =>
  html`<section class="opening-summary panel" aria-labelledby="in-short">
    <h2 id="in-short">${tr('Summary')}</h2>
    ${
      summary
        ? html`${summary.headlines.map(
            ({seat, name, figures}) => html`<div class="headline" key=${seat}>
            ${summary.headlines.length > 1 && html`<h3 class="name">${name}</h3>`}
            <dl>${[{label: tr('Result'), value: summary.result[seat]}, ...figures].map(
              ({label, value}) => html`<div><dt>${label}</dt><dd translate=${false}>${value}</dd></div>`,
            )}</dl></div>`,
          )}
          ${
            !costliest(moments, you).length &&
            html`<p>${tr('No choice cost enough to be worth another look.')}</p>`
          }
          ${summary.estimate && html`<p class="soft">${unbroken(summary.estimate)}</p>`}`
        : html`<p class="soft" role="status">${told}</p>`
    }
  </section>`

/**
 * The costliest choices, which lead to their steps; only mine, if I played.
 * @param {{known: Review, picture: Picture, names: string[], you: number | null,
 *   onGo: (number: number) => void, onAsk: () => void}} props
 */
export function Worst({known: {moments, summary}, picture, names, you, onGo, onAsk}) {
  const costly = costliest(moments, you)
  if (!costly.length) return null
  return html`<section class="worst panel" aria-labelledby="worst">
    <header><h2 id="worst">${tr('Costliest choices')}</h2>
      <${Button} onClick=${onAsk}>${tr('Go through them')}<//></header>
    <p class="soft">${summary?.legend}</p>
    <ol tabindex="0" aria-labelledby="worst">${costly.map(
      (moment) => html`<li key=${`${moment.number} ${moment.seat}`}><button type="button" class="choice"
        onClick=${() => onGo(moment.number)}>
        <span class="soft">${since(moment, names)}</span>
        <${Outcome} class=${`outcome ${look(moment.mark)}`} moment=${moment} />
        <span><${Happened} moment=${moment} picture=${picture} /></span>
        <span>${rich('best: {choice}', {choice: html`<${Better} ...${{moment, picture}} />`})}</span>
        </button></li>`,
    )}</ol>
  </section>`
}

/** @param {{known: Review, names: string[]}} props */
export function Sums({known: {summary, totals, told}, names}) {
  return html`<section class="sums panel" aria-labelledby="sums">
    <h2 id="sums">${tr('What decided the result')}</h2>
    ${
      summary
        ? html`<p>${summary.sentence}</p><${Accounts} summary=${summary} names=${names} />
        ${summary.lead && html`<p>${summary.lead}</p>`}`
        : html`<p class="soft">${told}</p>`
    }
    ${
      totals &&
      html`${totals.seats.length > 1 && html`<p>${totals.sentence}</p>`}
      <ul>${totals.seats.map(({told}, at) =>
        names.length > 2
          ? html`<li><details><summary>${names[at]}</summary><p>${unbroken(told)}</p></details></li>`
          : html`<li><b>${names[at]}</b> ${unbroken(told)}</li>`,
      )}</ul>`
    }
  </section>`
}

/** Each player's column adds up to the result. @param {{summary: Summary, names: string[]}} props */
function Accounts({summary: {rows, result, marks}, names}) {
  const row = (/** @type {any} */ title, /** @type {(string | number)[]} */ cells) =>
    html`<tr><th scope="row">${title}</th>${cells.map(
      (cell) => html`<td translate=${false}>${cell}</td>`,
    )}</tr>`
  return html`<div class="scrolls" tabindex="0" role="region" aria-label=${tr('Luck and choices')}>
    <table><thead><tr><td></td>${names.map(
      (name) => html`<th scope="col" class="name" translate=${false}>${name}</th>`,
    )}</tr></thead>
    <tbody>${rows.map(({label, cells}) => row(label, cells))}</tbody>
    <tbody class="result">${row(tr('Result'), result)}</tbody>
    <tbody>${marks.map(({mark, cells}) => row(html`<${Mark} mark=${mark} />`, cells))}</tbody></table></div>`
}
