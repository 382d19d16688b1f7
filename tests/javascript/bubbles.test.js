import assert from 'node:assert/strict'
import {afterEach, beforeEach, mock, test} from 'node:test'
import {chair} from './samples.js'
import {drawn, settled, texts, window} from './page.js'
import {set} from '../../src/fivedice/web/shell/storage.js'
import {Celebration, Bubbles} from '../../src/fivedice/web/table/speech-bubbles.js'
import EventLog from '../../src/fivedice/web/table/panels/log.js'

const JUNO = chair('Juno', {bot: 'greedy', persona: 'Juno', character: 'greedy'})
const PICTURE = {
  stage: 'playing',
  chairs: [chair('Ann'), JUNO],
  winners: [],
  turn: null,
  set: 'pips',
  faces: [],
}
const YOU = {seat: 0}
const state = (last = null, picture = {}) => ({seen: {last, picture: {...PICTURE, ...picture}, you: YOU}})
const says = (number, text) => state({number, entry: {entry: 'said', chair: 0}, told: [`Ann: ${text}`]})
const event = (number, more = {}) => ({number, entry: {entry: 'event', event: {seat: 1, use: 'x'}}, ...more})
const thrown = (number) => event(number, {entry: {entry: 'event', event: {throw: '66666'}}})

/** The timers of bubbles and celebrations, which do not run by themselves. */
let timers = []
const {setTimeout: later} = globalThis
beforeEach(() => {
  set({talk: true, chatter: true})
  timers = []
  mock.method(globalThis, 'setTimeout', (act, after, ...more) =>
    after > 1000 ? timers.push(act) : later(act, after, ...more),
  )
})
afterEach(() => mock.restoreAll())

test('the same words count up in one bubble, two bubbles stand at most, and none for ever', async () => {
  const {root, draw} = await drawn(Bubbles, state())
  for (const [number, words] of ['Oh no!', 'Oh no!', 'Oh no!'].entries()) await draw(says(number, words))
  assert.deepEqual(texts(root, '.bubble'), ['Ann: Oh no! ×3'])
  await draw(says(4, 'Good luck!'))
  await draw(says(5, 'Well played!'))
  assert.deepEqual(texts(root, '.bubble'), ['Ann: Good luck!', 'Ann: Well played!'])
  for (const end of timers.splice(0)) end()
  await settled()
  assert.deepEqual(texts(root, '.bubble'), [])
})

test('nothing that people say is shown to who wants none of it', async () => {
  set({talk: false})
  const {root, draw} = await drawn(Bubbles, state())
  await draw(says(1, 'Oh no!'))
  assert.deepEqual(texts(root, '.bubble'), [])
})

test('a bot has a last word about five alike and about the end', async () => {
  const remark = async (last, picture = {}) => {
    const {root, draw} = await drawn(Bubbles, state())
    await draw(state(last, picture))
    return texts(root, '.bubble')
  }
  const turn = {thrower: 1, hands: {1: '66666'}}
  assert.deepEqual(await remark(thrown(2), {turn}), ['Juno: Five alike!'])
  const over = {stage: 'over', winners: [1]}
  assert.deepEqual(await remark(event(2), over), ['Juno: That went well for me.'])
  assert.deepEqual(await remark(event(2), {...over, winners: [0]}), [
    'Juno: Next time I will look further ahead.',
  ])
  set({chatter: false})
  assert.deepEqual(await remark(event(2), over), [])
})

const FEAT = {kind: 'bonus', seat: 0, what: 'Upper bonus', pays: 35}

test('a moment says who and what, and ends with any press or by itself', async () => {
  const {root, draw} = await drawn(Celebration, state())
  const press = () => window.dispatchEvent(new window.Event('pointerdown'))
  for (const [number, end] of [press, () => timers.at(-1)()].entries()) {
    await draw(state(event(number, {feats: [FEAT]})))
    assert.deepEqual(texts(root, '.moment p'), ['Ann Upper bonus +35'])
    end()
    await settled()
    assert.equal(root.querySelector('.moment'), null)
  }
})

test('where nothing moves a moment is plain', async () => {
  const look = async () => {
    const {root, draw} = await drawn(Celebration, state())
    await draw(state(event(1, {feats: [FEAT]})))
    return [root.querySelectorAll('.spark').length, root.querySelector('.moment').matches('.plain')]
  }
  assert.deepEqual(await look(), [12, false])
  document.documentElement.dataset.motion = 'none'
  assert.deepEqual(await look(), [0, true])
  delete document.documentElement.dataset.motion
})

globalThis.ResizeObserver = class {
  observe() {}
  disconnect() {}
}

test('the log leaves out what people say where I want none of it', async () => {
  const lines = [
    {number: 1, text: 'Ann: Hi', kind: 'said', times: 2},
    {number: 2, text: 'Ann throws.', kind: 'throw'},
  ]
  const log = async () => texts((await drawn(EventLog, {lines, picture: PICTURE})).root, '.log p')
  assert.deepEqual(await log(), ['Ann: Hi ×2', 'Ann throws.'])
  set({talk: false})
  assert.deepEqual(await log(), ['Ann throws.'])
})

test('the dice of the log change with the faces I want', async () => {
  const lines = [{number: 1, text: 'Ann throws ⚄.', kind: 'throw'}]
  const picture = {...PICTURE, set: 'chinese'}
  const set = async () =>
    (await drawn(EventLog, {lines, picture})).root.querySelector('[data-set]').dataset.set
  assert.equal(await set(), 'chinese')
  document.documentElement.dataset.faces = 'pips'
  assert.equal(await set(), 'pips')
  delete document.documentElement.dataset.faces
})
