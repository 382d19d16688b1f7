// Moves a seat from one device to another by a link, and shows the code on a television.
import {html, useEffect, useRef, useState} from '../vendor/htm-preact.js'
import {get, post, useRequest} from '../shell/api.js'
import {Icon} from '../drawings/icons.js'
import {Bar, Button, Dialog, Wrong} from '../shell/frame.js'
import {useTimeout} from '../shell/effects.js'
import {tell} from '../shell/player.js'
import {hold, holdAlso, NOT_KEPT, tokensOf} from '../shell/storage.js'
import {Camera, Copy, useReach} from './invite.js'
import {tr} from '../shell/language.js'

const CONTINUE = tr('Continue on another device')

/**
 * A link that works once, for three minutes; requested at once if `now` is set. `ask` requests its pass.
 * @param {{ask: () => Promise<{pass: string}>, path: string, now?: boolean, title?: string}} props
 */
export function PassLink({ask, path, now = false, title = CONTINUE}) {
  const [pass, setPass] = useState('')
  const [wrong, request] = useRequest()
  const {origin, sentence} = useReach()
  const place = useRef(/** @type {HTMLElement | null} */ (null))
  useEffect(() => place.current?.scrollIntoView({block: 'nearest'}), [pass])
  useTimeout(() => setPass(''), pass !== '' && 180_000, [pass])
  const make = async () => setPass((await request(ask()))?.pass ?? '')
  useEffect(() => void (now && make()), [])
  if (!pass)
    return html`<div><${Button} onClick=${make}><${Icon} name="phone" />${title}<//>
      <${Wrong} why=${wrong} /></div>`
  const link = `${origin}${path}${pass}`
  return html`<div class="elsewhere" role="status" ref=${place}>
    <p>${tr(
      'Open this link on the other device, or scan the QR code with its camera. ' +
        'This link works once and expires in 3 minutes.',
    )}</p>
    <${Copy} text=${link} title=${tr('Copy the link')} />
    <${Camera} text=${link} title=${tr('QR code of the link')} />
    ${sentence && html`<p class="reach">${sentence}</p>`}
  </div>`
}

/** A link that moves my seat. @param {{code: string, token: string, now?: boolean, title?: string}} props */
export default function Elsewhere({code, token, ...more}) {
  const ask = () => post(`/api/tables/${code}/pass`, {token})
  return html`<${PassLink} ask=${ask} path=${`/t/${code}#seat=`} ...${more} />`
}

/** Moves a seat to this device. @param {{code: string, pass: string, onBrought: () => void}} props */
export function Bring({code, pass, onBrought}) {
  const [wrong, setWrong] = useState('')
  useEffect(() => {
    history.replaceState(null, '', location.pathname) // a pass works once; keep it out of the history
    takeOver(code, pass).then(onBrought, (error) => setWrong(error.message))
  }, [])
  return html`<${Bar} /><main class="waiting" aria-busy=${String(!wrong)}>
    <h1>${tr('Table {code}', {code})}</h1>
    <p role="status">${wrong || tr('Moving your seat to this device …')}</p>
    ${wrong && html`<p><${Button} onClick=${onBrought}>${tr('Go to the table')}<//></p>`}
    </main>`
}

/** Takes a seat over, beside those of others on this device. @param {string} code @param {string} pass */
async function takeOver(code, pass) {
  const seat = await post(`/api/tables/${code}/seat`, {pass})
  if (tokensOf(code).length) holdAlso(code, seat.token)
  else hold(seat, (await get(`/api/tables/${code}`)).game)
  tell()
}

/** The code on a television, for watching on a phone. @param {{code: string, title: string}} props */
export function Television({code, title}) {
  const {origin} = useReach()
  return html`<aside class="panel on-tv">
    <${Camera} text=${`${origin}/t/${code}`} title=${tr('The link as a QR code')} />
    <div><p class="soft">${title}</p><p class="big-code" translate=${false}>${code}</p></div></aside>`
}

/** Whether the warning was closed on this page. */
let isRead = false

/** @param {{code: string, token: string}} props */
export function SeatNotKept({code, token}) {
  const [read, setRead] = useState(isRead)
  const [moves, setMoves] = useState(false)
  const close = () => {
    isRead = true
    setRead(true)
  }
  if (read) return null
  return html`<section class="notice not-kept panel" role="status">
    <p>${NOT_KEPT}</p>
    <div class="row">
      <${Button} look="small" onClick=${() => setMoves(true)}>${CONTINUE}<//>
      <${Button} look="small plain" onClick=${close}>${tr('OK')}<//></div>
    ${
      moves &&
      html`<${Dialog} title=${CONTINUE} onClose=${() => setMoves(false)}>
        <${Elsewhere} code=${code} token=${token} now /><//>`
    }</section>`
}
