// All dice that this server has ever thrown, compared with fair dice.
import {html} from '../vendor/htm-preact.js'
import {at, get, useAnswer} from '../shell/api.js'
import {Chart} from '../drawings/chart.js'
import {Bar, Document, Link, Unready, usePage} from '../shell/frame.js'
import {comma, figure, gap, rich, tr} from '../shell/language.js'
import {stylesheet} from '../shell/lazy.js'

stylesheet('records')

/** @typedef {{dice: number, faces: number[], low: number, high: number, sentence: string}} Thrown */

export default function Totals() {
  const {data: thrown, wrong} = useAnswer(() => get('/api/dice'))
  usePage(`${tr('All dice thrown here')} · fivedice`)
  if (!thrown) return html`<${Unready} title=${tr('All dice thrown here')} wrong=${wrong} />`
  const {dice, faces, sentence} = /** @type {Thrown} */ (thrown)
  const label = tr('How often each face came: {counts}', {counts: comma(faces.map((count) => figure(count)))})
  return html`<${Bar} /><main class="page reading side-by-side">
    <header><h1>${tr('All dice thrown here')}</h1></header>
    <section class="panel of-game">
      <p><b>${tr('{count, plural, one {# die.} other {# dice.}}', {count: dice})}</b>${gap()}${sentence}</p>
      ${
        thrown.high > 0 &&
        html`<${Chart} ...${{...chart(thrown), label}} height=${220} left=${104} foot=${34} />
        <p>${tr('Fair dice show each face {low} to {high} times, in 95 of 100 cases.', thrown)}</p>`
      }
      <p class="soft">${tr(
        'Finished and closed tables count, abandoned matches included; ' +
          'dice that people threw themselves do not.',
      )}</p>
      <p>${rich(
        'To check the dice of a match, open <i>More</i> beside it under <a>Matches</a> and press ' +
          '<i>Check dice</i>, or <b>check its record</b>.',
        {
          i: (/** @type {any} */ text) => html`<i>${text}</i>`,
          a: (/** @type {any} */ text) => html`<${Link} href="/records">${text}<//>`,
          b: (/** @type {any} */ text) => html`<a href=${at('/verify.html')}>${text}</a>`,
        },
      )}${gap()}<${Document} page="explanation/fair-dice.html">${tr(
        'Why you can trust them',
        null,
        'in English',
      )}<//></p>
    </section></main>`
}

/** A bar for each face under its count, and a line at each end of the band. @param {Thrown} thrown */
const chart = ({faces, low, high}) => ({
  across: /** @type {[number, number]} */ ([0.5, 6.5]),
  levels: {
    ...{low: 0, high: 1.3 * Math.max(high, ...faces, 1)},
    ticks: /** @type {[number, string][]} */ ([
      [low, tr('from {count}', {count: low})],
      [high, tr('to {count}', {count: high})],
    ]),
  },
  bars: faces.map((high, face) => ({
    ...{from: face + 0.6, to: face + 1.4, high, kind: 'best-play', words: figure(high)},
  })),
  below: faces.map((_, face) => /** @type {[number, string]} */ ([face + 1, `${face + 1}`])),
})
