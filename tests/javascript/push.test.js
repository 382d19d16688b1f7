import assert from 'node:assert/strict'
import {beforeEach, test} from 'node:test'
import {drawn, settled, texts} from './page.js'
import {CallMe} from '../../src/fivedice/web/seats/push-permission.js'

let answer, requested
beforeEach(() => {
  requested = 0
  Object.defineProperty(navigator, 'serviceWorker', {value: {}, configurable: true})
  globalThis.Notification = {
    permission: 'default',
    async requestPermission() {
      requested += 1
      return (this.permission = answer)
    },
  }
  globalThis.window = {PushManager: class {}, Notification: globalThis.Notification}
})

/** The offer of a server, which a page asks for until it has an answer. */
const offers = (push) => {
  globalThis.fetch = async () => ({ok: push !== null, status: 200, text: async () => JSON.stringify({push})})
}

test('without a key of the server there is no button, and the browser is asked nothing', async () => {
  offers(null)
  assert.deepEqual(texts((await drawn(CallMe)).root, 'button'), [])
  assert.equal(requested, 0)
})

test('who refuses reads so and is not asked again, also by the next page', async () => {
  offers('the key')
  answer = 'denied'
  const {root} = await drawn(CallMe)
  await settled() // until it knows the offer
  assert.deepEqual(texts(root, 'button'), ['Notify me when it is my turn'])
  assert.equal(requested, 0) // before a press
  root.querySelector('button').click()
  await settled()
  assert.match(root.textContent, /^Notifications are blocked/)
  assert.deepEqual(texts(root, 'button'), [])
  assert.deepEqual(texts((await drawn(CallMe)).root, 'button'), [])
  assert.equal(requested, 1)
})
