// All dice that this server has ever thrown, compared with fair dice.
import {html} from '../vendor/htm-preact.js'
import {at, documentation, get, useAnswer} from '../shell/api.js'
import {Chart} from '../drawings/chart.js'
import {Bar, Link, Unready, usePage} from '../shell/frame.js'
import {stylesheet} from '../shell/lazy.js'

stylesheet('records')

/** @typedef {{dice: number, faces: number[], low: number, high: number, sentence: string}} Thrown */

const HEIGHT = 220

export default function Totals() {
  const {found: thrown, wrong} = useAnswer(() => get('/api/dice'))
  usePage('All dice · fivedice')
  if (!thrown) return html`<${Unready} title="All dice" wrong=${wrong} />`
  const {dice, faces, low, high, sentence} = /** @type {Thrown} */ (thrown)
  return html`<${Bar} /><main class="page reading side-by-side">
    <header><h1>All dice ever thrown here</h1></header>
    <section class="panel of-game">
      <p><b>${`${dice.toLocaleString('en')} dice.`}</b> ${sentence}</p>
      <${Chart} ...${chart(thrown)} label="How often each face came" height=${HEIGHT} left=${72} foot=${34} />
      <details><summary>The figures</summary><div class="scrolls"><table class="beside">
        <thead><tr><th scope="col">Face</th><th scope="col" class="lost">Dice</th>
          <th scope="col" class="lost">Share</th></tr></thead>
        <tbody>${faces.map(
          (count, face) => html`<tr><th scope="row">${face + 1}</th>
            <td class="lost">${count.toLocaleString('en')}</td>
            <td class="lost">${dice ? `${((100 * count) / dice).toFixed(2)}%` : '–'}</td></tr>`,
        )}</tbody></table></div>
      <p>${`With fair dice, each face comes ${low.toLocaleString('en')} to ${high.toLocaleString('en')} times,
        95 times of 100: these are the two lines. Finished and closed tables count, abandoned matches
        included; dice that people threw themselves do not.`}</p></details>
      <p>To check the dice of a match, open its review under <${Link} href="/records">Matches<//>, or${' '}
        <a href=${at('/verify.html')}>check its record</a>.${' '}
        <a href=${documentation('explanation/fair-dice.html')}>Why you can trust them</a></p>
    </section></main>`
}

/** A bar for each face, and a line at each end of the band. @param {Thrown} thrown */
const chart = ({faces, low, high}) => ({
  across: /** @type {[number, number]} */ ([0.4, 6.6]),
  levels: {low: 0, high: 1.15 * Math.max(high, ...faces, 1)},
  bars: faces.map((count, face) => ({from: face + 0.7, to: face + 1.3, high: count, kind: 'best-play'})),
  lines: [low, high].map((level) => ({
    points: /** @type {[number, number][]} */ ([
      [0.4, level],
      [6.6, level],
    ]),
    kind: 'mine',
  })),
  below: faces.map((_, face) => /** @type {[number, string]} */ ([face + 1, `${face + 1}`])),
})
