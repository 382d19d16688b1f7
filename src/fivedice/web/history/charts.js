// Charts of my matches: what my choices cost, and my totals beside the distribution of best play.
import {html, useEffect, useRef, useState} from '../vendor/htm-preact.js'
import {get} from '../shell/api.js'
import {alike, called, kind} from './bests.js'
import {held, remember} from '../shell/storage.js'

/** @typedef {import('./records.js').Mine} Mine */
/** @typedef {import('../shell/types.js').Axis} Axis */

const COST_WIDTH = 640,
  COST_HEIGHT = 190,
  LEFT = 44,
  EDGE = 12,
  LATELY = 5

/** The fewest points that a chart is drawn for. */
const FEWEST = 3

/**
 * @param {{first: Mine, costs: number[]}} props `first` is one of these matches; `costs` are those of a game,
 *   the oldest match first
 */
export function CostChart({first, costs}) {
  const [sentence, setSentence] = useState('')
  const [axis, setAxis] = useState(/** @type {Axis | null} */ (null))
  const asked = costs.map((cost) => `cost=${cost.toFixed(4)}`).join('&')
  useEffect(() => {
    get(`/api/tables/${first.code}/costs?${asked}`).then(
      (told) => {
        setSentence(told.sentence)
        setAxis(told.axis)
      },
      (error) => setSentence(error.message),
    )
  }, [asked])
  return html`<div class="panel course"><h3>${called(first)}</h3><p>${sentence || '…'}</p>
    ${axis && costs.length >= FEWEST && html`<${CostDrawing} costs=${costs} axis=${axis} />`}</div>`
}

/** @param {{costs: number[], axis: Axis}} props */
function CostDrawing({costs, axis}) {
  const x = (/** @type {number} */ at) =>
    LEFT + EDGE + (at / (costs.length - 1)) * (COST_WIDTH - LEFT - 2 * EDGE)
  const y = (/** @type {number} */ cost) => EDGE + (COST_HEIGHT - 2 * EDGE) * (1 - cost / axis.high)
  const lately = costs.map((_, at) => mean(costs.slice(Math.max(0, at + 1 - LATELY), at + 1)))
  return html`<svg class="course-picture" viewBox=${`0 0 ${COST_WIDTH} ${COST_HEIGHT}`} aria-hidden="true"
    translate="no">
      ${axis.ticks.map(
        ([cost, words]) => html`<line class="level" x1=${LEFT} x2=${COST_WIDTH} y1=${y(cost)} y2=${y(cost)} />
          <text class="tick" x=${LEFT - 6} y=${y(cost)} text-anchor="end"
            dominant-baseline="middle">${words}</text>`,
      )}
      <polyline class="lately" points=${lately.map((cost, at) => `${x(at)},${y(cost)}`).join(' ')} />
      ${costs.map((cost, at) => html`<circle cx=${x(at)} cy=${y(cost)} r="4.5" />`)}
    </svg>`
}

/** @param {number[]} some */
const mean = (some) => some.reduce((sum, one) => sum + one, 0) / some.length

const WIDTH = 640,
  HEIGHT = 180,
  FOOT = 40,
  STEP = 5

/** @param {{chances: number[], sentence: string, axis: Axis, totals: number[]}} props */
export function TotalsChart({chances, sentence, axis: {low: from, high: to, ticks}, totals}) {
  const bars = grouped(chances)
  const x = (/** @type {number} */ total) => ((total - from) / (to - from)) * WIDTH
  const highest = Math.max(...bars)
  const y = (/** @type {number} */ chance) => (HEIGHT - FOOT) * (1 - chance / highest)
  return html`<p>${sentence}</p>
    <svg class="spread" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" translate="no"
      aria-label=${sentence}>
      ${bars.map(
        (chance, place) =>
          place * STEP >= from &&
          place * STEP < to &&
          html`<rect class="bar-of" x=${x(place * STEP)} y=${y(chance)}
        width=${Math.max(1, x(from + STEP) - 1)} height=${HEIGHT - FOOT - y(chance)} />`,
      )}
      ${ticks.map(
        ([total, words]) => html`<text class="tick" x=${x(total)} y=${HEIGHT - FOOT + 8}
        text-anchor="middle" dominant-baseline="hanging">${words}</text>`,
      )}
      ${totals.map(
        (total) => html`<g class="mine"><line x1=${x(total)} x2=${x(total)} y1=${12}
        y2=${HEIGHT - FOOT} /><circle cx=${x(total)} cy=${10} r="5" /></g>`,
      )}
    </svg>`
}

/** Chances in groups of five totals. @param {number[]} chances */
function grouped(chances) {
  const sums = Array(Math.ceil(chances.length / STEP)).fill(0)
  chances.forEach((chance, total) => {
    sums[Math.floor(total / STEP)] += chance
  })
  return sums
}

/** @typedef {Record<string, number | null>} Known by match, if known */

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
      Each dot is a match, the newest on the right. The line is the mean of the last five.</p>`
    }
    ${kinds.map(({first, made}) => html`<${CostChart} key=${first.code} first=${first} costs=${made} />`)}
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
  return html`<p role="status">${wrong || (looking && missing.length > 0 && `Reviewing ${many} …`)}</p>
    ${
      missing.length > 0 &&
      !looking &&
      html`<button class="button small" onClick=${start}>${`Review ${many}`}</button>`
    }`
}

/** @param {Mine} one has the server review a match, and stores the cost */
async function hear({code, seat}) {
  const seats = await get(`/api/tables/${code}/ending`)
  remember(code, {cost: seats[Number(seat)]?.cost ?? null})
}
