// Shared by all pages of a club night: its state on the server, its clock, tables and standings.
import {html} from '../vendor/htm-preact.js'
import {get, useAnswer} from '../shell/api.js'
import {useNow} from '../shell/effects.js'
import {Button, go, Link} from '../shell/frame.js'
import {comma, decimal, figure, sentences, tr} from '../shell/language.js'
import {stylesheet} from '../shell/lazy.js'
import {tell} from '../shell/player.js'
import {hold, tonight} from '../shell/storage.js'
import {left} from '../shell/wording.js'

stylesheet('club')

/**
 * @typedef {{scores: number[], winners: number[]} | null} Result
 * @typedef {{players: number[], codes: string[], results: Result[]}} Table
 * @typedef {{tables: Table[], byes: number[], over: boolean}} Round
 * @typedef {{rank: number, player: number, matches: number, points: number, cross: number | null}} Line
 * @typedef {{code: string, version: string, game: string, title: string, unit: string, seats: number,
 *   rounds: number, deals: number, minutes: number, pairing: string, ended: boolean, left: number | null,
 *   at: number, players: {name: string, here: boolean}[], played: Round[], standings: Line[], luck: string,
 *   live?: Record<string, number[]>, you: {host: boolean, player: number | null, told: string,
 *     seat: {code: string, chair: number, token: string} | null}}} ClubNight
 */

const AGAIN = 3000
const SECOND = 1000

/** The club night, requested every few seconds; `live` with the scores of its tables. @param {string} code */
export function useClubNight(code, again = AGAIN, live = false) {
  const ask = async (/** @type {ClubNight | null} */ before) => {
    const news = await get(`/api/clubs/${code}?live=${live}&since=${before?.version ?? ''}`)
    return /** @type {ClubNight} */ ({...before, ...news, at: Date.now()})
  }
  const {data: night, ...more} = useAnswer(ask, [code], () => again)
  return {night, ...more}
}

/** The round that is being played. @param {ClubNight} night */
export const roundNow = ({played}) => (played.at(-1)?.over ? undefined : played.at(-1))

/** @param {ClubNight} night @param {number[]} some */
export const namesOf = ({players}, some) => some.map((number) => players[number].name)

/** The stage of the club night, in a line. @param {ClubNight} night */
export function stage({played, rounds, ended}) {
  if (ended) return tr('This club night is over')
  if (!played.length) return tr('Players are arriving')
  const now = {round: played.length, rounds}
  if (played.at(-1)?.over) return tr('Round {round} of {rounds} is over', now)
  return tr('Round {round} of {rounds}', now)
}

/** The rounds in words. @param {Pick<ClubNight, 'rounds' | 'deals' | 'minutes'>} plan */
export const planned = ({rounds, deals, minutes}) =>
  comma([
    tr(
      '{rounds, plural, one {# round} other {# rounds}} of ' +
        '{deals, plural, one {one match} other {# matches}}',
      {rounds, deals},
    ),
    ...(minutes ? [tr('{minutes, plural, one {# minute} other {# minutes}} each', {minutes})] : []),
  ])

/** The time left in the round. @param {{night: ClubNight}} props */
export function RoundClock({night: {left: seconds, at}}) {
  const now = useNow(seconds !== null)
  if (seconds === null) return null
  return html`<p class="round-clock"><span class="soft">${tr('Time left')}</span>
    <strong role="timer">${left(Math.max(0, seconds - Math.max(0, now - at) / SECOND))}</strong></p>`
}

/** The scores of a table, with those so far or … for a match in progress. @param {any} props */
function Scores({table: {results, codes}, night: {deals, live = {}}}) {
  const inWords = (/** @type {number[] | undefined} */ scores) => scores?.join('\u00a0: ')
  const over = results.map((/** @type {Result} */ result) => inWords(result?.scores) ?? tr('not played'))
  return html`<span class="soft">${comma([...over, ''].slice(0, deals))}</span>${
    over.length < deals && html` <b class="live">${inWords(live[codes.at(-1)]) ?? '…'}</b>`
  }`
}

/** The tables of the last round, and the players who have a bye. @param {{night: ClubNight}} props */
export function Tables({night}) {
  const round = night.played.at(-1)
  if (!round) return null
  const byes = comma(namesOf(night, round.byes))
  return html`<section class="panel"><h2>${tr('Tables of round {round}', {round: night.played.length})}</h2>
    <ol class="club-tables">${round.tables.map(
      (table) =>
        html`<li>${namesOf(night, table.players).map(
          (name, place) => html`${place > 0 && ' – '}<span class="name">${name}</span>`,
        )} <${Scores} ...${{table, night}} /></li>`,
    )}</ol>
    ${byes && html`<p class="soft">${tr('Bye: {byes}', {byes})}</p>`}
  </section>`
}

/** The tables that still play, with their players. @param {ClubNight} night */
export const playing = (night) =>
  (roundNow(night)?.tables ?? []).filter(({results}) => results.length < night.deals)

/** @type {Intl.NumberFormatOptions} */
const SIGNED = {signDisplay: 'exceptZero', minimumFractionDigits: 1, maximumFractionDigits: 1}

/** Whether a match is over, so that there are standings. @param {ClubNight} night */
export const isScored = ({standings}) => standings.some(({matches}) => matches)

/** The order of all players, and why it is so. @param {{night: ClubNight}} props */
export function Standings({night}) {
  const {standings, players, luck, you, pairing, seats, unit} = night
  if (!isScored(night)) return null
  const isHalf = standings.some(({points}) => points % 1)
  const above = /** @type {const} */ ([
    tr('Same dice'),
    (/** @type {Line} */ {cross}) => (cross === null ? '–' : figure(cross, SIGNED)),
    tr('how many {unit} more a player makes than others with the same dice, on average', {unit}),
  ])
  const won = /** @type {const} */ ([
    tr('Won'),
    (/** @type {Line} */ {points}) => decimal(points, isHalf ? 1 : 0),
    tr('matches won'),
  ])
  const columns = (pairing === 'swiss' ? [won, above] : [above, won]).filter((one) =>
    one === won ? seats > 1 : standings.some(({cross}) => cross !== null),
  )
  const [first, second] = columns.map(([, , meaning]) => meaning)
  const why = second ? tr('{first}; then {second}', {first, second}) : first
  return html`<section class="panel standings" style=${{'--rows': players.length + 1}}>
    <h2>${tr('Standings')}</h2>
    <table class="company"><thead><tr><td></td><th scope="col">${tr('Player')}</th>
      ${columns.map(([title]) => html`<th scope="col">${title}</th>`)}
    </tr></thead><tbody>${standings.map(
      (line) => html`<tr class=${line.player === you.player ? 'you' : ''} key=${line.player}>
      <td class="rank">${line.rank}</td><th scope="row" class="name">${players[line.player].name}</th>
      ${columns.map(([, shown]) => html`<td>${shown(line)}</td>`)}</tr>`,
    )}</tbody></table>
    <p class="soft">${sentences(tr('What counts: {why}.', {why}), luck)}</p></section>`
}

/** @param {ClubNight} night */
export const presence = ({players}) => ({count: players.filter(({here}) => here).length})

/** The number of players who are present, in words. @param {ClubNight} night */
export const present = (night) =>
  tr('{count, plural, one {# player here} other {# players here}}', presence(night))

/** Whether no round will begin any more. @param {ClubNight} night */
export const isOver = ({ended, rounds, played}) =>
  ended || (played.length === rounds && Boolean(played.at(-1)?.over))

/** Stores a club night while I attend it as host or player; returns whether I do. @param {ClubNight} night */
export function attend(night) {
  const {code, players, you} = night
  const isThere = !isOver(night) && (you.host || (you.player !== null && players[you.player].here))
  if (isThere || tonight() === code) tonight(isThere ? code : '')
  return isThere
}

/** The way to my table now. @param {{night: ClubNight, children: any}} props */
export function ToTable({night: {you, game}, children}) {
  const play = () => {
    if (!you.seat) return
    hold(you.seat, game)
    tell()
    go(`/t/${you.seat.code}`)
  }
  return html`<${Button} look="main" onClick=${play}>${children}<//>`
}

/** The next match after that at the table `after`; `children` if there is none. @param {any} props */
export function NextMatch({code, after, children}) {
  const {night} = useClubNight(code)
  const seat = night?.you.seat
  return seat && seat.code !== after ? html`<${ToTable} night=${night}>${tr('Next match')}<//>` : children
}

/** Milliseconds between two requests for the time left; in between the clock runs locally. */
const SELDOM = 30_000

/**
 * The current round, its time left and a link back, for its tables and the home page.
 * @param {{code: string, back?: boolean}} props `back`: only while I am at the club night
 */
export function RoundNotice({code, back = false}) {
  const {night} = useClubNight(code, SELDOM) // the table reports an unreachable server
  if (!night || (back && !attend(night))) return null
  const now = {stage: stage(night)}
  const title = back ? tr('Back to the club night: {stage}', now) : tr('Club night: {stage}', now)
  return html`<div class="notice panel">
    <${Link} href=${`/club/${code}`}>${title}<//>
    <${RoundClock} night=${night} /></div>`
}
