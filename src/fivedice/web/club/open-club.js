// The form that opens a club night.
import {html, useState} from '../vendor/htm-preact.js'
import {post, useOffer, useRequest} from '../shell/api.js'
import {Bar, Field, Form, go, NameField, Select, usePage} from '../shell/frame.js'
import {tr} from '../shell/language.js'
import {myName} from '../shell/storage.js'
import {planned} from './standings.js'

const USUAL = {game: '', seats: 2, rounds: 3, deals: 2, minutes: 30, pairing: 'stay'}
const PAIRINGS = [
  ['stay', tr('Everybody stays at their table')],
  ['swiss', tr('Swiss: those who do equally well meet')],
]
/** @type {[string, string, number, number][]} */
const NUMBERS = [
  ['rounds', tr('Rounds'), 1, 20],
  ['deals', tr('Matches per round'), 1, 10],
  ['minutes', tr('Minutes per round (0: no limit)'), 0, 240],
]

export default function OpenClub() {
  const offer = useOffer()
  const games = offer.data?.games ?? []
  const [wanted, setPlan] = useState(USUAL)
  const plan = {...wanted, game: wanted.game || (games[0]?.name ?? '')}
  const [name, setName] = useState(myName())
  const [wrong, ask] = useRequest()
  usePage(`${tr('Open a club night')} · fivedice`)
  const [least, most] = games.find((one) => one.name === plan.game)?.seats ?? [1, 10]
  const seats = Math.max(least, Math.min(most, plan.seats))
  const change = (/** @type {object} */ more) => setPlan({...plan, ...more})
  const open = async () => {
    if (!myName()) myName(name.trim())
    const opened = await ask(post('/api/clubs', {...plan, seats, name: name.trim()}))
    if (!opened) return
    await ask(post(`/api/clubs/${opened.code}/players`, {name: name.trim()})) // the host plays too
    go(`/club/${opened.code}`)
  }
  const from = (/** @type {string} */ key, read = (/** @type {any} */ value) => value) => ({
    value: {...plan, seats}[/** @type {keyof typeof USUAL} */ (key)],
    [read === Number ? 'onInput' : 'onChange']: (/** @type {string} */ value) => change({[key]: read(value)}),
  })
  const number = (/** @type {[string, string, number, number]} */ [key, label, min, max]) =>
    html`<${Field} type="number" required ...${{label, min, max, ...from(key, Number)}} />`
  return html`<${Bar} /><main class="page records reading club">
    <div class="head"><h1>${tr('Club night')}</h1></div>
    <p>${tr('Everybody plays the same dice at several tables. Whoever scores more with them wins.')}</p>
    <${Form} class="panel empty planning" onSend=${open}>
      <${Select} label=${tr('Game')} ...${from('game')}
        options=${games.map((one) => [one.name, one.title])} />
      <details><summary>${tr('Tables of {seats}, {plan}', {seats, plan: planned(plan)})}</summary>
        <div class="empty">
        ${number(['seats', tr('Players at a table'), least, most])}${NUMBERS.map(number)}
        <${Select} label=${tr('Who plays whom')} options=${PAIRINGS} ...${from('pairing')} /></div></details>
      <${NameField} value=${name} required onInput=${setName} />
      <button class="button main">${tr('Open the club night')}</button>
      <p class="wrong" role="alert">${wrong || offer.wrong}</p>
    <//></main>`
}
