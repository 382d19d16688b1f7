// The link back from practice to the review it came from.
import {html} from '../vendor/htm-preact.js'
import {Link} from './frame.js'
import {triedFrom} from './storage.js'

/** @param {{code: string}} props a table, which may be of another match's step, or not */
export default function Practice({code}) {
  const from = triedFrom(code)
  if (!from) return null
  const {code: match, step} = from
  return html`<p class="practised">${'Practice, on other dice: back to '}
    <${Link} href=${`/review/${match}#${step}`}>${`step ${step} of the match`}<//>.</p>`
}
