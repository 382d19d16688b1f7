// Keeps the screen on at a table. Browsers allow it only on secure pages that are visible.

/** @type {Promise<any> | null} */
let lock = null

let refused = false

/** Whether the browser refused to keep the screen on, for example because the battery is low. */
export const isRefused = () => refused

function ask() {
  if (document.hidden || !('wakeLock' in navigator)) return
  lock = navigator.wakeLock.request('screen').catch(() => null)
  lock.then((held) => (refused = !held))
}

/** Keeps the screen on until the returned function is called. */
export function keepOn() {
  ask()
  document.addEventListener('visibilitychange', ask) // a hidden page loses the lock
  return () => {
    document.removeEventListener('visibilitychange', ask)
    lock?.then((held) => held?.release())
    lock = null
  }
}
