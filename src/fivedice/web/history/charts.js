// Charts of my matches: what my choices cost, and my totals beside the distribution of best play.
import {html, useEffect, useRef, useState} from '../vendor/htm-preact.js'
import {beside} from '../shell/wording.js'
import {get} from '../shell/api.js'
import {alike, called, kind} from './bests.js'
import {held, remember} from '../shell/storage.js'

const COST_WIDTH = 640,
  COST_HEIGHT = 190,
  LEFT = 44,
  EDGE = 12,
  LATELY = 5

/** A course has so many points at least. */
export const FEWEST = 3

/** @param {{title: string, unit: string, costs: number[]}} props the oldest first, a game each */
export function CostChart({title, unit, costs}) {
  const digits = unit === 'points' ? 1 : 2
  return html`<div class="panel course"><h3>${title}</h3><p>${inWords(costs, unit, digits)}</p>
    ${costs.length >= FEWEST && html`<${CostDrawing} costs=${costs} digits=${digits} />`}</div>`
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
function CostDrawing({costs, digits}) {
  const top = roundUp(Math.max(...costs))
  const x = (/** @type {number} */ at) =>
    LEFT + EDGE + (at / (costs.length - 1)) * (COST_WIDTH - LEFT - 2 * EDGE)
  const y = (/** @type {number} */ cost) => EDGE + (COST_HEIGHT - 2 * EDGE) * (1 - cost / top)
  const lately = costs.map((_, at) => mean(costs.slice(Math.max(0, at + 1 - LATELY), at + 1)))
  return html`<svg class="course-picture" viewBox=${`0 0 ${COST_WIDTH} ${COST_HEIGHT}`} aria-hidden="true"
    translate="no">
      ${[0, top / 2, top].map(
        (cost) => html`<line class="level" x1=${LEFT} x2=${COST_WIDTH} y1=${y(cost)} y2=${y(cost)} />
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

const WIDTH = 640,
  HEIGHT = 180,
  FOOT = 40,
  STEP = 5,
  LEAST = 0.002

/** @param {{chances: number[], mean: number, totals: number[]}} props */
export function TotalsChart({chances, mean, totals}) {
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

/** @typedef {import('./records.js').Mine} Mine */
/** @typedef {Record<string, number | null>} Known match by match, as far as I have heard */

/** @returns {Known} */
const costs = () =>
  Object.fromEntries(held().flatMap(({code, cost}) => (cost === undefined ? [] : [[code, cost]])))

/** @param {{ended: Mine[]}} props the newest first */
export function Costs({ended}) {
  const [known, setKnown] = useState(costs)
  const kinds = alike(ended, kind)
    .map((some) => ({first: some[0], made: aGame(some, known)}))
    .filter(({made}) => made.length)
  const missing = ended.filter(({code}) => !(code in known))
  if (!kinds.length && !missing.length) return null
  return html`<section aria-labelledby="costs"><h2 id="costs">What your choices cost</h2>
    ${
      kinds.some(({made}) => made.length >= FEWEST) &&
      html`<p class="soft">
      A dot for each match, the newest on the right; the line is the mean of up to five.</p>`
    }
    ${kinds.map(
      ({first, made}) =>
        html`<${CostChart} key=${first.code} title=${called(first)} unit=${first.unit} costs=${made} />`,
    )}
    <${LookBack} missing=${missing} onHeard=${() => setKnown(costs())} />
  </section>`
}

/** What they cost for each game, the oldest match first. @param {Mine[]} ended @param {Known} known */
function aGame(ended, known) {
  const made = ended.flatMap(({code, games}) => {
    const cost = known[code]
    return typeof cost === 'number' ? [cost / games] : []
  })
  return made.reverse()
}

/** @param {{missing: Mine[], onHeard: () => void}} props */
function LookBack({missing, onHeard}) {
  const [looking, setLooking] = useState(false)
  const [wrong, setWrong] = useState('')
  const here = useRef(true)
  useEffect(() => () => void (here.current = false), [])
  const many = missing.length === 1 ? 'one match' : `${missing.length} matches`
  const hearAll = async () => {
    for (const one of missing) {
      await hear(one)
      if (!here.current) return
      onHeard()
    }
  }
  const start = () => {
    setLooking(true)
    setWrong('')
    hearAll()
      .catch((error) => setWrong(error.message))
      .finally(() => setLooking(false))
  }
  return html`<p role="status">${wrong || (looking && missing.length > 0 && `Looking back at ${many} …`)}</p>
    ${
      missing.length > 0 &&
      !looking &&
      html`<button class="button small" onClick=${start}>${`Look back at ${many}`}</button>`
    }`
}

/** @param {Mine} one a match that the server looks back at; what that says is kept */
async function hear({code, seat}) {
  const seats = await get(`/api/tables/${code}/ending`)
  remember(code, {cost: seats[Number(seat)]?.cost ?? null})
}
