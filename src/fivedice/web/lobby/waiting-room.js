// The waiting room: code, link, chairs and the start of the match.
import {html, useState} from '../vendor/htm-preact.js'
import {post} from '../shell/api.js'
import Arrange, {usualBot, WhichBot} from './arrange.js'
import {agreed, Chairs, openerOf, TakeAChair} from './chairs.js'
import {Bar, ConfirmDialog, Dialog, go, Link} from '../shell/frame.js'
import {Icon} from '../drawings/icons.js'
import Invite from './invite.js'
import {optional} from '../shell/lazy.js'
import {expected, forget, losesSeats, NOT_KEPT} from '../shell/storage.js'
import {listed, missing} from '../shell/wording.js'

const Elsewhere = optional(() => import('./elsewhere.js'))

/**
 * @param {{code: string, token: string, seat: ReturnType<typeof import('../table/client.js').useSeat>}} props
 */
export default function Gather({code, token, seat}) {
  const {picture, you} = seat.seen
  if (!picture) return null
  if (picture.closed) return html`<${Closed} picture=${picture} me=${you.seat} />`
  const awaited = missing(expected(code), picture.chairs)
  return html`<${Bar} /><main class="page door"><section class="panel card-of-table">
    <p class="kind">${picture.title}</p>
    <h1>${`Waiting for ${listed(awaited) || 'players'}`}</h1>
    <${Invite} code=${code} picture=${picture} />
    <${Arrange} ...${{code, token, picture, me: you.seat}} />
    <p class="soft agreed">${agreed(picture)}</p>
    ${
      token &&
      you.seat !== null &&
      html`<${Begin} code=${code} token=${token} picture=${picture} awaited=${awaited}
      onLeave=${() => leave(code, seat)} />`
    }
    ${you.seat === null && html`<${Watching} code=${code} chairs=${picture.chairs} />`}
  </section></main>`
}

/**
 * The page of somebody whom the opener has removed.
 * @param {{code: string, picture: import('../shell/types.js').Picture}} props
 */
export function Removed({code, picture}) {
  const opener = picture.chairs[openerOf(picture.chairs)]?.name ?? 'The opener'
  return html`<${Bar} /><main class="page door"><section class="panel card-of-table">
    <p class="kind">${picture.title}</p>
    <h1>${`${opener} has removed you from this table.`}</h1>
    <div class="row">
      ${picture.watching && html`<${Link} class="button main" href=${`/watch/${code}`}>Watch<//>`}
      <${Link} class="button" href="/">To the games<//></div>
  </section></main>`
}

/**
 * The page of a table that was closed before its match began.
 * @param {{picture: import('../shell/types.js').Picture, me: number | null}} props
 */
const Closed = ({picture, me}) =>
  html`<${Bar} /><main class="page door"><section class="panel card-of-table">
    <p class="kind">${picture.title}</p>
    <h1>This table is closed</h1>
    <p>${picture.closed_told || 'Nobody joined for a long time, so the match never started.'}</p>
    <${Chairs} chairs=${picture.chairs} me=${me} told />
    <div class="row"><${Link} class="button" href="/">All games<//></div>
  </section></main>`

/**
 * What an onlooker can do: take an open chair.
 * @param {{code: string, chairs: import('../shell/types.js').Chair[]}} props
 */
const Watching = ({code, chairs}) =>
  html`<p>You are watching.</p><div class="row">
    ${
      chairs.some(({open}) => open) &&
      html`<${Link} class="button main" href=${`/t/${code}`}><${TakeAChair} /><//>`
    }
    <${Link} class="button plain" href="/">All games<//></div>`

/**
 * Gives my chair back.
 * @param {string} code @param {ReturnType<typeof import('../table/client.js').useSeat>} seat
 */
function leave(code, seat) {
  if (seat.seen.lost) return // the server would not receive it
  seat.send({type: 'leave'})
  forget(code)
  go('/')
}

const MINE = html`<${Link} href="/records">My matches<//>`
/** Ways to begin with open chairs. */
const BOTS = {title: 'Bots in the open chairs', question: 'Begin with bots?'}
const OTHERS = {title: 'Only the players here', question: 'Begin without the others?'}
const ALONE = {title: 'Alone', question: 'Begin alone?'}

/**
 * Begins the match before every chair is taken. Any player may do so, because the host may never come back; a
 * dialog confirms it, because it shuts out those who have not come yet.
 * @param {{code: string, token: string, picture: import('../shell/types.js').Picture, awaited: string[],
 *   onLeave: () => void}} props
 */
function Begin({code, token, picture, awaited, onLeave}) {
  const [wrong, setWrong] = useState('')
  const [way, setWay] = useState(/** @type {typeof BOTS | null} */ (null))
  const [bot, setBot] = useState(usualBot)
  const [isMoving, setMoving] = useState(false)
  const start = () => {
    setWay(null)
    const fill = way === BOTS ? bot : ''
    post(`/api/tables/${code}/start`, {token, fill}).catch((error) => setWrong(error.message))
  }
  const without = picture.chairs.filter((chair) => !chair.open).length > 1 ? OTHERS : ALONE
  const come = `${listed(awaited)} can join by pressing “Join the rematch” at the end of the last match.`
  return html`<div class="begin">
    ${awaited.length > 0 && html`<p>${come}</p>`}
    <p class="soft">The match begins automatically when every chair is taken.
      ${picture.days > 0 && html`${' Until then you can close this page and return from '}${MINE}.`}
      ${' Or begin now:'}</p>
    <div class="row">
      ${[BOTS, without].map(
        (one) =>
          html`<button type="button" class="button" onClick=${() => setWay(one)}>${one.title}</button>`,
      )}
      <button type="button" class="button plain" onClick=${onLeave}>Leave the table</button>
    </div>
    ${wrong && html`<p class="wrong" role="alert">${wrong}</p>`}
    ${losesSeats() && html`<p>${NOT_KEPT}</p>`}
    <div class="row"><button type="button" class="button plain" onClick=${() => setMoving(true)}>
      <${Icon} name="phone" />Continue on another device</button></div>
    ${
      isMoving && // in a dialog: the other QR code on this page is for friends
      html`<${Dialog} title="Continue on another device" onClose=${() => setMoving(false)}>
        <${Elsewhere} code=${code} token=${token} now /><//>`
    }
    ${
      way &&
      html`<${ConfirmDialog} title=${way.question} no="Wait" onNo=${() => setWay(null)}
        yes="Begin now" onYes=${start}
        more=${way === BOTS && html`<${WhichBot} game=${picture.game} bot=${bot} onBot=${setBot} />`}>
        Players who have not joined yet will not be able to sit down.<//>`
    }
  </div>`
}
