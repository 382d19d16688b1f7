// The page of one table.
import {html, useEffect, useState} from '../vendor/htm-preact.js'
import {Bar, Link, turnTitle} from '../shell/frame.js'
import {useSounds, useTelling} from './panels/announce.js'
import {optional, page} from '../shell/lazy.js'
import {settings, tokenOf, unhide} from '../shell/storage.js'
import {bring} from '../lobby/open-table.js'
import Play from './play.js'
import {useSeat} from './client.js'
import {useSilence} from './connection-status.js'

const Gather = page(() => import('../lobby/waiting-room.js'))
const Join = page(() => import('../lobby/join.js'))
const TableCalls = optional(() => import('../lobby/push-permission.js'))

/** What of a result is too long for a tab. */
const ROUND = /^The match is over: | with \d.*|\.$/g
const HELD = 'This device has a seat at this table already, so open the link on another one.'
const SEAT = /^#seat=([\w-]+)$/

/** The pass with which I came, if any. */
const passHere = () => SEAT.exec(location.hash)?.[1] ?? ''

/** @param {{code: string, watch?: boolean}} props */
export default function Table({code, watch = false}) {
  const [pass, setPass] = useState(passHere)
  useEffect(() => {
    const arrived = () => setPass(passHere()) // the link was opened where the table was in view
    addEventListener('hashchange', arrived)
    return () => removeEventListener('hashchange', arrived)
  }, [])
  const token = watch ? '' : tokenOf(code)
  if (pass && !watch)
    return html`<${Bring} key=${pass} code=${code} pass=${pass} holds=${!!token}
      onBrought=${() => setPass('')} />`
  if (!token && !watch) return html`<${Join} code=${code} />`
  return html`<${Seated} code=${code} token=${token} />`
}

/**
 * A seat that comes from another device; one that this browser `holds` is not given up for it.
 * @param {{code: string, pass: string, holds: boolean, onBrought: () => void}} props
 */
function Bring({code, pass, holds, onBrought}) {
  const [wrong, setWrong] = useState(holds ? HELD : '')
  useEffect(() => {
    history.replaceState(null, '', location.pathname) // a pass is good once, and nobody's history needs it
    if (holds) return
    bring(code, pass).then(onBrought, (error) => setWrong(error.message))
  }, [])
  return html`<${Bar} /><main class="waiting" aria-busy=${String(!wrong)}><h1>${`Table ${code}`}</h1>
    <p role="status">${wrong || 'Bringing your seat here …'}</p>
    ${wrong && html`<p><button type="button" class="button" onClick=${onBrought}>To the table</button></p>`}
    </main>`
}

/** @param {{code: string, token: string}} props */
function Seated({code, token}) {
  const seat = useSeat(code, token)
  const {picture, you, refusal} = seat.seen
  const isShut = Boolean(refusal) && !picture // I am not let in, and that stands as long as it is so
  const silence = useSilence(seat.seen)
  useSounds(seat.seen)
  useTelling(seat.seen)
  useTitle(seat.seen, code)
  useEffect(() => void unhide(code), [code])
  useEffect(() => {
    if (!refusal || isShut) return undefined
    const soon = setTimeout(seat.hush, 5000)
    return () => clearTimeout(soon)
  }, [refusal, isShut])
  const shown = picture
    ? html`<${picture.stage === 'gathering' ? Gather : Play} code=${code} token=${token} seat=${seat} />`
    : html`<${Bar} /><main class="waiting" aria-busy="true"><h1 class="unseen">${`Table ${code}`}</h1>
      <p>${refusal || 'Going to the table …'}</p>
      ${refusal && html`<p><${Link} href="/">To the games<//></p>`}
        </main>`
  return html`${shown}
    ${
      settings().called &&
      html`<${TableCalls} ...${{code, token, mine: Boolean(you.asked), title: picture?.title ?? ''}} />`
    }
    <div class="toasts" role="alert">${picture && refusal && html`<p class="toast">${refusal}</p>`}</div>
    <div class="lost" role="status">${silence && !isShut && html`<p>${silence}</p>`}</div>`
}

/**
 * The tab says whose turn it is, and in the end who won.
 * @param {import('./client.js').Seen} seen @param {string} code
 */
function useTitle({picture, you, busy}, code) {
  const game = picture?.game
  const over = picture?.stage === 'over' && !busy ? picture.result.replace(ROUND, '') : ''
  useEffect(() => {
    if (game) document.documentElement.dataset.game = game
    const title = picture?.title ?? code
    document.title = over ? `${over} · ${title}` : turnTitle(Boolean(you.asked), `${title} · fivedice`)
  }, [game, you.asked, over])
}
