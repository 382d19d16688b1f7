// The waiting room: code, link, chairs, which the opener of the table arranges, and the start of the match.
import {html, useState} from '../vendor/htm-preact.js'
import {post, useOffer, useRequest, useTerms} from '../shell/api.js'
import {described} from '../shell/bot-personas.js'
import {Agreed, Chairs, openerOf, TakeAChair} from '../seats/chairs.js'
import {Button, ConfirmDialog, Dialog, go, Link, PanelPage, Select, ToGames, Wrong} from '../shell/frame.js'
import {Icon} from '../drawings/icons.js'
import {Camera, Copy, Share, useReach} from '../seats/links.js'
import {NOBODY, USUAL_BOT} from '../seats/open-table.js'
import {optional} from '../shell/lazy.js'
import {seatAt, forget, losesSeats, myRival, NOT_KEPT} from '../shell/storage.js'
import {waitingFor} from '../seats/my-seats.js'
import {missing} from '../shell/wording.js'
import {gap, listed, rich, tr} from '../shell/language.js'

const Elsewhere = optional(() => import('../seats/elsewhere.js'))

/**
 * `children` are above the invitation.
 * @param {{code: string, token: string, seat: Seat, children?: any}} props
 */
export default function Gather({code, token, seat, children}) {
  const {picture, you} = seat.seen
  if (!picture) return null
  if (picture.closed) return html`<${Closed} picture=${picture} me=${you.seat} />`
  const awaited = missing(seatAt(code)?.names ?? [], picture.chairs)
  return html`<${PanelPage} kind=${picture.title} title=${waitingFor(awaited)}>
    ${children}
    <${Invite} code=${code} picture=${picture} />
    <${Arrange} ...${{code, token, picture, me: you.seat}} />
    <${Agreed} picture=${picture} />
    ${
      token &&
      you.seat !== null &&
      html`<${Begin} code=${code} token=${token} picture=${picture} awaited=${awaited}
      onLeave=${() => leave(code, seat)} />`
    }
    ${(you.seat ?? you.handed) === null && html`<${Watching} code=${code} chairs=${picture.chairs} />`}
  <//>`
}

/** The code, the link and the QR code. @param {{code: string, picture: Picture}} props */
function Invite({code, picture}) {
  const {origin, sentence} = useReach()
  const link = `${origin}/t/${code}`
  return html`<div class="invite">
    <div class="by-word">
      <p class="soft">${tr('Share this code or the link, or scan the QR code with a phone:')}</p>
      <p class="big-code" translate=${false}
        aria-label=${tr('Code {code}', {code: [...code].join(' ')})}>${code}</p>
    </div>
    <${Camera} text=${link} title=${tr('QR code of the link')} />
    <div class="by-link">
      <${Copy} text=${link} title=${tr('Copy the link')} main=${!navigator.share} />
      <div class="row"><${Share} ...${{link, title: picture.title}}
        text=${tr('Join my table: {title}', {title: picture.title})} />
        ${
          picture.terms.watching &&
          html`<${Copy} text=${`${origin}/watch/${code}`} title=${tr('Copy a link for spectators')} plain />`
        }
      </div>
      ${sentence && html`<p class="reach">${sentence}</p>`}
    </div>
  </div>`
}

/** The page for a player whom the opener has removed. @param {{code: string, picture: Picture}} props */
export function Removed({code, picture}) {
  const opener = picture.chairs[openerOf(picture.chairs)]?.name ?? tr('The opener')
  const title = tr('{name} has removed you from this table.', {name: opener})
  return html`<${PanelPage} kind=${picture.title} title=${title}>
    <div class="row">
      ${
        picture.terms.watching &&
        html`<${Link} class="button main"
        href=${`/watch/${code}`}>${tr('Watch')}<//>`
      }
      <${ToGames} /></div>
  <//>`
}

/** A table that was closed before its match. @param {{picture: Picture, me: number | null}} props */
const Closed = ({picture, me}) =>
  html`<${PanelPage} kind=${picture.title} title=${tr('This table is closed')}>
    <p>${picture.closed_told || tr('Nobody joined for a long time, so the match never started.')}</p>
    <${Chairs} chairs=${picture.chairs} me=${me} told />
    <div class="row"><${ToGames} /></div>
  <//>`

/** The button for a spectator to take an open chair. @param {{code: string, chairs: SeenChair[]}} props */
const Watching = ({code, chairs}) =>
  html`<p>${tr('You are watching.')}</p><div class="row">
    ${
      chairs.some(({open}) => open) &&
      html`<${Link} class="button main" href=${`/t/${code}`}><${TakeAChair} /><//>`
    }
    <${ToGames} look="plain" /></div>`

/** Gives back the chairs of all players on this device. @param {string} code @param {Seat} mine */
function leave(code, mine) {
  const seats = mine.here?.().map(({seat}) => seat) ?? [mine]
  if (seats.some(({seen}) => seen.lost)) return // the server would not receive it
  for (const seat of seats) seat.send({type: 'leave'})
  forget(code)
  go('/')
}

/** @param {any} words */
const toMatches = (words) => html`<${Link} href="/records">${words}<//>`
/** The ways to begin with open chairs. */
const BOTS = {title: tr('Bots in the open chairs'), question: tr('Begin with bots?')}
const OTHERS = {title: tr('Only the players here'), question: tr('Begin without the others?')}
const ALONE = {title: tr('Alone'), question: tr('Begin alone?')}

/**
 * Begins the match before every chair is taken. Any player may do so, because the host may never return. A
 * dialog confirms it, because it shuts out players who have not joined yet.
 * @param {{code: string, token: string, picture: Picture, awaited: string[], onLeave: () => void}} props
 */
function Begin({code, token, picture, awaited, onLeave}) {
  const [wrong, request] = useRequest()
  const [way, setWay] = useState(/** @type {typeof BOTS | null} */ (null))
  const [bot, setBot] = useState(usualBot)
  const [isMoving, setMoving] = useState(false)
  const start = () => {
    setWay(null)
    const fill = way === BOTS ? bot : ''
    request(post(`/api/tables/${code}/start`, {token, fill}))
  }
  const sitting = picture.chairs.filter((chair) => !chair.open).length
  const least = useTerms(picture.game)?.seats[0] ?? 1
  const values = {game: picture.title, least}
  const fewer = tr('{game} needs at least {least} players: seat a bot or wait.', values)
  const ways = sitting < least ? [BOTS] : [BOTS, sitting > 1 ? OTHERS : ALONE]
  const come = tr('{names} can join by pressing “Join the rematch” at the end of the last match.', {
    names: listed(awaited),
  })
  return html`<div class="begin">
    ${awaited.length > 0 && html`<p>${come}</p>`}
    <p class="soft">${tr('The match begins automatically when every chair is taken.')}${gap()}
      ${
        picture.terms.days > 0 &&
        rich('Until then you can close this page and return from <mine>My matches</mine>.', {mine: toMatches})
      }${gap()}${tr('Or begin now:')}</p>
    ${sitting < least && html`<p>${fewer}</p>`}
    <div class="row">
      ${ways.map((one) => html`<${Button} onClick=${() => setWay(one)}>${one.title}<//>`)}
      <${Button} look="plain" onClick=${onLeave}>${tr('Leave the table')}<//>
    </div>
    <${Wrong} why=${wrong} />
    ${losesSeats() && html`<p>${NOT_KEPT}</p>`}
    <div class="row"><${Button} look="plain" onClick=${() => setMoving(true)}>
      <${Icon} name="phone" />${tr('Continue on another device')}<//></div>
    ${
      isMoving && // in a dialog: the other QR code on this page is for friends
      html`<${Dialog} title=${tr('Continue on another device')} onClose=${() => setMoving(false)}>
        <${Elsewhere} code=${code} token=${token} now /><//>`
    }
    ${
      way &&
      html`<${ConfirmDialog} title=${way.question} no=${tr('Wait')} onNo=${() => setWay(null)}
        yes=${tr('Begin now')} onYes=${start}
        more=${way === BOTS && html`<${WhichBot} game=${picture.game} bot=${bot} onBot=${setBot} />`}>
        ${tr('Players who have not joined yet will not be able to sit down.')}<//>`
    }
  </div>`
}

/** The maximum number of chairs, for custom cards, which the server does not list. */
const MOST = 10

/**
 * The chairs in the waiting room. The server announces changes by the opener to everybody at the table.
 * @param {{code: string, token: string, picture: Picture, me: number | null}} props
 */
function Arrange({code, token, picture, me}) {
  const {game, chairs} = picture
  const [chosen, set] = useState(/** @type {number | null} */ (null))
  const [bot, setBot] = useState(usualBot)
  const [wrong, request] = useRequest()
  const most = useTerms(game)?.seats[1] ?? MOST
  if (!token || me === null || me !== openerOf(chairs))
    return html`<${Chairs} chairs=${chairs} me=${me} told />`
  const send = (/** @type {number} */ chair, body = {}) => {
    set(null)
    request(post(`/api/tables/${code}/chairs/${chair}`, {token, ...body}))
  }
  const press = (/** @type {number} */ chair) => (chairs[chair].bot ? send(chair) : set(chair))
  const at = chosen === null ? undefined : chairs[chosen]
  return html`<div class="arrange"><${Chairs} chairs=${chairs} me=${me} told onPress=${press} />
    ${
      chairs.length < most &&
      html`<${Button} look="small plain" onClick=${() => send(chairs.length)}>${tr('Add a chair')}<//>`
    }
    <${Wrong} why=${wrong} />
    ${
      at?.open &&
      html`<${ConfirmDialog} title=${tr('Seat a bot in this chair?')} no=${tr('Wait')} onNo=${() => set(null)}
        yes=${tr('Seat the bot')} onYes=${() => send(chosen ?? 0, {bot})}
        more=${html`<${WhichBot} ...${{game, bot}} onBot=${setBot} title=${tr('Bot for this chair')} />`}>
        ${
          chairs.filter(({open}) => open).length === 1
            ? tr('This is the last open chair: the match begins at once.')
            : tr('You can remove it again before the match begins.')
        }<//>`
    }
    ${
      at && !at.open && !at.bot
        ? html`<${ConfirmDialog}
          title=${tr('Remove {name}?', {name: at.name})} 
          no=${tr('Keep', null, 'a player')} onNo=${() => set(null)}
            yes=${tr('Remove {name}', {name: at.name})} onYes=${() => send(chosen ?? 0, {name: at.name})}>
            ${tr('{name} will see that you did this, and the chair will be open again.', at)}<//>`
        : null
    }
  </div>`
}

/** The last opponent of a match started with one press. */
const usualBot = () => (myRival() === NOBODY ? '' : myRival()) || USUAL_BOT

/** @param {{game: string, bot: string, onBot: (bot: string) => void, title?: string}} props */
function WhichBot({game, bot, onBot, title = tr('Bot for the open chairs')}) {
  const personas = useOffer().data?.personas ?? []
  const options = personas.map((one) => [one.bot, described(one, game)])
  return html`<${Select} label=${title} value=${bot} options=${options} onChange=${onBot} />`
}
