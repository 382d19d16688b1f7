// Rematches: requesting one, joining it, and the list of players there.
import {html} from '../vendor/htm-preact.js'
import {get, useAnswer} from '../shell/api.js'
import {Button, go, Link} from '../shell/frame.js'
import {isShared, tokenOf, tokensOf, seatAt} from '../shell/storage.js'
import {listed, tr} from '../shell/language.js'
import {personsOf} from '../shell/wording.js'
import {join, sit} from './open-table.js'

/**
 * The players at the rematch (`here`), whether it has begun (`gone`), and whether it was closed before it
 * began (`lapsed`).
 * @typedef {{here: string[], gone: boolean, lapsed: boolean}} There
 */

/** @type {There} */
const NOBODY = {here: [], gone: false, lapsed: false}
const AGAIN = 5000

/**
 * The button that joins the rematch under the same name. If no chair is free, it leads to the page to join.
 * @param {{table: any, listed?: boolean}} props the table where the match is over, with my seat there, and
 *   whether it is in a list of tables
 */
export default function ToRematch({table: {code, title, next, chairs, game, seat}, listed: inList = false}) {
  const there = `/t/${next}`
  const come = (/** @type {Event} */ event) => {
    event.preventDefault()
    if (seat === null || tokenOf(next)) go(there)
    else if (isShared(code)) rematch(code, tokenOf(code), game, personsOf(chairs)).catch(() => go(there))
    else
      get(`/api/tables/${next}`)
        .then((rematch) => {
          const chair = rematch.chairs[seat]?.open ? seat : undefined // so that the start passes on
          return join(rematch, chairs[seat].name, personsOf(chairs), chair)
        })
        .catch(() => go(there))
  }
  const name = inList ? tr('Join the rematch: {title} {code}', {title, code}) : undefined
  return html`<${Link} class=${`button main ${inList ? 'small' : ''}`} href=${there} onClick=${come}
    aria-label=${name}>${tr('Join the rematch')}<//>`
}

/** A rematch, polled until it begins or closes. @param {string} next its code, or nothing @returns {There} */
export function useRematch(next) {
  const ask = async () => (next ? stand(await get(`/api/tables/${next}`)) : NOBODY)
  const {data} = useAnswer(ask, [next], ({data}) => (!next || data?.gone || data?.lapsed ? 0 : AGAIN))
  return data ?? NOBODY
}

/** @param {any} table @returns {There} */
function stand({chairs, stage, closed}) {
  const gone = stage !== 'gathering'
  const lapsed = !gone && closed
  return {here: lapsed ? [] : personsOf(chairs), gone, lapsed}
}

/** Whether they play without me. @param {Picture} picture @param {number | null} seat @param {There} there */
const isLeftOut = ({next, chairs}, seat, {here, gone}) =>
  seat !== null && gone && !tokenOf(next) && !here.includes(chairs[seat].name)

/** Whether my name is there. @param {Picture} picture @param {number | null} seat @param {There} there */
const isElsewhere = ({next, chairs}, seat, {here}) =>
  seat !== null && !tokenOf(next) && here.includes(chairs[seat].name)

/**
 * The button that joins the rematch, or requests one if there is none or it is played without me.
 * @param {{code: string, token: string, picture: Picture, seat: number | null, there: There,
 *   request: (work: Promise<any>) => void}} props
 */
export function Rematch({code, token, picture, seat, there, request}) {
  const {next, game, chairs} = picture
  if (isElsewhere(picture, seat, there)) return null
  if (next && !there.lapsed && !isLeftOut(picture, seat, there))
    return html`<${ToRematch} table=${{...picture, seat}} />`
  const ask = () => request(rematch(code, token, game, personsOf(chairs)))
  return html`<${Button} look="main" onClick=${ask}>${tr('Rematch')}<//>`
}

/** The link to watch a rematch that is played without me. @param {{picture: Picture, there: There}} props */
export function WatchRematch({picture: {next, terms}, there}) {
  if (!there.gone || !terms.watching || tokenOf(next)) return null
  return html`<${Link} class="button" href=${`/watch/${next}`}>${tr('Watch the rematch')}<//>`
}

/** Who is there, and who is not. @param {{picture: Picture, seat: number | null, there: There}} props */
export function Waiting({picture, seat, there}) {
  const words = isLeftOut(picture, seat, there)
    ? tr('The rematch began without you.')
    : isElsewhere(picture, seat, there)
      ? ELSEWHERE
      : whoIsThere(picture.chairs, seat, there)
  return words && html`<p class="at-rematch" role="status">${words}</p>`
}

/** The text for a player who has joined on another device. */
const ELSEWHERE = tr(
  'You joined the rematch on another device. To play here, press “Continue on another device” there.',
)

/** @param {Picture['chairs']} chairs @param {number | null} seat @param {There} there */
function whoIsThere(chairs, seat, {here, gone}) {
  if (!here.length) return ''
  const missing = gone ? [] : personsOf(chairs).filter((name) => !here.includes(name))
  const you = chairs[seat ?? -1]?.name
  const asYou = (/** @type {string} */ name) => (name === you ? tr('you', null, 'after “waiting for”') : name)
  const values = {count: here.length, names: listed(here), missing: listed(missing.map(asYou))}
  return missing.length
    ? tr(
        '{count, plural, one {{names} has joined the rematch and is waiting for {missing}.} ' +
          'other {{names} have joined the rematch and are waiting for {missing}.}}',
        values,
      )
    : tr(
        '{count, plural, one {{names} has joined the rematch.} other {{names} have joined the rematch.}}',
        values,
      )
}

/**
 * Opens the rematch of a finished match; `names` are the other players to expect.
 * @param {string} code @param {string} token @param {string} game @param {string[]} names
 */
const rematch = (code, token, game, names) =>
  sit(`/api/tables/${code}/again`, {token}, game, {names, from: seatAt(code)?.from}, false, () =>
    tokensOf(code)
      .filter((other) => other !== token)
      .map((other) => [`/api/tables/${code}/again`, {token: other}]),
  )
