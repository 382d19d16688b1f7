import assert from 'node:assert/strict'
import {test} from 'node:test'
import {chair, json} from './samples.js'
import {drawn, texts, until} from './page.js'
import {GoingOn} from '../../src/fivedice/web/home/my-tables.js'
import Records from '../../src/fivedice/web/history/records.js'
import * as seats from '../../src/fivedice/web/seats/my-seats.js'
import * as storage from '../../src/fivedice/web/shell/storage.js'

const table = (more = {}) => ({
  code: 'ABC234',
  seat: 0,
  stage: 'playing',
  closed: false,
  chairs: [chair('Ann'), chair('Ben')],
  ...more,
})
const hold = (code, more) => storage.hold({code, token: `token of ${code}`, chair: 0}, 'traditional', more)

test('the score of a finished match alone stands in its status only', () => {
  const alone = {chairs: [chair('Ann')], scores: [7]}
  assert.equal(seats.standing(table(alone)), 'Ann\u00a07')
  assert.equal(seats.standing(table({...alone, stage: 'over'})), 'Ann')
  assert.equal(seats.standing(table({scores: [7, 0], stage: 'over'})), 'Ann\u00a07, Ben\u00a00')
})

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

test('a match that the computer has played does not count', () => {
  const over = {stage: 'over', seat: 0, winners: [0], credit: [{counts: true}]}
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
    return json([1])
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
    storage.mySeats().map(({code}) => code),
    ['AAA222', 'BBB222'],
  )
  assert.deepEqual(storage.seatAt('AAA222').names, ['Ben'])
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

test('finished matches on the home page do not stand among those that go on', async () => {
  const mine = [table({title: 'Junior'}), table({code: 'OVER22', title: 'Yatzy', stage: 'over'})]
  for (const {code} of mine) hold(code)
  globalThis.fetch = async () => json(mine)
  const {root} = await drawn(GoingOn, {title: 'fivedice'})
  await until(() => root.querySelector('button'))
  assert.deepEqual(texts(root, 'h2, strong'), ['Continue', 'Junior', 'Finished meanwhile', 'Yatzy'])
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

test('my matches say how each stands, which are practice, and where each goes on', async () => {
  const mine = [
    table({title: 'Junior', scores: [3, 2], status: 'Ben to play', asked: [1]}),
    table({code: 'OVER22', title: 'Traditional', stage: 'over', practice: true, status: 'You won'}),
    table({code: 'SHUT22', title: 'Yatzy', closed: true, status: 'The host closed this table: Names.'}),
  ]
  globalThis.fetch = async () => json(mine)
  hold('ABC234')
  const {root} = await drawn(Records)
  await until(() => root.querySelector('.match'))
  assert.deepEqual(texts(root, '.match h3'), ['Junior', 'Traditional practice', 'Yatzy'])
  assert.deepEqual(
    texts(root, '.match .how'),
    mine.map(({status}) => status),
  )
  assert.deepEqual(texts(root, 'h2'), ['Going on', 'Imported', 'Import a record'])
  assert.deepEqual(texts(root, '.match > .row'), ['Continue', 'ReviewMoreResultCheck diceDownload', ''])
  assert.deepEqual(texts(root, '.scores li').slice(0, 2), ['Ann (you)3', 'Ben2'])
})
