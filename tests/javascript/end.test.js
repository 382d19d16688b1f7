import assert from 'node:assert/strict'
import {beforeEach, test} from 'node:test'
import {chair, json, terms} from './samples.js'
import {drawn, settled, texts} from './page.js'
import {hold, holdAlso} from '../../src/fivedice/web/shell/storage.js'
import End from '../../src/fivedice/web/table/end.js'
import {Rematch, Waiting} from '../../src/fivedice/web/seats/rematch.js'

const HOUR = 3_600_000
const credit = (place, counts = true) => ({counts, told: '', place})
const PICTURE = {
  code: 'ABC234',
  game: 'showdown',
  title: 'Showdown',
  board: 'ring',
  options: {},
  terms: terms(),
  unit: 'columns',
  stage: 'over',
  practice: false,
  next: '',
  chairs: [chair('Ann'), chair('Ben')],
  scores: [12, 9],
  amounts: ['12 columns', '9 columns'],
  winners: [0],
  credit: [credit('You win by 3 columns'), credit('You lose by 3 columns')],
  outcome: 'Ann wins with 12 columns',
}
const over = (more = {}) => ({...PICTURE, seat: 0, games: 1, days: 0, ...more})

let mine = []
beforeEach(() => {
  mine = []
  globalThis.fetch = async (path) => (path === '/api/mine' ? json(mine) : json({sentence: ''}, 404))
})

async function end(seat, picture = {}) {
  const {root} = await drawn(End, {
    acts: {takesBack: false},
    code: 'ABC234',
    token: '',
    seen: {picture: {...PICTURE, ...picture}, you: {seat}},
  })
  await settled()
  return root
}

test('winner and loser read by how much, a spectator who won', async () => {
  assert.deepEqual(texts(await end(0), '#result'), ['You win by 3 columns'])
  assert.deepEqual(texts(await end(1), '#result'), ['You lose by 3 columns'])
  assert.deepEqual(texts(await end(null), '#result'), ['Ann wins with 12 columns.'])
})

test('children read who won; the scores stand at the board', async () => {
  const root = await end(1, {board: 'scoreboard'})
  assert.deepEqual(texts(root, '#result, .ranking'), ['Ann wins!'])
})

test('a child alone reads the result, without praise or a wreath', async () => {
  const picture = {board: 'scoreboard', chairs: [chair('Player')], scores: [9], winners: [0]}
  const root = await end(0, {...picture, credit: [credit('You have 9 columns')]})
  assert.deepEqual(texts(root, '#result, .laurel'), ['You have 9 columns'])
})

test('a deal of the day leads to its board, not to a rematch', async () => {
  hold({code: 'ABC234', token: 't', chair: 0}, 'showdown', {daily: '2026-11-01'})
  const root = await end(0)
  assert.deepEqual(texts(root, '.kind'), ['Deal of 1 November'])
  assert.equal(root.querySelector('.button.main').getAttribute('href'), '/daily/2026-11-01#showdown')
  assert.ok(!texts(root, '.button').includes('Rematch'))
})

test('the result and the place of the day lead once they are counted', async () => {
  hold({code: 'ABC234', token: 't', chair: 0}, 'showdown', {daily: '2026-11-01'})
  const mine = {code: 'ABC234', share: '…'}
  const day = {mine, standing: '12, 3rd of 8 so far'}
  globalThis.fetch = async (path) => json(path === '/api/mine' ? [] : day)
  assert.deepEqual(texts(await end(0), '#result'), ['12, 3rd of 8 so far'])
  mine.code = 'FIRST2' // practice after it
  assert.deepEqual(texts(await end(0), '#result'), ['You win by 3 columns'])
})

test('from a table of a club night the way leads back to it, not to a rematch', async () => {
  const buttons = async (picture) => texts(await end(0, picture), '.row > .button')
  assert.ok((await buttons({club: 'CLUB23'})).includes('Back to the club night'))
  assert.ok(!(await buttons({club: 'CLUB23'})).includes('Rematch'))
  assert.ok(!(await buttons({club: ''})).includes('Back to the club night'))
})

test('for whom the game played, the match is only over', async () => {
  const played = [
    {...credit('You win by 3 columns', false), told: 'The computer made all your decisions.'},
    credit(''),
  ]
  const root = await end(0, {credit: played})
  assert.deepEqual(texts(root, '#result, .credit'), [
    'Ann wins with 12 columns.',
    'The computer made all your decisions.',
  ])
})

test('the winner of a roll-off stands before the loser, who has as much', async () => {
  assert.deepEqual(texts(await end(0, {scores: [9, 9], winners: [1]}), '.ranking .who'), ['Ben', 'Ann'])
})

test('each has its score, in the words of the server', async () => {
  assert.deepEqual(texts(await end(0), '.ranking strong'), ['12 columns', '9 columns'])
})

const played = (code, hoursAgo, more = {}) => {
  hold({code, token: 't', chair: 0}, 'showdown')
  const seats = JSON.parse(localStorage.getItem('fivedice.seats'))
  seats.find((seat) => seat.code === code).when = Date.now() - hoursAgo * HOUR
  localStorage.setItem('fivedice.seats', JSON.stringify(seats))
  mine.push(over({code, ...more}))
}

test('a match is ranked among those of the same game and as many players', async () => {
  const four = [chair('Ann'), chair('Ben'), chair('Cid'), chair('Dot')]
  played('ABC234', 1)
  played('LESS22', 40, {scores: [2, 9]})
  played('OTHER2', 50, {scores: [20, 9], game: 'yatzy'})
  played('FOUR22', 60, {scores: [20, 9, 8, 7], chairs: four})
  assert.deepEqual(texts(await end(0), '.rank.best'), ['Your best of 2 matches of Showdown with 2 players.'])
  played('BEST22', 70, {scores: [15, 9]})
  assert.deepEqual(texts(await end(0), '.rank'), ['Rank 2 among your 3 matches of Showdown with 2 players.'])
})

test('practice, and the first match of its kind, are not counted', async () => {
  played('ABC234', 1)
  assert.deepEqual(texts(await end(0), '.rank, .tally'), [])
  played('MORE22', 2)
  assert.deepEqual(texts(await end(0, {practice: true}), '.rank, .tally'), [])
})

test('wins are counted over the matches of a game on an evening with the same people', async () => {
  played('ABC234', 3)
  played('EARLY2', 4, {winners: [1]})
  played('YATZY2', 4, {game: 'yatzy', winners: [1]})
  played('FIRST2', 5, {winners: [0, 1]})
  played('LATER2', 1)
  played('CORR22', 4, {days: 2})
  played('CID222', 4, {chairs: [chair('Ann'), chair('Cid')]})
  played('LONG22', 12)
  const told = 'Wins in the last 3 matches on this device: Ann 2 and Ben 2.'
  assert.deepEqual(texts(await end(0), '.tally'), [told])
})

test('my wins under an earlier name are mine', async () => {
  played('ABC234', 3)
  played('BEFORE', 4, {chairs: [chair('Anna'), chair('Ben')]})
  const told = 'Wins in the last 2 matches on this device: Ann 2 and Ben 0.'
  assert.deepEqual(texts(await end(0), '.tally'), [told])
})

const waiting = async (there, seat = 0, more = {}) => {
  const props = {
    picture: {...PICTURE, ...more},
    seat,
    there: {here: [], gone: false, lapsed: false, ...there},
  }
  return (await drawn(Waiting, props)).root.textContent
}

test('who is at the rematch waits by name for who is not', async () => {
  assert.equal(await waiting({}), '')
  assert.equal(await waiting({here: ['Ben']}), 'Ben has joined the rematch and is waiting for you.')
  assert.equal(await waiting({here: ['Ben']}, null), 'Ben has joined the rematch and is waiting for Ann.')
  assert.equal(await waiting({here: ['Ann', 'Ben']}, null), 'Ann and Ben have joined the rematch.')
})

test('who is at the rematch on another device, or left out of it, reads so', async () => {
  assert.match(await waiting({here: ['Ann']}), /^You joined the rematch on another device/)
  assert.equal(await waiting({here: ['Ben'], gone: true}), 'The rematch began without you.')
})

test('a rematch is joined where there is one, and asked for where there is none to join', async () => {
  const button = async (there, next = 'NEXT22') => {
    const now = {here: [], gone: false, lapsed: false, ...there}
    const props = {
      code: 'ABC234',
      token: 't',
      picture: {...PICTURE, next},
      seat: 0,
      there: now,
      onWrong: () => {},
    }
    return texts((await drawn(Rematch, props)).root, '.button')
  }
  assert.deepEqual(await button({}, ''), ['Rematch'])
  assert.deepEqual(await button({here: ['Ben']}), ['Join the rematch'])
  assert.deepEqual(await button({lapsed: true}), ['Rematch'])
  assert.deepEqual(await button({here: ['Ben'], gone: true}), ['Rematch'])
  assert.deepEqual(await button({here: ['Ann']}), [])
})

test('a rematch takes everybody on this device', async () => {
  hold({code: 'ABC234', token: 'a', chair: 0}, 'showdown')
  holdAlso('ABC234', 'b')
  const asked = []
  globalThis.fetch = async (path, {body} = {}) => {
    asked.push([path, JSON.parse(body ?? '{}').token])
    return json(path === '/api/deals' ? {} : {code: 'NEXT22', token: 'c', chair: 0}, 201)
  }
  const there = {here: [], gone: false, lapsed: false}
  const props = {code: 'ABC234', token: 'a', picture: PICTURE, seat: 0, there, onWrong: () => {}}
  const {root} = await drawn(Rematch, props)
  root.querySelector('button').click()
  await settled()
  assert.deepEqual(
    asked.filter(([path]) => path.endsWith('/again')),
    ['a', 'b'].map((token) => ['/api/tables/ABC234/again', token]),
  )
})
