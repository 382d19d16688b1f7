// Drawings for the junior dice as SVG, of our own design.
import {html} from '../vendor/htm-preact.js'

const petals = Array.from(
  {length: 10},
  (_, petal) =>
    html`<ellipse class="pic-petal" transform=${`rotate(${petal * 36} 50 50)`} cx="50" cy="22" rx="10" ry="20"
      />`,
)

const star = html`<g>
  <path class="pic-star" d="M50 3 L63.5 33 L96 36.6 L71.6 58.3 L78.7 90.5 L50 74 L21.3 90.5 L28.4 58.3 L4 36.6
    L36.5 33Z" />
  <path class="pic-shine" d="M50 17 L58.5 39 L80 41.5 L63 56 L50 49Z" />
</g>`

const bow = html`<g>
  <path class="pic-bow" d="M44 44 C30 18 8 14 6 26 C2 42 2 62 8 76 C14 86 34 78 45 58Z" />
  <path class="pic-bow" d="M56 44 C70 18 92 14 94 26 C98 42 98 62 92 76 C86 86 66 78 55 58Z" />
  <path class="pic-fold" d="M14 36 Q28 44 38 49 M14 64 Q28 60 38 54 M86 36 Q72 44 62 49 M86 64 Q72 60 62 54"
    />
  <rect class="pic-knot" x="40" y="38" width="20" height="26" rx="9" />
  <g class="pic-dots"><circle cx="18" cy="50" r="4" /><circle cx="27" cy="33" r="4" />
    <circle cx="28" cy="69" r="4" />
    <circle cx="82" cy="50" r="4" /><circle cx="73" cy="33" r="4" /><circle cx="72" cy="69" r="4" /></g>
</g>`

const cap = html`<g>
  <path class="pic-ribbon" d="M76 60 L96 84 L84 84 L82 96 L66 70Z" />
  <path class="pic-cap" d="M6 46 C6 22 30 10 52 10 C76 10 96 24 94 46 C93 56 84 58 76 58 L24 58 C14 58 6 56 6
    46Z" />
  <path class="pic-fold" d="M30 54 C26 40 34 24 48 14 M66 54 C70 40 64 24 54 14" />
  <path class="pic-band" d="M22 54 H78 L76 76 Q50 84 24 76Z" />
  <path class="pic-line" d="M23 65 Q50 72 77 65" />
  <circle class="pic-button" cx="51" cy="10" r="6" />
</g>`

const daisy = html`<g>${petals}<circle class="pic-heart" cx="50" cy="50" r="17" />
  <circle class="pic-glow" cx="46" cy="46" r="7" /></g>`

const hat = html`<g>
  <path class="pic-hat" d="M28 72 C34 52 26 34 32 12 C42 4 62 4 70 14 C72 34 68 52 73 72Z" />
  <path class="pic-dent" d="M36 16 Q50 26 66 15" />
  <path class="pic-band" d="M29.5 58 Q50 67 71 58 L73 73 Q50 82 27 73Z" />
  <path class="pic-brim" d="M4 72 C16 62 22 70 28 71 Q50 80 73 71 C80 70 86 62 96 72 C90 92 66 94 50 94 C34 94
    10 92 4 72Z" />
</g>`

const bone = html`<g>
  <path class="pic-collar" d="M8 30 Q50 54 92 30 L94 44 Q50 70 6 44Z" />
  <g class="pic-studs"><circle cx="22" cy="43" r="3" /><circle cx="40" cy="50" r="3" />
    <circle cx="60" cy="50" r="3" /><circle cx="78" cy="43" r="3" /></g>
  <rect class="pic-buckle" x="44" y="42" width="12" height="18" rx="3" />
  <path class="pic-bone" transform="rotate(-14 50 76)" d="M30 71 C24 58 8 64 13 75 C5 83 18 96 29 84 L71 84
    C82 96 95 83 87 75 C92 64 76 58 70 71Z" />
</g>`

/** By value: 1 is the wild one. @type {Record<number, any>} */
export const CHARACTERS = {1: star, 2: bow, 3: cap, 4: daisy, 5: hat, 6: bone}
