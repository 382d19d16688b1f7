// What I am told while the game plays for me and when I am back, or that I look on. Plays nothing.
import {html} from './vendor/htm-preact.js'
import {Sentence} from './faces.js'

/** @param {{seen: import('./seat.js').Seen, onBack: () => void}} props */
export default function Away({seen: {picture, you}, onBack}) {
  if (!picture) return null
  const playing = picture.stage === 'playing'
  if (you.seat === null) return playing ? html`<p class="notice panel">You are watching.</p>` : null
  const away = playing && picture.chairs[you.seat].away
  if (!away && !you.meanwhile.length) return null
  return html`<section class="notice panel" role="status" aria-label="While I was away">
    <p>${away ? 'You are away, and the game plays for you.' : 'While you were away, the game played for you:'}
      </p>
    ${away && html`<button type="button" class="button main small" onClick=${onBack}>I am back</button>`}
    ${
      you.meanwhile.length > 0 &&
      html`<ol class="meanwhile" tabindex="0">
      ${you.meanwhile.map((made) => html`<li><${Sentence} text=${made} picture=${picture} /></li>`)}</ol>`
    }
  </section>`
}
