// The waiting room: the code and the link to give away, who sits, and the start. Plays nothing.
import {html, useState} from './vendor/htm-preact.js'
import {post} from './api.js'
import {Bar, go} from './frame.js'
import Invite from './invite.js'
import {expected, forget} from './memory.js'
import {inWords} from './options.js'
import {listed} from './players.js'
import {Face} from './somebody.js'
import {lasting, many} from './spans.js'

/** @typedef {import('./shapes.js').Chair} Chair */

/** @param {{code: string, token: string, seat: ReturnType<typeof import('./seat.js').useSeat>}} props */
export default function Gather({code, token, seat}) {
  const {picture, you} = seat.seen
  if (!picture) return null
  const missing = expected(code).filter((name) => !picture.chairs.some((chair) => chair.name === name))
  return html`<${Bar} /><main class="page door"><section class="panel card-of-table">
    <p class="kind">${picture.title}</p>
    <h1>${`Waiting for ${listed(missing) || 'players'}`}</h1>
    <${Invite} code=${code} picture=${picture} />
    <${Chairs} chairs=${picture.chairs} me=${you.seat} />
    <p class="soft agreed">${agreed(picture)}</p>
    ${
      token &&
      you.seat !== null &&
      html`<${Begin} code=${code} token=${token} picture=${picture}
      onLeave=${() => leave(code, seat)} />`
    }
  </section></main>`
}

/** Who sits, chair by chair. @param {{chairs: Chair[], me: number | null}} props */
export function Chairs({chairs, me}) {
  const says = (/** @type {Chair} */ chair) =>
    chair.open ? 'open' : chair.bot ? 'bot' : chair.away ? 'away' : ''
  return html`<ol class="sitting" aria-live="polite">${chairs.map(
    (chair, seat) => html`<li class=${chair.open ? 'open' : ''}>
    <span class=${`seat-dot seat-${seat}`}></span>
    <span class="who"><${Face} persona=${chair.persona} />
      ${chair.open ? 'An open chair' : chair.name}${seat === me ? ' (you)' : ''}</span>
    <span class="soft">${says(chair)}</span></li>`,
  )}</ol>`
}

/**
 * My chair is open again for others.
 * @param {string} code
 * @param {ReturnType<typeof import('./seat.js').useSeat>} seat
 */
function leave(code, seat) {
  if (seat.seen.lost) return // the server would not hear of it
  seat.send({type: 'leave'})
  forget(code)
  go('/')
}

/**
 * The start before every chair is taken.
 * @param {{code: string, token: string, picture: import('./shapes.js').Picture, onLeave: () => void}} props
 */
function Begin({code, token, picture, onLeave}) {
  const [wrong, setWrong] = useState('')
  const start = (/** @type {string} */ fill) =>
    post(`/api/tables/${code}/start`, {token, fill}).catch((error) => setWrong(error.message))
  const taken = picture.chairs.filter((chair) => !chair.open).length
  return html`<div class="begin">
    <p class="soft">The match begins by itself when every chair is taken. Or now:</p>
    <div class="row">
      <button type="button" class="button main" onClick=${() => start('greedy')}>Bots in the open chairs
        </button>
      <button type="button" class="button" onClick=${() => start('')}>
        ${taken > 1 ? 'Only who is here' : 'Alone'}</button>
      <button type="button" class="button plain" onClick=${onLeave}>Leave the table</button>
    </div>
    ${wrong && html`<p class="wrong" role="alert">${wrong}</p>`}
  </div>`
}

/** How long anybody waits. @param {{days: number, clock: number, absence: number}} picture */
function pace({days, clock, absence}) {
  if (days) return `by correspondence, ${many(days, 'day')} a decision`
  const limit = clock ? `${clock} seconds a decision` : 'no clock'
  return absence ? `${limit} · who is gone for ${lasting(absence)} is played for` : limit
}

/** What was agreed, in a line. @param {import('./shapes.js').Picture} picture */
export function agreed(picture) {
  const {options, games, hints, watching} = picture
  const parts = [
    games > 1 ? `${games} games on one card` : '',
    ...inWords(options),
    pace(picture),
    hints ? 'hints allowed' : 'no hints',
    watching ? 'others may watch' : 'nobody watches',
  ]
  return parts.filter(Boolean).join(' · ')
}
