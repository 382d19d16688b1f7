import assert from 'node:assert/strict'
import {test} from 'node:test'
import {drawn, press, texts, until} from './page.js'
import {chair, json, terms} from './samples.js'
import Analysis from '../../src/fivedice/web/analysis/page.js'
import {Better, Outcome, since} from '../../src/fivedice/web/analysis/event-line.js'
import {figure, nextMarked, signed, useReview} from '../../src/fivedice/web/analysis/loading.js'
import {Sums} from '../../src/fivedice/web/analysis/summary.js'
import WorthChart from '../../src/fivedice/web/analysis/worth-chart.js'

const POINTS = {chance: false, decimals: 2, unit: 'points'}
const CHANCE = {chance: true, decimals: 1, unit: '% of winning'}
const PICTURE = {set: 'pips', faces: ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => ['', name])}

test('a worth is printed in its decimals, or as a percentage', () => {
  assert.equal(figure(212.346, POINTS), '212.35')
  assert.equal(figure(0.1234, CHANCE), '12.3%')
})

test('a negative figure has a minus, and nothing has none', () => {
  assert.equal(figure(-3.5, POINTS), '−3.50')
  assert.equal(figure(-0.001, POINTS), '0.00')
  assert.equal(figure(-0.0001, CHANCE), '0.0%')
})

test('a gain has a plus unless it rounds to nothing', () => {
  assert.equal(signed(3.5, POINTS), '+3.50')
  assert.equal(signed(-3.5, POINTS), '−3.50')
  assert.equal(signed(0.001, POINTS), '0.00')
})

test('the mean of best play stands once, and each total after its player', async () => {
  const summary = {sentence: 'Best play makes 9.', rows: [], result: [], marks: []}
  const said = async (...names) => {
    const totals = {sentence: 'Best play: 9.', seats: names.map(() => ({told: '7: low.'}))}
    return texts((await drawn(Sums, {known: {summary, totals}, names})).root, 'p:not(.soft), li')
  }
  assert.deepEqual(await said('Ann'), ['Best play makes 9.', 'Ann 7: low.'])
  assert.equal((await said('Ann', 'Ben'))[1], 'Best play: 9.')
})

test('the next mistake is mine, if I sat there', () => {
  const moments = [
    {number: 3, seat: 1, mark: '?'},
    {number: 5, seat: 0, mark: ''},
    {number: 7, seat: 0, mark: '??'},
  ]
  assert.equal(nextMarked(moments, 0, null), 3)
  assert.equal(nextMarked(moments, 0, 0), 7)
  assert.equal(nextMarked(moments, 7, 0), undefined)
})

test('a turn is named with whose it was', () => {
  const when = (more = {}) => ({number: 1, seat: 1, game: 1, turn: 3, ...more})
  assert.equal(since(null, ['You', 'Ben']), 'The start')
  assert.equal(since(when(), ['You', 'Ben']), "Ben's turn 3")
  assert.equal(since(when({seat: 0, game: 2}), ['You', 'Ben']), 'Your turn 3 of game 2')
  assert.equal(since(when({seat: 0}), ['Ann']), 'Turn 3')
})

test('the mark is told apart from what a choice cost', async () => {
  const {root} = await drawn(Outcome, {moment: {outcome: 'cost −2.5?', mark: '?'}})
  assert.equal(root.textContent, 'cost −2.5?')
  assert.deepEqual(texts(root, 'b'), ['?'])
})

test('what was better: a use, some dice, or a mixture of keeps', async () => {
  const better = async (moment) => {
    const {root} = await drawn(Better, {
      moment: {mixed: [], reason: {named_best: 'Chance'}, ...moment},
      picture: PICTURE,
    })
    return root
  }
  assert.equal((await better({best: {use: 'chance'}})).textContent, 'Chance')
  assert.equal((await better({best: {keep: '12345'}})).textContent, 'keep all five')
  const dice = await better({best: {keep: '55'}})
  assert.equal(dice.querySelector('[role=img]').getAttribute('aria-label'), 'five, five')
  const mixed = await better({
    mixed: [
      {decision: {keep: '12345'}, percent: '80%'},
      {decision: {keep: '5'}, percent: 'under 1%'},
    ],
  })
  assert.match(mixed.textContent.replace(/\s+/g, ' '), /^80% keep all five, under 1% keep/)
})

const moment = (number, seat, before, after, mark = '') => ({number, seat, before, after, mark})
const AXIS = {
  low: 0,
  high: 100,
  ticks: [
    [0, '0'],
    [50, '50'],
    [100, '100'],
  ],
}
const chart = (more = {}) => ({
  review: {
    counts: POINTS,
    axis: AXIS,
    moments: [moment(1, 0, 40, 50), moment(2, 1, 60, 20, '??'), moment(3, 0, 50, 80)],
    review: null,
    ...more,
  },
  names: ['Ann', 'Ben'],
  number: 2,
  last: 4,
  onGo: () => {},
})

test('the chart of worth has the ticks of the server at their heights', async () => {
  const {root} = await drawn(WorthChart, chart())
  assert.deepEqual(texts(root, '.tick'), ['0', '50', '100'])
  const heights = [...root.querySelectorAll('.grid')].map((line) => Number(line.getAttribute('y1')))
  assert.deepEqual(heights, [220, 115, 10])
})

test('the chart says each worth at the step that is shown', async () => {
  const {root, draw} = await drawn(WorthChart, chart())
  assert.deepEqual(texts(root, '.key'), ['Ann 50.00', 'Ben 20.00'])
  await draw({...chart(), number: 4})
  assert.deepEqual(texts(root, '.key'), ['Ann 80.00', 'Ben 20.00'])
  assert.equal(root.querySelectorAll('.marked').length, 1)
})

test('the chart is told to a screen reader from its start to its end', async () => {
  const {root} = await drawn(WorthChart, chart())
  const label = root.querySelector('svg').getAttribute('aria-label')
  assert.equal(label, 'Worth over time, in points: Ann from 40.00 to 80.00, Ben from 60.00 to 20.00')
  const unknown = await drawn(WorthChart, chart({counts: null, axis: null, moments: []}))
  assert.equal(unknown.root.querySelector('svg').getAttribute('aria-label'), 'Worth over time: not known')
  assert.deepEqual(texts(unknown.root, '.tick'), [])
})

test('once the review is done its lines are drawn', async () => {
  const lines = [
    [
      [0, 10],
      [4, 90],
    ],
    [[0, 20]],
  ]
  const {root} = await drawn(WorthChart, {...chart({review: {lines}}), number: 4})
  assert.deepEqual(texts(root, '.key'), ['Ann 90.00', 'Ben 20.00'])
})

test('a review is asked for until all its moments are there', async () => {
  const asked = []
  const answers = [
    {stage: 'weighing', turns: [{steps: [1]}], moments: [moment(1, 0, 0, 1)], of: 2},
    {stage: 'weighing', turns: [], moments: [moment(1, 1, 0, 1)], of: 2},
    {stage: 'done', turns: [], moments: [], of: 2},
  ]
  globalThis.fetch = async (path) => {
    asked.push(path)
    return json(answers.shift())
  }
  let known
  await drawn(function Reader() {
    known = useReview('ABC234', 'wins', true)
    return null
  })
  await until(() => known.stage === 'done')
  assert.deepEqual(
    asked,
    [0, 1, 2].map((after) => `/api/tables/ABC234/review?after=${after}&aim=wins`),
  )
  assert.deepEqual(known.turns, [{steps: [1]}])
  assert.equal(known.at.get(1).length, 2)
})

test('of a game without a solver there are steps and turns, and nothing that is weighed', async () => {
  const picture = {
    ...{code: 'ABC234', number: 2, game: 'piecepack', title: 'Piecepack', board: 'cards', stage: 'playing'},
    ...{terms: terms(), chairs: ['Ann', 'Ben'].map((name) => chair(name)), set: 'pips', faces: [], suits: []},
    ...{
      scores: [0, 0],
      position: null,
      sheet: null,
      options: {},
      turn: null,
      awaits: null,
      words: {unit: 'points'},
    },
  }
  const known = {stage: 'unknown', told: 'There is no solver for Piecepack.', turns: [], moments: [], of: 0}
  const step = (number) => ({number, of: 3, event: {first: 0}, told: [`Line ${number}.`], picture, you: null})
  globalThis.fetch = async (path) => {
    const number = /steps\/(\d+)/.exec(path)?.[1]
    const answer = number ? step(Number(number)) : path.includes('/review') ? known : []
    return json(answer)
  }
  const {root} = await drawn(Analysis, {code: 'ABC234'})
  await until(() => root.querySelector('.take'))
  assert.match(texts(root, '.progress')[0], /^There is no solver for Piecepack\. You can step through/)
  assert.deepEqual(texts(root, '.take a'), ['Download the record'])
  assert.equal(root.querySelector('.graph, .aims, .sums, .marks b'), null)
  await press(root, 'Next')
  await until(() => texts(root, '.said p')[0] === 'Line 1.')
  assert.deepEqual(texts(root, '.said p'), ['Line 1.'])
  assert.deepEqual(texts(root, '.controls output'), ['1 of 3'])
})
