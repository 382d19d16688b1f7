// The choice of what hints rank by: the game's unit, or the chance to win.
import {html} from '../../vendor/htm-preact.js'

/** @typedef {'score' | 'wins'} Aim */

/** How a hint is ranked. @param {import('../../shell/types.js').Hinted} hint @returns {Aim} */
export const aimOf = ({aim}) => (aim === 'wins' ? 'wins' : 'score')

/** @param {{aim: string, onAim: (aim: Aim) => void, unit: string, label: string}} props */
export default function Aims({aim, onAim, unit, label}) {
  const one = (/** @type {Aim} */ value, /** @type {string} */ words) =>
    html`<button type="button" class="button small" aria-pressed=${String(aim === value)}
      onClick=${() => onAim(value)}>${words}</button>`
  return html`<span class="aims" role="group" aria-label=${label}>
    ${one('score', unit)}${one('wins', 'chance to win')}</span>`
}
