// Today's deal: the games of a day, my results, the line to share, the board, and past days.
import {html, useLayoutEffect, useRef, useState} from '../vendor/htm-preact.js'
import {get, post, useAnswer, useRequest} from '../shell/api.js'
import {Copy} from '../lobby/invite.js'
import {Bar, Button, Field, go, Link, NameField, usePage, Wrong} from '../shell/frame.js'
import {stylesheet} from '../shell/lazy.js'
import {tell, whoPlays} from '../shell/player.js'
import {hold, myName, NAMELESS, nameMe} from '../shell/storage.js'
import {capital, remaining} from '../shell/wording.js'

stylesheet('records')

/**
 * @typedef {{game: string, title: string, code: string, points: string,
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
 *   told: string, board: Row[], unit: string,
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
  const {found: day, wrong, look} = useAnswer(ask, [date], ({found, wrong}) => (wrong ? 0 : endOf(found)))
  const [refused, request] = useRequest()
  const [known] = useState(myName())
  const [name, setName] = useState(known)
  usePage("Today's deal · fivedice")
  const called = (/** @type {string} */ now) => {
    setName(now)
    nameMe(now.trim())
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
    <div class="head"><h1>${!day || day.date === day.today ? "Today's deal" : 'A past deal'}</h1>
      ${day && html`<p class="soft">${day.title}</p>`}</div>
    ${day && html`<${About} day=${day} />`}
    <${Wrong} why=${refused || wrong} />
    ${
      day &&
      html`${
        !known &&
        day.games.length > 0 &&
        html`<${NameField} look="field called" label="Your name on the board" value=${name}
          placeholder=${NAMELESS} onInput=${called} />`
      }
      <div>${!day.games.length && html`<p>This server had no deals on this day.</p>`}
        <ul class="matches">${playedFirst(day.games).map(
          (one) =>
            html`<${Deal} key=${`${day.date} ${one.game}`} ...${{one, day}} onPlay=${() => play(one)} />`,
        )}</ul></div>
      <details><summary>${`How it works${day.first === day.today ? '' : ', and other days'}`}</summary>
        <${Rules} day=${day} />
        <${PastDays} day=${day} /></details>`
    }
  </main>`
}

/** The games of a day, those that I have played first. @param {Game[]} games */
const playedFirst = (games) => [...games].sort((one, other) => Number(isOpen(one)) - Number(isOpen(other)))

const isOpen = (/** @type {Game} */ {state}) => state !== 'over' && state !== 'playing'

/** The milliseconds until another day begins, or the dice are revealed. @param {Day | null} day */
function endOf(day) {
  const left = day ? (day.date === day.today ? day.ends : day.reveals) - day.now : -1
  return left < 0 ? 0 : Math.min(left + 1, LONGEST) * SECOND
}

/** What today's deal is, and the time left. @param {{day: Day}} props */
function About({day: {date, today, ends, now, streak}}) {
  if (date !== today)
    return html`<p>${'This day is over; what you play now is practice. '}
      <${Link} href="/daily">Today's deal<//></p>`
  return html`<p>${'Everyone gets the same dice. Your first attempt counts, and opens the board. '}
    <strong role="status">${`Ends in ${remaining(ends - now)}.`}</strong>
    ${streak && ` You have played ${streak}`}</p>`
}

/** @param {{day: Day}} props */
function Rules({day: {ends, zone}}) {
  const at = new Date(ends * SECOND).toLocaleTimeString(undefined, {hour: 'numeric', minute: '2-digit'})
  return html`<p>${`The first attempt has no hints. After it you may play the deal as often as you like, for
    practice. The day is that of ${zone}: it ends at ${at} your time.`}</p>`
}

/** @type {Record<Game['state'], string>} */
const STATES = {
  open: '',
  closing: 'Over; it opens for practice once nobody can still be playing it',
  past: 'Not played on its day',
  playing: 'You are playing',
  over: 'Played',
}

/** One game of the day. @param {{one: Game, day: Day, onPlay: () => void}} props */
function Deal({one, day, onPlay}) {
  const {game, title, state, code, points} = one
  const isMeant = location.hash === `#${game}`
  const [open, setOpen] = useState(isMeant)
  const row = useRef(/** @type {HTMLElement | null} */ (null))
  useLayoutEffect(() => void (isMeant && row.current?.scrollIntoView()), [])
  return html`<li class=${`panel match deal ${open ? 'open' : ''}`} data-game=${game} ref=${row}>
    <div><h2>${title}</h2><p class=${points ? 'how' : 'soft'}>${points || STATES[state]}</p></div>
    <p class="row">
      ${
        state === 'playing' &&
        html`<${Link} class="button small main" href=${`/t/${code}`} aria-label=${`Continue: ${title}`}>
          Continue<//>`
      }
      ${
        state === 'open' &&
        html`<${Button} look="small main" onClick=${onPlay} aria-label=${`Play: ${title}`}>Play<//>`
      }
      ${
        state !== 'open' &&
        html`<${Button} look="small" aria-expanded=${open} onClick=${() => setOpen(!open)}
          aria-label=${`Board: ${title}`}>Board<//>`
      }</p>
    ${
      open &&
      html`<${Results} ...${{game, day}} />
        <p class="row">${
          (state === 'over' || state === 'past') &&
          html`<${Button} look="small" onClick=${onPlay}
            aria-label=${`Play for practice: ${title}`}>Play for practice<//>`
        }${
          state === 'over' &&
          html`<${Link} class="button small" href=${`/review/${code}`} aria-label=${`Review: ${title}`}>
            Review<//>`
        }</p>`
    }
  </li>`
}

/** My line to share, and the board. @param {{game: string, day: Day}} props */
function Results({game, day: {date}}) {
  /** @returns {Promise<Board>} */
  const ask = () => get(`/api/daily/${game}?${new URLSearchParams({date})}`)
  const isCounting = (/** @type {Board | null} */ board) => board?.mine?.over && !board.mine.share
  const {found: board, wrong} = useAnswer(ask, [game, date], ({found, wrong}) =>
    isCounting(found) && !wrong ? AGAIN : 0,
  )
  if (!board) return html`<p class="results" role="status">${wrong || 'One moment …'}</p>`
  const {mine, told, spread, finished} = board
  return html`<div class="results">
    ${board.board.length ? html`<${Rows} board=${board} />` : html`<p>${`${finished} ${told}`}</p>`}
    ${mine?.over && html`<${Share} mine=${mine} />`}
    <details><summary>About these dice</summary><p>${spread}</p><${Fixed} board=${board} /></details></div>`
}

/** @param {{mine: NonNullable<Board['mine']>}} props */
function Share({mine: {share, higher, late}}) {
  if (!share) return html`<p role="status">Reviewing your match …</p>`
  const send = () => navigator.share({text: share}).catch(() => {}) // sharing was cancelled
  return html`<p class="share">${share}</p>
    ${higher && html`<p>${`${higher}.`}</p>`}
    ${late && html`<p>It ended after the dice were revealed, so it is not on the board.</p>`}
    <div class="row"><${Copy} text=${share} title="Copy" plain />
      ${'share' in navigator && html`<${Button} look="small" onClick=${send}>Share<//>`}</div>`
}

/** The board, in one of two orders. @param {{board: Board}} props */
function Rows({board: {board: rows, unit}}) {
  const you = rows.find((row) => row.you)
  const [order, setOrder] = useState(/** @type {'by_points' | 'by_cost'} */ ('by_points'))
  const placed = rows
    .filter((row) => row[order])
    .sort((one, other) => (one[order] ?? 0) - (other[order] ?? 0))
  const choice = (/** @type {typeof order} */ by, /** @type {string} */ words) =>
    html`<${Button} look="small" aria-pressed=${order === by} onClick=${() => setOrder(by)}>${words}<//>`
  return html`${you && html`<h3>${`Place ${you[order] ?? '–'} of ${placed.length}`}</h3>`}
    <div class="row orders" role="group" aria-label="Order">
      ${choice('by_points', `Most ${unit}`)}${choice('by_cost', 'Least lost')}</div>
    ${order === 'by_cost' && html`<p class="soft">What choices cost: skill without luck.</p>`}
    <div class="scrolls" tabindex="0" role="region" aria-label="The board"><table class="company">
      <thead><tr><th>Place</th><th>Player</th><th>${capital(unit)}</th><th>Lost</th></tr></thead>
      <tbody>${placed.map(
        (row) => html`<tr class=${row.you ? 'you' : ''}>
          <td>${row[order]}</td>
          <th scope="row">${row.name}${row.you && html` <span class="soft">you</span>`}</th>
          <td>${row.points}</td><td>${row.shown}</td></tr>`,
      )}</tbody></table></div>`
}

/** @param {{board: Board}} props */
const Fixed = ({board: {commitment, drawn, secret}}) =>
  html`<p>${drawn} ${
    secret
      ? 'The secret is revealed: every record of this deal can be verified with it.'
      : 'Its dice follow from a secret that is revealed the day after. Until then only this is known:'
  }</p>
    <p class="digits">${`Commitment: ${commitment}`}</p>
    ${secret && html`<p class="digits">${`Secret: ${secret}`}</p>`}`

/** Links to other days. @param {{day: Day}} props */
function PastDays({day: {date, first, today}}) {
  const choose = (/** @type {any} */ event) => {
    event.preventDefault()
    const chosen = event.target.elements.date.value
    go(chosen === today ? '/daily' : `/daily/${chosen}`)
  }
  if (first === today) return null
  return html`<form class="row" onSubmit=${choose}>
    <${Field} label="Another day" type="date" name="date" min=${first} max=${today} value=${date} required />
    <button class="button">Show</button></form>`
}
