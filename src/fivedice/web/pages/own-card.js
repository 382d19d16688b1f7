// A score card that somebody wrote down: typed, pasted or from a file, and read by the server.
// Opens no table.
import {html, useState} from './vendor/htm-preact.js'
import {post} from './api.js'
import {Dialog} from './frame.js'
import {keepCard, myCard} from './memory.js'

/** @typedef {import('./shapes.js').GameTerms} GameTerms */

/**
 * @param {{onRead: (terms: GameTerms, written: string) => void, onClose: () => void}} props
 */
export default function OwnCard({onRead, onClose}) {
  const [text, setText] = useState(myCard() || EXAMPLE)
  const [wrong, setWrong] = useState('')
  const write = (/** @type {string} */ now) => {
    setText(now)
    setWrong('')
  }
  const fetchFile = async (/** @type {any} */ event) => {
    const [file] = event.target.files
    if (file) write(await file.text())
  }
  const read = async (/** @type {Event} */ event) => {
    event.preventDefault()
    try {
      const terms = await post('/api/cards', {written: text})
      keepCard(text)
      onRead(terms, text)
    } catch (error) {
      setWrong(/** @type {Error} */ (error).message)
    }
  }
  const foot = html`<div class="row"><button class="button main" form="own-card">Read the card</button>
    ${wrong && html`<p class="wrong" role="alert">${wrong}</p>`}</div>`
  return html`<${Dialog} title="A card of your own" onClose=${onClose} foot=${foot}>
    <form id="own-card" class="own-card" onSubmit=${read}>
      <p class="soft">Write down what your family plays, or change the example. Everything else follows from
        it: bots, hints, the best play and the review.</p>
      <label class="field">From a file
        <input class="input" type="file" accept=".toml,text/plain" onChange=${fetchFile} /></label>
      <label class="field">The card, in TOML
        <textarea class="input" rows="16" spellcheck=${false} wrap="off" value=${text}
          onInput=${(/** @type {any} */ event) => write(event.target.value)} /></label>
    </form>
  <//>`
}

const EXAMPLE = `title = "Ours"
line = "Six boxes, and pairs count"
seats = [1, 6]

[[sections]]
title = "Numbers"
goal = 30
bonus = 20
boxes = [
    { name = "Fours", needs = "face 4", pays = "these dice" },
    { name = "Fives", needs = "face 5", pays = "these dice" },
    { name = "Sixes", needs = "face 6", pays = "these dice" },
]

[[sections]]
title = "Patterns"
boxes = [
    { name = "Two Pairs", needs = "two pairs", pays = "these dice" },
    { name = "Straight", needs = "run of 4", pays = 30 },
    { name = "Chance" },
]
`
