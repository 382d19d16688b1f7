import assert from 'node:assert/strict'
import {test} from 'node:test'
import {YOU, chair, terms} from './samples.js'
import {
  NEW_ROUND,
  NOTHING,
  aimOf,
  followed,
  reduce,
  played,
  sinceMine,
  throwsMade,
} from '../../src/fivedice/web/table/state.js'

const chairs = [chair('Ann'), chair('Ben')]
const picture = (number, more = {}) => ({
  code: 'ABC234',
  number,
  chairs,
  terms: terms(),
  stage: 'playing',
  turn: {step: 1, thrower: 0, hands: {0: '12345'}, decided: []},
  position: {seat: 0},
  ...more,
})
const table = (number, more = {}, log = []) => ({
  type: 'table',
  picture: picture(number, more),
  you: YOU,
  log,
  left: null,
})
const told = (number, event, more = {}) => ({
  type: 'told',
  number,
  entry: {entry: 'event', event},
  told: [`Line ${number}.`],
  picture: picture(number),
  you: YOU,
  left: null,
  ...more,
})
const after = (...messages) => messages.reduce(reduce, NOTHING)
const texts = ({lines}) => lines.map(({text, times}) => (times ? `${text} ×${times}` : text))
const hinted = (aim) => ({type: 'hinted', number: 3, aim, choices: [], chances: [], aims: []})

test('the table comes first, with the lines of its log', () => {
  const seen = after(table(2, {}, [{number: 1, kind: 'throw', told: ['Ann threw.'], seat: 0}]))
  assert.equal(seen.picture.number, 2)
  assert.deepEqual(seen.lines, [{number: 1, text: 'Ann threw.', kind: 'throw'}])
})

test('a told entry adds its lines and remembers the picture before', () => {
  const seen = after(table(2), told(3, {seat: 1, keep: '55'}))
  assert.deepEqual(texts(seen), ['Line 3.'])
  assert.equal(seen.lines[0].kind, 'seat')
  assert.equal(seen.previous.number, 2)
})

test('a table that comes again replaces the lines from its first on', () => {
  const log = [{number: 3, kind: 'keep', told: ['Anew.']}]
  assert.deepEqual(
    texts(after(table(1), told(2, {throw: '12345'}), told(3, {keep: ''}), table(3, {}, log))),
    ['Line 2.', 'Anew.'],
  )
})

test('what somebody says again at once only counts up', () => {
  const say = (number) => ({...told(number), entry: {entry: 'said', chair: 1}, told: ['Ben: Hi']})
  assert.deepEqual(texts(after(table(1), say(2), say(3), told(4, {keep: ''}), say(5))), [
    'Ben: Hi ×2',
    'Line 4.',
    'Ben: Hi',
  ])
})

test('what a choice cost stands after its own line, however late it comes', () => {
  const costed = {type: 'costed', number: 2, told: ["Ann's choice was the best."]}
  const seen = after(table(1), told(2, {keep: ''}), told(3, {keep: ''}), costed)
  assert.deepEqual(texts(seen), ['Line 2.', "Ann's choice was the best.", 'Line 3.'])
})

test('while dice are in the air nothing else changes', () => {
  const thrown = {...told(3, {throw: '66666'}), type: 'thrown', flight: 900}
  const flying = after(table(2), thrown)
  assert.equal(flying.picture.number, 2)
  assert.equal(flying.air.number, 3)
  const landed = reduce(flying, {type: 'landed'})
  assert.equal(landed.picture.number, 3)
  assert.equal(landed.air, null)
})

test('a move is out until my entry or a refusal comes', () => {
  const sent = reduce(after(table(2)), {type: 'sent', stays: ''})
  assert.equal(sent.sent, true)
  assert.equal(reduce(sent, told(3, {seat: 0, keep: '1'})).sent, false)
  const refused = reduce(sent, {type: 'refused', sentence: 'Not now.', stale: false})
  assert.deepEqual([refused.sent, refused.refusal], [false, 'Not now.'])
  assert.equal(reduce(refused, {type: 'hush'}).refusal, '')
})

test('a move stays out while others decide about the same throw', () => {
  const sent = reduce(after(table(2)), {type: 'sent', stays: ''})
  assert.equal(reduce(sent, told(3, {hidden: true, seat: 1})).sent, true)
})

test('a lost connection takes back what was sent', () => {
  const sent = reduce(after(table(2)), {type: 'sent', stays: '', aim: 'wins'})
  const lost = reduce(sent, {type: 'status', lost: true, blocked: false})
  assert.deepEqual([lost.lost, lost.sent, lost.hinting], [true, false, ''])
  assert.equal(reduce(lost, {type: 'status', lost: false, blocked: false}).lost, false)
})

test('a hint counts only while one is wanted, and goes with the next turn', () => {
  const idle = after(table(2))
  assert.equal(reduce(idle, hinted('score')).hint, null)
  const wanted = reduce(idle, {type: 'sent', stays: '', aim: 'score'})
  assert.equal(wanted.hinting, 'score')
  const seen = reduce(wanted, hinted('score'))
  assert.equal(aimOf(seen.hint), 'score')
  const next = {picture: picture(4, {turn: {step: 2, thrower: 0, hands: {0: '12345'}, decided: []}})}
  assert.equal(reduce(seen, told(4, {throw: '45'}, next)).hint, null)
})

test('a hint ranked the other way keeps the first beside it', () => {
  const one = reduce(reduce(after(table(2)), {type: 'sent', stays: '', aim: 'score'}), hinted('score'))
  const two = reduce(reduce(one, {type: 'sent', stays: '', aim: 'wins'}), hinted('wins'))
  assert.deepEqual([aimOf(two.hint), aimOf(two.other)], ['wins', 'score'])
  const back = reduce(two, {type: 'ranked', hint: two.other})
  assert.deepEqual([aimOf(back.hint), aimOf(back.other)], ['score', 'wins'])
  const closed = reduce(back, {type: 'unhint'})
  assert.deepEqual([closed.hint, closed.other], [null, null])
})

test('who is missing has a time at which the game plays for them', () => {
  const seen = reduce(after(table(2)), {type: 'missed', seats: {1: 30}, rests: false})
  assert.ok(Math.abs(seen.missed[1] - Date.now() - 30_000) < 1000)
})

test('the time for a decision counts from when the message came', () => {
  const seen = after(table(1), told(2, {throw: '12345'}, {left: 20, at: 5000}))
  assert.equal(seen.due, 25_000)
})

test('an unknown message is ignored', () => {
  const seen = after(table(2))
  assert.equal(reduce(seen, {type: 'of a later version'}), seen)
})

test('since my last move: what others used or chose after it', () => {
  const log = [
    {number: 1, kind: 'use', seat: 1, told: ['before']},
    {number: 2, kind: 'keep', seat: 0, told: ['mine']},
    {number: 3, kind: 'throw', seat: 1, told: ['a throw']},
    {number: 4, kind: 'use', seat: 1, told: ['after']},
  ]
  assert.deepEqual(sinceMine(log, 0), ['after'])
  assert.deepEqual(sinceMine(log, null), [])
  assert.deepEqual(sinceMine(log, 2), ['before', 'after'])
})

test('throws of the turn under way, without the red die', () => {
  const log = (...kinds) => kinds.map((kind, number) => ({number, kind, told: []}))
  assert.equal(throwsMade(log('throw', 'keep', 'throw', 'use')), 0)
  assert.equal(throwsMade(log('use', 'throw', 'keep', 'throw')), 2)
  assert.equal(throwsMade(log('use', 'throw', 'throw')), 1)
  assert.equal(throwsMade(log('said', 'throw')), 1)
})

test('only moves count as playing on', () => {
  assert.equal(played({entry: {event: {seat: 0, use: 'chance'}}}, 0), true)
  assert.equal(played({entry: {event: {seat: 1, use: 'chance'}}}, 0), false)
  assert.equal(Boolean(played({entry: {entry: 'said'}}, 0)), false)
})

test('a round shows what each kept, then what each booked, and begins anew', () => {
  const kept = followed(NEW_ROUND, told(3, {}, {revealed: [{seat: 1, keep: '55'}]}), null)
  assert.deepEqual([kept.kept, kept.number], [{1: '55'}, 3])
  const use = {seat: 1, use: 'fives', title: 'Fives', pays: 10}
  const booked = followed(kept, told(4, {}, {revealed: [use]}), picture(3))
  assert.deepEqual([booked.booked, booked.hands], [{1: use}, {0: '12345'}])
  assert.equal(followed(booked, told(5, {throw: '12345'}), null), NEW_ROUND)
})

test('a hint stands while others decide about the same throw', () => {
  const wanted = reduce(after(table(2)), {type: 'sent', stays: '', aim: 'score'})
  const seen = reduce(wanted, hinted('score'))
  assert.equal(aimOf(reduce(seen, told(4, {hidden: true, seat: 1})).hint), 'score')
})
