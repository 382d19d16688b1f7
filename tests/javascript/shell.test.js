// What every page shares: its parts, places, printing, a screen that stays on, and who plays.
import assert from 'node:assert/strict'
import {afterEach, test} from 'node:test'
import {drawn, settled, texts, window} from './page.js'
import {json} from './samples.js'
import {html, render} from '../../src/fivedice/web/vendor/htm-preact.js'
import {later} from '../../src/fivedice/web/shell/lazy.js'
import {Footer, Places} from '../../src/fivedice/web/places.js'
import {Print, paperOf} from '../../src/fivedice/web/shell/printing.js'
import {isRefused, keepOn} from '../../src/fivedice/web/shell/wake-lock.js'
import Me from '../../src/fivedice/web/me/page.js'

test('a part that arrives while its page is drawn anew is shown', async () => {
  let arrive = () => {}
  const loading = new Promise((come) => (arrive = () => come({default: () => html`<p>here</p>`})))
  const Part = later(() => loading)
  const root = document.createElement('div')
  render(html`<${Part} key="before" />`, root)
  await settled()
  render(html`<${Part} key="after" />`, root)
  arrive()
  await settled()
  assert.equal(root.textContent, 'here')
})

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

const {dataset} = document.documentElement
Object.defineProperty(navigator, 'language', {value: 'en-US'})

afterEach(() => ['prints', 'documents'].forEach((name) => delete dataset[name]))

test('the footer leads to documents only where the server has them', async () => {
  const link = async () => (await drawn(Footer, {path: '/'})).root.querySelector('[href^="/docs"]')
  assert.equal(await link(), null)
  dataset.documents = 'yes'
  assert.equal((await link()).getAttribute('href'), '/docs/index.html')
})

test('America prints on Letter, everybody else on A4', () => {
  assert.equal(paperOf('en-US'), 'letter')
  assert.equal(paperOf('fr-CA'), 'letter')
  assert.equal(paperOf('en-GB'), 'a4')
  assert.equal(paperOf('de'), 'a4')
  assert.equal(paperOf('en-US', 'de'), 'a4')
})

test('a server with the extra makes the PDF, in a tab of its own', async () => {
  dataset.prints = 'yes'
  const {root} = await drawn(Print, {of: '/review/ABC234/print'})
  const link = root.querySelector('a')
  assert.equal(link.getAttribute('href'), '/review/ABC234/print?paper=letter&pips=false')
  assert.equal(link.target, '_blank')
  assert.equal(link.textContent, 'Print')
})

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
const turns = async (hidden) => {
  Object.defineProperty(document, 'hidden', {value: hidden, configurable: true})
  document.dispatchEvent(new window.Event('visibilitychange'))
  await settled()
}

test('the screen stays on, again after the page was hidden, until the table is left', async () => {
  const release = keepOn()
  await turns(true)
  assert.equal(given.asked, 1)
  await turns(false)
  assert.deepEqual([given.asked, isRefused()], [2, false])
  given.refuses = true
  await turns(false)
  assert.equal(isRefused(), true)
  given.refuses = false
  await turns(false)
  assert.equal(isRefused(), false)
  release()
  await settled()
  assert.equal(given.released, 1)
  await turns(false)
  assert.equal(given.asked, 4)
})

const ANN = {id: 'ann', name: 'Ann', colour: 'teal'}
const BEN = {id: 'ben', name: 'Ben', colour: ''}
const PLAYER = {...ANN, barred: '', words: false, settings: {}, seats: [], at: 1, people: [ANN, BEN]}

test('where several people play, who comes back does not take matches of another by default', async () => {
  globalThis.fetch = async () => json(PLAYER)
  const {root} = await drawn(Me)
  await settled()
  assert.equal(root.querySelector('input[name=together]').checked, false)
})
