// Panels over the table: rules, phrases and settings.
import {html, useEffect, useLayoutEffect, useState} from '../../vendor/htm-preact.js'
import {useOffer} from '../../shell/api.js'
import {CallMe} from '../../seats/push-permission.js'
import {Button, Check, ConfirmDialog, Dialog, Link, Select, ToGames} from '../../shell/frame.js'
import {Agreed, detailOptions} from '../../seats/chairs.js'
import Elsewhere from '../../seats/elsewhere.js'
import {Copy, useReach} from '../../seats/links.js'
import Preferences, {FacesChoice, Wish} from '../../me/preferences.js'
import RulesDrawer, {KeysList} from './rules.js'
import {present, set, settings, tokenOf} from '../../shell/storage.js'
import {BackToReview} from '../away.js'
import {Print} from '../../shell/printing.js'
import {mayHaveKeys} from '../../shell/press.js'
import {rich, tr} from '../../shell/language.js'

/** @typedef {{picture: Picture, code: string, seat: Seat, onClose: () => void}} PanelProps */

/** @param {PanelProps & {panel: string}} props */
export default function Panels({panel, ...more}) {
  const Panel = {rules: Rules, say: Say, faces: Faces, table: ThisTable}[panel]
  return Panel ? html`<${Panel} ...${more} />` : null
}

/** @param {PanelProps} props */
function Rules({picture, code, onClose}) {
  useLayoutEffect(() => present(code), [code]) // before the first request
  return html`<${RulesDrawer} picture=${picture} from=${`/api/tables/${code}/rules`} onClose=${onClose} />`
}

/** Whether a phrase is a single picture, a reaction. @param {string} text */
const isEmoji = (text) => /^\p{Extended_Pictographic}\uFE0F?$/u.test(text)

/** @param {PanelProps} props */
function Say({seat, onClose}) {
  const {data, wrong} = useOffer()
  useEffect(() => void (wrong && onClose()), [wrong])
  const say = (/** @type {number} */ phrase) => {
    seat.send({type: 'say', phrase})
    onClose()
  }
  const [quiet, setQuiet] = useState(!settings().talk)
  const mute = (/** @type {boolean} */ quiet) => setQuiet(!set({talk: !quiet}).talk)
  return html`<${Dialog} title=${tr('Say something')} onClose=${onClose}>
    <div class="row phrases">${data?.phrases.map(
      (text, phrase) => html`<${Button} look=${isEmoji(text) ? 'emoji' : ''}
      onClick=${() => say(phrase)}>${text}<//>`,
    )}</div>
    <${Check} label=${tr('Mute what others say')} checked=${quiet} onChange=${mute} />
  <//>`
}

/** @param {PanelProps} props */
const Faces = ({picture, onClose}) =>
  html`<${Dialog} title=${tr('The faces of the dice')} onClose=${onClose}>
    <div class="this-table"><${FacesChoice} set=${picture.set} /></div><//>`

const LATER = tr('You can check these dice after the match.')

/** @param {PanelProps} props */
function ThisTable({picture, code, seat, onClose}) {
  const leave = () => {
    seat.send({type: 'leave'})
    onClose()
  }
  const {you} = seat.seen
  const {days, dice, watching} = picture.terms
  const link = `${useReach().origin}/watch/${code}`
  const isCard = picture.board === 'cards'
  const check = html`<${Link} href=${`/review/${code}?dice`}>${tr('Check dice')}<//>`
  const [asks, setAsks] = useState(false)
  const [keys] = useState(mayHaveKeys)
  const plays = you.seat !== null && picture.stage === 'playing' && !picture.chairs[you.seat].away
  if (asks) return html`<${IsTheGameToPlay} days=${days} onLeave=${leave} onStay=${onClose} />`
  return html`<${Dialog} title=${tr('Table {code}', {code})} onClose=${onClose}>
    <div class="this-table">
      <${Agreed} picture=${picture} /><${BackToReview} code=${code} />
      <p class="row"><${Print} of=${`/api/tables/${code}/rules/print/${isCard ? 'pad' : 'pieces'}`}
        title=${isCard ? tr('Print this card') : tr('Print this board')} /></p>
      ${dice === 'own' && you.seat !== null && html`<${Detail} picture=${picture} seat=${seat} />`}
      <${Preferences} />
      ${watching && html`<${Copy} title=${tr('Copy a link for spectators')} text=${link} />`}
      ${watching && html`<p><${Link} href=${`/tv/${code}`}>${tr('Show this table on a television')}<//></p>`}
      ${picture.commitment && html`<p>${picture.stage === 'over' ? check : LATER}</p>`}
      ${you.seat !== null && html`<${Moves} ...${{code, chairs: picture.chairs, seat}} />`}
      ${you.seat !== null && html`<${CallMe} />`}
      <${Leaving} ...${{days, plays}} onLeave=${leave} onAsk=${() => setAsks(true)} />
      ${keys && html`<${Wish} title=${tr('Use keyboard shortcuts')} name="keys" /><${KeysList} />`}
    </div>
  <//>`
}

/**
 * The link that moves a seat to another device; if several players share this one, it asks whose seat.
 * @param {{code: string, chairs: Picture['chairs'], seat: Seat}} props
 */
function Moves({code, chairs, seat}) {
  const [chosen, choose] = useState(tokenOf(code))
  const here = seat.here?.() ?? []
  if (here.length < 2) return html`<${Elsewhere} code=${code} token=${tokenOf(code)} />`
  const nameOf = (/** @type {Seat} */ {seen}) => chairs[seen.you.seat ?? -1]?.name ?? ''
  const {token, seat: moving} = here.find((one) => one.token === chosen) ?? here[0]
  const name = nameOf(moving)
  return html`<${Select} label=${tr('Players on this device')} value=${token} onChange=${choose}
      options=${here.map((one) => [one.token, nameOf(one.seat)])} />
    <${Elsewhere} key=${token} ...${{code, token}} title=${tr('Move {name} to another device', {name})} />`
}

/** What is entered of each turn, by everyone. @param {Pick<PanelProps, 'picture' | 'seat'>} props */
const Detail = ({picture: {board, detail}, seat}) =>
  html`<${Select} label=${tr('What you enter of your dice')} value=${detail} options=${detailOptions(board)}
    onChange=${(/** @type {string} */ chosen) => seat.send({type: 'detail', detail: chosen})} />`

/**
 * The ways to leave. In correspondence play nobody has to be present, so a dialog confirms that the computer
 * shall take over.
 * @param {{days: number, plays: boolean, onLeave: () => void, onAsk: () => void}} props
 */
function Leaving({days, plays, onLeave, onAsk}) {
  if (!plays) return html`<div class="row"><${ToGames} /></div>`
  if (!days)
    return html`<div class="row">
        <${Button} onClick=${onLeave}>${tr('Leave for a while')}<//><${ToGames} />
      </div>
      <p class="soft">${tr(
        'While you are away, the computer plays for you. If everyone is away, the match is paused. ' +
          'You can come back at any time: find the table under Continue on the home page.',
      )}</p>`
  const a = (/** @type {any[]} */ words) => html`<${Link} href="/records">${words}<//>`
  return html`<p>${rich(
    'You can close this page at any time: you have {days, plural, one {# day} other {# days}} for every ' +
      'decision. After that, the computer plays for you until you return. ' +
      'Find the table under <a>My matches</a>.',
    {days, a},
  )}</p>
    <div class="row"><${ToGames} />
      <${Button} look="plain" onClick=${onAsk}>${tr('Let the computer play for me')}<//></div>`
}

/** @param {{days: number, onLeave: () => void, onStay: () => void}} props */
const IsTheGameToPlay = ({days, onLeave, onStay}) =>
  html`<${ConfirmDialog} title=${tr('Let the computer play for you?')}
    no=${tr('No, I will play')} onNo=${onStay} yes=${tr('Let it play')} onYes=${onLeave}>${tr(
      'It plays your turns immediately, without waiting {days, plural, one {# day} other {# days}}, ' +
        'until you press “I am back” at this table.',
      {days},
    )}<//>`
