// What a screen reader is told in words: one place that outlives every change of the page, for what comes
// together with its place is not heard.
import {html, useLayoutEffect, useState} from '../vendor/htm-preact.js'

/** Lines that stay there; older ones have long been heard. */
const MOST = 20

/** @type {(words: string) => void} */
let hear = () => {}
let made = 0

/** Says this after what has been said before. @param {string} words */
export const say = (words) => hear(words)

/** The place, once on every page. */
export function Aloud() {
  const [lines, setLines] = useState(/** @type {{key: number, words: string}[]} */ ([]))
  useLayoutEffect(() => {
    hear = (words) => {
      const line = {key: (made += 1), words}
      setLines((before) => [...before, line].slice(-MOST))
    }
  }, [])
  return html`<div class="aloud unseen" aria-live="polite">${lines.map(
    ({key, words}) => html`<p key=${key}>${words}</p>`,
  )}</div>`
}
