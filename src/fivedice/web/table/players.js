// Players: names, scores, whose turn it is, who is away.
import {html, useRef} from '../vendor/htm-preact.js'
import {beside} from '../shell/wording.js'
import {useFitting} from '../shell/frame.js'
import {Hand, isTogether} from './round.js'
import {Face} from '../shell/bot-personas.js'

/** @typedef {import('./client.js').Seen} Seen */

/** @param {{seen: Seen}} props */
export default function Players({seen}) {
  const {picture, you} = seen
  const place = useInView(picture?.awaits?.seats[0] ?? null)
  if (!picture) return null
  const look = `players ${isTogether(picture) ? 'together' : ''}`
  return html`<ol class=${look} aria-label="Players" tabindex="0" ref=${place}>${picture.chairs.map(
    (chair, seat) => {
      const turn = picture.awaits?.seats.includes(seat)
      const won = wins(picture, seat)
      return html`<li key=${seat} class=${`player ${turn ? 'on' : ''} ${won ? 'won' : ''}`}
      aria-current=${turn ? 'true' : undefined}>
      <span class=${`seat-dot seat-${seat}`} aria-hidden="true"></span>
      <span class="who"><${Face} persona=${chair.persona} /><span class="name"
        translate=${false}>${chair.name}</span>
        ${seat === you.seat && html`<small>you</small>`}</span>
      <span class=${`state ${state(picture, chair, seat).replace(' ', '-')}`}>${state(picture, chair, seat)}
        </span>
      ${isTogether(picture) && html`<${Hand} picture=${picture} seat=${seat} round=${seen.round} />`}
      <strong class="points" translate=${false}>${picture.scores?.[seat] ?? ''}<span class="unseen" translate>
        ${` ${beside(picture.scores?.[seat] ?? 0, picture.unit)}`}</span>
        </strong>
    </li>`
    },
  )}</ol>`
}

/**
 * The row of players, with the one whose turn it is in view however many there are.
 * @param {number | null} seat
 */
function useInView(seat) {
  const place = useRef(/** @type {HTMLElement | null} */ (null))
  useFitting(() => {
    const row = place.current
    const player = seat === null ? null : /** @type {HTMLElement | undefined} */ (row?.children[seat])
    if (row && player) row.scrollTo({left: player.offsetLeft - (row.clientWidth - player.clientWidth) / 2})
  }, [seat])
  return place
}

/** Nobody wins alone. @param {import('../shell/types.js').Picture} picture @param {number} seat */
const wins = ({chairs, winners}, seat) => chairs.length > 1 && !!winners?.includes(seat)

/**
 * What a player does just now, in a word.
 * @param {import('../shell/types.js').Picture} picture
 * @param {import('../shell/types.js').Chair} chair
 * @param {number} seat
 */
function state(picture, chair, seat) {
  if (picture.stage === 'over') return wins(picture, seat) ? 'wins' : ''
  if (chair.away) return 'away'
  const many = isTogether(picture)
  if (many && picture.turn?.decided.includes(seat)) return 'decided'
  if (picture.awaits?.seats.includes(seat))
    return many && picture.awaits.kind !== 'throw' ? 'deciding' : 'to play'
  return chair.bot ? 'bot' : ''
}
