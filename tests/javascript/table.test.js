import assert from 'node:assert/strict'
import {afterEach, beforeEach, mock, test} from 'node:test'
import {drawn, settled, texts, window} from './page.js'
import {NOTHING} from '../../src/fivedice/web/table/state.js'
import {SeatView} from '../../src/fivedice/web/table/table.js'
import {chair, json, terms, WORDS} from './samples.js'

const PICTURE = {
  ...{code: 'ABC234', number: 0, game: 'junior', title: 'Junior', board: 'scoreboard', stage: 'playing'},
  words: WORDS.scoreboard,
  ...{terms: terms(), chairs: [chair('Ann'), chair('Juno', {bot: 'greedy'})], set: 'pips', faces: []},
  ...{
    suits: [],
    scores: [0, 0],
    amounts: ['0 columns', '0 columns'],
    position: null,
    sheet: null,
    options: {},
  },
  awaits: {kind: 'keep', seats: [1], asked: [], prompt: 'Choose what to keep', told: 'Juno to keep'},
  turn: {step: 1, thrower: 1, hands: {1: '55123'}, decided: []},
}

globalThis.ResizeObserver = class {
  observe() {}
  disconnect() {}
}
document.getAnimations = () => []
/** What waits for two seconds and more. */
let late = []
beforeEach(() => {
  late = []
  const wait = globalThis.setTimeout
  mock.method(globalThis, 'setTimeout', (act, after) => (after >= 2000 ? late.push(act) : wait(act, after)))
  globalThis.fetch = async () => json({})
})
afterEach(() => mock.restoreAll())

/** The page of a table; what it says of its connection now, and once nothing has come for a while. */
async function table(seen, token = 't') {
  const seat = {seen: {...NOTHING, ...seen}, send: () => {}, hush: () => {}}
  const {root} = await drawn(SeatView, {code: 'ABC234', token, seat, onRemoved: () => {}})
  const silence = () => texts(root, '.lost p')[0] ?? ''
  return {
    root,
    silence,
    async later() {
      for (const act of late.splice(0)) act()
      await settled()
      return silence()
    },
  }
}

test('a page says that it is offline, lost or blocked', async () => {
  assert.equal((await table({lost: true})).silence(), 'Connection lost. Reconnecting …')
  assert.match((await table({lost: true, blocked: true})).silence(), /^The server can be reached, but live/)
  const {silence} = await table({sent: true})
  assert.equal(silence(), '')
  for (const [onLine, told] of [
    [false, 'You are offline. Your move is waiting.'],
    [true, ''],
  ]) {
    Object.assign(navigator, {onLine})
    dispatchEvent(new window.Event(onLine ? 'online' : 'offline'))
    await settled()
    assert.equal(silence(), told)
  }
})

test('a move that hangs is said to wait', async () => {
  assert.equal(await (await table({sent: true})).later(), 'No response yet. Your move is waiting.')
  assert.equal(await (await table({sent: true, hinting: 'score'})).later(), '')
})

test('a bot that thinks for long is said to', async () => {
  const you = {...NOTHING.you, seat: 0}
  const {silence, later} = await table({picture: PICTURE, you})
  assert.equal(silence(), '')
  assert.equal(await later(), 'Still thinking: Juno')
  assert.equal(await (await table({picture: PICTURE, you: {...you, seat: null}})).later(), '')
})

test('who is not let in reads why, not that a connection was lost', async () => {
  const {root, silence} = await table({refusal: 'This table takes no spectators.', lost: true}, '')
  assert.match(root.querySelector('main').textContent, /This table takes no spectators\./)
  assert.equal(silence(), '')
})
