// The four suits of piecepack dice as SVG, a hundred units wide. Colours come from the style.
import {html} from '../vendor/htm-preact.js'

const rays = Array.from(
  {length: 12},
  (_, ray) =>
    html`<path transform=${`rotate(${ray * 30} 50 50)`} d=${
      ray % 2 ? 'M46 19 L50 8 L54 19Z' : 'M44 21 L50 0 L56 21Z'
    } />`,
)

/** @type {Record<string, any>} */
export const SUITS = {
  sun: html`<g>${rays}<circle cx="50" cy="50" r="25" /><circle class="cut" cx="50" cy="50" r="17" />
    <circle cx="50" cy="50" r="12" /></g>`,
  moon: html`<g>
    <path d="M62 4 A48 48 0 1 0 96 66 A38 38 0 1 1 62 4Z" />
    <path d="M76 20 l4 10 10 1 -8 7 3 10 -9 -5 -9 5 3 -10 -8 -7 10 -1Z" />
  </g>`,
  crown: html`<g>
    <path d="M8 30 L26 54 L34 18 L50 48 L66 18 L74 54 L92 30 L84 76 L16 76Z" />
    <circle cx="8" cy="26" r="7" /><circle cx="34" cy="13" r="7" /><circle cx="66" cy="13" r="7" />
      <circle cx="92" cy="26" r="7" />
    <rect x="16" y="81" width="68" height="12" rx="3" />
  </g>`,
  arms: html`<g>
    <path d="M10 6 H90 V46 C90 74 70 90 50 98 C30 90 10 74 10 46Z" />
    <path class="cut" d="M18 14 H82 V40 L50 22 L18 40Z" />
    <path class="cut" d="M20 58 L50 41 L80 58 C76 70 64 82 50 88 C36 82 24 70 20 58Z" />
    <path d="M50 52 l5 11 12 1 -9 8 3 12 -11 -6 -11 6 3 -12 -9 -8 12 -1Z" />
  </g>`,
}
