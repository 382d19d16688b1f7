import assert from 'node:assert/strict'
import {beforeEach, test} from 'node:test'
import {drawn, settled, texts} from './page.js'
import {FACES, YOU, chair, json, terms, WORDS} from './samples.js'
import {Try} from '../../src/fivedice/web/analysis/this-step.js'
import Train from '../../src/fivedice/web/train/page.js'

const PICTURE = {
  terms: terms(),
  ...{code: '', number: 0, game: 'traditional', title: 'Traditional', board: 'cards', stage: 'playing'},
  words: WORDS.cards,
  ...{
    chairs: [chair('You')],
    set: 'pips',
    faces: FACES,
    suits: [],
    scores: [25],
    amounts: ['25 points'],
    position: null,
    sheet: null,
  },
  ...{awaits: {kind: 'keep', seats: [0], prompt: 'Choose what to keep', told: ''}, options: {}},
  turn: {step: 1, thrower: 0, hands: {0: '55123'}, decided: []},
}
const EXERCISE = {key: 'k1', picture: PICTURE, you: YOU}
const SESSION = {exercise: EXERCISE, told: 'From your match.', number: 2, most: 40, today: 1, goal: 5}
const VERDICT = {
  ...{grade: 'again', told: 'That costs 2 points.', reason: 'It leads to more Fives.', again: 'In a day.'},
  ...{mine: {keep: '5', named: 'keep ⚄'}, best: {keep: '55', named: 'keep ⚄ ⚄'}},
}

let asked, answers
beforeEach(() => {
  location.hash = ''
  asked = []
  answers = {'GET /api/train/traditional': SESSION, 'POST /api/train/traditional': VERDICT}
  globalThis.fetch = async (path, {method = 'GET', body} = {}) => {
    asked.push([`${method} ${path.split('?')[0]}`, body ? JSON.parse(body) : path.split('?')[1]])
    const answer = answers[`${method} ${path.split('?')[0]}`]
    return json(answer, answer && !answer.sentence ? 200 : 400)
  }
})

async function training(props = {game: 'traditional'}) {
  const {root} = await drawn(Train, props)
  await settled()
  const press = async (css) => {
    root.querySelector(css).click()
    await settled()
  }
  return {root, press}
}

test('an answer is given on the table, then its cost stands there with the best choice beside it', async () => {
  const {root, press} = await training()
  assert.deepEqual(texts(root, '.says p'), ['What would you do?', '2 of 5 · From your match.'])
  assert.doesNotMatch(root.textContent, /costs/)
  await press('.tray li:nth-child(1) .hold')
  await press('.doing .main')
  const [way, {keep, key, zone}] = asked.at(-1)
  assert.deepEqual([way, keep, key], ['POST /api/train/traditional', '5', 'k1'])
  assert.match(zone, /\w/)
  assert.deepEqual(texts(root, '.verdict h2, .verdict p'), [
    'Not the best',
    'That costs 2 points.',
    'The best: keep .', // its dice are drawn
    'It leads to more Fives.',
    'In a day.',
  ])
  const kept = [...root.querySelectorAll('.verdict dd')].map((hand) => hand.querySelectorAll('.kept').length)
  assert.deepEqual(kept, [1, 2])
  await settled()
  await new Promise((go) => setTimeout(go, 700)) // a second press at once would be an echo of the first
  await press('.verdict .main')
  assert.equal(asked.at(-1)[0], 'GET /api/train/traditional')
  assert.equal(root.querySelector('.verdict'), null)
})

test('an answer that does not arrive can be given again', async () => {
  answers['POST /api/train/traditional'] = {sentence: 'The server is busy.'}
  const {root, press} = await training()
  await press('.doing .main')
  assert.deepEqual(texts(root, '.lesson .wrong'), ['The server is busy.'])
  answers['POST /api/train/traditional'] = VERDICT
  await press('.doing .main')
  assert.deepEqual(texts(root, '.verdict h2, .lesson .wrong'), ['Not the best'])
})

test('the drills of a day end with a mark each, the costliest of them, and once more what was missed', async () => {
  const choices = {mine: {use: 'fives', named: 'Fives 5'}, best: {use: 'sixes', named: 'Sixes 24'}}
  answers['POST /api/train/traditional'] = {...VERDICT, ...choices}
  const {root, press} = await training()
  await press('.doing .main')
  answers['GET /api/train/traditional'] = {...SESSION, today: 5}
  await press('.verdict .main')
  assert.deepEqual(texts(root, 'h1, .drill-marks, [role=status], .missed p, .tested .button'), [
    '5 drills done: your goal for today',
    '✗Not the best',
    '0 of 1 right.',
    'Your choice: Fives 5Best: Sixes 24That costs 2 points.',
    'Once more: what I missed',
    'More drills',
    'All training',
  ])
  answers['POST /api/train/traditional'] = {...VERDICT, grade: 'good'}
  await press('.tested .button')
  await press('.doing .main')
  await press('.verdict .main')
  assert.deepEqual(texts(root, '.drill-marks, .tested .button'), ['✓Right', 'More drills', 'All training'])
  await press('.tested button')
  assert.equal(texts(root, '.says p:first-child')[0], 'What would you do?')
})

test('it says when nothing is left to train today', async () => {
  answers['GET /api/train/traditional'] = {...SESSION, exercise: null, told: 'The next one is due tomorrow.'}
  const {root} = await training()
  assert.deepEqual(texts(root, '.waiting p'), ['The next one is due tomorrow.', 'All training'])
})

test('a test has the seed of its address, and ends with a place among the bots', async () => {
  location.hash = '#seed=family'
  const best = {keep: '', named: 'nothing'}
  answers['GET /api/train/traditional/test'] = {
    ...{...SESSION, exercise: null, told: '', seed: 'family'},
    result: {
      ...{told: 'You lose 12 ± 2 points per game.', standing: 'You play between Ada and Juno.', lost: 12},
      marks: {Ada: 0, Juno: 22.72},
      ...{
        missed: [{...EXERCISE, best, told: 'Your answer cost 4.2 points.'}],
        others: ['about 9 ± 2 points per game'],
      },
    },
  }
  const {root} = await training({game: 'traditional', test: true})
  assert.equal(new URLSearchParams(asked.find(([way]) => way.endsWith('test'))[1]).get('seed'), 'family')
  assert.deepEqual(
    texts(root, 'h1, [role=status], .scale li, .missed b, .missed .soft, .missed > p:first-child, .copy'),
    [
      'You play between Ada and Juno.',
      'You lose 12 ± 2 points per game.',
      'Ada0',
      'You12',
      'Juno23',
      'Best: keep nothing',
      'Your answer cost 4.2 points.',
      'Everyone who opens this link gets the same test.',
      'Copy the link',
    ],
  )
  assert.equal(root.querySelector('.missed .main').getAttribute('href'), '/train/traditional#seed=family')
  location.hash = '#seed=friday' // as if another link were opened in this tab
  await settled()
  assert.ok(asked.some(([, query]) => /seed=friday/.test(query)))
})

test('the daily goal is chosen among all there is to train', async () => {
  const one = {game: 'junior', title: 'Junior', told: '3 drills are due.', test: ''}
  const overview = {goal: 5, today: 2, told: '2 drills today.', next: 'junior', adds: false, games: [one]}
  answers['GET /api/train'] = overview
  answers['PATCH /api/train'] = overview
  const {root, press} = await training({})
  assert.deepEqual(texts(root, 'h2, .daily p'), ['2 drills today.', 'Junior', 'Goal and settings'])
  assert.equal(root.querySelector('.main').getAttribute('href'), '/train/junior')
  answers['GET /api/train'] = {...overview, adds: true}
  await press('.folded [type=checkbox]')
  assert.deepEqual([asked.at(-2)[0], asked.at(-2)[1].adds], ['PATCH /api/train', true])
  assert.equal(root.querySelector('.folded [type=checkbox]').checked, true)
})

const marked = {seat: 0, mark: '??', by_game: false}
const tried = async (moment, names = ['Ann']) => {
  const step = {
    number: 8,
    event: {use: 'ones', seat: 0},
    picture: {...PICTURE, chairs: names.map((name) => chair(name))},
  }
  const {root} = await drawn(Try, {code: 'ABC234', step, you: 0, moment})
  return root
}

test('a marked choice of mine becomes a drill with one press', async () => {
  answers['POST /api/tables/ABC234/drills'] = {told: 'Added to your drills.'}
  const root = await tried(marked)
  const [, add] = root.querySelectorAll('button')
  assert.equal(add.textContent, 'Add to my drills')
  add.click()
  await settled()
  assert.deepEqual(asked, [['POST /api/tables/ABC234/drills', {number: 8}]])
  assert.deepEqual(texts(root, '[role=status]'), ['Added to your drills.'])
})

test('choices of others, of the game and without a mark become no drills', async () => {
  for (const moment of [undefined, {...marked, seat: 1}, {...marked, mark: ''}, {...marked, by_game: true}])
    assert.equal((await tried(moment)).querySelectorAll('button').length, 1)
})
