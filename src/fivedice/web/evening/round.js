// At a table of a club night: which round this is, the time left in it, and the way back.
import {html, useEffect, useState} from '../vendor/htm-preact.js'
import {get} from '../shell/api.js'
import {Link} from '../shell/frame.js'
import {stylesheet} from '../shell/lazy.js'
import {RoundClock, stage} from './standings.js'

/** @typedef {import('./standings.js').Evening} Evening */

stylesheet('evening')

/** Milliseconds until the time left is asked for again; in between the clock goes on by itself. */
const AGAIN = 30_000

/** @param {{code: string}} props the code of the evening */
export default function Round({code}) {
  const [evening, see] = useState(/** @type {Evening | null} */ (null))
  useEffect(() => {
    const look = () =>
      get(`/api/evenings/${code}`).then(
        (news) => see({...news, at: Date.now()}),
        () => {}, // the table says when the server is gone
      )
    look()
    const again = setInterval(look, AGAIN)
    return () => clearInterval(again)
  }, [code])
  if (!evening) return null
  return html`<div class="notice panel">
    <${Link} href=${`/evening/${code}`}>${`Club night: ${stage(evening)}`}<//>
    <${RoundClock} evening=${evening} /></div>`
}
