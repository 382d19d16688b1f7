// A club night for its players and its host: arriving, your table now, the standings, and running the rounds.
import {html, useEffect, useState} from '../vendor/htm-preact.js'
import {at, post, useRequest} from '../shell/api.js'
import {
  Bar,
  Button,
  ConfirmDialog,
  Field,
  Form,
  Link,
  NameField,
  Select,
  Unready,
  usePage,
} from '../shell/frame.js'
import {comma, rich, tr} from '../shell/language.js'
import {stylesheet} from '../shell/lazy.js'
import {whoPlays} from '../shell/player.js'
import {myName} from '../shell/storage.js'
import {Camera, Copy, useReach} from '../seats/links.js'
import OpenClub from './open-club.js'
import Screen from './screen.js'
import {
  attend,
  isOver,
  namesOf,
  planned,
  playing,
  presence,
  present,
  RoundClock,
  roundNow,
  stage,
  Standings,
  Tables,
  ToTable,
  useClubNight,
} from './standings.js'

/** @typedef {import('./standings.js').ClubNight} ClubNight */
/** @typedef {{night: ClubNight, act: (path: string, body: object) => void}} Part */

stylesheet('records')

/** @param {{code?: string, screen?: string}} props */
export default function Page({code = '', screen}) {
  if (!code) return html`<${OpenClub} />`
  return screen ? html`<${Screen} code=${code} />` : html`<${Mine} code=${code} />`
}

/** @param {{code: string}} props */
function Mine({code}) {
  const {night, wrong, look} = useClubNight(code)
  const [refused, ask] = useRequest()
  const title = night?.you.seat ? `● ${tr('Your table is ready')}` : tr('Club night {code}', {code})
  usePage(`${title} · fivedice`, night?.game)
  useEffect(() => void (night && attend(night)), [night?.version])
  if (!night) return html`<${Unready} title=${tr('Club night')} wrong=${wrong} lost=${title} />`
  const act = async (/** @type {string} */ path, /** @type {object} */ body) =>
    (await ask(post(`/api/clubs/${code}/${path}`, body))) && look()
  const {you, players} = night
  const isHere = you.player !== null && players[you.player].here
  const arrive = !isHere && !isOver(night) && html`<${Arrive} ...${{night, act}} />`
  return html`<${Bar} /><main class="page records club">
    <div class="head"><h1>${tr('Club night')}</h1><p class="soft">${`${night.title} · ${stage(night)}`}</p>
      <p class="wrong" role="alert">${refused || wrong}</p></div>
    ${isHere && (!you.host || you.told || roundNow(night)) && html`<${Now} ...${{night, act}} />`}
    ${you.host && html`<${Host} ...${{night, act, arrive}} />`}
    ${!you.host && arrive && html`<div class="panel">${arrive}</div>`}
    <${Standings} night=${night} /><${Tables} night=${night} />
  </main>`
}

/** Sitting down. @param {Part} props */
function Arrive({night, act}) {
  const {host, player} = night.you
  const known = player === null ? '' : night.players[player].name
  const [name, setName] = useState(known || myName())
  const here = present(night)
  const come = () => {
    if (!myName()) myName(name.trim())
    act('players', {name: name.trim()})
  }
  return html`<${Form} class="empty" onSend=${come}>
    <p>${
      known
        ? tr('{here}. Come back, and you have a table in the next round.', {here})
        : tr('{here}. Sit down, and you have a table in the next round.', {here})
    }</p>
    <${NameField} value=${name} required readonly=${Boolean(known)} onInput=${setName} />
    <button class=${host ? 'button' : 'button main'}>${known ? tr('Come back') : tr('Sit down')}</button>
    <//>`
}

/** My table now, or the reason for waiting. @param {Part} props */
function Now({night, act}) {
  const {seat, host} = night.you
  useEffect(() => void (seat && whoPlays()), [seat?.code])
  const names = playing(night).map(({players}) => namesOf(night, players).join(' – '))
  return html`<section class="panel empty">
    <p class="mine-now" role="status">${whatNow(night)}</p>
    ${!night.played.length && html`<p class="soft">${planned(night)}</p>`}
    ${
      !seat &&
      names.length > 0 &&
      html`<p class="soft">${tr('Still playing: {names}.', {names: comma(names)})}</p>`
    }
    <${RoundClock} night=${night} />
    <div class="row">
      ${seat && html`<${ToTable} night=${night}>${tr('Go to your table')}<//>`}
      ${
        !isOver(night) &&
        !host &&
        html`<${Button} look="plain quiet"
          onClick=${() => act('leave', {})}>${tr('Leave the club night')}<//>`
      }</div></section>`
}

/** @param {ClubNight} night */
function whatNow(night) {
  const {you, deals, rounds, played} = night
  const {told} = you
  const round = roundNow(night)
  const me = Number(you.player)
  if (isOver(night)) return tr('{told} Thank you for playing!', {told})
  if (!round && you.host) return told
  if (!round && played.length)
    return tr('{told} Wait for round {round} of {rounds}.', {told, round: played.length + 1, rounds})
  if (!round)
    return tr(
      '{count, plural, one {You are the first one here.} other {You are here, with # players in all.}} ' +
        'Wait for the first round.',
      presence(night),
    )
  if (round.byes.includes(me)) return tr('You have a bye in this round; it counts as won.')
  const place = round.tables.findIndex(({players}) => players.includes(me))
  const at = round.tables[place]
  if (!at) return tr('You play from the next round on.')
  if (!you.seat) return told || tr('Your table has finished this round.')
  const others = at.players.filter((player) => player !== me)
  const now = {table: place + 1, names: comma(namesOf(night, others)), match: at.codes.length, deals}
  if (!others.length && deals > 1) return tr('Table {table}, match {match} of {deals}.', now)
  if (!others.length) return tr('Table {table}.', now)
  if (deals > 1) return tr('Table {table} against {names}, match {match} of {deals}.', now)
  return tr('Table {table} against {names}.', now)
}

/** The controls of the host, who can `arrive` as a player too. @param {Part & {arrive: any}} props */
function Host({night, act, arrive}) {
  const [doubt, setDoubt] = useState('')
  const {code, played, players} = night
  const {origin, sentence} = useReach()
  const round = roundNow(night)
  const steer = (/** @type {string} */ what) => {
    setDoubt('')
    act('rounds', {what})
  }
  const open = playing(night).length
  const tables = round?.tables.length ?? 0
  const least = Math.min(night.seats, 2)
  const lacks = presence(night).count < least
  const why = tr('A round needs {least, plural, one {one player} other {# players}}: share the code.', {
    least,
  })
  const count = {done: tables - open, tables}
  return html`<section class="panel empty"><h2>${tr('You are the host')}</h2>
    ${!played.length && html`<p class="soft">${planned(night)}</p>`}
    ${
      !isOver(night) &&
      html`<div class="row">${
        round
          ? html`<p>${tr('{done} of {tables, plural, one {# table} other {# tables}} finished', count)}</p>
              <${Button} onClick=${() => setDoubt('over')}>${tr('End this round now')}<//>`
          : html`<${Button} look="main" disabled=${lacks}
                onClick=${() => steer('begin')}>${tr('Begin round {round}', {round: played.length + 1})}<//>
              <${Button} look="plain quiet" onClick=${() => setDoubt('end')}>${tr('End the club night')}<//>`
      }
      ${
        !arrive &&
        html`<${Button} look="plain quiet"
          onClick=${() => act('leave', {})}>${tr('Host without playing')}<//>`
      }</div>
      ${!round && lacks && html`<p class="soft">${why}</p>`}`
    }
    <details open=${!played.length}><summary>${tr('Invite players, big screen')}</summary>
      <div class="invite"><p class="big-code" translate=${false}>${code}</p>
      <${Camera} text=${`${origin}/club/${code}`} title=${tr('QR code of this club night')} />
      <div class="by-link"><${Copy} text=${`${origin}/club/${code}`} title=${tr('Copy the link')} />
        <${Link} class="button small" href=${`/club/${code}/screen`}>${tr('Big screen')}<//>
        ${sentence && html`<p class="reach">${sentence}</p>`}</div></div></details>
    ${arrive && html`<details><summary>${tr('Play too')}</summary>${arrive}</details>`}
    <details><summary>${present(night)}</summary><ul class="people">${players.map(
      ({name, here}, number) =>
        here &&
        html`<li class="row"><span class="name">${name}</span> <${Button} look="plain small"
          onClick=${() => act('leave', {player: number})}>${tr('Has left')}<//></li>`,
    )}</ul></details>
    <${Results} ...${{night, act}} />
    ${
      doubt &&
      html`<${ConfirmDialog} title=${doubt === 'over' ? tr('End the round?') : tr('End the club night?')}
        no=${tr('Go on')} yes=${tr('End it')} onNo=${() => setDoubt('')} onYes=${() => steer(doubt)}>
        ${
          doubt === 'over'
            ? tr('Tables still playing: {open}. Their unfinished matches count as not played.', {open})
            : tr('Nobody can sit down after that. You can still correct results.')
        }<//>`
    }</section>`
}

/** All finished matches; the `id` of a match stays the same when others end. @param {ClubNight} night */
const matchesOf = (night) =>
  night.played.flatMap(({tables}, round) =>
    tables.flatMap(({players, results}, table) =>
      results.map((result, deal) => ({
        id: `${round}/${table}/${deal}`,
        place: {round, table, deal},
        names: namesOf(night, players).join(' – '),
        scores: result?.scores.join(' : ') ?? '',
      })),
    ),
  )

/** Correcting a result, and files of all results. @param {Part} props */
function Results({night, act}) {
  const matches = matchesOf(night)
  const [chosen, choose] = useState(matches.at(-1)?.id)
  const [typed, setTyped] = useState(/** @type {string | null} */ (null))
  const match = matches.find(({id}) => id === chosen) ?? matches[0]
  if (!match) return null
  const scores = typed ?? match.scores
  const send = () => act('results', {...match.place, scores: scores.match(/-?\d+/g)?.map(Number) ?? null})
  const enter = (/** @type {string} */ id, /** @type {string | null} */ text = null) => {
    choose(id)
    setTyped(text)
  }
  const describe = (/** @type {typeof match} */ {place: {round, table, deal}, names, scores}) =>
    tr('Round {round}, table {table}, match {match}: {names} {scores}', {
      ...{round: round + 1, table: table + 1, match: deal + 1, names, scores: scores || tr('not played')},
    })
  const file = (/** @type {string} */ what) => (/** @type {any} */ text) =>
    html`<a class="button plain" download href=${at(`/api/clubs/${night.code}/${what}.csv`)}>${text}</a>`
  return html`<details><summary>${tr('Correct or download results')}</summary>
    <${Form} class="empty correct" onSend=${send}>
    <${Select} label=${tr('Match')} value=${match.id} options=${matches.map((one) => [one.id, describe(one)])}
      onChange=${enter} />
    <${Field} label=${tr('Scores of {names}', {names: match.names})} value=${scores}
      onInput=${(/** @type {string} */ text) => enter(match.id, text)}>
      <small>${tr('Leave it empty if the match does not count.')}</small><//>
    <button class="button">${tr('Correct', null, 'button')}</button>
    <p>${rich('Download: <a>standings</a><b>results</b>', {a: file('standings'), b: file('results')})}</p>
    <//></details>`
}
