import assert from 'node:assert/strict'
import {test} from 'node:test'
import {chair} from './samples.js'
import * as wording from '../../src/fivedice/web/shell/wording.js'

const chairs = [chair('Ann'), chair('Greedy', {bot: 'greedy'}), chair('', {open: true}), chair('Ben')]

test('a duration is in minutes where it is a whole number of them', () => {
  assert.equal(wording.lasting(15), '15 seconds')
  assert.equal(wording.lasting(60), '1 minute')
  assert.equal(wording.lasting(90), '90 seconds')
  assert.equal(wording.lasting(300), '5 minutes')
})

test('the time left runs as a clock below an hour, and is rounded above', () => {
  assert.equal(wording.left(-3), '0:00')
  assert.equal(wording.left(41.2), '0:42')
  assert.equal(wording.left(3599.5), '60:00')
  assert.equal(wording.left(3600), '1 hour')
  assert.equal(wording.left(47 * 3600), '47 hours')
  assert.equal(wording.left(48 * 3600), '2 days')
})

test('the time that remains is never less than a minute', () => {
  assert.equal(wording.remaining(2), '1 minute')
  assert.equal(wording.remaining(2400), '40 minutes')
  assert.equal(wording.remaining(5 * 3600), '5 hours')
})

test('bots and open chairs are not persons', () => {
  assert.deepEqual(wording.personsOf(chairs), ['Ann', 'Ben'])
})

test('a person is missing even where a bot has the name', () => {
  assert.deepEqual(wording.missing(['Ann', 'Greedy', 'Cid'], chairs), ['Greedy', 'Cid'])
})

test('a match rests once every person is away', () => {
  const away = {away: true}
  assert.equal(wording.areAllAway([chair('Ann', away), chair('Greedy', {bot: 'greedy'})]), true)
  assert.equal(wording.areAllAway([chair('Ann', away), chair('Ben')]), false)
})
