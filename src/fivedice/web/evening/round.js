// The current round of a club night, its time left and a link back, for its tables and the home page.
import {html} from '../vendor/htm-preact.js'
import {Link} from '../shell/frame.js'
import {stylesheet} from '../shell/lazy.js'
import {attend, RoundClock, stage, useEvening} from './standings.js'

stylesheet('evening')

/** Milliseconds between two requests for the time left; in between the clock runs locally. */
const AGAIN = 30_000

/**
 * @param {{code: string, back?: boolean}} props the code of the evening; `back` is set only while I am there
 */
export default function Round({code, back = false}) {
  const {evening} = useEvening(code, AGAIN) // the table reports an unreachable server
  if (!evening || (back && !attend(evening))) return null
  const title = back ? 'Back to the club night' : 'Club night'
  return html`<div class="notice panel">
    <${Link} href=${`/evening/${code}`}>${title}: ${stage(evening)}<//>
    <${RoundClock} evening=${evening} /></div>`
}
