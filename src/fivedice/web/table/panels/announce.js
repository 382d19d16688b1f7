// Sounds of a table, and the log for screen readers.
import {useEffect, useLayoutEffect, useRef} from '../../vendor/htm-preact.js'
import {say} from '../../shell/frame.js'
import {spelt} from '../../drawings/faces.js'
import {settings} from '../../shell/storage.js'
import {repeated} from '../speech-bubbles.js'
import {chime, fanfare, rattle, tap, wake} from '../../shell/sounds.js'

/** Browsers allow sound only after a press. */
function wakeAtFirstTouch() {
  addEventListener('pointerdown', wake)
  addEventListener('keydown', wake)
  return () => {
    removeEventListener('pointerdown', wake)
    removeEventListener('keydown', wake)
  }
}

/** Plays the sounds of what is shown. @param {import('../state.js').Seen} seen */
export function useSounds({air, last, you, picture}) {
  useEffect(wakeAtFirstTouch, [])
  const asked = useRef('')
  const shown = air ?? last
  useEffect(() => {
    const event = shown?.entry?.event
    if (event?.throw && shown?.picture.dice !== 'own') rattle(event.throw.length)
    else if (event?.use || event?.keep !== undefined) tap()
  }, [shown])
  useEffect(() => {
    if (picture?.stage === 'over' && last?.entry?.event) fanfare()
    else if (you.asked && !asked.current && last) chime()
    asked.current = you.asked
  }, [last, you])
}

/** Announces new lines of the log, before the next prompt. @param {import('../state.js').Seen} seen */
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
