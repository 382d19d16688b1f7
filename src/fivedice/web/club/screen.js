// The big screen of a club night: how to join, the clock of the round, and the standings, for a whole room.
import {html} from '../vendor/htm-preact.js'
import {Link, usePage} from '../shell/frame.js'
import {tr} from '../shell/language.js'
import {Camera, useReach} from '../seats/links.js'
import {isScored, present, RoundClock, roundNow, stage, Standings, Tables, useClubNight} from './standings.js'

/** @param {{code: string}} props */
export default function Screen({code}) {
  const {night, wrong} = useClubNight(code, undefined, true)
  const {origin} = useReach()
  usePage(`${tr('Club night {code}', {code})} · fivedice`)
  const link = `${origin}/club/${code}`
  return html`<main class="wall">
    <aside class="panel">
      <h1><${Link} href=${`/club/${code}`}>${tr('Club night')}<//></h1>
      ${night && html`<p class="soft">${night.title}</p>`}
      <p class="big-code" translate=${false}
        aria-label=${tr('Code {code}', {code: [...code].join(' ')})}>${code}</p>
      <${Camera} text=${link} title=${tr('QR code of this club night')} />
      <p class="soft link">${link.replace(/^https?:\/\//, '').replace(code, '')}<wbr />${code}</p>
      ${
        night &&
        html`<p class="stage" role="status">${stage(night)}</p><p>${present(night)}</p>
        <${RoundClock} night=${night} />`
      }
      <p class="wrong" role="alert">${wrong}</p>
    </aside>
    ${
      night &&
      html`<div class=${`shown ${night.players.length > 24 ? 'many' : ''}`}>
      <${isScored(night) ? Standings : Guests} night=${night} />
      <${roundNow(night) ? Tables : Next} night=${night} /></div>`
    }
  </main>`
}

/** Who is here, before the first result. @param {{night: import('./standings.js').ClubNight}} props */
const Guests = ({night}) =>
  html`<section class="panel"><h2>${tr('Here tonight')}</h2>
    <ul class="guests">${night.players.map(({name, here}) => here && html`<li>${name}</li>`)}</ul>
  </section>`

/** The round that begins next. @param {{night: import('./standings.js').ClubNight}} props */
const Next = ({night: {ended, rounds, played, deals, minutes}}) =>
  !ended &&
  played.length < rounds &&
  html`<section class="panel next">
    <h2>${tr('Next: round {round} of {rounds}', {round: played.length + 1, rounds})}</h2>
    <p>${tr('{deals, plural, one {One match} other {# matches}}', {deals})}${
      minutes > 0 && ` ${tr('in {minutes, plural, one {# minute} other {# minutes}}', {minutes})}`
    }</p>
  </section>`
