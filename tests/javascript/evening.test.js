import assert from 'node:assert/strict'
import {after, test} from 'node:test'
import {drawn, settled, texts} from './page.js'
import Page from '../../src/fivedice/web/evening/page.js'
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

const ROUND = {tables: [{players: [1, 0], codes: ['ABC234'], results: []}], byes: [2]}
const SEAT = {code: 'ABC234', chair: 0, token: 'secret'}

after(() => drawn(RoundClock, {evening: {left: null}})) // a page that is gone asks no more

/** The page of an evening as the server answers. */
async function page(more) {
  const told = {
    ...EVENING,
    title: 'Junior',
    game: 'junior',
    deals: 2,
    version: '1',
    left: null,
    played: [ROUND],
    ...more,
  }
  globalThis.fetch = async (path) => ({
    ok: path.startsWith('/api/evenings/CLUB23'),
    status: 200,
    text: async () => JSON.stringify(path.startsWith('/api/evenings/CLUB23') ? told : null),
  })
  const {root} = await drawn(Page, {code: 'club23'})
  await settled()
  await settled()
  return root
}

test('players read where they play, or what they wait for', async () => {
  const now = async (you, more = {}) =>
    texts(await page({you: {host: false, seat: null, ...you}, ...more}), '.mine-now')[0]
  assert.equal(await now({player: 1, seat: SEAT}), 'Table 1 against Ann, deal 1 of 2.')
  assert.equal(await now({player: 0}), 'Your table has finished this round.')
  assert.equal(await now({player: 2}), 'You have a bye in this round; it counts as won.')
  assert.equal(
    await now({player: 0}, {played: []}),
    'You are here, with 3 players in all. Wait for the next round.',
  )
  const late = {players: [...EVENING.players, {name: 'Dan', here: true}]}
  assert.equal(await now({player: 3}, late), 'You play from the next round on.')
  assert.match(await now({player: 0}, {ended: true}), /^The last round is over/)
})

test('strangers can sit down, and only the host runs the evening', async () => {
  const buttons = async (you, more) =>
    texts(await page({you: {player: null, seat: null, ...you}, ...more}), '.button')
  assert.ok((await buttons({host: false})).includes('Sit down'))
  assert.ok(!(await buttons({host: false})).includes('End this round now'))
  assert.ok((await buttons({host: true})).includes('End this round now'))
  assert.ok((await buttons({host: true}, {played: []})).includes('Begin round 1'))
  assert.ok(!(await buttons({host: false}, {ended: true})).includes('Sit down'))
})
