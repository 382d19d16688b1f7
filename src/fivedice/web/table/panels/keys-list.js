// The list of keyboard shortcuts.
import {html} from '../../vendor/htm-preact.js'

const KEYS = [
  ['1–5', 'set a die aside, or back'],
  ['R or Space', 'throw'],
  ['Enter', 'keep all; again: stop'],
  ['Esc', 'let a choice go, or undo it; close a hint'],
  ['↓', 'to a hint or the board, and on'],
  ['H', 'hint'],
  ['?', 'rules'],
  ['S', 'skip what is shown'],
]

export default function KeysList() {
  return html`<ul class="keys-all" aria-label="Keys">${KEYS.map(
    ([key, does]) => html`<li><kbd translate=${false}>${key}</kbd> ${does}</li>`,
  )}</ul>`
}
