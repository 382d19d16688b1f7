// What somebody has just achieved, said large over the table to all who look. Any press ends it and does
// what it does; nothing waits for it.
import {html, useEffect, useState} from '../vendor/htm-preact.js'
import {calm} from '../shell/motion.js'

/** @typedef {import('../shell/types.js').Feat} Feat */

/** Milliseconds that it stands if nothing is pressed. */
const STANDS = 2400
const SPARKS = Array.from({length: 12}, (_, at) => at)

/** @param {{seen: import('./client.js').Seen}} props */
export default function Moment({seen: {last, picture}}) {
  const feats = useLatest(last)
  if (!feats.length || !picture) return null
  const kinds = feats.map(({kind}) => `of-${kind}`).join(' ')
  return html`<div class=${`moment ${kinds} ${calm() ? 'plain' : ''}`} aria-hidden="true">
    ${!calm() && SPARKS.map((at) => html`<i class="spark" style=${{'--at': at}}></i>`)}
    ${feats.map(
      ({seat, what, pays}) => html`<p><span class=${`seat-dot seat-${seat}`}></span>
      <span class="who" translate=${false}>${picture.chairs[seat].name}</span> <strong>${what}</strong>
        ${pays > 0 && html` <b class="worth" translate=${false}>${`+${pays}`}</b>`}</p>`,
    )}
  </div>`
}

/**
 * What was achieved last, for a while.
 * @param {import('../shell/types.js').Shown | null} last @returns {Feat[]}
 */
function useLatest(last) {
  const [feats, setFeats] = useState(/** @type {Feat[]} */ ([]))
  useEffect(() => {
    if (last?.feats?.length && !document.hidden) setFeats(last.feats)
  }, [last])
  useEffect(() => {
    if (!feats.length) return undefined
    const end = () => setFeats([])
    const soon = setTimeout(end, STANDS)
    for (const press of ['pointerdown', 'keydown']) addEventListener(press, end, true)
    return () => {
      clearTimeout(soon)
      for (const press of ['pointerdown', 'keydown']) removeEventListener(press, end, true)
    }
  }, [feats])
  return feats
}
