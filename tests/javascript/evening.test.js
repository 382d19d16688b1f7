import assert from 'node:assert/strict'
import {test} from 'node:test'
import {drawn, texts} from './page.js'
import {RoundClock, stage, Standings, Tables} from '../../src/fivedice/web/evening/standings.js'

const line = (more) => ({rank: 1, matches: 1, points: 1, cross: 0, cost: null, ahead: null, ...more})
const EVENING = {
  pairing: 'stay',
  seats: 2,
  rounds: 2,
  ended: false,
  players: ['Ann', 'Ben', 'Cid'].map((name) => ({name, here: true})),
  played: [{tables: [{players: [1, 0], results: [{scores: [90, 120], winners: [1]}, null]}], byes: [2]}],
  standings: [
    line({player: 0, percent: 100, cross: 30.25, ahead: 0.637}),
    line({player: 1, rank: 2, percent: 0, points: 0.5, cross: -30.25}),
    line({player: 2, rank: 3, percent: null, cross: null, points: 2}),
  ],
  luck: 'Luck does much.',
  you: {player: 1},
}

test('the order shows what is known, and which line is mine', async () => {
  const {root} = await drawn(Standings, {evening: EVENING})
  assert.deepEqual(texts(root, 'thead th'), ['Player', '%', 'Wins', '±', 'Ahead'])
  assert.deepEqual(texts(root, 'tbody tr'), ['1 Ann100.01+30.364%', '2 Ben0.00.5−30.3–', '3 Cid–2––'])
  assert.deepEqual(texts(root, 'tr.you th'), ['2 Ben'])
})

test('a Swiss system shows wins first, and one player at a table none', async () => {
  const swiss = await drawn(Standings, {evening: {...EVENING, pairing: 'swiss'}})
  assert.deepEqual(texts(swiss.root, 'thead th').slice(0, 3), ['Player', 'Wins', '%'])
  const alone = await drawn(Standings, {evening: {...EVENING, seats: 1}})
  assert.deepEqual(texts(alone.root, 'thead th').slice(0, 3), ['Player', '%', '±'])
})

test('costs stand there once one is known', async () => {
  const standings = [{...EVENING.standings[0], cost: 3.14}]
  const {root} = await drawn(Standings, {evening: {...EVENING, standings}})
  assert.deepEqual(texts(root, 'tbody td'), ['100.0', '1', '+30.3', '3.1', '64%'])
})

test('the tables of a round show their results and who has a bye', async () => {
  const {root} = await drawn(Tables, {evening: EVENING})
  assert.deepEqual(texts(root, 'li'), ['Ben – Ann 90 : 120, not played'])
  assert.deepEqual(texts(root, 'p'), ['Bye: Cid'])
})

test('the clock counts on from what the server said', async () => {
  const {root} = await drawn(RoundClock, {evening: {left: 90, at: Date.now() - 30_000}})
  assert.match(texts(root, 'strong')[0], /^(1:00|0:59)$/)
  const none = await drawn(RoundClock, {evening: {left: null, at: 0}})
  assert.deepEqual(texts(none.root, 'p'), [])
})

test('the stage of an evening in a line', () => {
  const over = [{...EVENING.played[0], over: true}]
  assert.equal(stage({...EVENING, played: []}), 'Players are arriving')
  assert.equal(stage(EVENING), 'Round 1 of 2')
  assert.equal(stage({...EVENING, played: over}), 'Round 1 of 2 is over')
  assert.equal(stage({...EVENING, ended: true}), 'This evening is over')
})
