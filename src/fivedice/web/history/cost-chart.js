// A chart of what my choices cost from match to match.
import {html} from '../vendor/htm-preact.js'
import {beside} from '../shell/wording.js'

const WIDTH = 640,
  HEIGHT = 190,
  LEFT = 44,
  EDGE = 12,
  LATELY = 5

/** A course has so many points at least. */
export const FEWEST = 3

/** @param {{title: string, unit: string, costs: number[]}} props the oldest first, a game each */
export default function Course({title, unit, costs}) {
  const digits = unit === 'points' ? 1 : 2
  return html`<div class="panel course"><h3>${title}</h3><p>${inWords(costs, unit, digits)}</p>
    ${costs.length >= FEWEST && html`<${Drawn} costs=${costs} digits=${digits} />`}</div>`
}

/** @param {number[]} costs @param {string} unit @param {number} digits */
function inWords(costs, unit, digits) {
  const amount = (/** @type {number} */ one) => {
    const written = one.toFixed(digits)
    return `${written} ${beside(Number(written), unit)}`
  }
  const over = costs.length === 1 ? 'in one match' : `over ${costs.length} matches`
  const late =
    costs.length > LATELY ? `, ${mean(costs.slice(-LATELY)).toFixed(digits)} over the last five` : ''
  return `${amount(mean(costs))} a game ${over}${late}. The least was ${amount(Math.min(...costs))}.`
}

/** @param {{costs: number[], digits: number}} props */
function Drawn({costs, digits}) {
  const top = roundUp(Math.max(...costs))
  const x = (/** @type {number} */ at) => LEFT + EDGE + (at / (costs.length - 1)) * (WIDTH - LEFT - 2 * EDGE)
  const y = (/** @type {number} */ cost) => EDGE + (HEIGHT - 2 * EDGE) * (1 - cost / top)
  const lately = costs.map((_, at) => mean(costs.slice(Math.max(0, at + 1 - LATELY), at + 1)))
  return html`<svg class="course-picture" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true"
    translate="no">
      ${[0, top / 2, top].map(
        (cost) => html`<line class="level" x1=${LEFT} x2=${WIDTH} y1=${y(cost)} y2=${y(cost)} />
          <text class="tick" x=${LEFT - 6} y=${y(cost)} text-anchor="end"
            dominant-baseline="middle">${Number(cost.toFixed(digits))}</text>`,
      )}
      <polyline class="lately" points=${lately.map((cost, at) => `${x(at)},${y(cost)}`).join(' ')} />
      ${costs.map((cost, at) => html`<circle cx=${x(at)} cy=${y(cost)} r="4.5" />`)}
    </svg>`
}

/** @param {number[]} some */
const mean = (some) => some.reduce((sum, one) => sum + one, 0) / some.length

/** The next number that halves into round ones. @param {number} cost */
function roundUp(cost) {
  const ten = 10 ** Math.floor(Math.log10(Math.max(cost, 1)))
  return ten * /** @type {number} */ ([1, 2, 3, 4, 6, 8, 10].find((times) => times * ten >= cost))
}
