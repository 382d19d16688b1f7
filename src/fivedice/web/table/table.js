// The page of a table, with its tab title and connection messages.
import {html, useEffect, useState} from '../vendor/htm-preact.js'
import {turnTitle, Unready} from '../shell/frame.js'
import {useTimeout} from '../shell/effects.js'
import {listen} from '../shell/press.js'
import {comma, listed, tr} from '../shell/language.js'
import {useSounds, useTelling} from './panels/log.js'
import {optional, page, part} from '../shell/lazy.js'
import {forget, isHandedOn, settings, tokenOf, tokensOf, unhide} from '../shell/storage.js'
import {Moved} from './away.js'
import Play from './play.js'
import {useSeat} from './client.js'
import {whoPlays} from '../shell/player.js'

const Gather = page(() => import('../lobby/waiting-room.js'))
const Removed = page(() => part(import('../lobby/waiting-room.js'), 'Removed'))
const Join = page(() => import('../lobby/join.js'))
const Bring = page(() => part(import('../seats/elsewhere.js'), 'Bring'))
const Shared = page(() => import('./shared.js'))
const TableCalls = optional(() => import('../seats/push-permission.js'))

const REFUSAL_SHOWN = 5000
const SEAT = /^#seat=([\w-]+)$/

/** The pass in the address, if any. */
const passHere = () => SEAT.exec(location.hash)?.[1] ?? ''

/** @param {{code: string, watch?: boolean, tv?: boolean}} props `tv` shows the table to a whole room */
export default function Table({code, watch = false, tv = false}) {
  const [pass, setPass] = useState(passHere)
  const [left, setLeft] = useState(/** @type {Picture | null} */ (null))
  const [isRestored, setRestored] = useState(false)
  useEffect(() => void whoPlays().then(() => setRestored(true)), [])
  useEffect(() => listen('hashchange', () => setPass(passHere())), []) // the link was opened in this tab
  const token = watch ? '' : tokenOf(code)
  if (pass && !watch)
    return html`<${Bring} key=${pass} code=${code} pass=${pass} onBrought=${() => setPass('')} />`
  if (left) return html`<${Removed} code=${code} picture=${left} />`
  if (!token && !watch && !isRestored) return html`<${Opening} code=${code} />`
  if (!token && !watch) return html`<${Join} code=${code} />`
  if (!watch && isHandedOn(code))
    return html`<${Shared} ...${{code, tokens: tokensOf(code), tv, View: SeatView}} onRemoved=${setLeft} />`
  return html`<${Seated} key=${token} code=${code} token=${token} tv=${tv} onRemoved=${setLeft} />`
}

/** @param {{code: string, token: string, tv: boolean, onRemoved: (picture: Picture) => void}} props */
const Seated = ({code, token, ...more}) =>
  html`<${SeatView} ...${{code, token, ...more}} seat=${useSeat(code, token)} />`

/**
 * The table as one seat sees it.
 * @param {{code: string, token: string, tv: boolean, seat: Seat,
 *   onRemoved: (picture: Picture) => void}} props
 */
export function SeatView({code, token, tv, seat, onRemoved}) {
  const {picture, you, refusal} = seat.seen
  const isShut = Boolean(refusal) && !picture // access was denied; the message stays
  const silence = useSilence(seat.seen)
  useSounds(seat.seen)
  useTelling(seat.seen)
  useTitle(seat.seen, code)
  useScreen(picture?.stage === 'playing' && !picture.terms.days)
  useEffect(() => void unhide(code), [code])
  const isRemoved = token && picture?.stage === 'gathering' && (you.seat ?? you.handed) === null
  useEffect(() => {
    if (!isRemoved || !picture || !tokenOf(code)) return // a player who leaves forgets the seat first
    forget(code)
    onRemoved(picture)
  }, [isRemoved])
  useTimeout(seat.hush, refusal !== '' && !isShut && REFUSAL_SHOWN, [refusal, isShut])
  const view = {code, token, seat, tv}
  const moved = () => html`<${Moved} seen=${seat.seen} onBack=${() => seat.send({type: 'back'})} />`
  return html`${
    !picture
      ? html`<${Opening} code=${code} refusal=${refusal} />`
      : picture.stage === 'gathering'
        ? html`<${Gather} ...${view}>${you.handed !== null && moved()}<//>`
        : html`<${Play} ...${view} />`
  }
    ${
      settings().called &&
      html`<${TableCalls} ...${{code, token, mine: Boolean(you.asked), title: picture?.title ?? ''}} />`
    }
    <div class="toasts" role="alert">${picture && refusal && html`<p class="toast">${refusal}</p>`}</div>
    <div class="lost" role="status">${silence && !isShut && html`<p>${silence}</p>`}</div>`
}

/** @param {{code: string, refusal?: string}} props */
const Opening = ({code, refusal}) =>
  html`<${Unready} title=${tr('Table {code}', {code})} wrong=${refusal}>${tr('Opening the table …')}<//>`

/** The winners, or the outcome of a solitary match. @param {Picture} picture */
function winnersOf({chairs, winners, outcome}) {
  if (chairs.length < 2) return outcome
  const values = {count: winners.length, names: listed(winners.map((seat) => chairs[seat].name))}
  return tr('{count, plural, one {{names} wins} other {{names} share the win}}', values)
}

/** The title of the tab: my turn, or the winner at the end. @param {Seen} seen @param {string} code */
function useTitle({picture, you, busy}, code) {
  const game = picture?.game
  const over = picture?.stage === 'over' && !busy ? winnersOf(picture) : ''
  useEffect(() => {
    if (game) document.documentElement.dataset.game = game
    const title = picture?.title ?? code
    document.title = over ? `${over} · ${title}` : turnTitle(Boolean(you.asked), `${title} · fivedice`)
  }, [game, you.asked, over])
}

/** Keeps the screen on. @param {boolean | undefined} wanted */
function useScreen(wanted) {
  useEffect(() => {
    if (!wanted || !('wakeLock' in navigator)) return undefined
    const lock = import('../shell/wake-lock.js').then(({keepOn}) => keepOn())
    return () => void lock.then((release) => release())
  }, [wanted])
}

/** Milliseconds after which an unanswered move is reported. */
const LATE = 2000

/** Milliseconds after which a bot that is still computing is reported. */
const LONG = 5000

const BLOCKED = tr(
  'The server can be reached, but live connections are blocked. Its proxy must forward WebSockets.',
)

/** @param {Seen} seen @returns {string} */
function useSilence(seen) {
  const {lost, blocked, sent, hinting, air} = seen
  const offline = useOffline()
  const waits = sent && !hinting && !air
  const late = useLate(waits && 'me', LATE)
  const thinkers = thinking(seen)
  const long = useLate(thinkers && `${thinkers} ${seen.picture?.number}`, LONG)
  if (blocked) return BLOCKED
  if (lost) return tr('Connection lost. Reconnecting …')
  if (offline) return waits ? tr('You are offline. Your move is waiting.') : tr('You are offline.')
  if (late) return tr('No response yet. Your move is waiting.')
  return long ? tr('Still thinking: {names}', {names: thinkers}) : ''
}

/** The bots that have to decide, if no person has to. @param {Seen} seen */
function thinking({picture, you, busy, air}) {
  if (!picture?.awaits || you.seat === null || picture.awaits.asked.length || busy || air) return ''
  if (!['keep', 'use', 'choose'].includes(picture.awaits.kind)) return ''
  const bots = picture.awaits.seats.map((seat) => picture.chairs[seat]).filter(({bot, away}) => bot && !away)
  return comma(bots.map(({name}) => name))
}

/** Whether the browser reports that it is offline. */
function useOffline() {
  const [offline, set] = useState(!navigator.onLine)
  useEffect(() => listen('online offline', () => set(!navigator.onLine)), [])
  return offline
}

/** @param {string | false} waits what the page waits for, if anything @param {number} after milliseconds */
function useLate(waits, after) {
  const [late, set] = useState(false)
  useTimeout(() => set(true), Boolean(waits) && after, [waits])
  useEffect(() => () => set(false), [waits])
  return Boolean(waits) && late
}
