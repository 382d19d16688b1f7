// At a table of a club night, and at home: which round this is, the time left in it, and the way back.
import {html, useEffect, useState} from '../vendor/htm-preact.js'
import {get} from '../shell/api.js'
import {Link} from '../shell/frame.js'
import {stylesheet} from '../shell/lazy.js'
import {attend} from '../shell/storage.js'
import {RoundClock, stage} from './standings.js'

/** @typedef {import('./standings.js').Evening} Evening */

stylesheet('evening')

/** Milliseconds until the time left is asked for again; in between the clock goes on by itself. */
const AGAIN = 30_000

/** @param {{code: string, back?: boolean}} props the code of the evening; `back` only while I am there */
export default function Round({code, back = false}) {
  const [evening, see] = useState(/** @type {Evening | null} */ (null))
  useEffect(() => {
    const look = () =>
      get(`/api/evenings/${code}`).then(
        (news) => see(!back || attend(news) ? {...news, at: Date.now()} : null),
        () => {}, // the table says when the server is gone
      )
    look()
    const again = setInterval(look, AGAIN)
    return () => clearInterval(again)
  }, [code])
  if (!evening) return null
  return html`<div class="notice panel">
    <${Link} href=${`/evening/${code}`}>${`${back ? 'Back to the club night' : 'Club night'}: ${stage(evening)}`}<//>
    <${RoundClock} evening=${evening} /></div>`
}
