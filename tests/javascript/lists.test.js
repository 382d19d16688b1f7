import assert from 'node:assert/strict'
import {beforeEach, test} from 'node:test'
import {chair} from './samples.js'
import {drawn, settled, texts} from './page.js'
import * as seats from '../../src/fivedice/web/shell/my-seats.js'
import * as storage from '../../src/fivedice/web/shell/storage.js'
import {CostChart, TotalsChart} from '../../src/fivedice/web/history/charts.js'
import {alike, called, Company} from '../../src/fivedice/web/history/bests.js'

const table = (more = {}) => ({
  code: 'ABC234',
  seat: 0,
  stage: 'playing',
  closed: false,
  chairs: [chair('Ann'), chair('Ben')],
  ...more,
})
const hold = (code, more) => storage.hold({code, token: `token of ${code}`, chair: 0}, 'traditional', more)

beforeEach(() => localStorage.clear())

test('it is my turn only where I am asked in a match that goes on', () => {
  assert.equal(seats.isMyTurn(table({asked: [0]})), true)
  assert.equal(seats.isMyTurn(table({asked: [1]})), false)
  assert.equal(seats.isMyTurn(table({asked: [0], closed: true})), false)
  assert.equal(seats.isMyTurn(table({asked: [0], stage: 'over'})), false)
  assert.equal(seats.isMyTurn(table({asked: [0], seat: null})), false)
})

test('my turns come first, the most urgent before, then rematches', () => {
  const tables = [
    table({code: 'others'}),
    table({code: 'rematch', stage: 'over', at_rematch: ['Ben']}),
    table({code: 'a day', asked: [0], left: 86_400}),
    table({code: 'no limit', asked: [0]}),
    table({code: 'a minute', asked: [0], left: 60}),
  ]
  assert.deepEqual(
    seats.urgentFirst(tables).map(({code}) => code),
    ['a minute', 'a day', 'no limit', 'rematch', 'others'],
  )
})

test('nobody waits for me at a rematch where I am already', () => {
  const over = table({stage: 'over', next: 'NEXT22', at_rematch: ['Ben'], rematch: 'Ben asks for a rematch'})
  assert.equal(seats.asksAgain(over), 'Ben asks for a rematch')
  assert.equal(seats.asksAgain({...over, at_rematch: ['Ann', 'Ben']}), '')
  hold('NEXT22')
  assert.equal(seats.asksAgain(over), '')
})

test('a table in a list shows the status of the server, and my turn before all else', async () => {
  const status = async (more) => (await drawn(seats.State, {table: table(more)})).root.textContent
  assert.equal(await status({asked: [1], status: 'Ben to play'}), 'Ben to play')
  assert.equal(
    await status({asked: [0], status: 'Ann to play', left: 7200}),
    '● Your turn ·\u00a02\u00a0hours\u00a0left',
  )
  assert.equal(await status({stage: undefined}), '…')
  assert.equal(await status({stage: 'gathering', status: ''}), 'Waiting for players')
  assert.equal(
    await status({stage: 'over', status: 'You won', at_rematch: ['Ben'], rematch: 'Ben asks for a rematch'}),
    'You won · Ben asks for a rematch',
  )
})

test('a table that gathers waits for those who were there before', async () => {
  hold('ABC234', {names: ['Ben', 'Cid']})
  const {root} = await drawn(seats.State, {table: table({stage: 'gathering'})})
  assert.equal(root.textContent, 'Waiting for Cid')
})

test('a match of an older server counts', () => {
  const over = {stage: 'over', seat: 0, winners: [0]}
  assert.equal(seats.counts(over, 0), true)
  assert.equal(seats.hasWon(over, 0), true)
  assert.equal(seats.hasWon({...over, credit: [{counts: false}]}, 0), false)
  const listed = [
    over,
    {...over, practice: true},
    {...over, stage: 'playing'},
    {...over, credit: [{counts: false}]},
  ]
  assert.deepEqual(seats.countedMatches(listed), [over])
})

test('seats are asked about a hundred at a time, my uploads once', async () => {
  const bodies = []
  globalThis.fetch = async (_, {body}) => {
    bodies.push(JSON.parse(body))
    return {ok: true, status: 200, text: async () => '[1]'}
  }
  const many = Array.from({length: 150}, (_, at) => ({code: `C${at}`, token: 't'}))
  assert.deepEqual(await seats.asks(many, ['UPLOAD']), [1, 1])
  assert.deepEqual(
    bodies.map(({tokens, codes}) => [tokens.length, codes.length]),
    [
      [100, 1],
      [50, 0],
    ],
  )
})

test('a seat is held once, the newest first, and can be forgotten', () => {
  hold('AAA222')
  hold('BBB222')
  hold('AAA222', {names: ['Ben']})
  assert.deepEqual(
    storage.held().map(({code}) => code),
    ['AAA222', 'BBB222'],
  )
  assert.deepEqual(storage.expected('AAA222'), ['Ben'])
  assert.equal(storage.tokenOf('BBB222'), 'token of BBB222')
  storage.forget('BBB222')
  assert.equal(storage.tokenOf('BBB222'), '')
})

test('a finished or hidden table is no longer asked about, until I go there again', () => {
  for (const code of ['AAA222', 'BBB222']) hold(code)
  storage.hide('AAA222')
  assert.deepEqual(
    storage.lively().map(({code}) => code),
    ['BBB222'],
  )
  storage.unhide('AAA222')
  assert.equal(storage.lively().length, 2)
  storage.finish(['BBB222'])
  assert.deepEqual(
    storage.unfinished().map(({code}) => code),
    ['AAA222'],
  )
})

test('of a remembered table all is kept that does not change with time', () => {
  storage.keepShown([
    {...table({asked: [0], left: 3, status: 'Ann to play'}), chairs: []},
    {code: 'OVER22', stage: 'over', status: 'You won'},
  ])
  const [playing, over] = storage.shownLast()
  assert.deepEqual([playing.asked, playing.left, playing.status], [undefined, undefined, undefined])
  assert.equal(over.status, 'You won')
})

test('a browser that stores nothing remembers until the page is closed', () => {
  const there = localStorage
  const full = {getItem: () => null, setItem: () => assert.fail('no room left')}
  Object.defineProperty(globalThis, 'localStorage', {value: full, configurable: true})
  hold('FULL22')
  assert.equal(storage.losesSeats(), true)
  assert.equal(storage.tokenOf('FULL22'), 'token of FULL22')
  Object.defineProperty(globalThis, 'localStorage', {value: there, configurable: true})
  hold('ROOM22')
  assert.equal(storage.losesSeats(), false)
})

test('settings that were never changed have their usual values', () => {
  storage.set({pace: 'calm'})
  assert.equal(storage.settings().pace, 'calm')
  assert.equal(storage.settings().sound, true)
})

test('matches are alike by their game, and on a shared board by the players too', () => {
  const mine = [
    {game: 'a', title: 'A', board: 'cards', chairs: [1]},
    {game: 'b', title: 'B', board: 'ring', chairs: [1, 2]},
    {game: 'a', title: 'A', board: 'cards', chairs: [1, 2]},
  ]
  assert.deepEqual(
    alike(mine, called).map((some) => [called(some[0]), some.length]),
    [
      ['A', 2],
      ['B for 2', 1],
    ],
  )
})

test('those I played with most come first, and nobody for whom the game played', async () => {
  const match = (names, winners, credit) => ({
    seat: 0,
    winners,
    credit,
    chairs: names.map((name) => chair(name)),
  })
  const ended = [
    match(['Ann', 'Ben'], [1]),
    match(['Ann', 'Cid'], [0]),
    match(['Ann', 'Cid'], [1]),
    match(['Ann', 'Dan'], [0], [{counts: true}, {counts: false}]),
  ]
  const {root} = await drawn(Company, {ended})
  assert.deepEqual(texts(root, 'tbody th'), ['Cid', 'Ben'])
  assert.deepEqual(texts(root, 'tbody td'), ['2', '1', '1', '1', '0', '1'])
})

test('the chart of costs shows the sentence of the server, and is drawn from three matches on', async () => {
  const asked = []
  globalThis.fetch = async (path) => {
    asked.push(path)
    const axis = {
      low: 0,
      high: 12,
      ticks: [
        [0, '0'],
        [5, '5'],
        [10, '10'],
      ],
    }
    return {ok: true, status: 200, text: async () => JSON.stringify({sentence: '1.5 points a game.', axis})}
  }
  const first = {code: 'ABC234', title: 'A', board: 'cards', chairs: [1], unit: 'points'}
  const {root, draw} = await drawn(CostChart, {first, costs: [1, 2]})
  assert.deepEqual(asked, ['/api/tables/ABC234/costs?cost=1.0000&cost=2.0000'])
  assert.deepEqual(texts(root, 'h3, p'), ['A', '1.5 points a game.'])
  assert.equal(root.querySelector('svg'), null)
  await draw({first, costs: [1, 2, 12]})
  await settled()
  assert.deepEqual(texts(root, '.tick'), ['0', '5', '10'])
  assert.equal(root.querySelectorAll('circle').length, 3)
})

test('the chart of totals has the ticks of the server, and a mark for each of mine', async () => {
  const chances = Array.from({length: 400}, (_, total) => (total >= 150 && total < 300 ? 1 / 150 : 0))
  const axis = {
    low: 115,
    high: 310,
    ticks: [
      [200, '200'],
      [300, '300'],
    ],
  }
  const {root} = await drawn(TotalsChart, {chances, sentence: 'My mean is 190.', axis, totals: [120, 260]})
  assert.deepEqual(texts(root, '.tick'), ['200', '300'])
  assert.equal(root.querySelectorAll('.mine').length, 2)
  assert.equal(root.querySelector('svg').getAttribute('aria-label'), 'My mean is 190.')
})
