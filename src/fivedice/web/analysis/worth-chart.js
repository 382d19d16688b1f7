// The chart of worth over the match; a press moves to the event.
import {html, useMemo, useRef} from '../vendor/htm-preact.js'
import {figure} from './loading.js'
import {look} from './event-line.js'

/** @typedef {import('../shell/types.js').Moment} Moment */
/** @typedef {[number, number][]} Line */

const WIDTH = 640,
  HEIGHT = 230,
  LEFT = 46,
  RIGHT = 8,
  TOP = 10,
  FOOT = 10

/**
 * @param {{review: import('../shell/types.js').Review, names: string[], number: number, last: number,
 *   onGo: (number: number) => void}} props
 */
export default function Graph({review, names, number, last, onGo}) {
  const place = useRef(/** @type {SVGElement | null} */ (null))
  const lines = useMemo(() => linesOf(review, names.length), [review.moments, review.review])
  const {counts} = review
  const drawn = counts && lines.some((line) => line.length > 1)
  const scale = drawn && review.axis ? scaleOf(review.axis, last) : null
  const go = (/** @type {PointerEvent} */ event) => {
    const box = place.current?.getBoundingClientRect()
    if (!box || (event.type === 'pointermove' && !event.buttons)) return
    const at = ((event.clientX - box.left) / box.width) * WIDTH
    onGo(Math.round((Math.max(0, Math.min(1, (at - LEFT) / (WIDTH - LEFT - RIGHT))) || 0) * last))
  }
  return html`<figure class="graph">
    <svg ref=${place} viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" translate="no"
      onPointerDown=${go} onPointerMove=${go}
      aria-label=${label(lines, names, counts)}>
      ${scale && html`<${Drawn} ...${{scale, lines, number, moments: review.moments}} />`}
    </svg>
    <figcaption>${names.map(
      (name, seat) => html`<span class="key"><span class=${`seat-dot seat-${seat}`} aria-hidden="true"></span>
      ${name} <b>${drawn && counts ? figure(worthAt(lines[seat], number), counts) : '–'}</b></span>`,
    )}</figcaption>
  </figure>`
}

/**
 * The lines, the axis, the marked choices, and the current step.
 * @param {{scale: ReturnType<typeof scaleOf>, lines: Line[], number: number, moments: Moment[]}} props
 */
function Drawn({scale: {x, y, ticks}, lines, number, moments}) {
  return html`
    ${ticks.map(
      ([
        worth,
        words,
      ]) => html`<line class="grid" x1=${LEFT} x2=${WIDTH - RIGHT} y1=${y(worth)} y2=${y(worth)} />
      <text class="tick" x=${LEFT - 6} y=${y(worth) + 5} text-anchor="end">${words}</text>`,
    )}
    <line class="now" x1=${x(number)} x2=${x(number)} y1=${TOP} y2=${HEIGHT - FOOT} />
    ${lines.map((line, seat) => html`<path class=${`worth seat-${seat}`} d=${path(line, x, y)} />`)}
    ${moments
      .filter(({mark}) => mark)
      .map(
        ({number: at, seat, after, mark}) => html`<circle class=${`marked seat-${seat} ${look(mark)}`}
        cx=${x(at)} cy=${y(after)} r=${mark === '??' ? 6 : 4} />`,
      )}
    ${lines.map(
      (line, seat) => html`<circle class=${`at seat-${seat}`} cx=${x(number)}
      cy=${y(worthAt(line, number))} r="5" />`,
    )}`
}

/**
 * The worth of each seat after the events that changed it, from the review or, before it is done, from its
 * moments.
 * @param {import('../shell/types.js').Review} review @param {number} seats @returns {Line[]}
 */
function linesOf({review, moments}, seats) {
  if (review) return review.lines
  const lines = Array.from({length: seats}, () => /** @type {Line} */ ([]))
  for (const {seat, number, before, after} of moments) {
    if (!lines[seat].length) lines[seat].push([0, before])
    lines[seat].push([number, after])
  }
  return lines
}

/** @param {Line} line @param {number} number */
function worthAt(line, number) {
  let low = 0,
    high = line.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (line[middle][0] <= number) low = middle
    else high = middle - 1
  }
  return line[low]?.[1] ?? 0
}

/** @param {import('../shell/types.js').Axis} axis @param {number} last */
function scaleOf({low, high, ticks}, last) {
  const room = HEIGHT - TOP - FOOT
  return {
    x: (/** @type {number} */ number) => LEFT + (number / Math.max(1, last)) * (WIDTH - LEFT - RIGHT),
    y: (/** @type {number} */ worth) => TOP + room * (1 - (worth - low) / (high - low)),
    ticks,
  }
}

/** @param {Line} line @param {(at: number) => number} x @param {(worth: number) => number} y */
function path(line, x, y) {
  const [[at, worth], ...more] = line.length ? line : /** @type {Line} */ ([[0, 0]])
  const on = more.map(([at, worth]) => `H${x(at).toFixed(1)}V${y(worth).toFixed(1)}`)
  return `M${x(at).toFixed(1)} ${y(worth).toFixed(1)}${on.join('')}`
}

/** @param {Line[]} lines @param {string[]} names @param {import('../shell/types.js').Counts | null} counts */
function label(lines, names, counts) {
  if (!counts) return 'Worth over time: not known'
  const ends = names.map((name, seat) => {
    const line = lines[seat] ?? []
    if (!line.length) return name
    return `${name} from ${figure(line[0][1], counts)} to ${figure(line[line.length - 1][1], counts)}`
  })
  return `Worth over time, in ${counts.unit}: ${ends.join(', ')}`
}
