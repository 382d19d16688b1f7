// The link from practice back to the step of the review where it began.
import {html} from '../vendor/htm-preact.js'
import {Link} from '../shell/frame.js'
import {triedFrom} from '../shell/storage.js'

/** @param {{code: string}} props any table; only practice tables come from a step of a review */
export function BackToReview({code}) {
  const from = triedFrom(code)
  if (!from) return null
  const {code: match, step} = from
  return html`<p class="practised">${'Practice with new dice. Back to '}
    <${Link} href=${`/review/${match}#${step}`}>${`step ${step} of the match`}<//>.</p>`
}
