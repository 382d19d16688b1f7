// My matches: what became of them, my bests, how my totals compare, and records brought from elsewhere.
// Counts only what it is given.
import {html, useEffect, useState} from './vendor/htm-preact.js'
import {get, postText} from './api.js'
import {CallMe, useCalls} from './called.js'
import {Bar, Link, turnTitle} from './frame.js'
import {held, keepUpload, present, unfinished, uploads} from './memory.js'
import {asks, isMyTurn, urgentFirst} from './mine.js'
import {ToRematch} from './rematch.js'
import {remaining} from './spans.js'
import Spread from './spread.js'
import {State, asksAgain, standing} from './stands.js'
import {stylesheet} from './styled.js'

stylesheet('records')

/**
 * @typedef {{code: string, game: string, title: string, board: string, options: Record<string, any>,
 *   games: number, practice?: boolean, stage: string, closed: boolean, seat: number | null, unit: string,
 *   ago?: number,
 *   asked?: number[], chairs: import('./shapes.js').Chair[],
 *   scores?: number[], winners?: number[], result?: string}} Mine
 */

export default function Records() {
  const [mine, setMine] = useState(/** @type {Mine[] | null} */ (null))
  const [wrong, setWrong] = useState('')
  const fetchAll = () => askMine().then(setMine, (error) => setWrong(error.message))
  useEffect(() => {
    document.title = turnTitle(Boolean(mine?.some(isMyTurn)), 'My matches · fivedice')
  }, [mine])
  useEffect(() => {
    for (const {code} of held()) present(code)
    fetchAll()
  }, [])
  useCalls(unfinished, [])
  return html`<${Bar} /><main class="page records">
    <div class="head"><h1>My matches</h1><${CallMe} /></div>
    ${wrong && html`<p class="wrong" role="alert">${wrong}</p>`}
    ${
      mine
        ? html`<${Overview} mine=${mine} />`
        : !wrong &&
          html`<p class="soft" aria-busy="true">
      Looking them up …</p>`
    }
    ${(mine || wrong) && html`<${Bring} onBrought=${fetchAll} />`}
  </main>`
}

/** @returns {Promise<Mine[]>} what the server has of my seats and my uploads */
const askMine = () => asks(held(), uploads())

/** @param {{mine: Mine[]}} props */
function Overview({mine: all}) {
  const mine = urgentFirst(all)
  if (!mine.length)
    return html`<p class="panel empty">
      Nothing yet. <${Link} href="/">Play a match<//>${', or bring a record below.'}</p>`
  const ended = mine.filter(({stage, seat, practice}) => stage === 'over' && seat !== null && !practice)
  return html`<${List} mine=${mine} />
    ${ended.length > 0 && html`<${Bests} ended=${ended} />`}
    ${alike(ended.filter(isOneCard), (one) => JSON.stringify([one.game, one.options])).map(
      (some) => html`<${Compared} key=${some[0].code} ended=${some} />`,
    )}`
}

/** Whether its total is that of one score card. @param {Mine} one */
const isOneCard = ({board, games}) => board === 'cards' && games === 1

/**
 * Matches of one kind together, in the order in which the kinds come first.
 * @param {Mine[]} ended
 * @param {(one: Mine) => string} kind
 */
function alike(ended, kind) {
  /** @type {Map<string, Mine[]>} */
  const groups = new Map()
  for (const one of ended) groups.set(kind(one), [...(groups.get(kind(one)) ?? []), one])
  return [...groups.values()]
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
          html`<${Link} class="button small main" href=${`/t/${one.code}`}>
            ${isMyTurn(one) ? 'Play' : 'Continue'}<//>`
    }</p>
  </li>`,
  )}</ul>`
}

/** How long ago somebody moved where a match goes on. @param {Mine} one */
const lately = ({ago}) =>
  ago === undefined ? '' : html` <small class="soft">${`last move ${remaining(ago)} ago`}</small>`

/** Where a match that is over leads. @param {{one: Mine}} props */
function Over({one}) {
  const {code, seat} = one
  return html`${asksAgain(one) && html`<${ToRematch} table=${one} look="small" />`}
    ${seat !== null && html`<${Link} class="button small" href=${`/t/${code}`}>Result<//>`}
    <${Link} class="button small" href=${`/review/${code}`}>Review<//>
    <a class="button small" href=${`/api/tables/${code}/record`} download
      aria-label=${`Download the record of ${code}`}>Record</a>`
}

/** @param {string} code */
function when(code) {
  const seat = held().find((one) => one.code === code)
  return seat
    ? `${new Date(seat.when).toLocaleDateString(undefined, {dateStyle: 'medium'})}: `
    : 'Brought here: '
}

/** @param {{ended: Mine[]}} props */
function Bests({ended}) {
  return html`<section aria-labelledby="bests"><h2 id="bests">Bests</h2>
    <div class="panel scrolls" tabindex="0" role="region" aria-label="Bests, game by game">
      <table class="bests"><thead><tr><th scope="col">Game</th><th scope="col">Played</th><th scope="col">Won
        </th><th scope="col">Best</th><th scope="col">Mean</th></tr></thead>
      <tbody>${alike(ended, ({game, title}) => `${game} ${title}`).map(
        (some) => html`<${Best} key=${some[0].code} ended=${some} />`,
      )}</tbody></table></div>
  </section>`
}

/** @param {{ended: Mine[]}} props */
function Best({ended}) {
  const [{title, unit}] = ended
  const made = ended.map(({scores = [], seat, games}) => scores[Number(seat)] / games)
  const won = ended.filter(
    ({winners = [], seat, chairs}) => chairs.length > 1 && winners.includes(Number(seat)),
  ).length
  const mean = made.reduce((sum, one) => sum + one, 0) / made.length
  return html`<tr><th scope="row">${title} <small class="soft">${unit}</small></th><td>${ended.length}</td>
    <td>${won}</td><td>${Math.round(Math.max(...made))}</td><td>${mean.toFixed(1)}</td></tr>`
}

/** My totals of single games on one score card. @param {{ended: Mine[]}} props */
function Compared({ended}) {
  const [spread, setSpread] = useState(/** @type {{mean: number, chances: number[]} | null} */ (null))
  const [wrong, setWrong] = useState('')
  const [{code, game, title}] = ended
  const totals = ended.map(({scores = [], seat}) => scores[Number(seat)])
  useEffect(() => {
    get(`/api/tables/${code}/spread`).then(setSpread, (error) => setWrong(error.message))
  }, [code])
  return html`<section class="panel compared" data-game=${game}>
    <h2>${`${title}: my totals against best play`}</h2>
    ${
      spread
        ? html`<${Spread} chances=${spread.chances} mean=${spread.mean} totals=${totals} />`
        : html`<p class="soft" role="status">
        ${wrong || 'Working out how best play comes out; the first time this takes some seconds …'}</p>`
    }
  </section>`
}

/** @param {{onBrought: () => void}} props */
function Bring({onBrought}) {
  const [status, setStatus] = useState('')
  const bring = async (/** @type {any} */ event) => {
    const [file] = event.target.files
    if (!file) return
    try {
      keepUpload((await postText('/api/records', await file.text())).code)
      setStatus(`${file.name} is among your matches now.`)
      onBrought()
    } catch (error) {
      setStatus(/** @type {Error} */ (error).message)
    }
    event.target.value = ''
  }
  return html`<section class="panel bring"><h2>Bring a record</h2>
    <label class="field">A match kept elsewhere, from a terminal or another table
      <input class="input" type="file" accept=".jsonl,application/x-ndjson" onChange=${bring} /></label>
    <p role="status">${status}</p></section>`
}
