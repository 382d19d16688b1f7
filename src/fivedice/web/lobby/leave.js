// Leaving a table during a match.
import {html} from '../vendor/htm-preact.js'
import {ConfirmDialog, Link} from '../shell/frame.js'
import {many} from '../shell/wording.js'

const Games = () => html`<${Link} class="button" href="/">To the games<//>`

/**
 * Whoever plays here leaves for a while; by correspondence nobody has to be there, so there it is asked about
 * first whether the game is to play.
 * @param {{days: number, plays: boolean, onLeave: () => void, onAsk: () => void}} props
 */
export default function Leaving({days, plays, onLeave, onAsk}) {
  if (!plays) return html`<div class="row"><${Games} /></div>`
  if (!days)
    return html`<div class="row">
        <button type="button" class="button" onClick=${onLeave}>Leave for a while</button><${Games} />
      </div>
      <p class="soft">
        While you are away the game plays for you, and rests where everybody is away. Come back whenever you
        like: the table stands under Go on.
      </p>`
  return html`<p>${`Just close this page when you like: you have ${many(days, 'day')} for every decision.`}
    ${' After that the game plays for you until you are back. The table stands in '}
    <${Link} href="/records">My matches<//>.</p>
    <div class="row"><${Games} />
      <button type="button" class="button plain" onClick=${onAsk}>Let the game play for me</button></div>`
}

/** @param {{days: number, onLeave: () => void, onStay: () => void}} props */
export const IsTheGameToPlay = ({days, onLeave, onStay}) =>
  html`<${ConfirmDialog} title="Let the game play for you?" no="I play myself" onNo=${onStay}
    yes="Let it play" onYes=${onLeave}>
    ${`It plays your turns as soon as they come, without waiting ${many(days, 'day')}, `}
    until you press “I am back” at this table.<//>`
