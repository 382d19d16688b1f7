// My matches: results, and uploaded records.
import {html, useState} from '../vendor/htm-preact.js'
import {at, post, postText, useAnswer} from '../shell/api.js'
import {CallMe, useCalls} from '../lobby/push-permission.js'
import {MyPages} from '../me/links.js'
import {asks, asksAgain, isMyTurn, standing, State, urgentFirst} from '../shell/my-seats.js'
import {Bar, Button, Field, Link, turnTitle, usePage, Wrong} from '../shell/frame.js'
import {held, keepUpload, me, present, unfinished, uploads} from '../shell/storage.js'
import {tell} from '../shell/player.js'
import ToRematch from '../table/end/rematch.js'
import {remaining} from '../shell/wording.js'
import {stylesheet} from '../shell/lazy.js'

stylesheet('records')

/**
 * @typedef {{code: string, game: string, title: string, board: string, options: Record<string, any>,
 *   games: number, practice?: boolean, stage: string, closed: boolean, seat: number | null, unit: string,
 *   ago?: number,
 *   asked?: number[], chairs: import('../shell/protocol.js').SeenChair[],
 *   scores?: number[], winners?: number[], credit?: import('../shell/protocol.js').SeenCredit[], result?:
 * string}} Mine
 */

export default function Records() {
  /** @returns {Promise<Mine[]>} my tables and uploads on the server */
  const ask = () => {
    for (const {code} of held()) present(code)
    return asks(held(), uploads())
  }
  const {found: mine, wrong, look} = useAnswer(ask)
  usePage(turnTitle(Boolean(mine?.some(isMyTurn)), 'My matches · fivedice'))
  useCalls(unfinished, [])
  return html`<${Bar} /><main class="page records">
    <div class="head"><h1>My matches</h1><${CallMe} />
      <${Link} class="button small" href="/daily">Today's deal<//>
      <${MyPages} here="/records" /></div>
    <${Wrong} why=${wrong} />
    ${
      mine
        ? html`<${Overview} mine=${mine} />`
        : !wrong &&
          html`<p class="soft" aria-busy="true">
      Loading your matches …</p>`
    }
    ${(mine || wrong) && html`<${Bring} onBrought=${look} />`}
  </main>`
}

/** @param {{mine: Mine[]}} props */
function Overview({mine: all}) {
  const mine = urgentFirst(all)
  if (!mine.length)
    return html`<div class="panel empty"><p>Nothing yet. Play a match, or import a record below.</p>
      <${Link} class="button main" href="/">Play a match<//></div>`
  return html`<${List} mine=${mine} />`
}

/** @param {{mine: Mine[]}} props */
function List({mine}) {
  return html`<ul class="matches">${mine.map(
    (one) => html`<li key=${`${one.code} ${one.seat}`} class="panel match" data-game=${one.game}>
    <div><h2>${one.title}${one.practice && html` <small class="soft">practice</small>`}</h2>
      <p class="soft">${when(one.code)}${standing(one)}</p></div>
    <p class="how"><${State} table=${one} />${lately(one)}</p>
    <p class="row">${
      one.stage === 'over'
        ? html`<${Over} one=${one} />`
        : !one.closed &&
          html`<${Link} class="button small main" href=${`/t/${one.code}`}
            ...${named(isMyTurn(one) ? 'Play' : 'Continue', one)} />`
    }</p>
  </li>`,
  )}</ul>`
}

/** The time of the last move in a running match. @param {Mine} one */
const lately = ({ago}) =>
  ago === undefined ? '' : html` <small class="soft">${`last move ${remaining(ago)} ago`}</small>`

/** Links of a finished match. @param {{one: Mine}} props */
function Over({one}) {
  const {code, seat} = one
  return html`${asksAgain(one) && html`<${ToRematch} table=${one} listed />`}
    ${seat !== null && html`<${Link} class="button small" href=${`/t/${code}`} ...${named('Result', one)} />`}
    <${Link} class="button small" href=${`/review/${code}`} ...${named('Review', one)} />
    <a class="button small" href=${at(`/api/tables/${code}/record`)} download
      aria-label=${`Download the record of ${code}`}>Record</a>`
}

/**
 * The text of a link, and an accessible name that is unique among the matches.
 * @param {string} words @param {Mine} one
 */
const named = (words, {title, code}) => ({children: words, 'aria-label': `${words}: ${title} ${code}`})

/** @param {string} code */
function when(code) {
  const seat = held().find((one) => one.code === code)
  return seat ? `${new Date(seat.when).toLocaleDateString(undefined, {dateStyle: 'medium'})}: ` : 'Imported: '
}

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
      return `${name} was added to your matches${me().id ? '' : ' in this browser'}.`
    })
  const bring = async (/** @type {any} */ event) => {
    const [file] = event.target.files
    if (file) await keep(await file.text(), file.name)
    event.target.value = ''
  }
  const paste = (/** @type {any} */ event) => {
    event.preventDefault()
    keep(`${event.target.elements.record.value.trim()}\n`, 'The record')
  }
  const count = (/** @type {number} */ seat) =>
    report(async () => {
      const {added} = await post('/api/player/imports', {code: brought?.code, seat})
      setBrought(null)
      return added ? 'It counts in your statistics.' : 'Your statistics have this match already.'
    })
  return html`<section class="panel bring"><h2>Import a record</h2>
    <${Field} label="A match saved elsewhere, from a terminal or another table" type="file"
      accept=".jsonl,application/x-ndjson" onChange=${bring} />
    <form onSubmit=${paste}>
      <label class="field">Or its text, such as that of the QR code on a printed sheet
        <textarea class="input" name="record" rows="3" required spellcheck=${false}></textarea></label>
      <button type="submit" class="button">Import the text</button></form>
    <p role="status">${status}</p>
    ${
      brought &&
      me().id &&
      html`<p>Who were you? The match then counts in your statistics.</p>
      <p class="row">${brought.chairs.map(
        ({name}, seat) => html`<${Button} look="small" onClick=${() => count(seat)}>${name}<//>`,
      )}<${Button} look="small plain" onClick=${() => setBrought(null)}>Nobody<//></p>`
    }</section>`
}
