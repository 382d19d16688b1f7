import assert from 'node:assert/strict'
import {test} from 'node:test'
import {settled, window} from './page.js'
import {isRefused, keepOn} from '../../src/fivedice/web/table/wake-lock.js'

/** Locks that the browser gives: how many were asked for and released; or it refuses. */
const given = {asked: 0, released: 0, refuses: false}
Object.defineProperty(globalThis.navigator, 'wakeLock', {
  value: {
    request: async () => {
      given.asked += 1
      if (given.refuses) throw new Error('low battery')
      return {release: () => (given.released += 1)}
    },
  },
})
const shown = async (hidden) => {
  Object.defineProperty(document, 'hidden', {value: hidden, configurable: true})
  document.dispatchEvent(new window.Event('visibilitychange'))
  await settled()
}

test('the screen stays on, again after the page was hidden, until the table is left', async () => {
  const release = keepOn()
  await shown(true)
  assert.equal(given.asked, 1)
  await shown(false)
  assert.deepEqual([given.asked, isRefused()], [2, false])
  given.refuses = true
  await shown(false)
  assert.equal(isRefused(), true)
  given.refuses = false
  await shown(false)
  assert.equal(isRefused(), false)
  release()
  await settled()
  assert.equal(given.released, 1)
  await shown(false)
  assert.equal(given.asked, 4)
})
