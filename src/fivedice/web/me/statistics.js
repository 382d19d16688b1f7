// Statistics of my play, computed by the server from my matches, with a chart for each figure over time.
import {html, useState} from '../vendor/htm-preact.js'
import {at, get, patch, useAnswer, useRequest} from '../shell/api.js'
import {Chart} from '../drawings/chart.js'
import {Bar, Check, Folded, Link, usePage, Wrong} from '../shell/frame.js'
import {stylesheet} from '../shell/lazy.js'
import {tell, whoPlays} from '../shell/player.js'
import {me} from '../shell/storage.js'

/** @typedef {import('../shell/types.js').Axis} Axis */
/**
 * @typedef {{kind: string, title: string, unit: string, code: string, played: number, train: string,
 *   headlines: Record<string, string>, lines: {label: string, value: string, how: string}[],
 *   habits: {sentence: string, is_clear: boolean}[],
 *   by_kind: Record<string, string>, by_box: Record<string, string>, together: number,
 *   ahead: number | null, costs: number[], totals: Record<string, number>, step: number, axis: Axis,
 *   ratings: {name: string, you: boolean, value: number, error: number, matches: number}[]}} Kind
 */
/** @typedef {{name: string, played: number, won: number, lost: number}} Versus */
/** @typedef {{kinds: Kind[], opponents: Versus[], pending: number, agreed: boolean}} Profile */

stylesheet('records')

/** Milliseconds before the page requests the statistics again while the server counts matches. */
const AGAIN = 2000
const HEIGHT = 250
const LEFT = 72
/** The minimum number of points for a line. */
const FEWEST = 3

export default function Statistics() {
  /** @param {any} before @returns {Promise<Profile>} */
  const ask = async (before) => {
    if (!before) await whoPlays().then(tell)
    return me().id ? get('/api/player/profile') : {kinds: [], opponents: [], pending: 0, agreed: false}
  }
  const {found, wrong} = useAnswer(ask, [], ({found, wrong}) => (found?.pending && !wrong ? AGAIN : 0))
  usePage('Statistics · fivedice')
  return html`<${Bar} /><main class="page records reading" aria-busy=${!found && !wrong}>
    <h1>Statistics</h1>
    <${Wrong} why=${wrong} />
    <p role="status" class="soft">${found?.pending ? 'Reviewing your latest matches …' : ''}</p>
    ${
      found &&
      !found.kinds.length &&
      !found.pending &&
      html`<section class="panel empty"><p>How often you win, your average and your best, and the habit that
        costs you most will stand here after your first match.</p>
        <${Link} class="button main" href="/">Play a match<//></section>`
    }
    ${found?.kinds.map((one, place) => html`<${KindPanel} key=${one.kind} kind=${one} first=${!place} />`)}
    ${
      found &&
      found.kinds.length > 0 &&
      html`<${Folded} title="Opponents"><${Table} title="Matches by opponent"
          heads=${['Player', 'Played', 'You won', 'They won']}
          rows=${found.opponents.map(Object.values)} /><//>
        <${Folded} title="Export and ratings"><${Export} />
          ${found.kinds.some(({ratings}) => ratings.length) && html`<${Agree} agreed=${found.agreed} />`}<//>`
    }
  </main>`
}

/** @param {{kind: Kind, first: boolean}} props */
function KindPanel({kind, first}) {
  const [open, setOpen] = useState(first)
  return html`<details class="panel of-game" open=${first}
    onToggle=${(/** @type {any} */ event) => setOpen(event.target.open)}>
    <summary><h2>${kind.title}</h2><span class="soft">${
      kind.played === 1 ? 'from 1 match so far' : `from ${kind.played} matches`
    }</span></summary>
    ${open && html`<${Figures} kind=${kind} />`}</details>`
}

/** What people look for first; the rest is folded. @param {{kind: Kind}} props */
function Figures({kind}) {
  const {headlines, habits, train, ahead} = kind
  const leak = habits.find(({is_clear: clear}) => clear) ?? habits[0]
  return html`<dl class="headlines">${Object.entries(headlines).map(
    ([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`,
  )}</dl>
    ${
      leak &&
      html`<div class="row leak"><p><b>What costs you most</b> ${leak.sentence}</p>
        ${train && html`<${Link} class="button main" href=${`/train/${train}`}>Train<//>`}</div>`
    }
    <div class="charts"><${Course} kind=${kind} />${ahead !== null && html`<${Totals} kind=${kind} />`}</div>
    <details class="figure"><summary>All figures</summary><${All} kind=${kind} /></details>`
}

/** @param {{kind: Kind}} props */
const All = ({kind: {lines, habits, by_kind, by_box, unit, ratings}}) =>
  html`<p class="soft">Press a figure to read how it is computed.</p>
    <div class="figures">${lines.map(
      ({label, value, how}) => html`<details class="figure"><summary><span>${label}</span>${' '}
      <strong>${value}</strong></summary><p>${how}</p></details>`,
    )}</div>
    ${
      habits.length > 0 &&
      html`<h3>Habits</h3>
      <ol class="habits">${habits.map(({sentence}) => html`<li>${sentence}</li>`)}</ol>`
    }
    <${Table} title="Lost by kind of decision" heads=${['', `${unit} per game`]}
      rows=${Object.entries(by_kind)} />
    <${Table} title="Lost by box" heads=${['', `${unit} per game`]} rows=${Object.entries(by_box)} />
    <${Table} title="Rating" heads=${['Player', 'Rating', 'Matches']} rows=${ratings.map(
      ({name, you, value, error, matches}) => [you ? 'You' : name, `${value} ± ${error}`, matches],
    )} about="From your results in the order in which the matches ended, bots included. A player rated 100
      higher wins 64 of 100 matches. Matches with hints are not rated." />`

/** The cost of choices, match by match. @param {{kind: Kind}} props */
function Course({kind: {costs, axis, unit, together}}) {
  if (costs.length < FEWEST) return null
  const title = `Lost by choices, ${unit} per game`
  const each = together > 1 ? `${together} matches` : 'a match'
  const points = costs.map((cost, place) => [place, cost])
  const told = costs.map((cost) => cost.toFixed(1)).join(', ')
  return html`<figure><figcaption><h3>${title}</h3>
      <p class="soft">${`Each dot is ${each}, the newest on the right.`}</p></figcaption>
    <${Chart} height=${HEIGHT} left=${LEFT} label=${`${title}, the oldest first: ${told}`} levels=${axis}
      across=${[0, costs.length - 1]} lines=${[{points, kind: 'course'}]}
      dots=${points.map((at) => ({at, kind: 'dot', size: 4}))} /></figure>`
}

/**
 * My totals beside the distribution of best play, if it is known. Each is scaled to full height; otherwise a
 * few matches would dwarf best play.
 * @param {{kind: Kind}} props
 */
function Totals({kind: {code, totals, step}}) {
  const made = Object.entries(totals).map(([total, games]) => [Number(total), games])
  const ends = [made[0][0], made[made.length - 1][0]]
  /** @returns {Promise<{chances: number[], axis: Axis}>} */
  const ask = () => get(`/api/tables/${code}/spread?total=${ends[0]}&total=${ends[1]}`)
  const {found: spread} = useAnswer(ask, [code])
  if (!spread) return null
  const {low, high, ticks} = spread.axis
  const best = Array(Math.ceil(spread.chances.length / step)).fill(0)
  spread.chances.forEach((chance, total) => void (best[Math.floor(total / step)] += chance))
  const most = Math.max(...made.map(([, number]) => number))
  const likeliest = Math.max(...best)
  const bar = (/** @type {number} */ from, /** @type {number} */ high, /** @type {string} */ kind) => ({
    ...{from, to: from + step, high, kind},
  })
  const bars = [
    ...best.map((chance, place) => bar(place * step, chance / likeliest, 'best-play')),
    ...made.map(([total, number]) => bar(total, number / most, 'mine')),
  ].filter(({from, to, high}) => high && from >= low && to <= spread.axis.high)
  const told = made.map(([total, number]) => `${total} to ${total + step - 1}: ${number}`).join(', ')
  return html`<figure><figcaption><h3>Totals</h3>
      <p class="soft"><span class="key mine" aria-hidden="true"></span> your games${' '}
        <span class="key best-play" aria-hidden="true"></span> best play, drawn to the same
        height</p></figcaption>
    <${Chart} label=${`Your totals and best play. ${told}`} height=${HEIGHT} left=${8}
      foot=${48} levels=${{low: 0, high: 1}} across=${[low, high]} below=${ticks} bars=${bars} /></figure>`
}

/** @param {{agreed: boolean}} props */
function Agree({agreed}) {
  const [shown, setShown] = useState(agreed)
  const [wrong, ask] = useRequest()
  const change = async () =>
    (await ask(patch('/api/player', {settings: {ratings: !shown}}))) && setShown(!shown)
  return html`<${Check} label="Show my name and ratings to others" checked=${shown} onChange=${change} />
    <${Wrong} why=${wrong} />`
}

/**
 * A table under its title, unless it is empty.
 * @param {{title: string, about?: string, heads: string[], rows: any[][]}} props
 */
const Table = ({title, about, heads, rows}) =>
  rows.length > 0 &&
  html`<h3>${title}</h3>${about && html`<p class="soft">${about}</p>`}
    <div class="scrolls" tabindex="0" role="region" aria-label=${title}><table class="company">
    <thead><tr>${heads.map((one) => html`<th scope="col">${one}</th>`)}</tr></thead>
    <tbody>${rows.map(
      ([name, ...more]) =>
        html`<tr><th scope="row">${name}</th>${more.map((one) => html`<td>${one}</td>`)}</tr>`,
    )}</tbody></table></div>`

const Export = () =>
  html`<p class="soft">The figures of every match, as a file.</p>
    <p class="row">${['csv', 'json', 'parquet'].map(
      (one) => html`<a class="button small" download href=${at(`/api/player/export?format=${one}`)}>
      ${one === 'parquet' ? 'Parquet' : one.toUpperCase()}</a>`,
    )}</p>`
