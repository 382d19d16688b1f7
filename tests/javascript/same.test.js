import assert from 'node:assert/strict'
import {test} from 'node:test'
import './page.js' // a window for what is imported
import {partsAt, taken} from '../../src/fivedice/web/same/beside.js'

const choice = (number, keep, more = {}) => ({number, seat: 0, kind: 'keep', event: {keep, seat: 0}, ...more})
const throw_ = (number, dice) => ({number, seat: 0, kind: '', event: {throw: dice, seat: 0}})
const turns = [
  {game: 1, turn: 0, seat: 0, steps: [1], used: ''},
  {game: 1, turn: 1, seat: 0, steps: [2, 3], used: 'Aces 3'},
  {game: 1, turn: 1, seat: 1, steps: [4], used: 'Twos 4'},
  {game: 1, turn: 2, seat: 0, steps: [5, 6], used: 'Chance 20'},
]
const known = (...moments) => ({
  turns,
  at: new Map(moments.map((one) => [one.number, [one, {...one, seat: 1}]])),
})

test('a seat has its own turns with its own moments, without the opening', () => {
  const own = taken(known(throw_(2, '11234'), choice(3, '11'), choice(4, '22'), choice(6, '6')), 0)
  assert.deepEqual(
    own.map(({turn, moments}) => [turn.used, moments.map(({number, seat}) => [number, seat])]),
    [
      [
        'Aces 3',
        [
          [2, 0],
          [3, 0],
        ],
      ],
      ['Chance 20', [[6, 0]]],
    ],
  )
})

test('two matches part where a seat first decides otherwise, not where other dice fall', () => {
  const one = taken(known(throw_(2, '11234'), choice(3, '11'), throw_(5, '66123'), choice(6, '66')), 0)
  const same = taken(known(throw_(2, '43211'), choice(3, '11'), throw_(5, '66123'), choice(6, '66')), 0)
  const other = taken(known(throw_(2, '11234'), choice(3, '11'), throw_(5, '66123'), choice(6, '6')), 0)
  assert.equal(partsAt(one, same), -1)
  assert.equal(partsAt(one, other), 1)
  assert.equal(partsAt(one, one.slice(0, 1)), 1)
})
