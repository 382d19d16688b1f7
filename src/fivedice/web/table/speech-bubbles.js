// Speech bubbles of people and bots.
import {html, useEffect, useState} from '../vendor/htm-preact.js'
import {settings} from '../shell/storage.js'
import {Face, useRemark} from '../shell/bot-personas.js'

/** @typedef {import('./client.js').Seen} Seen */
/** @typedef {{seat: number, text: string, number: number, times: number}} Bubble */

const HEARD_FOR = 4500
const MOST = 2

/** @param {string} text @param {number} times */
export const repeated = (text, times) => (times > 1 ? `${text} ×${times}` : text)

/**
 * The newest at the end; the same words of the same seat count up.
 * @param {Bubble[]} said @param {Bubble} one
 */
function joined(said, one) {
  const same = said.find(({seat, text}) => seat === one.seat && text === one.text)
  const others = said.filter((other) => other !== same && other.number !== one.number)
  return [...others, {...one, times: 1 + (same?.times ?? 0)}].slice(-MOST)
}

/** @param {{seen: Seen}} props */
export function Said({seen}) {
  const {last, picture} = seen
  const remark = useRemark(seen)
  const [said, setSaid] = useState(/** @type {Bubble[]} */ ([]))
  const hear = (/** @type {Omit<Bubble, 'times'>} */ one) => {
    setSaid((now) => joined(now, {...one, times: 1}))
    setTimeout(() => setSaid((now) => now.filter(({number}) => number !== one.number)), HEARD_FOR)
  }
  useEffect(() => {
    const entry = last?.entry
    if (!last || entry?.entry !== 'said' || !settings().talk) return
    hear({seat: entry.chair, text: last.told?.[0] ?? '', number: last.number})
  }, [last])
  useEffect(() => {
    if (remark) hear(remark)
  }, [remark])
  if (!picture || !said.length) return null
  return html`<div class="bubbles" aria-hidden="true">${said.map(
    ({seat, text, number, times}) => html`<p class="bubble" key=${number}>
    ${
      picture.chairs[seat].persona
        ? html`<${Face} persona=${picture.chairs[seat].persona} />`
        : html`<span class=${`seat-dot seat-${seat}`}></span>`
    }${repeated(text, times)}</p>`,
  )}</div>`
}
