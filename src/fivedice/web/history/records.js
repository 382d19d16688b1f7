// My matches: results, and uploaded records.
import {html, useState} from '../vendor/htm-preact.js'
import {at, post, postText, useAnswer} from '../shell/api.js'
import {Name} from '../shell/bot-personas.js'
import {CallMe, useCalls} from '../seats/push-permission.js'
import {asks, asksAgain, isMyTurn, State, urgentFirst} from '../seats/my-seats.js'
import {Bar, Button, Field, Folded, Form, Link, turnTitle, usePage, Wrong} from '../shell/frame.js'
import {language, tr, withLabel} from '../shell/language.js'
import {dailyOf, mySeats, keepUpload, me, present, seatAt, unfinished, uploads} from '../shell/storage.js'
import {tell} from '../shell/player.js'
import ToRematch from '../seats/rematch.js'
import {capital, dealOf, remaining} from '../shell/wording.js'
import {stylesheet} from '../shell/lazy.js'

stylesheet('records')

/**
 * @typedef {{code: string, game: string, title: string, board: string, options: Record<string, any>, games:
 *   number, practice?: boolean, stage: string, closed: boolean, seat: number | null, unit: string, ago?:
 *   number, asked?: number[], chairs: SeenChair[], scores?: number[], winners?: number[], credit?:
 *   {counts: boolean}[]}} Mine
 */

export default function Records() {
  /** @returns {Promise<Mine[]>} my tables and uploads on the server */
  const ask = () => {
    for (const {code} of mySeats()) present(code)
    return asks(mySeats(), uploads())
  }
  const {data: mine, wrong, look} = useAnswer(ask)
  usePage(turnTitle(Boolean(mine?.some(isMyTurn)), `${tr('My matches')} · fivedice`))
  useCalls(unfinished, [])
  return html`<${Bar} /><main class="page records">
    <div class="head"><h1>${tr('My matches')}</h1><${CallMe} />
      ${mine?.[0] && html`<${Link} class="button small" href="/me/stats">${tr('Statistics')}<//>`}</div>
    <${Wrong} why=${wrong} />
    ${
      mine
        ? html`<${Overview} mine=${urgentFirst(mine)} />`
        : !wrong && html`<p class="soft" aria-busy="true">${tr('Loading your matches …')}</p>`
    }
    ${(mine || wrong) && html`<${Bring} onBrought=${look} />`}
  </main>`
}

/** @param {{mine: Mine[]}} props */
function Overview({mine}) {
  if (!mine.length)
    return html`<section class="panel empty"><p>${tr(
      'Your matches will stand here, day by day: go on with one that waits for you, ' +
        'or see which choices cost you most.',
    )}</p>
      <${Link} class="button main" href="/">${tr('Play a match')}<//></section>`
  return byDay(mine).map(
    ([day, some]) =>
      html`<section><h2>${day}</h2><ul class="matches">${some.map(
        (one) => html`<${Match} key=${`${one.code} ${one.seat}`} one=${one} />`,
      )}</ul></section>`,
  )
}

/** @param {Mine[]} mine @returns {[string, Mine[]][]} those that go on, then those of each day */
function byDay(mine) {
  const days = new Map()
  for (const one of mine) {
    const day = isDone(one) ? dayOf(one.code)[0] : tr('Going on')
    days.set(day, [...(days.get(day) ?? []), one])
  }
  return [...days]
}

const isDone = (/** @type {Mine} */ {stage, closed}) => stage === 'over' || closed

const midnight = (/** @type {number} */ at) => new Date(at).setHours(0, 0, 0, 0)

/** The heading of a match, and its date where that does not say it. @param {string} code */
function dayOf(code) {
  const at = seatAt(code)?.when
  if (!at) return [tr('Imported'), '']
  const date = (/** @type {Intl.DateTimeFormatOptions} */ form) =>
    new Date(at).toLocaleDateString(language, form)
  const days = Math.round((midnight(at) - midnight(Date.now())) / 864e5)
  return days > -2
    ? [capital(new Intl.RelativeTimeFormat(language, {numeric: 'auto'}).format(days, 'day')), '']
    : [capital(date({month: 'long', year: 'numeric'})), `${date({month: 'short', day: 'numeric'})} · `]
}

/** @param {{one: Mine}} props */
function Match({one}) {
  return html`<li class="panel match" data-game=${one.game}>
    <div><h3>${one.title}${note(one)}</h3>
      <p class="how">${isDone(one) && html`<span class="soft">${dayOf(one.code)[1]}</span>`}
        <${State} table=${one} />${lately(one)}</p></div>
    <ul class="scores">${one.chairs.map(
      (chair, seat) => html`<li><${Name} ...${chair} ...${chair.open && {name: tr('Open chair')}}
        mine=${seat === one.seat} /><b>${one.scores?.[seat]}</b></li>`,
    )}</ul>
    <p class="row">${
      one.stage === 'over'
        ? html`<${Over} one=${one} />`
        : !one.closed &&
          html`<${Link} class="button small main" href=${`/t/${one.code}`}
            ...${unique(isMyTurn(one) ? tr('Play', null, 'a match') : tr('Continue'), one)} />`
    }</p>
  </li>`
}

/** What is special about a match. @param {Mine} one */
function note({code, practice}) {
  const words = practice ? tr('practice') : dailyOf(code) && dealOf(dailyOf(code))
  return words && html` <small class="soft">${words}</small>`
}

/** The time of the last move in a running match. @param {Mine} one */
const lately = ({ago}) =>
  ago !== undefined &&
  html` <small class="soft">${tr('last move {time} ago', {time: remaining(ago)})}</small>`

/** Links of a finished match. @param {{one: Mine}} props */
function Over({one}) {
  const {code, seat} = one
  return html`${asksAgain(one) && html`<${ToRematch} table=${one} listed />`}
    <${Link} class="button small" href=${`/review/${code}`} ...${unique(tr('Review', null, 'a link'), one)} />
    <details><summary class="button small plain" ...${unique(tr('More'), one)} />
      <div class="row">${
        seat !== null &&
        html`<${Link} class="button small" href=${`/t/${code}`} ...${unique(tr('Result'), one)} />`
      }
      <${Link} class="button small" href=${`/review/${code}?dice`} ...${unique(tr('Check dice'), one)} />
      <a class="button small" href=${at(`/api/tables/${code}/record`)} download
        aria-label=${tr('Download the record of {code}', {code})}>${tr('Download')}</a></div></details>`
}

/** A link's text, and a unique accessible name. @param {string} text @param {Mine} one */
const unique = (text, {title, code}) => ({children: text, 'aria-label': withLabel(text, `${title} ${code}`)})

/** @param {{onBrought: () => void}} props */
function Bring({onBrought}) {
  const [status, setStatus] = useState('')
  const [brought, setBrought] = useState(/** @type {Mine | null} */ (null))
  /** Runs `work` and shows its result, or the error if it fails. @param {() => Promise<string>} work */
  const report = (work) => work().then(setStatus, (error) => setStatus(error.message))
  const keep = (/** @type {string} */ text, /** @type {string} */ name) =>
    report(async () => {
      const {code} = await postText('/api/records', text)
      keepUpload(code)
      tell()
      setBrought((await asks([], [code]))[0])
      onBrought()
      return me().id
        ? tr('{name} was added to your matches.', {name})
        : tr('{name} was added to your matches in this browser.', {name})
    })
  const bring = async (/** @type {any} */ event) => {
    const [file] = event.target.files
    if (file) await keep(await file.text(), file.name)
    event.target.value = ''
  }
  const paste = (/** @type {{record: string}} */ {record}) => keep(`${record.trim()}\n`, tr('The record'))
  const count = (/** @type {number} */ seat) =>
    report(async () => {
      const {added} = await post('/api/player/imports', {code: brought?.code, seat})
      setBrought(null)
      return added ? tr('It counts in your statistics.') : tr('Your statistics have this match already.')
    })
  return html`<${Folded} title=${tr('Import a record')} look="bring">
    <${Field} label=${tr('A match saved elsewhere, from a terminal or another table')} type="file"
      accept=".jsonl,application/x-ndjson" onChange=${bring} />
    <${Form} onSend=${paste}>
      <${Field} label=${tr('Or its text, such as that of the QR code on a printed sheet')} as="textarea"
        name="record" rows="3" required spellcheck=${false} />
      <button type="submit" class="button">${tr('Import the text')}</button><//>
    <p role="status">${status}</p>
    ${
      brought &&
      me().id &&
      html`<p>${tr('Who were you? The match then counts in your statistics.')}</p>
      <p class="row">${brought.chairs.map(
        ({name}, seat) => html`<${Button} look="small" onClick=${() => count(seat)}>${name}<//>`,
      )}<${Button} look="small plain" onClick=${() => setBrought(null)}>${tr('Nobody')}<//></p>`
    }<//>`
}
