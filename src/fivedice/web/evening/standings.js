// Shared by all pages of a club night: the state of the evening on the server, its clock, tables and
// standings.
import {html} from '../vendor/htm-preact.js'
import {get, useAnswer} from '../shell/api.js'
import {useNow} from '../shell/effects.js'
import {tonight} from '../shell/storage.js'
import {left, many} from '../shell/wording.js'

/**
 * @typedef {{scores: number[], winners: number[]} | null} Result
 * @typedef {{players: number[], codes: string[], results: Result[]}} Table
 * @typedef {{tables: Table[], byes: number[], over: boolean}} Round
 * @typedef {{rank: number, player: number, matches: number, points: number, percent: number | null,
 *   cross: number | null, cost: number | null, ahead: number | null}} Line
 * @typedef {{code: string, version: string, game: string, title: string, unit: string, seats: number,
 *   rounds: number, deals: number, minutes: number, pairing: string, ended: boolean, left: number | null,
 *   at: number, players: {name: string, here: boolean}[], played: Round[], standings: Line[], luck: string,
 *   you: {host: boolean, player: number | null,
 *     seat: {code: string, chair: number, token: string} | null}}} Evening
 */

const AGAIN = 3000
const SECOND = 1000

/** The evening, requested every few seconds. @param {string} code */
export function useEvening(code, again = AGAIN) {
  const ask = async (/** @type {Evening | null} */ before) => {
    const news = await get(`/api/evenings/${code}?since=${before?.version ?? ''}`)
    return /** @type {Evening} */ ({...before, ...news, at: Date.now()})
  }
  const {found: evening, ...more} = useAnswer(ask, [code], () => again)
  return {evening, ...more}
}

/** The round that is being played. @param {Evening} evening */
export const roundNow = ({played}) => (played.at(-1)?.over ? undefined : played.at(-1))

/** @param {Evening} evening @param {number[]} some */
export const namesOf = ({players}, some) => some.map((number) => players[number].name)

/** The stage of the evening, in a line. @param {Evening} evening */
export function stage({played, rounds, ended}) {
  if (ended) return 'This evening is over'
  if (!played.length) return 'Players are arriving'
  return `Round ${played.length} of ${rounds}${played.at(-1)?.over ? ' is over' : ''}`
}

/** The time left in the round. @param {{evening: Evening}} props */
export function RoundClock({evening: {left: seconds, at}}) {
  const now = useNow(seconds !== null)
  if (seconds === null) return null
  return html`<p class="round-clock"><span class="soft">Time left</span>
    <strong role="timer">${left(Math.max(0, seconds - Math.max(0, now - at) / SECOND))}</strong></p>`
}

/**
 * A table of a round: its players and their scores, with … for a match in progress.
 * @param {{evening: Evening, table: Table}} props
 */
export function Scores({evening, table: {players, results}}) {
  const told = results.map((result) => result?.scores.join(' : ') ?? 'not played')
  if (results.length < evening.deals) told.push('…')
  return html`<span class="who">${namesOf(evening, players).join(' – ')}</span>${' '}
    <span class="soft">${told.join(', ')}</span>`
}

/** The tables of the last round, and the players who have a bye. @param {{evening: Evening}} props */
export function Tables({evening}) {
  const round = evening.played.at(-1)
  if (!round) return null
  return html`<section class="panel"><h2>${`Tables of round ${evening.played.length}`}</h2>
    <ol class="evening-tables">${round.tables.map(
      (table) => html`<li><${Scores} evening=${evening} table=${table} /></li>`,
    )}</ol>
    ${round.byes.length > 0 && html`<p class="soft">${`Bye: ${namesOf(evening, round.byes).join(', ')}`}</p>`}
  </section>`
}

const figure = (/** @type {number | null} */ value, digits = 1) =>
  value === null ? '–' : value.toFixed(digits)
const signed = (/** @type {number | null} */ value) =>
  (value !== null && value >= 0.05 ? '+' : '') + figure(value).replace('-', '−').replace('−0.0', '0.0')

/** @type {[string, string, (line: Line) => string][]} */
const COLUMNS = [
  ['%', 'Share of comparisons won against others who had the same dice', ({percent}) => figure(percent)],
  [
    'Wins',
    'Matches won; equal winners share, and a bye counts as won',
    ({points}) => figure(points).replace('.0', ''),
  ],
  ['±', 'Points more or less than others with the same dice, on average', ({cross}) => signed(cross)],
  ['Cost', 'Cost per match of choices that were not the best', ({cost}) => figure(cost)],
  [
    'Ahead',
    'Chance that this player is really better than the next',
    ({ahead}) => (ahead === null ? '–' : `${Math.round(100 * ahead)}%`),
  ],
]

/** Whether a match is over, so that there are standings. @param {Evening} evening */
export const isScored = ({standings}) => standings.some(({matches}) => matches)

/** The order of all players, with its certainty. @param {{evening: Evening}} props */
export function Standings({evening}) {
  const {standings, players, luck, you, pairing, seats} = evening
  if (!isScored(evening)) return null
  const [percent, wins, cross, cost, ahead] = COLUMNS
  const columns = [
    ...(pairing === 'swiss' ? [wins, percent] : [percent, wins]).filter((one) => seats > 1 || one !== wins),
    cross,
    ...(standings.some((line) => line.cost !== null) ? [cost] : []),
    ahead,
  ]
  return html`<section class="panel standings"><h2>Standings</h2>
    <div class="scrolls"><table class="company"><thead><tr><th scope="col">Player</th>
      ${columns.map(([title]) => html`<th scope="col">${title}</th>`)}
    </tr></thead><tbody>${standings.map(
      (line) => html`<tr class=${line.player === you.player ? 'you' : ''} key=${line.player}>
      <th scope="row"><span class="rank">${line.rank}</span> ${players[line.player].name}</th>
      ${columns.map(([, , shown]) => html`<td>${shown(line)}</td>`)}</tr>`,
    )}</tbody></table></div>
    ${luck && html`<p class="soft">${luck}</p>`}
    <details class="meanings"><summary>What the figures mean</summary><dl>${columns.map(
      ([title, meaning]) => html`<dt>${title}</dt><dd>${meaning}.</dd>`,
    )}</dl></details></section>`
}

/** The number of players who are present, in words. @param {Evening} evening */
export const present = ({players}) => many(players.filter(({here}) => here).length, 'player')

/** Stores a club night while I attend it as host or player; returns whether I do. @param {Evening} evening */
export function attend({code, ended, rounds, played, players, you}) {
  const isOver = ended || (played.length === rounds && played.at(-1)?.over)
  const isThere = !isOver && (you.host || (you.player !== null && players[you.player].here))
  if (isThere || tonight() === code) tonight(isThere ? code : '')
  return isThere
}
