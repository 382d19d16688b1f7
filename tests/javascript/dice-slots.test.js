import assert from 'node:assert/strict'
import {beforeEach, test} from 'node:test'
import {
  NOTHING_LIES,
  among,
  asItLies,
  afterMessage,
  beforeReload,
  onlyAside,
  stillAside,
} from '../../src/fivedice/web/table/dice-slots.js'
import {keepAside} from '../../src/fivedice/web/shell/storage.js'

const message = (hand, step = 1, seat = 0) => ({
  picture: {code: 'ABC234', turn: {step, hands: hand === null ? {} : {0: hand}}},
  you: {seat},
})
const aside = (step, hand, slots, code = 'ABC234') => keepAside({code, step, hand, slots})

beforeEach(() => aside(9, '', [], 'OTHER2'))

test('each die is found once, the leftmost first', () => {
  assert.deepEqual(among('55123', '5'), [true, false, false, false, false])
  assert.deepEqual(among('55123', '552'), [true, true, false, true, false])
})

test('only what is set aside stays in the hand', () => {
  assert.equal(onlyAside('12345', [0, 4]), '1...5')
  assert.equal(onlyAside('12345', []), '.....')
})

test('a first throw lies as the server has it', () => {
  assert.equal(afterMessage(NOTHING_LIES, message('31245')).lies, '31245')
})

test('kept dice stay in their slots, though the server sorts them to the left', () => {
  const first = afterMessage(NOTHING_LIES, message('31353'))
  const kept = afterMessage({...first, stays: onlyAside(first.lies, [0, 2, 4])}, message('333..'))
  assert.equal(kept.lies, '3.3.3')
  assert.equal(afterMessage(kept, message('33361', 2)).lies, '36313')
})

test('the second of two equal dice stays where it was', () => {
  const first = afterMessage(NOTHING_LIES, message('55123'))
  const kept = afterMessage({...first, stays: onlyAside(first.lies, [1])}, message('5....'))
  assert.equal(kept.lies, '.5...')
})

test('a message shows my hand as it lies, and nobody else’s', () => {
  const lying = {told: '333..', lies: '3.3.3', stays: '3.3.3'}
  assert.equal(asItLies(message('333..'), lying).picture.turn.hands[0], '3.3.3')
  const watching = message('333..', 1, null)
  assert.equal(asItLies(watching, lying), watching)
  const before = message(null)
  assert.equal(asItLies(before, lying), before)
})

test('after a reload dice lie as this browser stored them', () => {
  aside(1, '31353', [0, 2])
  assert.equal(beforeReload(message('31353', 1)).stays, '31353')
  assert.equal(beforeReload(message('33461', 2)).stays, '3.3..')
  assert.equal(afterMessage(beforeReload(message('33461', 2)), message('33461', 2)).lies, '34361')
})

test('what was stored of another table or an older turn is not used', () => {
  aside(1, '31353', [0], 'OTHER2')
  assert.equal(beforeReload(message('31353', 1)), NOTHING_LIES)
  aside(3, '31353', [0])
  assert.equal(beforeReload(message('31353', 1)), NOTHING_LIES)
})

test('slots are still aside after a reload only where the same dice lie there', () => {
  aside(1, '31353', [0, 2])
  assert.deepEqual(stillAside('ABC234', 1, '31353'), [0, 2])
  assert.deepEqual(stillAside('ABC234', 2, '36316'), [0, 2])
  assert.deepEqual(stillAside('ABC234', 2, '16316'), [])
  assert.deepEqual(stillAside('ABC234', 1, '12345'), [])
  assert.deepEqual(stillAside('OTHER2', 1, '31353'), [])
})
