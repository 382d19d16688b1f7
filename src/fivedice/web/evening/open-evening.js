// The form that opens a club night.
import {html, useEffect, useState} from '../vendor/htm-preact.js'
import {offer, post} from '../shell/api.js'
import {Bar, go} from '../shell/frame.js'
import {myName, nameMe} from '../shell/storage.js'

/** @typedef {import('../shell/types.js').GameTerms} GameTerms */

const USUAL = {game: 'traditional', seats: 2, rounds: 3, deals: 2, minutes: 30, pairing: 'stay'}
/** @type {[keyof typeof USUAL, string, number, number][]} */
const NUMBERS = [
  ['rounds', 'Rounds', 1, 20],
  ['deals', 'Matches per round', 1, 10],
  ['minutes', 'Minutes per round (0: no limit)', 0, 240],
]

export default function OpenEvening() {
  const [games, setGames] = useState(/** @type {GameTerms[]} */ ([]))
  const [plan, setPlan] = useState(USUAL)
  const [name, setName] = useState(myName())
  const [wrong, setWrong] = useState('')
  useEffect(() => {
    document.title = 'Open a club night · fivedice'
    offer().then(
      (offered) => setGames(offered.games),
      (error) => setWrong(error.message),
    )
  }, [])
  const [least, most] = games.find((one) => one.name === plan.game)?.seats ?? [1, 10]
  const seats = Math.max(least, Math.min(most, plan.seats))
  const change = (/** @type {object} */ more) => setPlan({...plan, ...more})
  const open = (/** @type {Event} */ event) => {
    event.preventDefault()
    if (!myName()) nameMe(name.trim())
    post('/api/evenings', {...plan, seats, name: name.trim()}).then(
      ({code}) => go(`/evening/${code}`),
      (error) => setWrong(error.message),
    )
  }
  const number = (
    /** @type {keyof typeof USUAL} */ key,
    /** @type {string} */ title,
    /** @type {number} */ from,
    /** @type {number} */ to,
  ) =>
    html`<label class="field">${title}<input class="input" type="number" required min=${from} max=${to}
      value=${key === 'seats' ? seats : plan[key]}
      onInput=${(/** @type {any} */ event) => change({[key]: Number(event.target.value)})} /></label>`
  return html`<${Bar} /><main class="page records evening"><div class="head"><h1>Club night</h1></div>
    <p>Several tables play the same dice at the same time. Whoever makes more of them is ahead.</p>
    <form class="panel empty planning" onSubmit=${open}>
      <label class="field">Game<select class="input" value=${plan.game}
        onChange=${(/** @type {any} */ event) => change({game: event.target.value})}>
        ${games.map((one) => html`<option value=${one.name}>${one.title}</option>`)}</select></label>
      ${number('seats', 'Players at a table', least, most)}
      ${NUMBERS.map((one) => number(...one))}
      <label class="field">Who plays whom<select class="input" value=${plan.pairing}
        onChange=${(/** @type {any} */ event) => change({pairing: event.target.value})}>
        <option value="stay">Everybody stays at their table</option>
        <option value="swiss">Swiss: those who do equally well meet</option></select></label>
      <label class="field">Your name<input class="input" value=${name} required maxlength="40"
        autocomplete="nickname"
        onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></label>
      <button class="button main">Open the evening</button>
      <p class="wrong" role="alert">${wrong}</p>
    </form></main>`
}
