// All dice that this server has ever thrown, compared with fair dice.
import {html} from '../vendor/htm-preact.js'
import {at, documentation, get, useAnswer} from '../shell/api.js'
import {Chart} from '../drawings/chart.js'
import {Bar, Link, Unready, usePage} from '../shell/frame.js'
import {stylesheet} from '../shell/lazy.js'

stylesheet('records')

/** @typedef {{dice: number, faces: number[], low: number, high: number, sentence: string}} Thrown */

export default function Totals() {
  const {found: thrown, wrong} = useAnswer(() => get('/api/dice'))
  usePage('All dice · fivedice')
  if (!thrown) return html`<${Unready} title="All dice" wrong=${wrong} />`
  const {dice, faces, low, high, sentence} = /** @type {Thrown} */ (thrown)
  const label = `How often each face came: ${faces.map(said).join(', ')}`
  return html`<${Bar} /><main class="page reading side-by-side">
    <header><h1>All dice ever thrown here</h1></header>
    <section class="panel of-game">
      <p><b>${`${said(dice)} dice.`}</b> ${sentence}</p>
      <${Chart} ...${{...chart(thrown), label}} height=${220} left=${104} foot=${34} />
      <p>${`With fair dice, each face comes from ${said(low)} to ${said(high)} times, 95 times of 100.`}</p>
      <p class="soft">Finished and closed tables count, abandoned matches included; dice that people threw
        themselves do not.</p>
      <p>To check the dice of a match, press <i>Check dice</i> beside it under${' '}
        <${Link} href="/records">Matches<//>, or <a href=${at('/verify.html')}>check its record</a>.${' '}
        <a href=${documentation('explanation/fair-dice.html')}>Why you can trust them</a></p>
    </section></main>`
}

const said = (/** @type {number} */ count) => count.toLocaleString('en')

/** A bar for each face under its count, and a line at each end of the band. @param {Thrown} thrown */
const chart = ({faces, low, high}) => ({
  across: /** @type {[number, number]} */ ([0.5, 6.5]),
  levels: {
    ...{low: 0, high: 1.3 * Math.max(high, ...faces, 1)},
    ticks: /** @type {[number, string][]} */ ([
      [low, `from ${said(low)}`],
      [high, `to ${said(high)}`],
    ]),
  },
  bars: faces.map((high, face) => ({
    ...{from: face + 0.6, to: face + 1.4, high, kind: 'best-play', words: said(high)},
  })),
  below: faces.map((_, face) => /** @type {[number, string]} */ ([face + 1, `${face + 1}`])),
})
