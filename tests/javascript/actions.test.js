import assert from 'node:assert/strict'
import {beforeEach, test} from 'node:test'
import {drawn, settled, window} from './page.js'
import {hold, set} from '../../src/fivedice/web/shell/storage.js'
import {useActs} from '../../src/fivedice/web/table/actions.js'
import {useKeys} from '../../src/fivedice/web/table/keys.js'
import {NOTHING} from '../../src/fivedice/web/table/state.js'
import {prompt} from '../../src/fivedice/web/table/tray.js'
import {FACES, YOU, terms} from './samples.js'

const seen = (you = {}, more = {}, picture = {}) => ({
  ...NOTHING,
  you: {...YOU, ...you},
  picture: {
    code: 'ABC234',
    number: 3,
    terms: terms(),
    stage: 'playing',
    suits: [],
    faces: FACES,
    turn: {step: 1, thrower: 0, hands: {0: '55123'}, decided: []},
    ...picture,
  },
  ...more,
})
const THROW = {asked: 'throw'}
const USES = [
  {name: 'fives', title: 'Fives', pays: 10, note: '', waives: ''},
  {name: 'chance', title: 'Chance', pays: 16, note: '', waives: ''},
]

/** What was sent, and what the page can do in this state. */
async function at(state) {
  const sent = []
  const panels = []
  const seat = (now) => ({
    seen: now,
    send: (message) => sent.push(message),
    unhint: () => sent.push('unhint'),
    land: () => sent.push('land'),
    skip: () => sent.push('skip'),
    rank: (hint) => sent.push({ranked: hint.aim}),
    refuse: (refused) => sent.push({refused}),
  })
  const now = {acts: null, sent, panels}
  function Table({state: shown}) {
    now.acts = useActs(seat(shown))
    useKeys(shown, now.acts, (panel) => panels.push(panel))
    return null
  }
  const {draw} = await drawn(Table, {state})
  now.draw = (next) => draw({state: next})
  now.chooses = async (box) => {
    now.acts.use(box)
    await settled()
  }
  now.press = async (key, more = {}) => {
    const event = new window.KeyboardEvent('keydown', {key, bubbles: true, cancelable: true, ...more})
    document.body.dispatchEvent(event)
    await settled()
    return event
  }
  return now
}

beforeEach(() => set({taking: 'now'}))

for (const [why, more, picture] of [
  ['the connection is lost', {lost: true}],
  ['a move is out', {sent: true}],
  ['others’ moves are being shown', {busy: true}],
  ['dice are in the air', {air: {number: 4}}],
  ['the table is closed', {}, {closed: true}],
])
  test(`nothing can be done while ${why}`, async () => {
    const {acts, sent} = await at(seen(THROW, more, picture))
    acts.roll()
    acts.hint()
    acts.use('chance')
    assert.equal(acts.able, false)
    assert.deepEqual(sent, [])
  })

for (const [answer, you] of [
  ['succeeded', {asked: 'use', uses: USES}],
  ['been refused', {uses: USES}],
])
  test(`a box pressed while Stop is on its way is filled once Stop has ${answer}`, async () => {
    const table = await at(seen({uses: USES}, {sent: true}))
    await table.chooses('chance')
    assert.equal(table.acts.chosen, 'chance')
    assert.deepEqual(table.sent, [])
    await table.draw(seen(you))
    await settled()
    assert.deepEqual(table.sent, [{type: 'use', use: 'chance'}])
    assert.equal(table.acts.chosen, '')
  })

test('a box pressed while dice are being thrown is not filled with other dice', async () => {
  const table = await at(seen({uses: USES}, {sent: true}))
  await table.chooses('chance')
  await table.draw(seen({uses: USES}, {}, {turn: {step: 2, thrower: 0, hands: {0: '55124'}, decided: []}}))
  await settled()
  assert.deepEqual(table.sent, [])
  assert.equal(table.acts.chosen, '')
})

test('a throw is sent where one is asked for, and a hint says that there are no dice yet', async () => {
  const {acts, sent} = await at(seen(THROW))
  acts.roll()
  acts.hint()
  assert.deepEqual(sent, [{type: 'throw'}, {refused: 'Throw first; a hint looks at your dice'}])
})

test('dice set aside are kept when the others are thrown', async () => {
  const table = await at(seen())
  table.acts.toggle(1)
  table.acts.toggle(0)
  table.acts.toggle(3)
  table.acts.toggle(3)
  await settled()
  assert.deepEqual([...table.acts.aside].sort(), [0, 1])
  table.acts.roll()
  assert.deepEqual(table.sent, [{type: 'keep', dice: '55'}])
})

test('the main button throws until all five are aside; then it stops', async () => {
  const table = await at(seen())
  table.acts.take('12355')
  await settled()
  assert.equal(table.acts.aside.size, 5)
  table.acts.roll()
  assert.deepEqual(table.sent, [])
  table.acts.main()
  assert.deepEqual(table.sent, [{type: 'keep', dice: '12355'}])
})

test('Enter keeps all five first, and stops only with the second press', async () => {
  const table = await at(seen())
  await table.press('Enter')
  assert.equal(table.acts.aside.size, 5)
  assert.deepEqual(table.sent, [])
  await table.press('Enter')
  assert.deepEqual(table.sent, [{type: 'keep', dice: '12355'}])
})

test('a box waits to be confirmed, where I like it so, and Escape lets it go', async () => {
  set({taking: 'confirm'})
  const table = await at(seen({asked: 'use', uses: USES}))
  await table.chooses('chance')
  assert.equal(table.acts.chosen, 'chance')
  table.acts.escape()
  await settled()
  assert.equal(table.acts.chosen, '')
  await table.chooses('fives')
  table.acts.enter()
  assert.deepEqual(table.sent, [{type: 'use', use: 'fives'}])
})

test('the only box left, and one that was confirmed before, need no second press', async () => {
  set({taking: 'confirm'})
  const only = await at(seen({asked: 'use', uses: USES.slice(0, 1)}))
  only.acts.use('fives')
  const sure = await at(seen({asked: 'use', uses: USES}))
  sure.acts.use('chance', true)
  assert.deepEqual([only.sent.length, sure.sent.length], [1, 1])
})

test('a box can be taken back unless somebody prefers otherwise, and is sent when anything else is pressed', async () => {
  localStorage.clear()
  const table = await at(seen({asked: 'use', uses: USES}))
  await table.chooses('chance')
  assert.deepEqual([table.acts.held, table.sent.length], [true, 0])
  await table.press('x')
  assert.deepEqual(table.sent, [{type: 'use', use: 'chance'}])
})

test('the main button goes on without waiting for the time to take a box back', async () => {
  set({taking: 'undo'})
  const table = await at(seen({asked: 'use', uses: USES}))
  await table.chooses('chance')
  table.acts.main()
  await settled()
  assert.deepEqual([table.acts.held, table.sent], [false, [{type: 'use', use: 'chance'}]])
})

test('a box that can be taken back is not sent after Escape', async () => {
  set({taking: 'undo'})
  const table = await at(seen({asked: 'use', uses: USES}))
  await table.chooses('chance')
  await table.press('Escape')
  await table.press('x')
  assert.deepEqual([table.acts.held, table.sent.filter((one) => one.type)], [false, []])
})

test('a choice that was asked before is dropped when the question changes', async () => {
  set({taking: 'confirm'})
  const table = await at(seen({asked: 'use', uses: USES}))
  table.acts.use('chance')
  await table.draw(seen({asked: 'choose', options: ['move', 'stay']}))
  assert.equal(table.acts.chosen, '')
})

test('a hint that is known is shown, one that is not is asked for', async () => {
  hold({code: 'ABC234', token: 'secret', chair: 0}, 'traditional')
  const known = {type: 'hinted', aim: 'points'}
  const table = await at(seen({}, {hint: {aim: 'wins'}, other: known}))
  table.acts.rank('score')
  assert.deepEqual(table.sent, [{ranked: 'points'}])
  const other = await at(seen({}, {hint: known}))
  other.acts.rank('wins')
  assert.deepEqual(other.sent, [{type: 'hint', aim: 'wins'}])
  other.acts.hint()
  assert.deepEqual(other.sent[1], {type: 'hint', aim: 'wins'}) // remembered at this table
})

test('digits set dice aside by where their keys lie', async () => {
  const table = await at(seen())
  await table.press('&', {code: 'Digit1'}) // as a French keyboard has it
  await table.press('2', {code: 'Numpad2'})
  assert.deepEqual([...table.acts.aside], [0, 1])
  await table.press('!', {code: 'Digit1', shiftKey: true})
  assert.deepEqual([...table.acts.aside], [0, 1])
})

for (const [layout, key, code] of [
  ['Russian', 'к', 'KeyR'],
  ['Dvorak', 'r', 'KeyO'], // Latin letters go by what they write
])
  test(`on a ${layout} keyboard its R throws`, async () => {
    const table = await at(seen(THROW))
    await table.press(key === 'r' ? 'o' : 'з', {code: key === 'r' ? 'KeyR' : 'KeyP'})
    for (const held of ['ctrlKey', 'altKey', 'metaKey']) await table.press(key, {code, [held]: true})
    assert.deepEqual(table.sent, [])
    await table.press(key, {code})
    assert.deepEqual(table.sent, [{type: 'throw'}])
  })

test('R and Space throw, H asks for a hint, ? opens the rules', async () => {
  for (const key of ['r', 'R', ' ']) {
    const table = await at(seen(THROW))
    await table.press(key)
    assert.deepEqual(table.sent, [{type: 'throw'}])
  }
  const table = await at(seen())
  await table.press('h')
  await table.press('?')
  assert.equal(table.sent[0].type, 'hint')
  assert.deepEqual(table.panels, ['rules'])
})

test('a held key acts once', async () => {
  const table = await at(seen(THROW))
  const event = await table.press('r', {repeat: true})
  assert.deepEqual(table.sent, [])
  assert.equal(event.defaultPrevented, true)
})

test('no key acts with a modifier, in a field, or while a dialog is open', async () => {
  const table = await at(seen(THROW))
  await table.press('r', {ctrlKey: true})
  const field = document.body.appendChild(document.createElement('input'))
  field.dispatchEvent(new window.KeyboardEvent('keydown', {key: 'r', bubbles: true}))
  field.remove()
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.setAttribute('open', '')
  await table.press('r')
  dialog.remove()
  assert.deepEqual(table.sent, [])
})

test('where keys are turned off only arrows and Escape act', async () => {
  set({keys: false})
  const table = await at(seen(THROW))
  await table.press('r')
  await table.press('Escape')
  assert.deepEqual(table.sent, ['unhint'])
})

test('S skips what is shown, Space lands dice in the air', async () => {
  const busy = await at(seen({}, {busy: true}))
  await busy.press('s')
  assert.deepEqual(busy.sent, ['skip'])
  const flying = await at(seen({}, {air: {number: 4}}))
  await flying.press(' ')
  assert.deepEqual(flying.sent, ['land'])
})

test('a choice whose time to take it back is over while the connection is lost is sent once it is back', async () => {
  set({taking: 'undo'})
  const state = (more) => seen({asked: 'use', uses: USES}, more)
  const table = await at(state())
  await table.chooses('chance')
  await table.draw(state({lost: true}))
  await table.press('x')
  assert.deepEqual([table.acts.held, table.sent], [true, []])
  const {now} = performance
  performance.now = () => now.call(performance) + 5000
  await table.draw(state())
  await settled()
  performance.now = now
  assert.deepEqual(table.sent, [{type: 'use', use: 'chance'}])
})

test('a choice is sent when the time to take it back it is over, and before my clock runs out', async () => {
  set({taking: 'undo'})
  const waits = []
  const wait = globalThis.setTimeout
  const slow = (act, after) => after > 1000 && waits.push([act, after])
  globalThis.setTimeout = (act, after) => slow(act, after) || wait(act, after)
  for (const [left, least, most] of [
    [undefined, 3500, 4000],
    [4000, 2000, 2500],
  ]) {
    const due = left && Date.now() + left
    const table = await at(seen({asked: 'use', uses: USES}, {due}))
    await table.chooses('chance')
    const [send, after] = waits.pop()
    assert.ok(least <= after && after <= most, `${after}`)
    assert.deepEqual(table.sent, [])
    send()
    assert.deepEqual(table.sent, [{type: 'use', use: 'chance'}])
  }
  globalThis.setTimeout = wait
})

test('where there is only one choice nobody is asked to choose', () => {
  const [only] = USES
  const awaits = {kind: 'use', seats: [0], prompt: 'Choose what to use the dice for', told: ''}
  const asked = (uses) => prompt(seen({asked: 'use', uses}, {}, {awaits, chairs: [{name: 'Ann'}]}), {})
  assert.match(JSON.stringify(asked([only])), /There is only one choice/)
  assert.match(JSON.stringify(asked(USES)), /Choose what to use the dice for/)
})
