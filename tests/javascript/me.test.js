import assert from 'node:assert/strict'
import {beforeEach, test} from 'node:test'
import {drawn, settled} from './page.js'
import {json} from './samples.js'
import Me from '../../src/fivedice/web/me/page.js'

const ANN = {id: 'ann', name: 'Ann', colour: 'teal'}
const BEN = {id: 'ben', name: 'Ben', colour: ''}
const PLAYER = {...ANN, barred: '', words: false, settings: {}, seats: [], at: 1, people: [ANN, BEN]}

beforeEach(() => {
  globalThis.fetch = async () => json(PLAYER)
})

async function page() {
  const {root} = await drawn(Me)
  await settled()
  return root
}

test('a colour is beside the name of the player who has chosen one', async () => {
  const people = [...(await page()).querySelectorAll('.people .name')]
  assert.deepEqual(
    people.map((one) => [one.textContent, one.dataset.colour]),
    [
      ['Ann', 'teal'],
      ['Ben', undefined],
    ],
  )
})

test('where several people play, who comes back does not take matches of another by default', async () => {
  assert.equal((await page()).querySelector('input[name=together]').checked, false)
})
