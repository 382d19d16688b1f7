import assert from 'node:assert/strict'
import {after, test} from 'node:test'
import {change, drawn, settled, texts} from './page.js'
import {json} from './samples.js'
import Page from '../../src/fivedice/web/club/page.js'
import {NextMatch, RoundNotice as Round} from '../../src/fivedice/web/club/standings.js'
import {RoundClock, stage, Standings, Tables} from '../../src/fivedice/web/club/standings.js'
import {tonight} from '../../src/fivedice/web/shell/storage.js'

const line = (more) => ({rank: 1, matches: 1, points: 1, cross: 0, ...more})
const NIGHT = {
  pairing: 'stay',
  unit: 'points',
  seats: 2,
  rounds: 2,
  deals: 2,
  ended: false,
  players: ['Ann', 'Ben', 'Cid'].map((name) => ({name, here: true})),
  played: [{tables: [{players: [1, 0], results: [{scores: [90, 120], winners: [1]}, null]}], byes: [2]}],
  standings: [
    line({player: 0, cross: 30.25}),
    line({player: 1, rank: 2, points: 0.5, cross: -3.25}),
    line({player: 2, rank: 3, cross: null, points: 2}),
  ],
  luck: 'Luck does much.',
  you: {player: 1, told: ''},
}

test('the order shows what is known, and which line is mine', async () => {
  const {root} = await drawn(Standings, {night: NIGHT})
  assert.deepEqual(texts(root, 'thead th'), ['Player', 'Same dice', 'Won'])
  assert.deepEqual(texts(root, 'tbody tr'), ['1Ann+30.31.0', '2Ben−3.30.5', '3Cid–2.0'])
  assert.deepEqual(texts(root, 'tr.you th'), ['Ben'])
})

test('a Swiss system shows wins first, and one player at a table none', async () => {
  const swiss = await drawn(Standings, {night: {...NIGHT, pairing: 'swiss'}})
  assert.deepEqual(texts(swiss.root, 'thead th').slice(0, 3), ['Player', 'Won', 'Same dice'])
  const alone = await drawn(Standings, {night: {...NIGHT, seats: 1}})
  assert.deepEqual(texts(alone.root, 'thead th').slice(0, 3), ['Player', 'Same dice'])
})

test('the page says what counts, and only what is known', async () => {
  const told = async (more) => texts((await drawn(Standings, {night: {...NIGHT, ...more}})).root, 'p').join()
  assert.match(await told({}), /^What counts: how many points more .*; then matches won\. Luck does much/)
  const alone = NIGHT.standings.map((one) => ({...one, cross: null}))
  assert.match(await told({standings: alone, luck: ''}), /^What counts: matches won\.$/)
})

test('the tables of a round show their results, scores so far and who has a bye', async () => {
  const {root} = await drawn(Tables, {night: NIGHT})
  assert.deepEqual(texts(root, 'li'), ['Ben – Ann 90 : 120, not played'])
  assert.deepEqual(texts(root, 'p'), ['Bye: Cid'])
  const table = {players: [1, 0], codes: ['FIRST2', 'SECOND'], results: [{scores: [90, 120]}]}
  const night = {...NIGHT, played: [{...NIGHT.played[0], tables: [table]}]}
  assert.deepEqual(texts((await drawn(Tables, {night})).root, 'li'), ['Ben – Ann 90 : 120, …'])
  const {root: wall} = await drawn(Tables, {night: {...night, live: {SECOND: [30, 7]}}})
  assert.deepEqual(texts(wall, 'li'), ['Ben – Ann 90 : 120, 30 : 7'])
})

test('there is no order before the first result, though a bye counts as won', async () => {
  const standings = NIGHT.standings.map((one) => ({...one, matches: 0}))
  const {root} = await drawn(Standings, {night: {...NIGHT, standings}})
  assert.deepEqual(texts(root, 'th'), [])
})

test('the clock counts on from what the server said', async () => {
  const {root} = await drawn(RoundClock, {night: {left: 90, at: Date.now() - 30_000}})
  assert.match(texts(root, 'strong')[0], /^(1:00|0:59)$/)
  const none = await drawn(RoundClock, {night: {left: null, at: 0}})
  assert.deepEqual(texts(none.root, 'p'), [])
})

test('the stage of a club night in a line', () => {
  const over = [{...NIGHT.played[0], over: true}]
  assert.equal(stage({...NIGHT, played: []}), 'Players are arriving')
  assert.equal(stage(NIGHT), 'Round 1 of 2')
  assert.equal(stage({...NIGHT, played: over}), 'Round 1 of 2 is over')
  assert.equal(stage({...NIGHT, ended: true}), 'This club night is over')
})

const ROUND = {tables: [{players: [1, 0], codes: ['ABC234'], results: []}], byes: [2]}
const SEAT = {code: 'ABC234', chair: 0, token: 'secret'}

after(() => drawn(RoundClock, {night: {left: null}})) // a page that is gone asks no more

/** The page of a club night as the server answers. */
async function page(more, Shown = Page) {
  const told = {
    ...NIGHT,
    title: 'Junior',
    game: 'junior',
    version: '1',
    left: null,
    played: [ROUND],
    code: 'CLUB23',
    ...more,
  }
  globalThis.fetch = async (path) => (path.startsWith('/api/clubs/CLUB23') ? json(told) : json(null, 404))
  const {root} = await drawn(Shown, {code: 'CLUB23'})
  await settled()
  await settled()
  return root
}

test('a table says which round it belongs to, and the time left in it', async () => {
  const root = await page({left: 90}, Round)
  assert.deepEqual(texts(root, 'a'), ['Club night: Round 1 of 2'])
  assert.match(texts(root, 'strong')[0], /^(1:30|1:29)$/)
})

test('the home page leads back to the club night that I am at, until it is over or I have left', async () => {
  const back = async (more) => texts(await page(more, (props) => Round({...props, back: true})), 'a')
  const over = [{...ROUND, over: true}]
  await page({you: {host: false, player: 0, seat: null}, played: over})
  assert.equal(tonight(), 'CLUB23')
  const me = {you: {host: false, player: 0, seat: null}}
  assert.deepEqual(await back({...me, played: over}), ['Back to the club night: Round 1 of 2 is over'])
  assert.deepEqual(await back({...me, played: over, rounds: 1}), [])
  assert.equal(tonight(), '')
  await page(me)
  assert.deepEqual(await back({you: {host: false, player: 0, seat: null}, ended: true}), [])
  assert.equal(tonight(), '')
  await page({you: {host: true, player: null, seat: null}})
  assert.equal(tonight(), 'CLUB23')
  const gone = {players: [{name: 'Ann', here: false}, ...NIGHT.players.slice(1)]}
  await page({you: {host: false, player: 0, seat: null}, ...gone})
  assert.equal(tonight(), '')
})

test('players read where they play, or what they wait for', async () => {
  const now = async (you, more = {}) =>
    texts(await page({you: {host: false, seat: null, told: '', ...you}, ...more}), '.mine-now')[0]
  assert.equal(await now({player: 1, seat: SEAT}), 'Table 1 against Ann, match 1 of 2.')
  assert.equal(await now({player: 0}), 'Your table has finished this round.')
  const told = 'You are 1st of 3; you won both matches.'
  assert.equal(await now({player: 0, told}), told)
  const over = {played: [{...ROUND, over: true}]}
  assert.equal(await now({player: 0, told}, over), `${told} Wait for round 2 of 2.`)
  assert.equal(await now({player: 2}), 'You have a bye in this round; it counts as won.')
  assert.equal(
    await now({player: 0}, {played: []}),
    'You are here, with 3 players in all. Wait for the first round.',
  )
  const alone = {players: [{name: 'Ann', here: true}], played: [], standings: []}
  assert.equal(await now({player: 0}, alone), 'You are the first one here. Wait for the first round.')
  const late = {players: [...NIGHT.players, {name: 'Dan', here: true}]}
  assert.equal(await now({player: 3}, late), 'You play from the next round on.')
  assert.match(await now({player: 0}, {ended: true}), /Thank you for playing!$/)
})

test('after a match the next one is a press away, once it is dealt', async () => {
  const on = async (you) => {
    const after = (props) => NextMatch({...props, after: 'ABC234', children: 'Back'})
    return (await page({you: {host: false, player: 0, ...you}}, after)).textContent
  }
  assert.equal(await on({seat: {...SEAT, code: 'DEF234'}}), 'Next match')
  assert.equal(await on({seat: SEAT}), 'Back')
  assert.equal(await on({seat: null}), 'Back')
})

test('strangers can sit down, and only the host runs the club night', async () => {
  const buttons = async (you, more) =>
    texts(await page({you: {player: null, seat: null, ...you}, ...more}), '.button')
  assert.ok((await buttons({host: false})).includes('Sit down'))
  const gone = {players: [{name: 'Ann', here: false}, ...NIGHT.players.slice(1)]}
  assert.ok((await buttons({host: false, player: 0}, gone)).includes('Come back'))
  assert.ok(!(await buttons({host: false})).includes('End this round now'))
  assert.ok((await buttons({host: true})).includes('End this round now'))
  assert.ok((await buttons({host: true}, {played: []})).includes('Begin round 1'))
  assert.ok(!(await buttons({host: false}, {ended: true})).includes('Sit down'))
  const begin = async (more) =>
    (await page({you: {host: true, player: null, seat: null}, played: [], ...more})).querySelector(
      '.button.main',
    ).disabled
  const one = {players: NIGHT.players.map(({name}, at) => ({name, here: !at}))}
  assert.deepEqual([await begin(), await begin(one), await begin({...one, seats: 1})], [false, true, false])
  const why = await page({you: {host: true, player: null, seat: null}, played: [], ...one})
  assert.match(why.textContent, /A round needs 2 players: share the code\./)
})

test('a result is corrected by scores; without any the match does not count', async () => {
  const over = (results) => ({tables: [{players: [0, 1], codes: [], results}], byes: [], over: true})
  const root = await page({
    you: {host: true, player: null, seat: null},
    played: [over([{scores: [90, 120]}]), over([{scores: [70, 80]}])],
  })
  const sent = []
  const answer = globalThis.fetch
  globalThis.fetch = (path, how) => {
    if (how?.method === 'POST') sent.push(JSON.parse(how.body))
    return answer(path)
  }
  const [select, input] = ['select', 'input'].map((css) => root.querySelector(`.correct ${css}`))
  const submit = () => root.querySelector('.correct').dispatchEvent(new Event('submit', {cancelable: true}))
  await change(select, '0/0/0')
  await change(input, '95 : 120', 'input')
  submit()
  assert.deepEqual(sent, [{round: 0, table: 0, deal: 0, scores: [95, 120]}])
  await change(input, '', 'input')
  submit()
  assert.equal(sent[1].scores, null)
})
