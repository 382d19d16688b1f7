// The big screen of a club night: how to join, the clock of the round, and the standings, for a whole room.
import {html} from '../vendor/htm-preact.js'
import {Link, usePage} from '../shell/frame.js'
import {Camera, useReach} from '../lobby/invite.js'
import {isScored, present, RoundClock, stage, Standings, Tables, useEvening} from './standings.js'

/** @param {{code: string}} props */
export default function Screen({code}) {
  const {evening, wrong} = useEvening(code)
  const {origin} = useReach()
  usePage(`Club night ${code} · fivedice`)
  const link = `${origin}/evening/${code}`
  return html`<main class="wall">
    <aside class="panel">
      <h1><${Link} href=${`/evening/${code}`}>Club night<//></h1>
      ${evening && html`<p class="soft">${evening.title}</p>`}
      <p class="big-code" translate=${false} aria-label=${`Code ${[...code].join(' ')}`}>${code}</p>
      <${Camera} text=${link} title="QR code of this evening" />
      <p class="soft link">${link.replace(/^https?:\/\//, '').replace(code, '')}<wbr />${code}</p>
      ${
        evening &&
        html`<p class="stage" role="status">${stage(evening)}</p><p>${`${present(evening)} here`}</p>
        <${RoundClock} evening=${evening} />`
      }
      <p class="wrong" role="alert">${wrong}</p>
    </aside>
    ${
      evening &&
      html`<div class=${`shown ${evening.players.length > 24 ? 'many' : ''}`}>
      <${isScored(evening) ? Standings : Guests} evening=${evening} />
      <${Tables} evening=${evening} /></div>`
    }
  </main>`
}

/**
 * The players who are present, before the first result.
 * @param {{evening: import('./standings.js').Evening}} props
 */
const Guests = ({evening}) =>
  html`<section class="panel"><h2>Here tonight</h2>
    <ul class="guests">${evening.players.map(({name, here}) => here && html`<li>${name}</li>`)}</ul>
  </section>`
