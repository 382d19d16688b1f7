// The chart of worth over the match; a press moves to the event.
import {html, useMemo} from '../vendor/htm-preact.js'
import {Chart} from '../drawings/chart.js'
import {comma, tr} from '../shell/language.js'
import {figure} from './loading.js'
import {look} from './event-line.js'

/** @typedef {[number, number][]} Line */

/**
 * @param {{review: Review, names: string[], number: number, last: number,
 *   onGo: (number: number) => void}} props
 */
export default function Graph({review, names, number, last, onGo}) {
  const lines = useMemo(() => linesOf(review, names.length), [review.moments, review.review])
  const {counts} = review
  const isKnown = counts && lines.some((line) => line.length > 1)
  const marked = review.moments
    .filter(({mark}) => mark)
    .map(({number: at, seat, after, mark}) => ({
      at: /** @type {[number, number]} */ ([at, after]),
      kind: `marked seat-${seat} ${look(mark)}`,
      size: mark === '??' ? 6 : 4,
    }))
  return html`<figure class="graph">
    <${Chart} label=${label(lines, names, counts)} height=${230} levels=${isKnown && review.axis}
      across=${[0, Math.max(1, last)]} now=${number}
      onGo=${(/** @type {number} */ at) => onGo(Math.round(at))}
      lines=${lines.map((points, seat) => ({points, kind: `worth seat-${seat}`, steps: true}))} dots=${[
        ...marked,
        ...lines.map((line, seat) => ({at: [number, worthAt(line, number)], kind: `at seat-${seat}`})),
      ]} />
    <figcaption>${names.map(
      (name, seat) => html`<span class="key"><span class=${`seat-dot seat-${seat}`} aria-hidden="true"></span>
      <span class="name">${name}</span>${' '}
      <b>${isKnown && counts ? figure(worthAt(lines[seat], number), counts) : '–'}</b></span>`,
    )}</figcaption>
  </figure>`
}

/**
 * The worth of each seat after the events that changed it, from the review or, before it is done, from its
 * moments.
 * @param {Review} review @param {number} seats @returns {Line[]}
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
const worthAt = (line, number) => (line.findLast(([at]) => at <= number) ?? line[0])?.[1] ?? 0

/** @param {Line[]} lines @param {string[]} names @param {Counts | null} counts */
function label(lines, names, counts) {
  if (!counts) return tr('Worth over time: not known')
  const ends = names.map((name, seat) => {
    const line = lines[seat] ?? []
    if (!line.length) return name
    const [start, end] = [line[0], line[line.length - 1]].map(([, worth]) => figure(worth, counts))
    return tr('{name} from {start} to {end}', {name, start, end})
  })
  return tr('Worth over time, in {unit}: {worths}', {unit: counts.unit, worths: comma(ends)})
}
