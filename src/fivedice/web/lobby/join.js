// The page to join a table: the player's name, an open chair, or a link to watch.
import {html, useState} from '../vendor/htm-preact.js'
import {at, get, NOT_THERE, useAnswer, useOffer, useRequest} from '../shell/api.js'
import ByCode from './by-code.js'
import {Form, Link, Lost, NameField, PanelPage, ToGames, Unready, usePage, Wrong} from '../shell/frame.js'
import {myName} from '../shell/storage.js'
import {join} from '../seats/open-table.js'
import {Agreed, Chairs, openerOf, TakeAChair} from '../seats/chairs.js'
import {face, worn} from '../dice/faces.js'
import {lookOf} from '../games/index.js'
import {tr} from '../shell/language.js'

const AGAIN = 3000

/** @param {{code: string}} props */
export default function Join({code}) {
  const {data: table, wrong: unseen, status} = useTable(code)
  const isGone = status === NOT_THERE
  const games = useOffer()
  const line = games.data?.games.find(({name}) => name === table?.game)?.line
  usePage(tr('Join table {code} · fivedice', {code}), table?.game)
  if (!table && unseen)
    return html`<${Lost}
      title=${isGone ? tr('Table {code} rolled out of sight', {code}) : tr('Table {code}', {code})}>
      ${
        isGone &&
        html`<p
        class="soft">${tr('Compare the code with your invitation, or ask for a new link.')}</p>`
      }
      <${ByCode} tried=${code} wrong=${unseen} />
      <p><${ToGames} look="plain" /></p><//>`
  if (!table || !(games.data || games.wrong))
    return html`<${Unready} title=${tr('Table {code}', {code})}>${tr('Looking for the table …')}<//>`
  return html`<${PanelPage} kind=${tr('Table {code}', {code})} title=${invitation(table)}>
    ${line && html`<p class="soft">${tr('{sentence}.', {sentence: line})}</p>`}
    ${table.stage === 'gathering' && html`<${OneTurn} ...${table} />`}
    <${Chairs} chairs=${table.chairs} me=${null} />
    <${Agreed} picture=${table} />
    <${Door} table=${table} code=${code} wrong=${unseen} />
  <//>`
}

/** Who invites to what. @param {any} table */
function invitation({title, stage, closed, chairs}) {
  const opener = chairs[openerOf(chairs)]?.name
  return opener && stage === 'gathering' && !closed
    ? tr('{name} invites you to {game}', {name: opener, game: title})
    : title
}

/**
 * The table, or the reason why it cannot be shown. Stops polling for an unknown code, because wrong codes
 * count against everybody at the same address.
 * @param {string} code
 */
function useTable(code) {
  const ask = async () => {
    const table = await get(`/api/tables/${code}`)
    if (table.instead) location.replace(at(table.instead))
    return table.instead ? null : table
  }
  return useAnswer(ask, [code], ({status}) => (status === NOT_THERE ? 0 : AGAIN))
}

/** @param {{table: any, code: string, wrong: string}} props */
function Door({table, code, wrong}) {
  const [refused, request] = useRequest()
  const [name, setName] = useState(myName())
  const isGathering = table.stage === 'gathering' && !table.closed
  const isOpen = isGathering && table.chairs.some((/** @type {any} */ chair) => chair.open)
  const sit = () => {
    myName(name.trim())
    request(join(table, name.trim()))
  }
  const watch =
    table.terms.watching && html`<${Link} class="button" href=${`/watch/${code}`}>${tr('Watch')}<//>`
  const isOver = table.stage === 'over'
  const review = html`<${Link} class="button main" href=${`/review/${code}`}>${tr('Result and review')}<//>`
  if (!isOpen)
    return html`<p>${whyShut(table)}</p>
      <div class="row">${isOver && table.terms.watching && review}${!isOver && watch}
        <${ToGames} look="plain" /></div>`
  return html`<${Form} onSend=${sit}>
    <${NameField} value=${name} required autofocus onInput=${setName} />
    <${Wrong} why=${wrong || refused} />
    <div class="row"><button class="button main"><${TakeAChair} /></button>${watch}</div>
  <//>`
}

/** @param {any} table */
const whyShut = (table) =>
  table.stage === 'over'
    ? table.result || tr('This match is over.')
    : table.closed
      ? table.closed_told || tr('This table is closed.')
      : table.terms.watching
        ? tr('This match has already started. You can watch.')
        : tr('This match has already started.')

/** @param {{game: string, words: Record<string, string>, set: string}} props */
function OneTurn({game, words, set}) {
  const {hand, suits = []} = lookOf(game)
  const die = (/** @type {number} */ place, /** @type {string} */ look) =>
    html`<span class=${`chip-die small ${look}`} data-set=${worn(set)}>
      ${face(set, hand[place], suits[place] ?? '')}</span>`
  const all = (/** @type {(place: number) => string} */ look) =>
    html`<span class="five" aria-hidden="true">${hand.map((_, place) => die(place, look(place)))}</span>`
  return html`<ol class="one-turn" aria-label=${tr('How a turn goes')}>
    <li>${all((place) => `at-${place}`)}<span>${words.opens}</span></li>
    <li>${all((place) => (place < 3 ? 'kept' : 'gone'))}
      <span>${tr('Keep the dice you like and throw the others again, up to twice.')}</span></li>
    <li>${all(() => 'kept')}
      <span>${tr('{wanted}: your dice decide what it pays.', words)}</span></li>
  </ol>`
}
