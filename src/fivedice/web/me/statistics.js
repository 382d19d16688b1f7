// Statistics of my play, computed by the server from my matches, with a chart for each figure over time.
import {html, useState} from '../vendor/htm-preact.js'
import {at, get, patch, useAnswer, useRequest} from '../shell/api.js'
import {Chart} from '../drawings/chart.js'
import {Bar, Check, Folded, Link, usePage, Wrong} from '../shell/frame.js'
import {stylesheet} from '../shell/lazy.js'
import {tell, whoPlays} from '../shell/player.js'
import {me} from '../shell/storage.js'
import {comma, decimal, figure, rich, tr} from '../shell/language.js'

/**
 * @typedef {{kind: string, title: string, unit: string, code: string, played: number, train: string,
 *   headlines: Record<string, string>, lines: {label: string, value: string, how: string}[], habits:
 *   {sentence: string, is_clear: boolean}[], by_kind: Record<string, string>, by_box: Record<string, string>,
 *   together: number, ahead: number | null, costs: number[], totals: Record<string, number>, step: number,
 *   axis: Axis, ratings: {name: string, you: boolean, value: number, error: number, matches: number}[]}} Kind
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
  const {data, wrong} = useAnswer(ask, [], ({data, wrong}) => (data?.pending && !wrong ? AGAIN : 0))
  usePage(tr('Statistics · fivedice'))
  return html`<${Bar} /><main class="page records reading" aria-busy=${!data && !wrong}>
    <h1>${tr('Statistics')}</h1>
    <${Wrong} why=${wrong} />
    <p role="status" class="soft">${data?.pending ? tr('Reviewing your latest matches …') : ''}</p>
    ${
      data &&
      !data.kinds.length &&
      !data.pending &&
      html`<section class="panel empty"><p>${tr(
        'How often you win, your average and your best will stand here after your first match, ' +
          'and the habit that costs you most once ten matches show it.',
      )}</p>
        <${Link} class="button main" href="/">${tr('Play a match')}<//></section>`
    }
    ${data?.kinds.map((one, place) => html`<${KindPanel} key=${one.kind} kind=${one} first=${!place} />`)}
    ${
      data &&
      data.kinds.length > 0 &&
      html`${
        data.opponents.length > 0 &&
        html`<${Folded} title=${tr('Opponents')}><${Table} title=${tr('Matches by opponent')}
          heads=${[tr('Player'), tr('Played', null, 'how many matches'), tr('You won'), tr('They won')]}
          rows=${data.opponents.map(({name, played, won, lost}) => [name, played, won, lost])} /><//>`
      }
        <${Folded} title=${tr('Export and ratings')}><${Export} />
          ${data.kinds.some(({ratings}) => ratings.length) && html`<${Agree} agreed=${data.agreed} />`}<//>`
    }
  </main>`
}

/** @param {{kind: Kind, first: boolean}} props */
function KindPanel({kind, first}) {
  const [open, setOpen] = useState(first)
  return html`<details class="panel of-game" open=${first}
    onToggle=${(/** @type {any} */ event) => setOpen(event.target.open)}>
    <summary><h2>${kind.title}</h2><span class="soft">${tr(
      '{played, plural, one {from # match so far} other {from # matches}}',
      kind,
    )}</span></summary>
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
      html`<div class="row leak"><p><b>${tr('What costs you most')}</b> ${leak.sentence}</p>
        ${train && html`<${Link} class="button main" href=${`/train/${train}`}>${tr('Train')}<//>`}</div>`
    }
    <div class="charts"><${Course} kind=${kind} />${ahead !== null && html`<${Totals} kind=${kind} />`}</div>
    <details class="figure"><summary>${tr('All figures')}</summary><${All} kind=${kind} /></details>`
}

/** @param {string} unit */
const perGame = (unit) => tr('{unit} per game', {unit})

const RATED = tr(
  'From your results in the order in which the matches ended, bots included. ' +
    'A player rated 100 higher wins 64 of 100 matches. Matches with hints are not rated.',
)

/** @param {{kind: Kind}} props */
const All = ({kind: {lines, habits, by_kind, by_box, unit, ratings}}) =>
  html`<p class="soft">${tr('Press a figure to read how it is computed.')}</p>
    <div class="figures">${lines.map(
      ({label, value, how}) => html`<details class="figure"><summary><span>${label}</span>${' '}
      <strong>${value}</strong></summary><p>${how}</p></details>`,
    )}</div>
    ${
      habits.length > 0 &&
      html`<h3>${tr('Habits')}</h3>
      <ol class="habits">${habits.map(({sentence}) => html`<li>${sentence}</li>`)}</ol>`
    }
    <${Table} title=${tr('Lost by kind of decision')} heads=${['', perGame(unit)]}
      rows=${Object.entries(by_kind)} />
    <${Table} title=${tr('Lost by box')} heads=${['', perGame(unit)]} rows=${Object.entries(by_box)} />
    <${Table} title=${tr('Rating')} heads=${[tr('Player'), tr('Rating'), tr('Matches')]} rows=${ratings.map(
      ({name, you, value, error, matches}) => [
        you ? tr('You', null, 'in a list of players') : name,
        `${figure(value)} ± ${figure(error)}`,
        matches,
      ],
    )} about=${RATED} />`

/** The cost of choices, match by match. @param {{kind: Kind}} props */
function Course({kind: {costs, axis, unit, together}}) {
  if (costs.length < FEWEST) return null
  const title = tr('Lost by choices, {unit}', {unit: perGame(unit)})
  const each = tr(
    '{together, plural, one {Each dot is a match, the newest on the right.} other ' +
      '{Each dot is # matches, the newest on the right.}}',
    {together},
  )
  const points = costs.map((cost, place) => [place, cost])
  const figures = comma(costs.map((cost) => decimal(cost)))
  return html`<figure><figcaption><h3>${title}</h3>
      <p class="soft">${each}</p></figcaption>
    <${Chart} height=${HEIGHT} left=${LEFT}
      label=${tr('{title}, the oldest first: {figures}', {title, figures})} levels=${axis}
      across=${[0, costs.length - 1]} lines=${[{points, kind: 'course'}]}
      dots=${points.map((at) => ({at, kind: 'dot', size: 4}))} /></figure>`
}

/**
 * My totals beside the distribution of best play, if it is known. Each is scaled to full height; otherwise a
 * few matches would dwarf best play.
 * @param {{kind: Kind}} props
 */
function Totals({kind: {code, totals, step}}) {
  const mine = Object.entries(totals).map(([total, games]) => [Number(total), games])
  const ends = [mine[0][0], mine[mine.length - 1][0]]
  /** @returns {Promise<{chances: number[], axis: Axis}>} */
  const ask = () => get(`/api/tables/${code}/spread?total=${ends[0]}&total=${ends[1]}`)
  const {data: spread} = useAnswer(ask, [code])
  if (!spread) return null
  const {low, high, ticks} = spread.axis
  const best = Array(Math.ceil(spread.chances.length / step)).fill(0)
  spread.chances.forEach((chance, total) => void (best[Math.floor(total / step)] += chance))
  const most = Math.max(...mine.map(([, number]) => number))
  const likeliest = Math.max(...best)
  const bar = (/** @type {number} */ from, /** @type {number} */ high, /** @type {string} */ kind) => ({
    ...{from, to: from + step, high, kind},
  })
  const bars = [
    ...best.map((chance, place) => bar(place * step, chance / likeliest, 'best-play')),
    ...mine.map(([total, number]) => bar(total, number / most, 'mine')),
  ].filter(({from, to, high}) => high && from >= low && to <= spread.axis.high)
  const figures = comma(
    mine.map(([total, number]) =>
      tr('{from} to {to}: {number}', {from: total, to: total + step - 1, number}),
    ),
  )
  return html`<figure><figcaption><h3>${tr('Totals')}</h3>
      <p
        class="soft">${rich(
          '<mine></mine> your games <best></best> best play, drawn to the same height',
          KEYS,
        )}</p></figcaption>
    <${Chart} label=${tr('Your totals and best play. {figures}', {figures})} height=${HEIGHT} left=${8}
      foot=${48} levels=${{low: 0, high: 1}} across=${[low, high]} below=${ticks} bars=${bars} /></figure>`
}

/** The keys of a chart, as tags in its sentence. */
const KEYS = {
  mine: () => html`<span class="key mine" aria-hidden="true"></span>`,
  best: () => html`<span class="key best-play" aria-hidden="true"></span>`,
}

/** @param {{agreed: boolean}} props */
function Agree({agreed}) {
  const [isShown, setShown] = useState(agreed)
  const [wrong, ask] = useRequest()
  const change = async () =>
    (await ask(patch('/api/player', {settings: {ratings: !isShown}}))) && setShown(!isShown)
  return html`<${Check} label=${tr('Show my name and ratings to others')} checked=${isShown}
    onChange=${change} />
    <${Wrong} why=${wrong} />`
}

/** @param {{title: string, about?: string, heads: string[], rows: any[][]}} props */
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
  html`<p class="soft">${tr('The figures of every match, as a file.')}</p>
    <p class="row">${['csv', 'json', 'parquet'].map(
      (one) => html`<a class="button small" download href=${at(`/api/player/export?format=${one}`)}>
      ${one === 'parquet' ? 'Parquet' : one.toUpperCase()}</a>`,
    )}</p>`
