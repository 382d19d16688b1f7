import assert from 'node:assert/strict'
import {afterEach, beforeEach, mock, test} from 'node:test'
import './page.js'
import {FLIGHT} from '../../src/fivedice/web/shell/effects.js'
import {set} from '../../src/fivedice/web/shell/storage.js'
import {Queue, stands} from '../../src/fivedice/web/table/pacing.js'
import {terms} from './samples.js'

const message = (event, {seat = null, clock = 0, number = 1} = {}) => ({
  type: 'told',
  number,
  entry: {entry: 'event', event},
  picture: {terms: terms({clock})},
  you: {seat},
})
const KEEP = {seat: 1, keep: '55'}
const THROW = {throw: '12345'}

let shown, busy, queue
beforeEach(() => {
  mock.timers.enable({apis: ['setTimeout']})
  set({pace: 'brisk'})
  shown = []
  busy = []
  queue = new Queue(
    ({type, number}) => shown.push(number ? `${type} ${number}` : type),
    (now) => busy.push(now),
  )
})
afterEach(() => mock.timers.reset())

test('a pace and a clock change how long a move stands', () => {
  assert.equal(stands(message(KEEP)), 850)
  assert.equal(stands(message(KEEP, {clock: 30})), 510)
  set({pace: 'calm'})
  assert.equal(stands(message(KEEP)), 1360)
  set({pace: 'instant'})
  assert.equal(stands(message(KEEP)), 0)
})

test('one die thrown stands longer than five, talk not at all', () => {
  assert.equal(stands(message({throw: '6'})), 1700)
  assert.equal(stands(message(THROW)), 1350)
  assert.equal(stands({...message(KEEP), entry: {entry: 'said'}}), 0)
})

test('what a choice cost waits for the choice to be shown', () => {
  for (const number of [1, 2]) queue.push(message(KEEP, {number}))
  queue.push({type: 'costed', number: 2, told: ['']})
  mock.timers.tick(850)
  assert.deepEqual(shown, ['told 1', 'told 2'])
  mock.timers.tick(850)
  assert.equal(shown.at(-1), 'costed 2')
})

test('moves of others are shown one after another', () => {
  for (const number of [1, 2, 3]) queue.push(message(KEEP, {number}))
  assert.deepEqual(shown, ['told 1'])
  assert.equal(busy.at(-1), true)
  mock.timers.tick(850)
  assert.deepEqual(shown, ['told 1', 'told 2'])
  mock.timers.tick(850)
  assert.equal(busy.at(-1), false)
  assert.equal(shown.length, 3)
})

test('my own move is shown at once, with all that waits', () => {
  for (const number of [1, 2, 3]) queue.push(message(KEEP, {number}))
  queue.push(message(KEEP, {number: 4, seat: 1}))
  assert.deepEqual(shown, ['told 1', 'told 2', 'told 3', 'told 4'])
  assert.equal(busy.at(-1), false)
})

test('a throw flies before it lands, and what follows waits for it', () => {
  queue.push(message(THROW, {number: 1}))
  queue.push(message(KEEP, {number: 2}))
  assert.deepEqual(shown, ['thrown 1'])
  mock.timers.tick(FLIGHT)
  assert.deepEqual(shown, ['thrown 1', 'landed'])
  mock.timers.tick(1350 - FLIGHT)
  assert.deepEqual(shown, ['thrown 1', 'landed', 'told 2'])
})

test('dice can be landed early, once', () => {
  queue.push(message(THROW, {number: 1}))
  queue.land()
  queue.land()
  mock.timers.tick(5000)
  assert.deepEqual(shown, ['thrown 1', 'landed'])
})

test('too many moves are not shown one by one', () => {
  for (let number = 1; number <= 62; number += 1) queue.push(message(KEEP, {number}))
  assert.equal(shown.length, 62)
})

test('a table that comes anew clears what waited', () => {
  for (const number of [1, 2]) queue.push(message(KEEP, {number}))
  queue.clear()
  mock.timers.tick(5000)
  assert.deepEqual(shown, ['told 1'])
})
