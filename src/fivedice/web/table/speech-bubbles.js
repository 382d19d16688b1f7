// Speech bubbles of people and bots, and celebrations of achievements over the table. The match does not wait
// for them.
import {html, useEffect, useState} from '../vendor/htm-preact.js'
import {settings} from '../shell/storage.js'
import {Face, useRemark} from '../shell/bot-personas.js'
import {calm, useTimeout} from '../shell/effects.js'
import {listen} from '../shell/press.js'

/** @typedef {{seat: number, text: string, number: number, times: number}} Bubble */

const HEARD_FOR = 4500
const MOST = 2

/** @param {string} text @param {number} times */
export const repeated = (text, times) => (times > 1 ? `${text} ×${times}` : text)

/** Repeated words of a seat only raise the count. @param {Bubble[]} bubbles @param {Bubble} one */
function withBubble(bubbles, one) {
  const same = bubbles.find(({seat, text}) => seat === one.seat && text === one.text)
  const others = bubbles.filter((other) => other !== same && other.number !== one.number)
  return [...others, {...one, times: 1 + (same?.times ?? 0)}].slice(-MOST)
}

/** @param {{seen: Seen}} props */
export function Bubbles({seen}) {
  const {last, picture} = seen
  const remark = useRemark(seen)
  const [bubbles, setBubbles] = useState(/** @type {Bubble[]} */ ([]))
  const hear = (/** @type {Omit<Bubble, 'times'>} */ one) => {
    setBubbles((now) => withBubble(now, {...one, times: 1}))
    setTimeout(() => setBubbles((now) => now.filter(({number}) => number !== one.number)), HEARD_FOR)
  }
  useEffect(() => {
    const entry = last?.entry
    if (!last || entry?.entry !== 'said' || !settings().talk) return
    hear({seat: entry.chair, text: last.told?.[0] ?? '', number: last.number})
  }, [last])
  useEffect(() => void (remark && hear(remark)), [remark])
  if (!picture || !bubbles.length) return null
  return html`<div class="bubbles" aria-hidden="true">${bubbles.map(
    ({seat, text, number, times}) => html`<p class="bubble" key=${number}>
    ${
      picture.chairs[seat].character
        ? html`<${Face} character=${picture.chairs[seat].character} />`
        : html`<span class=${`seat-dot seat-${seat}`}></span>`
    }${repeated(text, times)}</p>`,
  )}</div>`
}

/** Milliseconds that a celebration is shown; any press ends it. */
const STANDS = 2400

const SPARKS = Array.from({length: 12}, (_, at) => at)

/** @param {{seen: Seen}} props */
export function Celebration({seen: {last, picture}}) {
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

/** The latest achievements, for a while. @param {Update | null} last @returns {Feat[]} */
function useLatest(last) {
  const [feats, setFeats] = useState(/** @type {Feat[]} */ ([]))
  useEffect(() => {
    if (last?.feats?.length && !document.hidden) setFeats(last.feats)
  }, [last])
  const end = () => setFeats([])
  useTimeout(end, feats.length > 0 && STANDS, [feats])
  useEffect(() => (feats.length ? listen('pointerdown keydown', end, true) : undefined), [feats])
  return feats
}
