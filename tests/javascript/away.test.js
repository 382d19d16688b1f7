import assert from 'node:assert/strict'
import {test} from 'node:test'
import {drawn, press, settled, texts, window} from './page.js'
import Gather from '../../src/fivedice/web/lobby/waiting-room.js'
import Away, {isAtRest, Waits} from '../../src/fivedice/web/table/away.js'
import {NOTHING} from '../../src/fivedice/web/table/state.js'
import {prompt} from '../../src/fivedice/web/table/tray.js'
import Panels from '../../src/fivedice/web/table/panels/panels.js'
import {YOU, json, terms} from './samples.js'

const chair = (name, away = false) => ({name, bot: '', persona: '', away, open: false})
const seen = (more = {}, picture = {}, you = {}) => ({
  ...NOTHING,
  you: {...YOU, asked: '', ...you},
  picture: {
    stage: 'playing',
    terms: terms(),
    set: 'pips',
    faces: [],
    chairs: [chair('Ann'), chair('Ben')],
    awaits: {kind: 'keep', seats: [1], asked: [1], prompt: 'Choose what to keep', told: 'Ben to keep'},
    ...picture,
  },
  ...more,
})
const AWAY = {chairs: [chair('Ann', true), chair('Ben')]}
const ALL_AWAY = {chairs: [chair('Ann', true), chair('Ben', true)]}
const notice = async (state, onBack = () => {}) => (await drawn(Away, {seen: state, onBack})).root
const waits = async (state) => texts((await drawn(Waits, {seen: state})).root, 'span, b')

test('who is gone is named, with the time until the game plays on', async () => {
  const left = (seconds) => Date.now() + 1000 * seconds + 500
  assert.deepEqual(await waits(seen({missed: {1: left(40)}})), [
    'Ben is not at the table; the computer takes over in',
    '0:41',
  ])
  assert.deepEqual(await waits(seen({missed: {1: left(40)}, rests: true})), [])
  assert.deepEqual(await waits(seen({missed: {0: left(40)}})), [])
})

test('by correspondence all read how many days there are, and whose', async () => {
  const due = Date.now() + 3 * 86_400_000 - 1000
  const days = {terms: terms({days: 3})}
  assert.deepEqual(await waits(seen({due}, days)), ['Time left for Ben to decide:', '3 days'])
  const mine = {...days, awaits: {kind: 'keep', seats: [0], asked: [0]}}
  assert.deepEqual(await waits(seen({due}, mine)), ['Time left for you to decide:', '3 days'])
  assert.deepEqual(await waits(seen({due}, {awaits: mine.awaits})), []) // beside the buttons there is a clock
})

test('players and spectators read that a match rests', async () => {
  const rests = seen({rests: true}, {}, {seat: null})
  assert.match((await notice(rests)).textContent, /^Nobody is at the table. The match is paused/)
  assert.equal((await notice(seen({}, {}, {seat: null}))).textContent, 'You are watching.')
  assert.match((await notice(seen({}, ALL_AWAY))).textContent, /^You are away. The match is paused/)
  assert.match((await notice(seen({}, AWAY))).textContent, /^You are away\b.*computer plays for you/)
  assert.equal(prompt(seen({}, ALL_AWAY), {}), 'Match paused')
})

test('the button to come back says so once, until it is refused', async () => {
  const said = []
  const {root, draw} = await drawn(Away, {seen: seen({}, AWAY), onBack: () => said.push('back')})
  const press = async () => {
    root.querySelector('button').click()
    await settled()
  }
  await press()
  await press()
  assert.deepEqual(said, ['back'])
  await draw({seen: seen({refusal: 'Not now.'}, AWAY), onBack: () => said.push('back')})
  await press()
  assert.deepEqual(said, ['back', 'back'])
})

test('what the game played for me is listed, when I am away and when I am back', async () => {
  const you = {meanwhile: ['Ann: Chance 20', 'Ann: Fives 10']}
  const back = await notice(seen({}, {}, you))
  assert.match(back.textContent, /^While you were away, the computer played for you:/)
  assert.deepEqual(texts(back, 'li'), you.meanwhile)
  assert.equal(back.querySelector('button'), null)
  assert.deepEqual(texts(await notice(seen({}, AWAY, you)), 'li, button'), ['I am back', ...you.meanwhile])
})

test('what others made since my last move is listed, unless it is a single line', async () => {
  assert.match((await notice(seen({since: ['Ben: Chance', 'Cid: Fives']}))).textContent, /^Meanwhile:/)
  assert.equal((await notice(seen({since: ['Ben: Chance']}))).textContent, '')
})

test('by correspondence nobody has to be there, and who lets the game play is asked first', async () => {
  window.HTMLDialogElement.prototype.showModal = () => {}
  globalThis.fetch = async () => json({})
  const sent = []
  const state = seen({}, {terms: terms({days: 3}), options: {}, board: 'cards'})
  const seat = {seen: state, send: ({type}) => sent.push(type)}
  const props = {panel: 'table', picture: state.picture, code: 'ABC234', seat, onClose: () => {}}
  const {root} = await drawn(Panels, props)
  await settled()
  assert.match(root.textContent, /You can close this page at any time: you have 3 days for every decision/)
  assert.match(root.textContent, /After that, the computer plays for you until you return\./)
  assert.ok(!texts(root, 'button').includes('Leave for a while'))
  await press(root, 'Let the computer play for me')
  assert.match(root.textContent, /without waiting 3 days/)
  assert.deepEqual(sent, [])
  await press(root, 'Let it play')
  assert.deepEqual(sent, ['leave'])
})

const WHY = 'The host closed this table: Names.'
const shut = (picture = {}, you = {}) =>
  seen({}, {closed: true, closed_told: WHY, ...AWAY, awaits: SHUT, ...picture}, you)
const SHUT = {kind: 'over', seats: [], asked: [], prompt: 'The table is closed', told: ''}
const told = async (state) => (await notice(state)).textContent

test('players and spectators of a closed table read why, and nobody is asked to come back', async () => {
  assert.equal(await told(shut()), WHY)
  assert.equal(await told(shut({}, {seat: null})), WHY)
  assert.equal(await told(shut({closed_told: ''})), 'This table is closed.')
})

test('a closed table neither rests nor waits for anybody', async () => {
  const missed = {...shut(), missed: {0: Date.now() + 9000}}
  assert.equal(isAtRest(shut()), false)
  assert.equal((await drawn(Waits, {seen: missed})).root.textContent, '')
  assert.equal(prompt(shut(), {}), 'The table is closed')
})

test('a table that is closed before its match says so instead of inviting', async () => {
  const {root} = await drawn(Gather, {code: 'ABC234', token: 't', seat: {seen: shut({stage: 'gathering'})}})
  assert.deepEqual(texts(root, 'h1, .panel > p:not(.kind)'), ['This table is closed', WHY])
  assert.deepEqual(texts(root, 'main button'), [])
})
