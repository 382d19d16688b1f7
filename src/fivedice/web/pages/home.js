// The first page: five games, the tables I have not finished, and a code to join by. Plays nothing.
import {html, useEffect, useState} from './vendor/htm-preact.js'
import {post} from './api.js'
import {Bar, Link, go} from './frame.js'
import Friends from './friends.js'
import {face} from './faces.js'
import {GAMES, lookOf} from './games/index.js'
import {finish, myName, nameMe, unfinished} from './memory.js'
import {open} from './opening.js'

const USUAL_BOT = 'greedy'

export default function Home() {
  const [name, setName] = useState(myName())
  const [inviting, setInviting] = useState('')
  const [wrong, setWrong] = useState('')
  useEffect(() => {
    document.title = 'fivedice: five games, five dice'
    const soon = setTimeout(() => import('./table.js'), 600)
    return () => clearTimeout(soon)
  }, [])
  const called = (/** @type {string} */ now) => {
    setName(now)
    nameMe(now.trim())
  }
  const play = (/** @type {string} */ game) =>
    open({game, chairs: ['', USUAL_BOT], name: name.trim() || 'Player'}, setWrong)
  return html`<${Bar}><${Link} class="button plain small" href="/records">My matches<//><//>
    <main class="page home">
      <section class="welcome">
        <div><h1>Pull up a chair.</h1><p class="soft">
          Five games with five dice: against the house, or with friends by a link.</p></div>
        <div class="desk panel">
          <label class="field">Your name
            <input class="input" value=${name} maxlength="40" placeholder="Player" autocomplete="nickname"
              onInput=${(/** @type {any} */ event) => called(event.target.value)} />
          </label>
          <${JoinByCode} />
        </div>
      </section>
      ${wrong && html`<p class="wrong" role="alert">${wrong}</p>`}
      <${Continue} />
      <h2 class="unseen">The games</h2>
      <ul class="games">${Object.keys(GAMES).map(
        (game) => html`<${Tile} key=${game} game=${game}
        onPlay=${() => play(game)} onInvite=${() => setInviting(game)} />`,
      )}</ul>
      <p class="small-print soft">
        fivedice is nobody's product but its own. Names of other games belong to their owners.</p>
    </main>
    ${
      inviting &&
      html`<${Friends} game=${inviting} name=${name.trim()} onName=${called}
      onClose=${() => setInviting('')} />`
    }`
}

/** One game. @param {{game: string, onPlay: () => void, onInvite: () => void}} props */
function Tile({game, onPlay, onInvite}) {
  const {title, line, kind, set, hand, suits} = lookOf(game)
  const [asked, setAsked] = useState(false)
  const play = () => {
    setAsked(true)
    onPlay()
    setTimeout(() => setAsked(false), 3000)
  }
  return html`<li class="tile" data-game=${game}>
    <div class="cloth" aria-hidden="true">${hand.map(
      (value, place) => html`<span
      class=${`chip-die at-${place}`} data-set=${set}>${face(set, value, suits[place] ?? '')}</span>`,
    )}</div>
    <div class="words"><h3>${title}</h3><p class="kind">${kind}</p><p>${line}</p></div>
    <div class="row">
      <button type="button" class="button main" disabled=${asked} onClick=${play}
        aria-label=${`Play now: ${title}`}>Play now</button>
      <button type="button" class="button" onClick=${onInvite} aria-label=${`With friends: ${title}`}>
        With friends</button>
    </div>
  </li>`
}

/** A code that somebody has told me. */
function JoinByCode() {
  const [code, setCode] = useState('')
  const tidy = code.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const join = (/** @type {Event} */ event) => {
    event.preventDefault()
    if (tidy) go(`/t/${tidy}`)
  }
  return html`<form class="join" onSubmit=${join}>
    <label class="field">Join by code
      <input class="input code" value=${code} maxlength="12" placeholder="ABC234" autocomplete="off"
        autocapitalize="characters" spellcheck=${false}
        onInput=${(/** @type {any} */ event) => setCode(event.target.value)} />
    </label>
    <button class="button" disabled=${tidy.length < 6}>Join</button>
  </form>`
}

/**
 * The tables where I hold a seat and that are not over: at once as I remember them, then as the server has
 * them.
 */
function Continue() {
  const [tables, setTables] = useState(() =>
    unfinished().map(({code, game}) => /** @type {any} */ ({code, game, chairs: []})),
  )
  useEffect(() => {
    const tokens = unfinished()
      .slice(0, 40)
      .map(({code, token}) => [code, token])
    const answered = (/** @type {any[]} */ found) => {
      setTables(found.filter(goesOn))
      finish(found.filter((table) => !goesOn(table)).map(({code}) => code))
    }
    if (tokens.length) post('/api/mine', {tokens}).then(answered, () => setTables([]))
  }, [])
  if (!tables.length) return null
  return html`<section class="going-on" aria-labelledby="going-on"><h2 id="going-on">Go on</h2>
    <ul>${tables.slice(0, 8).map(
      (table) => html`<li key=${table.code} data-game=${table.game}>
        <${Link} class="panel" href=${`/t/${table.code}`}>
      <strong>${lookOf(table.game).title}</strong><span>${standing(table) || '…'}</span><span class="soft">
        ${table.stage === 'gathering' ? 'waiting for players' : table.code}</span>
    <//></li>`,
    )}</ul>
  </section>`
}

/** @param {any} table */
const goesOn = (table) => table.stage !== 'over' && !table.closed

/** @param {any} table */
function standing(table) {
  return table.chairs
    .map(
      (/** @type {any} */ chair, /** @type {number} */ seat) =>
        `${chair.name || (chair.open ? 'open chair' : chair.bot)}${
          table.scores ? ` ${table.scores[seat]}` : ''
        }`,
    )
    .join(', ')
}
