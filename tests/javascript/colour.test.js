import assert from 'node:assert/strict'
import {test} from 'node:test'
import {chair, json, terms} from './samples.js'
import {drawn, settled} from './page.js'
import {Plates} from '../../src/fivedice/web/games/seats.js'
import Scorecard from '../../src/fivedice/web/games/scorecard.js'
import {Chairs} from '../../src/fivedice/web/seats/chairs.js'
import End from '../../src/fivedice/web/table/end.js'
import Players from '../../src/fivedice/web/table/players.js'

const chairs = [chair('Ann', {colour: 'teal'}), chair('Ben')]
const you = {seat: 1, asked: '', uses: [], scores: []}
const picture = {
  chairs,
  stage: 'over',
  games: 1,
  finished: [],
  terms: terms(),
  sheet: {rows: [{kind: 'total', title: 'Total', use: '', cells: ['9', '7'], needs: '', note: ''}]},
  awaits: {seats: []},
  winners: [0],
  scores: [9, 7],
  amounts: ['9 points', '7 points'],
  outcome: 'Ann wins',
  unit: 'points',
  next: '',
  credit: [],
}
const seen = {picture, you}

const WHERE = {
  'the players': [Players, {seen}],
  'the plates': [Plates, {picture, you, turn: null}],
  'the score card': [Scorecard, {picture, you, previous: null, onUse() {}}],
  'the waiting room': [Chairs, {chairs, me: 1}],
  'the end': [End, {acts: {takesBack: false}, code: 'ABC234', token: '', seen: {...seen, you: {seat: null}}}],
}

for (const [where, [part, props]] of Object.entries(WHERE))
  test(`the colour that a player has chosen is beside the name: ${where}`, async () => {
    globalThis.fetch = async () => json({sentence: ''}, 404)
    const {root} = await drawn(part, props)
    await settled()
    const found = [...root.querySelectorAll('[data-colour]')].map((one) => [
      one.textContent.trim(),
      one.dataset.colour,
    ])
    assert.deepEqual(found, [['Ann', 'teal']])
  })
