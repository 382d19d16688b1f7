// The table while a match is played: players, board, tray and log.
import {html, useEffect, useLayoutEffect, useState} from '../vendor/htm-preact.js'
import {useActs} from './actions.js'
import Away, {Waits} from './away.js'
import {land} from '../dice/dice.js'
import {BoardPlace} from './board.js'
import {Bar, Button} from '../shell/frame.js'
import {Icon} from '../drawings/icons.js'
import {boardOf} from '../games/index.js'
import {language, tr} from '../shell/language.js'
import {useKeys} from './keys.js'
import {later, optional, part} from '../shell/lazy.js'
import {Celebration, Bubbles} from './speech-bubbles.js'
import Players from './players.js'
import Tray, {useAsked} from './tray.js'
import {dailyOf, dress, losesSeats, NOT_KEPT, set, settings} from '../shell/storage.js'
import EventLog from './panels/log.js'
import {dealOf} from '../shell/wording.js'

const End = later(
  () => import('./end.js'),
  () => null,
  () => html`<p class="wrong">${tr('This match is over.')}</p>`,
)
const Hint = later(() => import('./panels/hint.js'))
const Panels = later(() => import('./panels/panels.js'))
const Round = optional(() => part(import('../club/standings.js'), 'RoundNotice'))
const Television = optional(() => part(import('../seats/elsewhere.js'), 'Television'))

/** @param {{code: string, token: string, seat: Seat, tv?: boolean}} props */
export default function Play({code, token, seat, tv = false}) {
  const {seen} = seat
  const [panel, setPanel] = useState('')
  const [, redraw] = useState(false)
  const acts = useActs(seat)
  useKeys(seen, acts, setPanel)
  useAsked(seen, acts)
  useLayoutEffect(() => void (seen.air ?? land()), [seen.air])
  const {picture} = seen
  if (!picture) return null
  const ended = picture.stage === 'over' && !seen.busy
  const mine = seen.you.seat !== null
  const hasPlates = boardOf(picture.board).plates && picture.position !== null
  const {faces, pips} = settings()
  const areForeign = picture.set === 'chinese' && !['ja', 'zh'].includes(language)
  const offersPips = areForeign && mine && !ended && !tv && !faces && ['', code].includes(pips)
  const daily = dailyOf(code)
  const practice = picture.practice && tr('practice')
  const title = [daily && dealOf(daily), picture.title, practice].filter(Boolean).join(' · ')
  return html`${!tv && html`<${TableBar} ...${{title, daily}} mine=${mine} onPanel=${setPanel} />`}
    <main class=${`page play board-${picture.board} ${ended ? 'ended' : ''} ${tv ? 'tv' : ''}`}>
      <h1 class="unseen">${title}</h1>
      ${!ended && !hasPlates && html`<${Players} seen=${seen} />`}
      <${Bubbles} seen=${seen} />
      <div class="side">
        ${
          ended
            ? html`<${End} code=${code} token=${token} seen=${seen} acts=${acts} />`
            : html`<${Tray} seen=${seen} acts=${acts} />`
        }
        <div class="beside">
          ${(seen.hint || seen.hinting) && html`<${Hint} seen=${seen} acts=${acts} onClose=${seat.unhint} />`}
          ${token && !ended && losesSeats() && html`<${SeatNotKept} />`}
          <${Waits} seen=${seen} />
          ${offersPips && html`<${PipsInstead} code=${code} onAnswer=${() => redraw(true)} />`}
          ${picture.club && !ended && !tv && html`<${Round} code=${picture.club} />`}
          <${Away} seen=${seen} onBack=${() => seat.send({type: 'back'})} />
          <${EventLog} lines=${seen.lines} picture=${picture} />
          ${tv && html`<${Television} code=${code} title=${picture.title} />`}
        </div>
      </div>
      <${BoardPlace} seen=${seen} acts=${acts} />
    </main>
    <${Celebration} seen=${seen} />
    ${panel && html`<${Panels} ...${{panel, picture, code, seat}} onClose=${() => setPanel('')} />`}`
}

/** Whether the warning was closed on this page. */
let isRead = false

function SeatNotKept() {
  const [read, setRead] = useState(isRead)
  const close = () => setRead((isRead = true))
  if (read) return null
  return html`<section class="notice not-kept panel" role="status"><p>${NOT_KEPT}</p>
    <${Button} look="small" onClick=${close}>${tr('OK')}<//></section>`
}

/** The offer at my first table with Chinese numerals. @param {{code: string, onAnswer: () => void}} props */
function PipsInstead({code, onAnswer}) {
  useEffect(() => void set({pips: code}), [])
  const answer = (/** @type {Partial<import('../shell/storage.js').Settings>} */ chosen) => {
    set({pips: 'answered', ...chosen})
    dress()
    onAnswer()
  }
  return html`<p class="row pips-instead"><span class="soft">${tr('Chinese numerals')}</span>
    <${Button} look="small" onClick=${() => answer({faces: 'pips'})}>${tr('Pips instead')}<//>
    <${Button} look="plain icon" onClick=${() => answer({})} aria-label=${tr('Keep Chinese numerals')}>
      <${Icon} name="close" /><//></p>`
}

/** @param {{title: string, daily: string, mine: boolean, onPanel: (panel: string) => void}} props */
function TableBar({title, daily, mine, onPanel}) {
  const [sound, setSound] = useState(settings().sound)
  /** @type {(icon: string, title: string, onClick: () => void, pressed?: boolean) => any} */
  const item = (icon, title, onClick, pressed) => html`<${Button} look=${`plain icon to-${icon}`}
    aria-pressed=${pressed === undefined ? undefined : String(pressed)}
      onClick=${onClick} aria-label=${title} title=${title}><${Icon} name=${icon} /><//>`
  return html`<${Bar}>
    <span class=${`at-game ${daily && 'of-the-day'}`} aria-hidden="true">${title}</span>
    ${mine && item('speech', tr('Say something'), () => onPanel('say'))}
    ${item('die', tr('Faces of the dice'), () => onPanel('faces'))}
    ${item('book', tr('Rules'), () => onPanel('rules'))}
    ${item(sound ? 'sound' : 'mute', tr('Sound'), () => setSound(set({sound: !sound}).sound), sound)}
    ${item('gear', tr('This table'), () => onPanel('table'))}
  <//>`
}
