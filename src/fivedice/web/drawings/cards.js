// The emblems of showdown's twelve cards as SVG.
import {html} from '../vendor/htm-preact.js'
import {face} from './faces.js'

const die = (/** @type {number} */ x, /** @type {number} */ y, size = 34) =>
  html`<rect x=${x - size / 2} y=${y - size / 2} width=${size} height=${size} rx=${size * 0.22} />`

const steps = (/** @type {number} */ many) =>
  Array.from({length: many}, (_, step) => {
    const width = 84 / many
    const height = 16 + step * (64 / (many - 1))
    return html`<rect x=${8 + step * width} y=${88 - height} width=${width - 4} height=${height} rx="4" />`
  })

const EMBLEMS = [
  html`${die(50, 28)}${die(28, 68)}${die(72, 68)}`,
  html`${die(29, 29)}${die(71, 29)}${die(29, 71)}${die(71, 71)}`,
  html`<path d="M50 8 L94 44 H84 V90 H16 V44 H6Z" /><g class="hollow">
    <circle cx="34" cy="56" r="7" /><circle cx="50" cy="56" r="7" /><circle cx="66" cy="56" r="7" />
      <circle cx="42" cy="75" r="7" /><circle cx="58" cy="75" r="7" /></g>`,
  steps(4),
  steps(5),
  html`<text x="50" y="67" text-anchor="middle">25+</text>`,
]

/**
 * The emblem of a card by its place in the list of cards: six numbers, then the fixed ones.
 * @param {{card: number}} props
 */
export function Emblem({card}) {
  if (card < 6) return html`<span class="emblem pips">${face('pips', card + 1)}</span>`
  return html`<span class="emblem"><svg viewBox="0 0 100 100" aria-hidden="true" focusable="false"
    translate="no">
    ${EMBLEMS[card - 6]}</svg></span>`
}
