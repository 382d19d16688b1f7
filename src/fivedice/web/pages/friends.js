// The form for a table with friends: chairs, bots among them, and what is agreed. Opens it; plays nothing.
import {html, useEffect, useState} from './vendor/htm-preact.js'
import {offer} from './api.js'
import {Dialog} from './frame.js'
import {lookOf} from './games/index.js'
import {open} from './opening.js'

/** @typedef {import('./shapes.js').GameTerms} GameTerms */

const CLOCKS = [
  [0, 'No clock'],
  [15, '15 seconds a decision'],
  [30, '30 seconds'],
  [60, 'One minute'],
  [180, 'Three minutes'],
]
const OPENINGS = {roll: 'Highest roll', random: 'Drawn by lot', 0: 'I start'}
const USUAL = {games: 1, first: '', hints: true, watching: true, clock: 0, joker: 'forced'}

/**
 * @param {{game: string, name: string, onName: (name: string) => void, onClose: () => void}} props
 */
export default function Friends({game, name, onName, onClose}) {
  const [terms, setTerms] = useState(/** @type {GameTerms | null} */ (null))
  const [bots, setBots] = useState(/** @type {string[]} */ ([]))
  const [others, setOthers] = useState([''])
  const [agreed, setAgreed] = useState(USUAL)
  const [wrong, setWrong] = useState('')
  useEffect(() => {
    offer().then(
      (found) => {
        setTerms(found.games.find((one) => one.name === game) ?? null)
        setBots(found.bots)
      },
      (error) => setWrong(error.message),
    )
  }, [game])
  const send = (/** @type {Event} */ event) => {
    event.preventDefault()
    open(asked(game, name, others, agreed), setWrong)
  }
  const change = (/** @type {object} */ more) => setAgreed({...agreed, ...more})
  const foot = html`<div class="row"><button class="button main" form="friends" disabled=${!terms}>
    Open the table</button>
    ${wrong && html`<p class="wrong" role="alert">${wrong}</p>`}</div>`
  return html`<${Dialog} title=${`${lookOf(game).title} with friends`} game=${game} onClose=${onClose}
    foot=${foot}>
    <form id="friends" class="friends" onSubmit=${send}>
      <label class="field">Your name
        <input class="input" value=${name} maxlength="40" required autocomplete="nickname"
          onInput=${(/** @type {any} */ event) => onName(event.target.value)} />
      </label>
      ${
        terms &&
        html`<${Chairs} terms=${terms} bots=${bots} others=${others} onChange=${setOthers} />
        <${Agreement} terms=${terms} agreed=${agreed} onChange=${change} />`
      }
    </form>
  <//>`
}

/**
 * What is asked of the server.
 * @param {string} game
 * @param {string} name
 * @param {string[]} others
 * @param {typeof USUAL} agreed
 */
function asked(game, name, others, agreed) {
  const {games, first, hints, watching, clock, joker} = agreed
  return {
    game,
    name: name || 'Player',
    chairs: ['', ...others],
    games,
    hints,
    watching,
    clock,
    ...(first === '' ? {} : {first: first === '0' ? 0 : first}),
    ...(joker === 'free' ? {options: {joker}} : {}),
  }
}

/**
 * Who is to sit in the other chairs.
 * @param {{terms: GameTerms, bots: string[], others: string[], onChange: (others: string[]) => void}} props
 */
function Chairs({terms, bots, others, onChange}) {
  const [, most] = terms.seats
  const replace = (/** @type {number} */ place, /** @type {string} */ who) =>
    onChange(others.map((other, at) => (at === place ? who : other)))
  return html`<fieldset class="chairs"><legend>Chairs</legend>
    <ol>
      <li><span class="seat-dot seat-0"></span><span>You</span></li>
      ${others.map(
        (who, place) => html`<li key=${place}><span class=${`seat-dot seat-${place + 1}`}></span>
        <select class="input" aria-label=${`Chair ${place + 2}`} value=${who}
          onChange=${(/** @type {any} */ event) => replace(place, event.target.value)}>
          <option value="">A friend</option>
          ${bots.map((bot) => html`<option value=${bot}>${`${bot}, a bot`}</option>`)}
        </select>
        <button type="button" class="button plain small"
          disabled=${others.length + 1 <= Math.max(2, terms.seats[0])}
          aria-label=${`Remove chair ${place + 2}`}
            onClick=${() => onChange(others.filter((_, at) => at !== place))}>Remove</button>
      </li>`,
      )}
    </ol>
    <button type="button" class="button small" disabled=${others.length + 1 >= most}
      onClick=${() => onChange([...others, ''])}>Another chair</button>
    <small class="soft">${`For ${terms.seats[0]} to ${most}.`}</small>
  </fieldset>`
}

/**
 * What is agreed, folded away.
 * @param {{terms: GameTerms, agreed: typeof USUAL, onChange: (more: object) => void}} props
 */
function Agreement({terms, agreed, onChange}) {
  const from =
    (/** @type {string} */ key, number = false) =>
    (/** @type {any} */ event) =>
      onChange({[key]: number ? Number(event.target.value) : event.target.value})
  const openings = [...new Set([...terms.openings, '0'])]
  const checked = (/** @type {string} */ key) => (/** @type {any} */ event) =>
    onChange({[key]: event.target.checked})
  return html`<details class="agreement"><summary>What is agreed</summary><div class="grid">
    <label class="field">Who starts<select class="input" value=${agreed.first} onChange=${from('first')}>
      <option value="">As usual in this game</option>
      ${openings.map(
        (way) => html`<option value=${way}>
        ${OPENINGS[/** @type {keyof typeof OPENINGS} */ (way)] ?? way}</option>`,
      )}</select></label>
    ${
      terms.max_games > 1 &&
      html`<label class="field">Games on one card<select class="input" value=${agreed.games}
        onChange=${from('games', true)}>
      ${Array.from({length: terms.max_games}, (_, at) => html`<option value=${at + 1}>${at + 1}</option>`)}
        </select></label>`
    }
    ${
      terms.options.joker &&
      html`<label class="field">A further Yahtzee<select class="input" value=${agreed.joker}
        onChange=${from('joker')}>
      <option value="forced">Forced Joker, the sheet's rule</option><option value="free">
        Free Joker, any open box</option></select></label>`
    }
    <label class="field">Clock<select class="input" value=${agreed.clock} onChange=${from('clock', true)}>
      ${CLOCKS.map(([seconds, title]) => html`<option value=${seconds}>${title}</option>`)}</select></label>
    <label class="check"><input type="checkbox" checked=${agreed.hints} onChange=${checked('hints')} />
      Hints may be taken</label>
    <label class="check"><input type="checkbox" checked=${agreed.watching} onChange=${checked('watching')} />
      Others may watch</label>
  </div></details>`
}
