// How a final choice is made: at once, by a second press, or with some seconds to undo it.
import {useEffect, useState} from '../vendor/htm-preact.js'
import {settings} from '../shell/storage.js'
import {byFinger, isEcho} from '../shell/press.js'

/** Milliseconds in which a choice can be undone. */
export const UNDO = 4000

/** Milliseconds before the clock runs out when it is sent at the latest. */
const SPARE = 1500

/**
 * A choice that is not sent yet: it waits for confirmation or, if `held`, for an undo.
 * @typedef {{message: {type: string, use?: string, option?: string}, question: string, at: number,
 *   held: boolean}} Picked
 */

/**
 * A choice ends a turn, so by default it can be undone, whatever it was made with.
 * @param {string} [taking] the setting
 */
function wayOf(taking = settings().taking) {
  if (taking === 'touch') return byFinger() ? 'confirm' : 'now' // fingers slip and hide what they touch
  return taking || 'undo' // an older version stored nothing as its default
}

/** What `message` chooses. @param {Picked | null} picked @returns {string} */
const chosenBy = (picked) => picked?.message.use ?? picked?.message.option ?? ''

/** @param {import('./actions.js').Seat} seat */
export function useTaking({seen, send, taking}) {
  const [latest, setPicked] = useState(/** @type {Picked | null} */ (null))
  const {asked, uses, options} = seen.you
  const question = JSON.stringify([asked, uses, options])
  const picked = latest?.question === question ? latest : null
  const forget = () => setPicked(null)
  const go = (/** @type {Picked['message']} */ message) => {
    if (seen.lost) return // it waits for the connection
    forget()
    send(message)
  }
  const confirm = () => {
    if (picked && !picked.held && !isEcho(picked.at)) go(picked.message)
  }
  useHeld(picked, seen.due, go, forget)
  useElsewhere(picked, forget)
  return {
    chosen: chosenBy(picked),
    held: Boolean(picked?.held),
    confirm,
    forget,
    /** @param {Picked['message']} message @param {boolean} sure whether it is already confirmed */
    pick(message, sure) {
      const way = wayOf(taking)
      const next = {message, question, at: performance.now(), held: way === 'undo'}
      if (way === 'now' || (way === 'confirm' && sure)) go(message)
      else if (picked && chosenBy(picked) === chosenBy(next)) confirm()
      else setPicked(next)
    },
  }
}

/**
 * Sends a held choice when its time is over, when anything else is pressed, and before the page is left;
 * without a connection, once it is back.
 * @param {Picked | null} picked @param {number | null} due @param {(message: Picked['message']) => void} go
 * @param {() => void} undo
 */
function useHeld(picked, due, go, undo) {
  useEffect(() => {
    if (!picked?.held) return undefined
    const left = Math.min(picked.at + UNDO - performance.now(), (due ?? Infinity) - SPARE - Date.now())
    const send = () => go(picked.message)
    const pressed = (/** @type {Event} */ event) => {
      const key = event instanceof KeyboardEvent ? event.key : ''
      if (key === 'Escape') undo()
      else if (!['Tab', 'Shift'].includes(key) && !onUndo(event)) send()
    }
    const timer = setTimeout(send, left)
    const leaving = ['pagehide', 'popstate', 'visibilitychange']
    for (const way of leaving) addEventListener(way, send)
    for (const press of ['pointerdown', 'keydown']) addEventListener(press, pressed, true)
    return () => {
      clearTimeout(timer)
      for (const way of leaving) removeEventListener(way, send)
      for (const press of ['pointerdown', 'keydown']) removeEventListener(press, pressed, true)
    }
  })
}

/** @param {Event} event */
const onUndo = ({target}) => target instanceof Element && target.closest('.undo')

/**
 * Drops a choice that waits for confirmation when the background is pressed.
 * @param {Picked | null} picked @param {() => void} forget
 */
function useElsewhere(picked, forget) {
  useEffect(() => {
    if (!picked || picked.held) return undefined
    const pressed = (/** @type {Event} */ {target}) => {
      if (target instanceof Element && !target.closest('button, a, dialog, .told')) forget()
    }
    addEventListener('click', pressed)
    return () => removeEventListener('click', pressed)
  })
}
