import assert from 'node:assert/strict'
import {test} from 'node:test'
import {change, drawn, settled, texts} from './page.js'
import {rowsApart, turnsOf} from '../../src/fivedice/web/same/beside.js'
import Challenge, {comparedSeats, duel} from '../../src/fivedice/web/seats/challenge.js'
import Same from '../../src/fivedice/web/same/page.js'
import {hold} from '../../src/fivedice/web/shell/storage.js'
import {terms} from './samples.js'

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
  const own = turnsOf(known(throw_(2, '11234'), choice(3, '11'), choice(4, '22'), choice(6, '6')), 0)
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
  const one = turnsOf(known(throw_(2, '11234'), choice(3, '11'), throw_(5, '66123'), choice(6, '66')), 0)
  const same = turnsOf(known(throw_(2, '43211'), choice(3, '11'), throw_(5, '66123'), choice(6, '66')), 0)
  const other = turnsOf(known(throw_(2, '11234'), choice(3, '11'), throw_(5, '66123'), choice(6, '6')), 0)
  assert.deepEqual(rowsApart(one, same), [])
  const elsewhere = one.map(({turn, moments}) => ({
    turn,
    moments: moments.map((moment) => ({...moment, event: {...moment.event, seat: 1}})),
  }))
  assert.deepEqual(rowsApart(one, elsewhere), [])
  assert.deepEqual(rowsApart(one, other), [1])
  assert.deepEqual(rowsApart(one, one.slice(0, 1)), [1])
})

test('a solo match is compared with the seat whose dice it has', () => {
  const chairs = (...bots) => bots.map((bot) => ({bot, name: 'Cid'}))
  const earlier = {chairs: chairs('', 'greedy', ''), opens: ''}
  const solo = {chairs: chairs(''), opens: '2/2/1'}
  assert.deepEqual(comparedSeats(earlier, {chairs: chairs('greedy', '', 'greedy'), opens: ''}), [1, 1])
  assert.deepEqual(comparedSeats(earlier, solo), [2, 0])
  assert.deepEqual(comparedSeats(solo, solo), [0, 0])
  const result = (mine) => duel({...earlier, scores: [9, 9, 129]}, {...solo, scores: [mine]}).told
  assert.deepEqual([129, 130].map(result), ['Cid and you tied 129 : 129', 'You won 130 : 129'])
})

/** The page of a match of Ann and Ben, of which these seats can be played alone, and what it sends. */
async function invitation(alone, watching = true) {
  const chairs = [{name: 'Ann'}, {name: 'Ben'}]
  const table = {
    code: 'ABC234',
    stage: 'over',
    terms: terms({watching}),
    commitment: 'ab',
    title: 'Traditional',
    game: 'traditional',
    chairs,
    options: {},
    scores: [129, 90],
    amounts: ['129 points', '90 points'],
    unit: 'points',
  }
  const sent = []
  globalThis.fetch = async (path, {body} = {}) => {
    if (body) sent.push(JSON.parse(body))
    const answer = path.endsWith('/same') ? {alone} : table
    return {ok: !body, status: 200, text: async () => JSON.stringify(body ? {sentence: 'No.'} : answer)}
  }
  const {root} = await drawn(Same, {code: 'ABC234'})
  for (let waits = 0; waits < 20 && !root.querySelector('form'); waits += 1) await settled()
  return {root, sent}
}

const chooses = async (root, label, value) => {
  const field = [...root.querySelectorAll('label')].find((one) => one.textContent.includes(label))
  await change(field.querySelector('select'), value)
}

test('a match without spectators can be played again only by its own players, and the page says so', async () => {
  const sentence = 'This table has no spectators, so only its players can play its dice again.'
  const told = await drawn(Challenge, {picture: {code: 'ABC234', terms: terms({watching: false})}, seat: 0})
  assert.equal(told.root.textContent, sentence)
  const stranger = await invitation([], false)
  assert.ok(stranger.root.textContent.includes(sentence))
  hold({code: 'ABC234', token: 'secret', chair: 0}, 'traditional')
  const player = await invitation([], false)
  assert.ok(texts(player.root, 'button').includes('Play'))
})

test("a day's deal is passed on by its own link, though its table has no spectators", async () => {
  const picture = {code: 'ABC234', game: 'yatzy', title: 'Yatzy', terms: terms({watching: false})}
  const {root} = await drawn(Challenge, {picture, seat: 0, daily: '2026-11-01'})
  assert.ok(root.querySelector('input').value.endsWith('/daily/2026-11-01#yatzy'))
})

test('a seat is played alone only where that is possible', async () => {
  const {root, sent} = await invitation([1])
  const play = async () => {
    root.querySelector('form').dispatchEvent(new Event('submit', {bubbles: true, cancelable: true}))
    await settled()
    return sent.pop()
  }
  assert.deepEqual(texts(root, 'h1'), ['Can you beat Ann?'])
  assert.deepEqual(texts(root, 'form p.soft:not(.agreed)'), ['Computers play the other seats.'])
  assert.equal((await play()).alone, false)
  await chooses(root, 'Whose dice', '1')
  assert.deepEqual(texts(root, 'form p.soft:not(.agreed)'), [])
  const {seat, alone} = await play()
  assert.deepEqual([seat, alone], [1, true])
  await chooses(root, 'Whose dice', '0')
  assert.equal((await play()).alone, false)
})
