// Today's deal: the games of a day, my results, the line to share, the board, and past days.
import {html, useLayoutEffect, useRef, useState} from '../vendor/htm-preact.js'
import {get, post, useAnswer, useRequest} from '../shell/api.js'
import {Name} from '../shell/bot-personas.js'
import {FaceIcon} from '../dice/faces.js'
import {lookOf} from '../games/index.js'
import {Copy} from '../seats/links.js'
import {Bar, Button, Field, Form, go, Link, NameField, Toggles, usePage, Wrong} from '../shell/frame.js'
import {gap, language, sentences, tr} from '../shell/language.js'
import {stylesheet} from '../shell/lazy.js'
import {tell, whoPlays} from '../shell/player.js'
import {hold, myName, NAMELESS} from '../shell/storage.js'
import {capital, remaining, untilRevealed} from '../shell/wording.js'

stylesheet('records')

/**
 * @typedef {{game: string, title: string, set: string, code: string, points: string,
 *   state: 'open' | 'closing' | 'past' | 'playing' | 'over'}} Game
 */
/**
 * @typedef {{date: string, title: string, today: string, first: string, zone: string, ends: number,
 *   reveals: number, now: number, streak: string, games: Game[]}} Day
 */
/** @typedef {{name: string, you: boolean, points: number, lost: number | null, shown: string,
 *   by_points: number, by_cost: number | null}} Row */
/**
 * @typedef {{commitment: string, drawn: string, secret: string, finished: string, spread: string,
 *   told: string, board: Row[], standing: string, unit: string,
 *   mine: {code: string, over: boolean, share: string, higher: string, late: boolean} | null}} Board
 */

/** Milliseconds between two requests for an attempt that is still being counted. */
const AGAIN = 1500
const SECOND = 1000
/** The longest wait of a timer in seconds; longer than a day. */
const LONGEST = 90_000

/** @param {{date?: string}} props */
export default function Daily({date = ''}) {
  /** @returns {Promise<Day>} */
  const ask = () => whoPlays().then(() => get(`/api/daily?${new URLSearchParams({date})}`))
  const {data: day, wrong, look} = useAnswer(ask, [date], ({data, wrong}) => (wrong ? 0 : endOf(data)))
  const [refused, request] = useRequest()
  const [known] = useState(myName())
  const [name, setName] = useState(known)
  usePage(`${tr("Today's deal")} · fivedice`)
  const rename = (/** @type {string} */ now) => {
    setName(now)
    myName(now.trim())
  }
  const play = async (/** @type {Game} */ {game}) => {
    const who = {name: name.trim() || NAMELESS, date: day?.date}
    const seat = await request(post(`/api/daily/${game}/play`, who))
    if (!seat) return look() // perhaps another device was faster, or the day is over
    hold(seat, game, {daily: day?.date})
    tell()
    go(`/t/${seat.code}`)
  }
  return html`<${Bar} /><main class="page records reading deals" aria-busy=${!day && !wrong}>
    <div class="head"><h1>${!day || day.date === day.today ? tr("Today's deal") : tr('A past deal')}</h1>
      ${day && html`<p class="soft">${day.title}</p>`}</div>
    ${day && html`<${About} day=${day} />`}
    <${Wrong} why=${refused || wrong} />
    ${
      day &&
      html`${
        !known &&
        day.games.length > 0 &&
        html`<${NameField} look="field called" label=${tr('Your name on the board')} value=${name}
          placeholder=${NAMELESS} onInput=${rename} />`
      }
      <ul>${[...day.games]
        .sort((one, other) => isOpen(one) - isOpen(other))
        .map(
          (one) =>
            html`<${Deal} key=${`${day.date} ${one.game}`} ...${{one, day}} onPlay=${() => play(one)} />`,
        )}</ul>
      <${How} day=${day} />`
    }
  </main>`
}

/** Sorts the games that I have played first. @param {Game} game */
const isOpen = ({state}) => Number(state !== 'over' && state !== 'playing')

/** The milliseconds until another day begins, or the dice are revealed. @param {Day | null} day */
function endOf(day) {
  const left = day ? (day.date === day.today ? day.ends : day.reveals) - day.now : -1
  return left < 0 ? 0 : Math.min(left + 1, LONGEST) * SECOND
}

const NO_DEALS = tr('This server had no deals on this day.')

/** What today's deal is, and the time left. @param {{day: Day}} props */
function About({day: {date, today, ends, now, streak, games}}) {
  if (date !== today)
    return html`<p>${games.length ? tr('This day is over; what you play now is practice.') : NO_DEALS}</p>
      <p><${Link} class="button main" href="/daily">${tr("Today's deal")}<//></p>`
  return html`<p>${tr('Everyone gets the same dice. Your first attempt counts, and opens the board.')}${gap()}
    <strong role="status">${tr('Ends in {time}.', {time: remaining(ends - now)})}</strong>
    ${streak && `${gap()}${streak}`}</p>`
}

/** How deals work, and a way to those of other days. @param {{day: Day}} props */
function How({day: {date, first, today, ends, zone}}) {
  const time = new Date(ends * SECOND).toLocaleTimeString(language, {hour: 'numeric', minute: '2-digit'})
  const choose = (/** @type {{date: string}} */ {date: chosen}) =>
    go(chosen === today ? '/daily' : `/daily/${chosen}`)
  return html`<details><summary>${
    first === today ? tr('How it works') : tr('How it works, and other days')
  }</summary>
    <p>${tr('The first attempt has no hints.')}
      ${` ${tr('After it you may play the deal as often as you like, for practice.')}`}
      ${` ${tr('The day is that of {zone}: it ends at {time} your time.', {zone, time})}`}</p>
    ${
      first !== today &&
      html`<${Form} class="row" onSend=${choose}>
        <${Field} label=${tr('Another day')} type="date" name="date" min=${first} max=${today} value=${date}
          required />
        <button class="button">${tr('Show', null, 'a day')}</button><//>`
    }</details>`
}

/** @type {Record<Game['state'], string>} */
const STATES = {
  open: tr('Play', null, 'a match'),
  closing: tr('Opens for practice once nobody can still be playing it'),
  past: tr('Not played on its day'),
  playing: tr('You are playing'),
  over: tr('Played', null, 'a deal of the day'),
}

/** Its name plays a game or unfolds its board. @param {{one: Game, day: Day, onPlay: () => void}} props */
function Deal({one: {game, title, set, state, code, points}, day, onPlay}) {
  const isMeant = location.hash === `#${game}`
  const [open, setOpen] = useState(isMeant)
  const row = useRef(/** @type {HTMLElement | null} */ (null))
  useLayoutEffect(() => void (isMeant && row.current?.scrollIntoView()), [])
  const {hand, suits = []} = lookOf(game)
  const name = html`<${FaceIcon} set=${set} value=${hand[0]} suit=${suits[0]} />${title}`
  const press =
    state === 'open'
      ? {onClick: onPlay, 'aria-label': tr('Play: {title}', {title})}
      : {onClick: () => setOpen(!open), 'aria-label': tr('Board: {title}', {title}), 'aria-expanded': open}
  return html`<li class=${`panel deal ${state}`} data-game=${game} ref=${row}>
    <h2>${
      state === 'playing'
        ? html`<${Link} href=${`/t/${code}`} aria-label=${tr('Continue: {title}', {title})}>${name}<//>`
        : html`<button type="button" ...${press}>${name}</button>`
    }</h2>
    <p class="soft">${points || STATES[state]}</p>
    ${
      open &&
      html`<${Results} ...${{game, day}} />
        <p class="row">${
          (state === 'over' || state === 'past') &&
          html`<${Button} look="small" onClick=${onPlay}
            aria-label=${tr('Play for practice: {title}', {title})}>${tr('Play for practice')}<//>`
        }${
          state === 'over' &&
          html`<${Link} class="button small" href=${`/review/${code}`}
            aria-label=${tr('Review: {title}', {title})}>${tr('Review', null, 'a link')}<//>`
        }</p>`
    }
  </li>`
}

/** My line to share, and the board. @param {{game: string, day: Day}} props */
function Results({game, day}) {
  const {date} = day
  /** @returns {Promise<Board>} */
  const ask = () => get(`/api/daily/${game}?${new URLSearchParams({date})}`)
  const isCounting = (/** @type {Board | null} */ board) => board?.mine?.over && !board.mine.share
  const {data: board, wrong} = useAnswer(ask, [game, date], ({data, wrong}) =>
    isCounting(data) && !wrong ? AGAIN : 0,
  )
  if (!board) return html`<p class="results" role="status">${wrong || tr('One moment …')}</p>`
  const {mine, told, spread, finished} = board
  return html`<div class="results">
    ${board.board.length ? html`<${Rows} board=${board} />` : html`<p>${sentences(finished, told)}</p>`}
    ${mine?.over && html`<${Share} mine=${mine} />`}
    <details><summary>${tr('About these dice')}</summary><p>${spread}</p>
      <${Fixed} ...${{board, day}} /></details></div>`
}

/** @param {{mine: NonNullable<Board['mine']>}} props */
function Share({mine: {share, higher, late}}) {
  if (!share) return html`<p role="status">${tr('Reviewing your match …')}</p>`
  const send = () => navigator.share({text: share}).catch(() => {}) // sharing was cancelled
  return html`<p class="share">${share}</p>
    ${higher && html`<p>${higher}</p>`}
    ${late && html`<p>${tr('It ended after the dice were revealed, so it is not on the board.')}</p>`}
    <div class="row"><${Copy} text=${share} title=${tr('Copy')} plain main />
      ${'share' in navigator && html`<${Button} look="small" onClick=${send}>${tr('Share')}<//>`}</div>`
}

/** The board, in one of two orders. @param {{board: Board}} props */
function Rows({board: {board: rows, standing, unit}}) {
  const [order, setOrder] = useState(/** @type {'by_points' | 'by_cost'} */ ('by_points'))
  const placed = rows
    .filter((row) => row[order])
    .sort((one, other) => (one[order] ?? 0) - (other[order] ?? 0))
  const orders = {by_points: tr('Most {unit}', {unit}), by_cost: tr('Least lost')}
  return html`${standing && html`<h3>${standing}</h3>`}
    <${Toggles} look="row orders" label=${tr('Order', null, 'of a list')} value=${order}
      options=${Object.entries(orders)} onChange=${setOrder} />
    ${order === 'by_cost' && html`<p class="soft">${tr('What choices cost: skill without luck.')}</p>`}
    <div class="scrolls" tabindex="0" role="region" aria-label=${tr('The board', null, 'results')}>
      <table class="company">
      <thead><tr><th>${tr('Place', null, 'rank')}</th><th>${tr('Player')}</th><th>${capital(unit)}</th>
        <th>${tr('Lost', null, 'by choices')}</th></tr></thead>
      <tbody>${placed.map(
        (row) => html`<tr class=${row.you ? 'you' : ''}>
          <td>${row[order]}</td>
          <th scope="row"><${Name} name=${row.name} mine=${row.you} /></th>
          <td>${row.points}</td><td>${row.shown}</td></tr>`,
      )}</tbody></table></div>`
}

/** @param {{board: Board, day: Day}} props */
const Fixed = ({board: {commitment, drawn, secret}, day}) =>
  html`<p>${drawn}</p><p>${
    secret
      ? tr('The secret is revealed: every record of this deal can be verified with it.')
      : tr('Its dice follow from a secret. Only this is known until {time}:', {time: untilRevealed(day)})
  }</p>
    <p class="digits">${tr('Commitment: {commitment}', {commitment})}</p>
    ${secret && html`<p class="digits">${tr('Secret: {secret}', {secret})}</p>`}`
