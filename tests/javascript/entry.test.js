import assert from 'node:assert/strict'
import {test} from 'node:test'
import {change, drawn, press, settled, texts, window} from './page.js'
import {FACES, chair, json, terms} from './samples.js'
import {useActs} from '../../src/fivedice/web/table/actions.js'
import {NOTHING} from '../../src/fivedice/web/table/state.js'
import Pad from '../../src/fivedice/web/table/pad.js'
import Tray from '../../src/fivedice/web/table/tray.js'
import {diceTerms} from '../../src/fivedice/web/seats/chairs.js'
import Gather from '../../src/fivedice/web/lobby/waiting-room.js'
import Panels from '../../src/fivedice/web/table/panels/panels.js'
import {
  drop,
  mySeats,
  hold,
  holdAlso,
  isShared,
  lead,
  tokenOf,
  tokensOf,
} from '../../src/fivedice/web/shell/storage.js'
import {html} from '../../src/fivedice/web/vendor/htm-preact.js'

const offer = (box, pays, more = {}) => ({
  seat: 0,
  use: box,
  pays,
  five: false,
  box,
  cell: `${pays}`,
  ...more,
})

/** A table with real dice in this state. */
const seen = (you = {}, picture = {}) => ({
  ...NOTHING,
  you: {...NOTHING.you, seat: 0, asked: 'throw', enters: [0], ...you},
  picture: {
    code: 'ABC234',
    number: 3,
    terms: terms({dice: 'own'}),
    detail: 'every',
    stage: 'playing',
    set: 'pips',
    suits: [],
    faces: FACES,
    chairs: [chair('Ann'), chair('Juno', {bot: 'greedy'})],
    awaits: {kind: 'throw', seats: [0], dice: 3},
    turn: {step: 2, thrower: 0, hands: {0: '66...'}, decided: []},
    sheet: {rows: [{use: 'fours', title: 'Fours', cells: ['', '']}]},
    ...picture,
  },
})

/** The pad in this state: what it shows, and what it sent. */
async function pad(state, Shown = Pad) {
  const now = {sent: [], acts: null, root: null, redraw: null}
  function Table({state: shown}) {
    now.acts = useActs({seen: shown, send: (message) => now.sent.push(message)})
    return html`<${Shown} seen=${shown} acts=${now.acts} />`
  }
  const {root, draw} = await drawn(Table, {state})
  now.root = root
  now.draw = (next) => draw({state: next})
  now.key = async (key, code = '') => {
    document.body.dispatchEvent(new window.KeyboardEvent('keydown', {key, code, bubbles: true}))
    await settled()
  }
  now.press = async (words) => {
    const all = [...root.querySelectorAll('button')]
    all
      .find((one) =>
        [one.ariaLabel ?? one.getAttribute('aria-label'), one.textContent.trim()].includes(words),
      )
      .click()
    await settled()
  }
  return now
}

test('with real dice whoever starts is tapped, once', async () => {
  const state = seen({asked: 'first', enters: []}, {awaits: {kind: 'first', seats: [0, 1]}, turn: null})
  const now = await pad(state, Tray)
  assert.equal(now.root.querySelector('.main'), null)
  await now.press('Juno')
  assert.deepEqual(now.sent, [{type: 'first', seat: 1}])
})

test('dice are entered by keys and by digits, and can be corrected before they are sent', async () => {
  const now = await pad(seen())
  await now.press('four')
  await now.key('1')
  await now.key('&', 'Digit1')
  await now.key('5')
  assert.match(now.root.textContent, /Your 3 dice 3 of 3/)
  assert.equal(now.acts.entry.draft.hand, '66411')
  await now.key('Backspace')
  await now.key('Enter')
  assert.deepEqual(now.sent, [])
  await now.press('six')
  await now.press('Enter')
  assert.deepEqual(now.sent, [{type: 'throw', dice: '416'}])
})

test('the pad says whose dice it waits for, and a new question empties it', async () => {
  const juno = {
    awaits: {kind: 'throw', seats: [1], dice: 5},
    turn: {step: 1, thrower: 1, hands: {1: '.....'}},
  }
  const now = await pad(seen({enters: [1]}, juno))
  assert.match(now.root.textContent, /Juno’s dice 0 of 5/)
  await now.press('two')
  await now.draw(seen({enters: [1]}, {...juno, number: 4}))
  assert.match(now.root.textContent, /1 of 5/)
  await now.draw(
    seen({enters: [0]}, {awaits: {kind: 'throw', seats: [0], dice: 1}, turn: null, rolloff: null}),
  )
  assert.match(now.root.textContent, /Your red die 0 of 1/)
})

test('a reload keeps what is entered so far, for the same question at the same table', async () => {
  const before = await pad(seen())
  await before.press('four')
  await before.key('1')
  assert.match((await pad(seen())).root.textContent, /Your 3 dice 2 of 3/)
  assert.match((await pad(seen({}, {code: 'XYZ234'}))).root.textContent, /Your 3 dice 0 of 3/)
  sessionStorage.setItem('fivedice.draft', 'damaged')
  assert.match((await pad(seen())).root.textContent, /Your 3 dice 0 of 3/)
})

test('a press is kept before it is visible, so a reload at once finds it', async () => {
  await pad(seen())
  document.body.dispatchEvent(new window.KeyboardEvent('keydown', {key: '1', bubbles: true}))
  await new Promise(queueMicrotask) // drawn, not yet painted
  assert.match((await pad(seen())).root.textContent, /Your 3 dice 1 of 3/)
})

test('final dice are entered for a seat', async () => {
  const now = await pad(seen({asked: 'enter', enters: [1]}, {detail: 'final'}))
  for (const digit of '44455') await now.key(digit)
  await now.key('Enter')
  assert.deepEqual(now.sent, [{type: 'final', dice: '44455', seat: 1}])
})

test('a score is two presses, and a third where five of a kind matter', async () => {
  const scores = [offer('fours', 0), offer('fours', 12), offer('fours', 20), offer('fours', 20, {five: true})]
  const now = await pad(seen({asked: 'enter', scores}, {detail: 'score'}))
  assert.deepEqual(texts(now.root, '.pad-key'), [])
  now.acts.entry.set(() => ({box: 'fours'}))
  await settled()
  assert.deepEqual(texts(now.root, '.pad-key'), ['0', '12', '20'])
  await now.press('12')
  assert.deepEqual(now.sent, [{type: 'score', use: 'fours', pays: 12, seat: 0, five: false}])
  await now.press('20')
  assert.match(now.root.textContent, /Fours 20: five of a kind\?/)
  await now.press('Yes')
  assert.deepEqual(now.sent[1], {type: 'score', use: 'fours', pays: 20, seat: 0, five: true})
})

test('the program throws no real dice, and entries can be taken back', async () => {
  const now = await pad(seen())
  now.acts.roll()
  assert.deepEqual(now.sent, [])
  await now.press('Take back')
  assert.deepEqual(now.sent, [{type: 'takeback'}])
})

test('a game without a card has no score pad', () => {
  assert.deepEqual(diceTerms('', {board: 'cards'}), {})
  assert.deepEqual(diceTerms('score', {board: 'cards'}), {dice: 'own', detail: 'score'})
  assert.deepEqual(diceTerms('score', {board: 'ring'}), {dice: 'own', detail: 'final'})
})

test('several players of a device are kept for each table', () => {
  hold({code: 'ABC234', token: 'a', chair: 0}, 'junior')
  assert.equal(isShared('ABC234'), false)
  holdAlso('ABC234', 'b')
  holdAlso('ABC234', 'b')
  assert.deepEqual(tokensOf('ABC234'), ['a', 'b'])
  lead('ABC234', 'b')
  assert.equal(tokenOf('ABC234'), 'b')
  drop('ABC234', 'b')
  assert.deepEqual([tokenOf('ABC234'), isShared('ABC234')], ['a', true])
  drop('ABC234', 'a')
  assert.deepEqual(mySeats(), [])
})

/** Ann and Juno on one device, at a table in this stage; what each sends goes to `sent`. */
function together(stage, sent) {
  for (const [at, token] of ['a', 'b'].entries())
    at ? holdAlso('ABC234', token) : hold({code: 'ABC234', token, chair: 0}, 'junior')
  const chairs = [chair('Ann'), chair('Juno')]
  const more = {stage, chairs, options: {}, terms: terms(), board: 'ring', title: ''}
  const [ann, juno] = [0, 1].map((seat) => ({
    seen: seen({seat}, more),
    send: (message) => sent.push([seat, message.type]),
  }))
  return {...ann, here: () => tokensOf('ABC234').map((token) => ({token, seat: {a: ann, b: juno}[token]}))}
}

test('all players of a device leave the waiting room together', async () => {
  const sent = []
  const {root} = await drawn(Gather, {code: 'ABC234', token: 'a', seat: together('gathering', sent)})
  await press(root, 'Leave the table')
  assert.deepEqual(sent, [
    [0, 'leave'],
    [1, 'leave'],
  ])
  assert.deepEqual(mySeats(), [])
})

test('any player of a device can be moved to another, not only the one whose turn it is', async () => {
  const seat = together('playing', [])
  const {picture} = seat.seen
  const {root} = await drawn(Panels, {panel: 'table', picture, code: 'ABC234', seat, onClose: () => {}})
  await settled()
  const choice = [...root.querySelectorAll('label')].find((one) => /Players on this/.test(one.textContent))
  assert.deepEqual(texts(choice, 'option'), ['Ann', 'Juno'])
  await change(choice.querySelector('select'), 'b')
  assert.match(root.textContent, /Move Juno to another device/)
})

test('nobody is offered to play alone what takes two', async () => {
  globalThis.fetch = async () => json({games: [{name: 'showdown', seats: [2, 4]}], personas: []})
  const seat = together('gathering', [])
  Object.assign(seat.seen.picture, {game: 'showdown', title: 'Showdown'})
  seat.seen.picture.chairs = [chair('Ann'), chair('', {open: true})]
  const {root} = await drawn(Gather, {code: 'ABC234', token: 'a', seat})
  assert.deepEqual(texts(root, '.begin > .row:first-of-type .button, .begin > p:not(.soft)'), [
    'Showdown needs at least 2 players: seat a bot or wait.',
    'Bots in the open chairs',
    'Leave the table',
  ])
})
