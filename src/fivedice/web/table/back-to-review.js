// The link from practice back to the step of the review where it began.
import {html} from '../vendor/htm-preact.js'
import {Link} from '../shell/frame.js'
import {rich} from '../shell/language.js'
import {seatAt} from '../shell/storage.js'

/** @param {{code: string}} props any table; only practice tables come from a step of a review */
export function BackToReview({code}) {
  const from = seatAt(code)?.from
  if (!from) return null
  const {code: match, step} = from
  const a = (/** @type {any[]} */ words) => html`<${Link} href=${`/review/${match}#${step}`}>${words}<//>`
  const told = rich('Practice with new dice. Back to <a>step {step} of the match</a>.', {step, a})
  return html`<p class="practised">${told}</p>`
}
