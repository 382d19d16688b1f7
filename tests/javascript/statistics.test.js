import assert from 'node:assert/strict'
import {test} from 'node:test'
import {drawn, settled, texts} from './page.js'
import {json} from './samples.js'
import {Chart} from '../../src/fivedice/web/drawings/chart.js'
import Statistics from '../../src/fivedice/web/me/statistics.js'

const AXIS = {
  low: 0,
  high: 10,
  ticks: [
    [0, '0'],
    [10, '10'],
  ],
}
const KIND = {
  kind: 'traditional joker=forced',
  title: 'Traditional',
  unit: 'points',
  code: 'ABC234',
  played: 3,
  lines: [{label: 'Plays like', value: '240.0 ± 3.0 points per game', how: 'Best play less what you lose.'}],
  train: 'traditional',
  headlines: {Won: '2 of 3', Average: '229', Best: '243'},
  habits: [
    {sentence: 'First keep: 2.3 points per game', is_clear: false},
    {sentence: 'Full House: you wait too long, 1.9 points per game', is_clear: true},
  ],
  by_kind: {Use: '4.00'},
  by_box: {},
  together: 1,
  ahead: 0.3,
  costs: [9, 5, 1],
  totals: {200: 1, 240: 2},
  step: 5,
  axis: AXIS,
  ratings: [
    {name: 'Ada', you: false, value: 1600, error: 30, matches: 4},
    {name: 'Ann', you: true, value: 1500, error: 40, matches: 3},
  ],
}

const BEN = {name: 'Ben', bot: 'casual:5', played: 3, won: 2, lost: 1}
const ANN = {id: 'ann', at: 1, name: 'Ann', seats: []}

/** Answers every request; the profile is this one. */
function answers(profile) {
  localStorage.setItem('fivedice.player', JSON.stringify({id: 'ann', at: 1, name: 'Ann'}))
  const asked = []
  const chances = Array.from({length: 300}, (_, total) => (total >= 200 && total < 250 ? 0.02 : 0))
  globalThis.fetch = async (path) => {
    if (path.startsWith('/api/player?')) return json(ANN)
    asked.push(path)
    const told = path.includes('/spread') ? {chances, axis: {...AXIS, low: 180, high: 260}} : profile
    return json(told)
  }
  return asked
}

test('what people look for comes first, and every figure says how it is computed', async () => {
  const asked = answers({kinds: [KIND], opponents: [BEN], pending: 0})
  const {root} = await drawn(Statistics)
  await settled()
  assert.deepEqual(asked, ['/api/player/profile', '/api/tables/ABC234/spread?total=200&total=240'])
  assert.deepEqual(texts(root, '.headlines div, .leak'), [
    'Won2 of 3',
    'Average229',
    'Best243',
    'What costs you most Full House: you wait too long, 1.9 points per gameTrain',
  ])
  assert.deepEqual(texts(root, '.figures summary'), ['Plays like 240.0 ± 3.0 points per game'])
  assert.deepEqual(texts(root, '.figures p'), ['Best play less what you lose.'])
  assert.equal(texts(root, '.habits li').length, 2)
  assert.deepEqual(texts(root, '.company tbody th'), ['Use', 'Ada', 'You', 'Ben'])
  assert.ok(texts(root, 'summary').includes('Opponents'))
  assert.deepEqual(texts(root, '.company tr').at(-1), 'Ben321')
})

test('a chart tells a screen reader what it shows', async () => {
  answers({kinds: [KIND], opponents: [], pending: 0})
  const {root} = await drawn(Statistics)
  await settled()
  assert.ok(!texts(root, 'summary').includes('Opponents'))
  const labels = [...root.querySelectorAll('svg.chart')].map((one) => one.getAttribute('aria-label'))
  assert.deepEqual(labels, [
    'Lost by choices, points per game, the oldest first: 9.0, 5.0, 1.0',
    'Your totals and best play. 200 to 204: 1, 240 to 244: 2',
  ])
  assert.equal(root.querySelectorAll('.dot').length, 3)
  assert.equal(root.querySelectorAll('rect.mine').length, 2)
  assert.equal(root.querySelectorAll('rect.best-play').length, 10)
})

test('matches that are still being counted are asked for again', async () => {
  answers({kinds: [], opponents: [], pending: 2})
  const {root} = await drawn(Statistics)
  await settled()
  assert.deepEqual(texts(root, '[role=status]'), ['Reviewing your latest matches …'])
})

test('a line goes straight from point to point, or keeps its level', async () => {
  const points = [
    [0, 0],
    [1, 10],
  ]
  const lines = [
    {points, kind: 'straight'},
    {points, kind: 'stepped', steps: true},
  ]
  const {root} = await drawn(Chart, {label: 'A chart', levels: AXIS, across: [0, 1], lines, height: 120})
  assert.equal(root.querySelector('.straight').getAttribute('d'), 'M46.0 110.0L632.0 10.0')
  assert.equal(root.querySelector('.stepped').getAttribute('d'), 'M46.0 110.0H632.0V10.0')
})

test('others see my ratings once I agree', async () => {
  answers({kinds: [KIND], opponents: [], pending: 0, agreed: false})
  const {root} = await drawn(Statistics)
  await settled()
  root.querySelector('input[type=checkbox]').click()
  await settled()
  assert.equal(root.querySelector('input[type=checkbox]').checked, true)
})
