// A chart of my totals beside the distribution of best play.
import {html} from '../vendor/htm-preact.js'

const WIDTH = 640,
  HEIGHT = 180,
  FOOT = 40,
  STEP = 5,
  LEAST = 0.002

/** @param {{chances: number[], mean: number, totals: number[]}} props */
export default function Spread({chances, mean, totals}) {
  const bars = grouped(chances)
  const [from, to] = shown(bars, totals)
  const x = (/** @type {number} */ total) => ((total - from) / (to - from)) * WIDTH
  const highest = Math.max(...bars)
  const y = (/** @type {number} */ chance) => (HEIGHT - FOOT) * (1 - chance / highest)
  const best = Math.max(...totals)
  const mine = totals.reduce((sum, one) => sum + one, 0) / totals.length
  const words =
    `My mean is ${mine.toFixed(1)} over ${totals.length} ${
      totals.length === 1 ? 'game' : 'games'
    }; best play makes ${mean.toFixed(1)} on average. ` +
    `My best is ${best}: ${below(chances, best)} of 100 games of best play end with less.`
  return html`<p>${words}</p>
    <svg class="spread" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" translate="no"
      aria-label=${words}>
      ${bars.map(
        (chance, place) =>
          place * STEP >= from &&
          place * STEP < to &&
          html`<rect class="bar-of" x=${x(place * STEP)} y=${y(chance)}
        width=${Math.max(1, x(from + STEP) - 1)} height=${HEIGHT - FOOT - y(chance)} />`,
      )}
      ${ticks(from, to).map(
        (total) => html`<text class="tick" x=${x(total)} y=${HEIGHT - FOOT + 8}
        text-anchor="middle" dominant-baseline="hanging">${total}</text>`,
      )}
      ${totals.map(
        (total) => html`<g class="mine"><line x1=${x(total)} x2=${x(total)} y1=${12}
        y2=${HEIGHT - FOOT} /><circle cx=${x(total)} cy=${10} r="5" /></g>`,
      )}
    </svg>`
}

/** Chances of five totals together. @param {number[]} chances */
function grouped(chances) {
  const sums = Array(Math.ceil(chances.length / STEP)).fill(0)
  chances.forEach((chance, total) => {
    sums[Math.floor(total / STEP)] += chance
  })
  return sums
}

/** From where to where there is anything to see. @param {number[]} bars @param {number[]} totals */
function shown(bars, totals) {
  const seen = bars.flatMap((chance, place) => (chance >= LEAST ? [place * STEP] : []))
  return [Math.min(seen[0], ...totals) - 10, Math.max(seen[seen.length - 1], ...totals) + 15]
}

/** @param {number} from @param {number} to */
function ticks(from, to) {
  const first = Math.ceil(from / 50) * 50
  return Array.from({length: Math.floor((to - first) / 50) + 1}, (_, place) => first + 50 * place)
}

/** How many games of a hundred end below a total. @param {number[]} chances @param {number} total */
function below(chances, total) {
  const many = 100 * chances.slice(0, total).reduce((sum, one) => sum + one, 0)
  return many < 1 ? 'fewer than 1' : many > 99 ? 'more than 99' : many.toFixed(0)
}
