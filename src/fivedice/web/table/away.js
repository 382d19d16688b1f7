// Notices at a table: absent players, the events that I missed, that I only watch, and what is practised.
import {html, useEffect, useState} from '../vendor/htm-preact.js'
import {Sentence} from '../dice/faces.js'
import {useNow} from '../shell/effects.js'
import {listed, rich, tr} from '../shell/language.js'
import {seatAt} from '../shell/storage.js'
import {areAllAway, left} from '../shell/wording.js'
import {Button, Link} from '../shell/frame.js'

const NOBODY = tr('Nobody is at the table. The match is paused until someone returns.')
const AWAY = tr('You are away. The computer plays for you.')
const ALL_AWAY = tr('You are away. The match is paused until someone returns.')
const MOVED = tr(
  'You continue on another device, and this one watches. You can take the seat back until you move there.',
)
const WAS_AWAY = tr('While you were away, the computer played for you:')

/** Whether the match is paused until a player is back. @param {Seen} seen */
export const isAtRest = ({picture, rests}) =>
  picture?.stage === 'playing' && !picture.closed && (rests || areAllAway(picture.chairs))

/** @param {{seen: Seen, onBack: () => void}} props */
export default function Away({seen, onBack}) {
  const {picture, you} = seen
  if (!picture) return null
  const playing = picture.stage === 'playing'
  if (playing && picture.closed)
    return html`<p class="notice panel" role="status">${picture.closed_told || tr('This table is closed.')}
      ${picture.club && html` <${Link} href=${`/club/${picture.club}`}>${tr('Club night')}<//>`}</p>`
  if (you.handed !== null) return html`<${Moved} seen=${seen} onBack=${onBack} />`
  if (you.seat === null) {
    const [words, look] = isAtRest(seen) ? [NOBODY, ''] : [tr('You are watching.'), 'watching']
    return playing ? html`<p class=${`notice panel ${look}`} role="status">${words}</p>` : null
  }
  const away = playing && picture.chairs[you.seat].away
  if (!away && !you.meanwhile.length) return html`<${Since} seen=${seen} />`
  return html`<section class="notice panel" role="status" aria-label=${tr('While I was away')}>
    <p>${away ? (isAtRest(seen) ? ALL_AWAY : AWAY) : WAS_AWAY}</p>
    ${away && html`<${Back} seen=${seen} onBack=${onBack} />`}
    ${you.meanwhile.length > 0 && html`<${Events} events=${you.meanwhile} picture=${picture} />`}
  </section>`
}

/** The way back to a seat that moved to another device. @param {{seen: Seen, onBack: () => void}} props */
export const Moved = (props) => html`<section class="notice panel" role="status"><p>${MOVED}</p>
  <${Back} ...${props} title=${tr('Continue here')} /></section>`

/**
 * Disabled by a press until a refusal or the connection.
 * @param {{seen: Seen, onBack: () => void, title?: string}} props
 */
function Back({seen: {lost, refusal}, onBack, title = tr('I am back')}) {
  const [isSent, setSent] = useState(false)
  useEffect(() => setSent(false), [lost, refusal])
  const press = () => {
    setSent(true)
    if (!isSent) onBack()
  }
  return html`<${Button} look="main small" aria-disabled=${String(isSent)}
    onClick=${press}>${title}<//>`
}

/** What others made since my last move; one line would only repeat the log. @param {{seen: Seen}} props */
function Since({seen: {picture, since}}) {
  if (picture?.stage !== 'playing' || since.length < 2) return null
  return html`<section class="notice panel since" aria-label=${tr('Since my last turn')}>
    <p>${tr('Meanwhile:')}</p><${Events} events=${since} picture=${picture} /></section>`
}

/** @param {{events: string[], picture: Picture}} props */
function Events({events, picture}) {
  return html`<ol class="meanwhile" tabindex="0">
    ${events.map((text) => html`<li><${Sentence} text=${text} picture=${picture} /></li>`)}</ol>`
}

/** The players that the table waits for, with the time left. @param {{seen: Seen}} props */
export function Waits({seen}) {
  const waits = waited(seen)
  const now = useNow(waits.length > 0)
  if (!waits.length) return null
  return html`<section class="notice panel waits" aria-label=${tr('Waiting for players')}>${waits.map(
    ({seat, words, until}) => html`<p key=${seat}><span role="status">${words}</span>
      <b class="left" role="timer" translate=${false}>${left((until - now) / 1000)}</b></p>`,
  )}</section>`
}

/**
 * The absent players and the players to decide, with their deadlines; the tray shows my own seconds.
 * @param {Seen} seen @returns {{seat: number, words: string, until: number}[]}
 */
function waited({picture, you, missed, rests, due, lost}) {
  if (!picture || picture.stage !== 'playing' || picture.closed || lost || rests) return []
  const namesOf = (/** @type {number[]} */ seats) =>
    seats.length < 4
      ? listed(seats.map((seat) => picture.chairs[seat].name))
      : tr('{count, plural, one {# player} other {# players}}', {count: seats.length})
  const gone = Object.keys(missed)
    .map(Number)
    .filter((seat) => seat !== you.seat && !picture.chairs[seat].away)
  const asked = (due === null ? [] : (picture.awaits?.asked ?? [])).filter((seat) => !(seat in missed))
  const mine = you.seat !== null && asked.includes(you.seat)
  const lines = []
  if (gone.length) {
    const until = Math.min(...gone.map((seat) => missed[seat]))
    // Translators: a time such as 0:42 follows
    const words = tr(
      '{count, plural, one {{names} is not at the table; the computer takes over in} ' +
        'other {{names} are not at the table; the computer takes over in}}',
      {count: gone.length, names: namesOf(gone)},
    )
    lines.push({seat: gone[0], until, words})
  }
  const decides = {seat: -1, until: due ?? 0}
  if (mine && picture.terms.days) lines.push({...decides, words: tr('Time left for you to decide:')})
  else if (!mine && asked.length)
    lines.push({...decides, words: tr('Time left for {names} to decide:', {names: namesOf(asked)})})
  return lines
}

/** The link from practice back to the step of the review where it began. @param {{code: string}} props */
export function BackToReview({code}) {
  const from = seatAt(code)?.from
  if (!from) return null
  const {code: match, step} = from
  const a = (/** @type {any[]} */ words) => html`<${Link} href=${`/review/${match}#${step}`}>${words}<//>`
  const words = rich('Practice with new dice. Back to <a>step {step} of the match</a>.', {step, a})
  return html`<p class="practised">${words}</p>`
}
