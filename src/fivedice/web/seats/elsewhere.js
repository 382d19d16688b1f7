// Moves a seat from one device to another by a link, and shows the code on a television.
import {html, useEffect, useState} from '../vendor/htm-preact.js'
import {get, post, useRequest} from '../shell/api.js'
import {Icon} from '../drawings/icons.js'
import {Bar, Button, Wrong} from '../shell/frame.js'
import {useTimeout} from '../shell/effects.js'
import {tell} from '../shell/player.js'
import {hold, holdAlso, tokensOf} from '../shell/storage.js'
import {Camera, PassOn, useReach} from './links.js'
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
  useTimeout(() => setPass(''), pass !== '' && 180_000, [pass])
  const make = async () => setPass((await request(ask()))?.pass ?? '')
  useEffect(() => void (now && make()), [])
  if (!pass)
    return html`<div><${Button} onClick=${make}><${Icon} name="phone" />${title}<//>
      <${Wrong} why=${wrong} /></div>`
  return html`<${PassOn} link=${`${origin}${path}${pass}`} sentence=${sentence} words=${tr(
    'Open this link on the other device, or scan the QR code with its camera. ' +
      'This link works once and expires in 3 minutes.',
  )} />`
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
