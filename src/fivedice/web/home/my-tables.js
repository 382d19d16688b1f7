// My tables on the home page.
import {html, useEffect, useRef, useState} from '../vendor/htm-preact.js'
import {Button, Link, turnTitle} from '../shell/frame.js'
import {Icon} from '../drawings/icons.js'
import {listen} from '../shell/press.js'
import {optional} from '../shell/lazy.js'
import {finish, hidden, hide, keepShown, lively, shownLast, unfinished} from '../shell/storage.js'
import {asks, asksAgain, atRematch, isMyTurn, standing, State, urgentFirst} from '../seats/my-seats.js'
import {tr} from '../shell/language.js'

const ToRematch = optional(() => import('../seats/rematch.js'))
const AGAIN = 15_000
/** How many tables are shown at first. */
const FEW = 8

/** The tables of the last visit at once, then those from the server. @param {{title: string}} props */
export function GoingOn({title}) {
  const [tables, setTables] = useState(remembered)
  const [all, setAll] = useState(false)
  useEffect(() => {
    let seats = lively()
    const answered = (/** @type {any[]} */ mine) => {
      finish(mine.filter(({closed, stage}) => closed && stage !== 'over').map(({code}) => code))
      const concern = urgentFirst(mine.filter(concerns()))
      seats = seats.filter(({code}) => concern.some((table) => table.code === code))
      keepShown(concern.slice(0, FEW))
      setTables(concern)
      document.title = turnTitle(mine.some(isMyTurn), title)
    }
    const look = () => !document.hidden && seats.length > 0 && asks(seats).then(answered, () => setTables([]))
    const lookAfresh = () => {
      seats = lively()
      look()
    }
    look()
    const again = setInterval(look, AGAIN)
    const leave = listen('visibilitychange', lookAfresh)
    return () => {
      clearInterval(again)
      leave()
    }
  }, [])
  const [hid, setHid] = useState(false)
  const drop = (/** @type {any} */ table) => {
    if (table.stage === 'over' && !atRematch(table).length) finish([table.code])
    else hide(table.code)
    setTables(tables.filter((other) => other !== table))
    setHid(true)
  }
  if (!tables.length && !hid) return null
  const some = tables.slice(0, all ? tables.length : FEW)
  const open = some.filter(({stage}) => stage !== 'over')
  const over = some.filter(({stage}) => stage === 'over')
  const listed = (/** @type {string} */ heading, /** @type {any[]} */ some) =>
    some.length > 0 &&
    html`<h2>${heading}</h2>
    <ul>${some.map(
      (table) => html`<${One} key=${table.code} table=${table} onHide=${() => drop(table)} />`,
    )}</ul>`
  return html`<section class="going-on" aria-label=${tr('My matches')}>
    ${listed(tr('Continue'), open)}${listed(tr('Finished meanwhile'), over)}
    ${
      tables.length > FEW &&
      !all &&
      html`<${Button} look="small"
        onClick=${() => setAll(true)}>${tr('All {count}', {count: tables.length})}<//>`
    }
    ${hid && html`<${Hid} left=${tables.length} />`}
  </section>`
}

/** A note after a table was hidden; it takes the focus. @param {{left: number}} props */
function Hid({left}) {
  const place = useRef(/** @type {HTMLElement | null} */ (null))
  useEffect(() => place.current?.focus(), [left])
  return html`<p class="soft" tabindex="-1" ref=${place}>
    ${tr('Hidden until you open it again. You can still find it under My matches.')}</p>`
}

/** @param {{table: any, onHide: () => void}} props */
function One({table, onHide}) {
  const {code, game, title} = table
  return html`<li class="panel" data-game=${game}>
    <${Link} class="to-table" href=${`/t/${code}`}><strong>${title ?? '…'}</strong>
      <span>${standing(table) || '…'}</span>
      <span class="soft">${html`<${State} table=${table} />`}</span><//>
    ${
      title &&
      html`<${Button} look="plain icon" onClick=${onHide} title=${tr('Hide')}
        aria-label=${tr('Hide {title}: {scores}', {title, scores: standing(table)})}>
        <${Icon} name="close" /><//>`
    }
    ${asksAgain(table) && html`<${ToRematch} table=${table} listed />`}</li>`
}

/** The tables shown last time and those joined since, without the player to move, who may have changed. */
function remembered() {
  const left = unfinished().filter(({code}) => !hidden().includes(code))
  const before = shownLast().filter(concerns())
  const others = left.filter(({code}) => !before.some((table) => table.code === code))
  return [...before, ...others.map(({code, game}) => ({code, game, chairs: []}))]
}

/** A filter for tables. Finished ones stay until I have seen the end, or while a rematch is requested. */
function concerns() {
  const [left, away] = [unfinished(), hidden()]
  const isLeft = (/** @type {any} */ table) => left.some(({code}) => code === table.code)
  return (/** @type {any} */ table) =>
    !away.includes(table.code) &&
    (table.stage === 'over' ? isLeft(table) || atRematch(table).length > 0 : isLeft(table) && !table.closed)
}
