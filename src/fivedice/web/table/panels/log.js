// The log of a table: events in sentences, newest last, with announcements for screen readers and sounds.
import {html, useEffect, useLayoutEffect, useRef, useState} from '../../vendor/htm-preact.js'
import {Sentence, spelt, worn} from '../../dice/faces.js'
import {Icon} from '../../drawings/icons.js'
import {Button, say} from '../../shell/frame.js'
import {tr} from '../../shell/language.js'
import {chime, fanfare, rattle, tap, wake} from '../../shell/effects.js'
import {listen} from '../../shell/press.js'
import {settings} from '../../shell/storage.js'
import {repeated} from '../speech-bubbles.js'

/** @typedef {{number: number, text: string, kind: string, times?: number}} Line */

/**
 * A cache of each rendered line and its kind of faces, because a match has hundreds and each step adds only
 * one or two.
 */
const drawings = /** @type {WeakMap<Line, {faces: string, drawn: any}>} */ (new WeakMap())
let count = 0

/** @param {Line} line @param {Picture} picture */
function drawing(line, picture) {
  const {text, kind, times = 1} = line
  const faces = worn(picture.set)
  if (drawings.get(line)?.faces !== faces) {
    count += 1
    const who = teller(text, picture.chairs)
    const words = html`<span class="who">${who}</span
      ><${Sentence} text=${repeated(text, times).slice(who.length)} picture=${picture} />`
    drawings.set(line, {faces, drawn: html`<p key=${count} class=${`told-${kind}`}>${words}</p>`})
  }
  return drawings.get(line)?.drawn
}

/** A letter that goes on with a word; Japanese and Chinese ones begin the next. */
const WORD = /(?![\p{scx=Hira}\p{scx=Han}])[\p{L}\p{N}]/u

/** The name a line begins with; shortened first. @param {string} text @param {{name: string}[]} chairs */
export const teller = (text, chairs) =>
  chairs
    .map(({name}) => name)
    .filter((name) => name && text.startsWith(name) && !WORD.test(text.charAt(name.length)))
    .reduce((longest, name) => (name.length > longest.length ? name : longest), '')

/**
 * Keeps the newest line in view when one is added or the log is resized. Waits for the layout, because
 * reading a height earlier would compute it twice.
 * @param {Line[]} lines
 */
function useNewest(lines) {
  const place = useRef(/** @type {HTMLElement | null} */ (null))
  useLayoutEffect(() => {
    const log = /** @type {HTMLElement} */ (place.current)
    const watch = new ResizeObserver(() => (log.scrollTop = log.scrollHeight))
    for (const one of [log, log.lastElementChild]) if (one) watch.observe(one)
    return () => watch.disconnect()
  }, [lines])
  return place
}

/** @param {{lines: Line[], picture: Picture}} props */
export default function EventLog({lines: all, picture}) {
  const lines = settings().talk ? all : all.filter(({kind}) => kind !== 'said')
  const place = useNewest(all)
  const [open, setOpen] = useState(false)
  return html`<section class=${`told ${open ? 'open' : ''}`} aria-label=${tr('Event log')}>
    <div class="log" ref=${place} role="log" aria-live="off" aria-label=${tr('Event log')} tabindex="0">
      ${
        lines.length
          ? lines.map((line) => drawing(line, picture))
          : html`<p class="soft">${tr('Events appear here.')}</p>`
      }
    </div>
    <${Button} look="plain icon more" aria-expanded=${String(open)}
      aria-label=${tr('All events')} onClick=${() => setOpen(!open)}><${Icon} name="list" /><//>
  </section>`
}

/** Plays the sounds of displayed events. @param {Seen} seen */
export function useSounds({air, last, you, picture}) {
  useEffect(() => listen('pointerdown keydown', wake), []) // browsers allow sound only after a press
  const before = useRef('')
  const latest = air ?? last
  useEffect(() => {
    const event = latest?.entry?.event
    if (event?.throw && latest?.picture.terms.dice !== 'own') rattle(event.throw.length)
    else if (event?.use || event?.keep !== undefined) tap()
  }, [latest])
  useEffect(() => {
    if (picture?.stage === 'over' && last?.entry?.event) fanfare()
    else if (you.asked && !before.current && last) chime()
    before.current = you.asked
  }, [last, you])
}

/** Announces new lines of the log, before the next prompt. @param {Seen} seen */
export function useTelling({lines, picture}) {
  const last = useRef(Infinity)
  const costs = useRef(new WeakSet())
  useLayoutEffect(() => {
    if (!picture) return
    const {talk} = settings()
    const isNew = (/** @type {import('./log.js').Line} */ line) =>
      line.kind === 'cost'
        ? last.current < Infinity && !costs.current.has(line)
        : line.number > last.current && (talk || line.kind !== 'said')
    for (const line of lines) {
      if (isNew(line)) say(spelt(repeated(line.text, line.times ?? 1), picture))
      if (line.kind === 'cost') costs.current.add(line)
    }
    last.current = picture.number
  }, [lines])
}
