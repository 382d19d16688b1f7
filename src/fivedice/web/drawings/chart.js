// The chart of all pages: labelled levels, bars, lines and dots, in the units of its axes.
import {html, useRef} from '../vendor/htm-preact.js'

/** @typedef {[number, number]} Point */
/**
 * The content of a chart: its `label` for screen readers, the axis of its levels or only its ends, and the
 * range from left to right, with labels below it. A line with `steps` keeps its level until the next point.
 * @typedef {{label: string, height?: number, left?: number, foot?: number, top?: number,
 *   levels?: Axis | {low: number, high: number}, across: Point, below?: [number, string][],
 *   bars?: {from: number, to: number, high: number, kind: string, words?: string}[],
 *   lines?: {points: Point[], kind: string, steps?: boolean}[],
 *   dots?: {at: Point, kind: string, size?: number}[], now?: number, onGo?: (at: number) => void}} Content
 */

const WIDTH = 640
const RIGHT = 8
/** The height of a label. */
const LINE = 18

/** @param {Content} props `onGo` gets the horizontal position of a press; `now` is marked on that axis */
export function Chart(props) {
  const {label, height = 190, across, onGo} = props
  const place = useRef(/** @type {SVGElement | null} */ (null))
  const {left = 46} = props
  const go = (/** @type {PointerEvent} */ event) => {
    const box = place.current?.getBoundingClientRect()
    if (!box || !onGo || (event.type === 'pointermove' && !event.buttons)) return
    const share = (((event.clientX - box.left) / box.width) * WIDTH - left) / (WIDTH - left - RIGHT)
    onGo(across[0] + (Math.max(0, Math.min(1, share)) || 0) * (across[1] - across[0]))
  }
  return html`<svg ref=${place} class="chart" viewBox=${`0 0 ${WIDTH} ${height}`} role="img" translate="no"
    onPointerDown=${go} onPointerMove=${go} aria-label=${label}>
    ${props.levels && html`<${Drawn} ...${{...props, height, left}} levels=${props.levels} />`}
  </svg>`
}

/** @param {Content & {levels: Axis | {low: number, high: number}, height: number, left: number}} props */
function Drawn({levels, across, height, left, foot = 10, top = 10, now, ...shown}) {
  const {bars = [], lines = [], dots = [], below = []} = shown
  const [from, to] = across
  const x = (/** @type {number} */ at) => left + ((at - from) / (to - from || 1)) * (WIDTH - left - RIGHT)
  const y = (/** @type {number} */ level) =>
    top + (height - top - foot) * (1 - (level - levels.low) / (levels.high - levels.low))
  const bottom = height - foot
  const ticks = 'ticks' in levels ? levels.ticks : []
  /** How far two labels that would overlap are moved apart. @param {number} lower @param {number} upper */
  const pushed = (lower, upper) =>
    ticks[lower] && ticks[upper] ? Math.max(0, LINE - y(ticks[lower][0]) + y(ticks[upper][0])) / 2 : 0
  return html`
    ${bars.map(
      ({from: begin, to: end, high, kind, words}) => html`<rect class=${kind} x=${x(begin)} y=${y(high)}
      width=${Math.max(1, x(end) - x(begin) - 1)} height=${bottom - y(high)} />
      <text class="tick" x=${x((begin + end) / 2)} y=${top + 14} text-anchor="middle">${words}</text>`,
    )}
    ${ticks.map(
      ([level, words], at) =>
        html`<line class="grid" x1=${left} x2=${WIDTH - RIGHT} y1=${y(level)} y2=${y(level)} />
      <text class="tick" x=${left - 6} y=${y(level) + 5 + pushed(at, at + 1) - pushed(at - 1, at)}
        text-anchor="end">${words}</text>`,
    )}
    ${below.map(
      ([at, words]) => html`<text class="tick" x=${x(at)} y=${bottom + 8} text-anchor="middle"
      dominant-baseline="hanging">${words}</text>`,
    )}
    ${now !== undefined && html`<line class="now" x1=${x(now)} x2=${x(now)} y1=${top} y2=${bottom} />`}
    ${lines.map(({points, kind, steps}) => html`<path class=${kind} d=${path(points, x, y, steps)} />`)}
    ${dots.map(
      ({at: [right, level], kind, size = 5}) => html`<circle class=${kind} cx=${x(right)} cy=${y(level)}
      r=${size} />`,
    )}`
}

/**
 * @param {Point[]} points @param {(at: number) => number} x @param {(level: number) => number} y
 * @param {boolean} [steps]
 */
function path(points, x, y, steps = false) {
  const [[at, level], ...more] = points.length ? points : /** @type {Point[]} */ ([[0, 0]])
  const to = (/** @type {Point} */ [at, level]) => {
    const [right, high] = [x(at).toFixed(1), y(level).toFixed(1)]
    return steps ? `H${right}V${high}` : `L${right} ${high}`
  }
  return `M${x(at).toFixed(1)} ${y(level).toFixed(1)}${more.map(to).join('')}`
}
