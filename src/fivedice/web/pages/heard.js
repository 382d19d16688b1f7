// What can be heard of what is shown at a table. Makes no sound itself.
import {useEffect, useRef} from './vendor/htm-preact.js'
import {chime, fanfare, rattle, tap, wake} from './sounds.js'

/** A browser lets a page sound only once it was touched. */
function wakeAtFirstTouch() {
  addEventListener('pointerdown', wake)
  addEventListener('keydown', wake)
  return () => {
    removeEventListener('pointerdown', wake)
    removeEventListener('keydown', wake)
  }
}

/** What is shown can be heard. @param {import('./seat.js').Seen} seen */
export function useSounds({air, last, you, picture}) {
  useEffect(wakeAtFirstTouch, [])
  const asked = useRef('')
  const shown = air ?? last
  useEffect(() => {
    const event = shown?.entry?.event
    if (event?.throw) rattle(event.throw.length)
    else if (event?.use || event?.keep !== undefined) tap()
  }, [shown])
  useEffect(() => {
    if (picture?.stage === 'over' && last?.entry?.event) fanfare()
    else if (you.asked && !asked.current && last) chime()
    asked.current = you.asked
  }, [last, you])
}
