// The current round of a club night, its time left and a link back, for its tables and the home page.
import {html, useEffect, useState} from '../vendor/htm-preact.js'
import {get} from '../shell/api.js'
import {Link} from '../shell/frame.js'
import {stylesheet} from '../shell/lazy.js'
import {RoundClock, attend, stage} from './standings.js'

/** @typedef {import('./standings.js').Evening} Evening */

stylesheet('evening')

/** Milliseconds between two requests for the time left; in between the clock runs locally. */
const AGAIN = 30_000

/**
 * @param {{code: string, back?: boolean}} props the code of the evening; `back` is set only while I am there
 */
export default function Round({code, back = false}) {
  const [evening, see] = useState(/** @type {Evening | null} */ (null))
  useEffect(() => {
    const look = () =>
      get(`/api/evenings/${code}`).then(
        (news) => see(!back || attend(news) ? {...news, at: Date.now()} : null),
        () => {}, // the table reports an unreachable server
      )
    look()
    const again = setInterval(look, AGAIN)
    return () => clearInterval(again)
  }, [code])
  if (!evening) return null
  const title = back ? 'Back to the club night' : 'Club night'
  return html`<div class="notice panel">
    <${Link} href=${`/evening/${code}`}>${title}: ${stage(evening)}<//>
    <${RoundClock} evening=${evening} /></div>`
}
