// The end of a match: who won, by how much, and what to do now. Knows no rule.
import {html, useEffect, useState} from './vendor/htm-preact.js'
import {Link} from './frame.js'
import {finish, present} from './memory.js'
import {rematch} from './opening.js'

/** @param {{code: string, token: string, seen: import('./seat.js').Seen}} props */
export default function End({code, token, seen}) {
  const {picture, you} = seen
  const [wrong, setWrong] = useState('')
  useEffect(() => {
    finish([code])
    present(code)
  }, [code])
  if (!picture) return null
  const won = you.seat !== null && picture.winners.includes(you.seat) && picture.chairs.length > 1
  const ranked = picture.chairs
    .map((chair, seat) => ({...chair, seat, points: picture.scores[seat]}))
    .sort((one, other) => other.points - one.points)
  return html`<section class=${`end panel ${won ? 'won' : ''}`} aria-labelledby="result">
    <${Laurel} />
    <p class="kind">${won ? 'You win' : 'The match is over'}</p>
    <div role="status"><h2 id="result">${headline(picture)}</h2></div>
    <ol class="ranking">${ranked.map(
      ({name, seat, points}) => html`<li class=${picture.winners.includes(seat) ? 'won' : ''}>
      <span class=${`seat-dot seat-${seat}`} aria-hidden="true"></span><span class="who">${name}</span>
        <strong>${`${points} ${picture.unit}`}</strong></li>`,
    )}</ol>
    <div class="row">
      ${
        token &&
        (picture.next
          ? html`<${Link} class="button main" href=${`/t/${picture.next}`}>To the rematch<//>`
          : html`<button type="button" class="button main"
            onClick=${() => rematch(code, token, picture.game, setWrong)}>Rematch</button>`)
      }
      <${Link} class="button" href=${`/review/${code}`}>Review<//>
      <a class="button plain" href=${`/api/tables/${code}/record`} download=${`fivedice-${code}.jsonl`}>Record
        </a>
      <${Link} class="button plain" href="/">Games<//>
    </div>
    ${wrong && html`<p class="wrong" role="alert">${wrong}</p>`}
  </section>`
}

/** @param {import('./shapes.js').Picture} picture */
const headline = (picture) => picture.result.replace(/^The match is over: /, '')

/** A wreath for the winner. */
function Laurel() {
  const leaf = (/** @type {number} */ side, /** @type {number} */ at, /** @type {number} */ out) => {
    const angle = ((22 + at * 23) * Math.PI) / 180
    const x = 50 + side * (31 + out) * Math.sin(angle)
    const y = 42 + (31 + out) * Math.cos(angle)
    return html`<ellipse cx=${x} cy=${y} rx="3.6" ry="8.6"
      transform=${`rotate(${side * (68 - at * 23 + out * 5)} ${x} ${y})`} />`
  }
  const leaves = [0, 1, 2, 3, 4, 5].flatMap((at) =>
    [1, -1].flatMap((side) => [leaf(side, at, 5), leaf(side, at + 0.4, -4)]),
  )
  return html`<svg class="laurel" viewBox="0 0 100 84" aria-hidden="true" focusable="false">${leaves}</svg>`
}
