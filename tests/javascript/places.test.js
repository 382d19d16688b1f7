import assert from 'node:assert/strict'
import {test} from 'node:test'
import {drawn, texts} from './page.js'
import {json} from './samples.js'
import {Footer, Places} from '../../src/fivedice/web/shell/places.js'

const shown = async (path) => (await drawn(Places, {path})).root

test('the place of a page is marked, and what waits there is counted', async () => {
  const mine = {seat: 0, stage: 'playing', closed: false, asked: [0]}
  localStorage.setItem('fivedice.player', JSON.stringify({id: 'ann', at: 1, name: 'Ann'}))
  globalThis.fetch = async (path) =>
    json(path.startsWith('/api/train') ? {due: 3} : [mine, {...mine, asked: [1]}])
  const root = await shown('/review/ABC234')
  assert.deepEqual(texts(root, '[aria-current=page]'), ['Matches1 1 turn waiting'])
  assert.deepEqual(texts(root, 'a'), [
    'Play',
    'Today',
    'Train3 3 drills waiting',
    'Matches1 1 turn waiting',
    'You',
  ])
})

test('nobody who is unknown is asked about', async () => {
  localStorage.clear()
  globalThis.fetch = () => assert.fail('nothing waits for a stranger')
  for (const [path, place] of Object.entries({
    '/': 'Play',
    '/club/ABC234': 'Play',
    '/daily': 'Today',
    '/me/stats': 'You',
  }))
    assert.deepEqual(texts(await shown(path), '[aria-current=page]'), [place])
})

test('a table, a lesson and the wall have neither navigation nor footer', async () => {
  for (const path of ['/t/ABC234', '/learn/junior', '/club/ABC234/screen']) {
    assert.equal((await shown(path)).textContent, '')
    assert.equal((await drawn(Footer, {path})).root.textContent, '')
  }
})
