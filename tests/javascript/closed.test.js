import assert from 'node:assert/strict'
import {test} from 'node:test'
import {drawn, texts} from './page.js'
import Gather from '../../src/fivedice/web/lobby/waiting-room.js'
import Away, {isAtRest, Waits} from '../../src/fivedice/web/table/away.js'
import {NOTHING} from '../../src/fivedice/web/table/state.js'
import {prompt} from '../../src/fivedice/web/table/tray.js'

const WHY = 'The host closed this table: Names.'
const seen = (picture = {}, you = {}) => ({
  ...NOTHING,
  you: {seat: 0, asked: '', uses: [], options: [], decided: null, meanwhile: [], ...you},
  picture: {
    stage: 'playing',
    closed: true,
    closed_told: WHY,
    chairs: [{name: 'Ann', bot: '', away: true, open: false}],
    awaits: {kind: 'over', seats: [], asked: [], prompt: 'The table is closed', told: ''},
    ...picture,
  },
})
const notice = async (state) => (await drawn(Away, {seen: state, onBack: () => {}})).root.textContent

test('players and spectators of a closed table read why, and nobody is asked to come back', async () => {
  assert.equal(await notice(seen()), WHY)
  assert.equal(await notice(seen({}, {seat: null})), WHY)
  assert.equal(await notice(seen({closed_told: ''})), 'This table is closed.')
})

test('a closed table neither rests nor waits for anybody', async () => {
  const missed = {...seen(), missed: {0: Date.now() + 9000}}
  assert.equal(isAtRest(seen()), false)
  assert.equal((await drawn(Waits, {seen: missed})).root.textContent, '')
  assert.equal(prompt(seen(), {}), 'The table is closed')
})

test('a table that is closed before its match says so instead of inviting', async () => {
  const {root} = await drawn(Gather, {code: 'ABC234', token: 't', seat: {seen: seen({stage: 'gathering'})}})
  assert.deepEqual(texts(root, 'h1, .panel > p:not(.kind)'), ['This table is closed', WHY])
  assert.deepEqual(texts(root, 'main button'), [])
})
