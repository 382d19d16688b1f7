// The current round of a club night, its time left and a link back, for its tables and the home page.
import {html} from '../vendor/htm-preact.js'
import {Link} from '../shell/frame.js'
import {tr} from '../shell/language.js'
import {stylesheet} from '../shell/lazy.js'
import {attend, RoundClock, stage, useClubNight} from './standings.js'

stylesheet('club')

/** Milliseconds between two requests for the time left; in between the clock runs locally. */
const AGAIN = 30_000

/** @param {{code: string, back?: boolean}} props `back`: only while I am at the club night */
export default function Round({code, back = false}) {
  const {night} = useClubNight(code, AGAIN) // the table reports an unreachable server
  if (!night || (back && !attend(night))) return null
  const now = {stage: stage(night)}
  const title = back ? tr('Back to the club night: {stage}', now) : tr('Club night: {stage}', now)
  return html`<div class="notice panel">
    <${Link} href=${`/club/${code}`}>${title}<//>
    <${RoundClock} night=${night} /></div>`
}
