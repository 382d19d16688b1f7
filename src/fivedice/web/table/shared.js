// Several players on one device: follows the table for each of them and shows the one whose turn it is.
import {html, useEffect, useRef, useState} from '../vendor/htm-preact.js'
import {Button, go, PanelPage} from '../shell/frame.js'
import {useTimeout} from '../shell/effects.js'
import {rich, tr} from '../shell/language.js'
import {stylesheet} from '../shell/lazy.js'
import {drop, lead, tokenOf, tokensOf} from '../shell/storage.js'
import {useSeat} from './client.js'

stylesheet('pad')

/**
 * @param {{code: string, tokens: string[], tv: boolean, View: any,
 *   onRemoved: (picture: Picture) => void}} props `View` shows the table as one seat sees it
 */
export default function Shared({code, tokens, ...more}) {
  const [current, setCurrent] = useState(tokenOf(code))
  const [covered, cover] = useState(/** @type {{token: string, name: string, seat: number} | null} */ (null))
  const [handed, hand] = useState({name: '', stays: false})
  const [, look] = useState(0)
  const seats = useRef(/** @type {Record<string, Seat>} */ ({}))
  const turn = (/** @type {string} */ token, /** @type {string} */ name, stays = false) => {
    lead(code, token)
    setCurrent(token)
    cover(null)
    hand({name, stays})
  }
  const rest = (/** @type {Picture} */ picture) => {
    const placeOf = (/** @type {string} */ one) => seats.current[one]?.seen.you.seat ?? -1
    const token = tokens.find((one) => picture.awaits?.asked.includes(placeOf(one)))
    if (!token) return
    const seat = placeOf(token)
    const {name} = picture.chairs[seat]
    if (picture.turn?.decided.length && picture.detail !== 'score') cover({token, name, seat})
    else turn(token, name, picture.terms.dice === 'own')
  }
  const leads = tokens.includes(current) ? current : tokens[0]
  return html`${handed.name && !covered && html`<${HandOver} key=${handed.name} ...${handed} />`}
    ${covered && html`<${Cover} ...${covered} onTurn=${() => turn(covered.token, covered.name)} />`}
    ${tokens.map(
      (token) => html`<${Follower} key=${token} ...${{code, token, seats: seats.current, ...more}}
        shows=${!covered && token === leads} onRest=${rest} onAsked=${() => look((times) => times + 1)}
        onOver=${() => hand({name: '', stays: false})} />`,
    )}`
}

/**
 * One player of this device. Players who are not shown are kept up to date, too.
 * @param {{code: string, token: string, tv: boolean, View: any, shows: boolean, seats: Record<string, Seat>,
 *   onRest: (picture: Picture) => void, onAsked: () => void, onOver: () => void,
 *   onRemoved: (picture: Picture) => void}} props `onRest` is called when this player has nothing more to do,
 *   `onAsked` when a player who is not shown is asked, because the other may have been at rest before
 */
function Follower({code, token, tv, View, shows, seats, onRest, onAsked, onOver, onRemoved}) {
  const seat = useSeat(code, token)
  const {picture, you, busy, air, sent} = seat.seen
  const isGone = picture !== null && you.seat === null
  seats[token] = seat
  const here = () => tokensOf(code).flatMap((one) => (seats[one] ? [{token: one, seat: seats[one]}] : []))
  useEffect(() => void (picture?.stage === 'over' && onOver()), [picture?.stage])
  useEffect(() => {
    if (!shows && (busy || air)) seat.skip()
    if (shows && picture && !you.asked && !busy && !air && !sent) onRest(picture)
  })
  useEffect(() => void (!shows && you.asked && onAsked()), [you.asked])
  useEffect(() => {
    if (!isGone) return
    drop(code, token) // the opener has removed this player
    go(`/t/${code}`)
  }, [isGone])
  return shows ? html`<${View} ...${{code, token, seat: {...seat, here}, tv, onRemoved}} />` : null
}

/**
 * Shows the next player's name for a moment; the plate of that player grows. Beside real dice the device
 * stays where it is, so that only screen readers hear the name.
 * @param {{name: string, stays: boolean}} props
 */
function HandOver({name, stays}) {
  const [gone, leave] = useState(false)
  useTimeout(() => leave(true), 2000, [])
  const words = stays ? tr('{name}’s turn', {name}) : tr('Hand it to {name}', {name})
  return html`<div class="toasts handed" role="status">${
    !gone && html`<p class=${stays ? 'unseen' : 'toast'}>${words}</p>`
  }</div>`
}

/** @param {{name: string, seat: number, onTurn: () => void}} props */
function Cover({name, seat, onTurn}) {
  const who = html`<span class="who"><span class=${`seat-dot seat-${seat}`}></span>
      <span class="name">${name}</span></span>`
  return html`<${PanelPage} title=${rich('Hand it to {name}', {name: who})} look="cover">
    <p class="soft">${tr('The others have decided in secret.')}</p>
    <${Button} look="main" autofocus onClick=${onTurn}>${tr('I am {name}', {name})}<//><//>`
}
