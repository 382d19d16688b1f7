// The caption of a lesson step, and the buttons at its end.
import {html, useEffect, useRef, useState} from '../vendor/htm-preact.js'
import {Link, say} from '../shell/frame.js'
import {offer} from '../shell/api.js'
import {Sentence, spelt} from '../drawings/faces.js'
import {playNow} from '../lobby/open-table.js'

/** @typedef {import('../shell/types.js').LessonTold} LessonTold */

const NOT_NOW = 'That can be done too, but not in this lesson:'

/**
 * While dice fly and others play it says what is going on. `toConfirm` is what the main button says,
 * where only that is left to press.
 * @param {{lesson: LessonTold, at: number, settled: boolean, refused: boolean, toConfirm: string,
 *   onSkip: () => void}} props
 */
export function Caption({lesson: {steps, start}, at, settled, refused, toConfirm, onSkip}) {
  const {caption, asks, meanwhile} = settled ? steps[at] : steps[Math.max(0, at - 1)]
  const words = settled ? caption : meanwhile || caption
  const asked = toConfirm ? `To confirm, press “${toConfirm}”.` : asks
  const hasRefused = settled && refused
  useSaid([words, hasRefused ? NOT_NOW : '', settled ? spelt(asked, start.picture) : ''])
  return html`<section class="lesson panel" aria-label="Lesson">
    <div class="says">
      <p>${words}</p>
      ${hasRefused && html`<p class="not-now">${NOT_NOW}</p>`}
      ${settled && html`<p class="asks"><${Sentence} text=${asked} picture=${start.picture} /></p>`}
    </div>
    <div class="row along">
      <progress max=${steps.length} value=${at} aria-label="How far the lesson is"></progress>
      <button type="button" class="button small" onClick=${onSkip}>Skip lesson</button>
    </div>
  </section>`
}

/** What is new among these is heard, after what has happened. @param {string[]} parts */
function useSaid(parts) {
  const before = useRef(/** @type {string[]} */ ([]))
  useEffect(() => {
    for (const part of parts) if (part && !before.current.includes(part)) say(part)
    before.current = parts
  }, parts)
}

/**
 * The last words, and where to go from here.
 * @param {{lesson: LessonTold, onRules: () => void}} props
 */
export function Ending({lesson: {game, title, ending}, onRules}) {
  const heading = useRef(/** @type {HTMLElement | null} */ (null))
  const [wrong, setWrong] = useState('')
  useEffect(() => heading.current?.focus(), [])
  const play = async () => {
    try {
      const {games} = await offer()
      const terms = games.find((/** @type {{name: string}} */ one) => one.name === game)
      if (terms) playNow(terms, setWrong)
    } catch (error) {
      setWrong(/** @type {Error} */ (error).message)
    }
  }
  return html`<section class="learnt end panel" aria-labelledby="learnt">
    <h2 id="learnt" tabindex="-1" ref=${heading}>That is how ${title} goes</h2>
    <p>${ending}</p>
    <div class="row">
      <button type="button" class="button main" onClick=${play}>Play now</button>
      <button type="button" class="button" onClick=${onRules}>Read the rules</button>
      <${Link} class="button plain" href="/">To the games<//>
    </div>
    ${wrong && html`<p class="wrong" role="alert">${wrong}</p>`}
  </section>`
}
