import assert from 'node:assert/strict'
import {afterEach, beforeEach, mock, test} from 'node:test'
import './page.js'
import {Outbox} from '../../src/fivedice/web/table/client.js'
import {connect} from '../../src/fivedice/web/table/socket.js'

/** Every socket that was opened, the newest last. */
let sockets = []
class FakeSocket {
  static OPEN = 1
  static CLOSED = 3
  constructor(url) {
    this.url = url
    this.readyState = 0
    this.sent = []
    sockets.push(this)
  }
  open() {
    this.readyState = 1
    this.onopen()
  }
  hear(message) {
    this.onmessage({data: JSON.stringify(message)})
  }
  send(text) {
    this.sent.push(JSON.parse(text))
  }
  close(code = 1006) {
    if (this.readyState === 3) return
    this.readyState = 3
    this.onclose({code})
  }
}
const newest = () => sockets[sockets.length - 1]

let messages, statuses, link
beforeEach(() => {
  mock.timers.enable({apis: ['setTimeout', 'setInterval', 'Date'], now: 1_000_000})
  globalThis.WebSocket = FakeSocket
  sockets = []
  messages = []
  statuses = []
  link = connect(
    'ABC234',
    'secret',
    (one) => messages.push(one),
    (one) => statuses.push(one),
  )
})
afterEach(() => {
  link.close()
  mock.timers.reset()
})

/** The clock goes on in small steps: in one step no timer would see the time in between. */
const pass = (ms) => {
  for (let left = ms; left > 0; left -= 1000) mock.timers.tick(Math.min(1000, left))
}

const isOpen = () => {
  newest().open()
  newest().hear({type: 'table'})
}

test('a socket says hello with the token and the language, and hands on what it hears', () => {
  isOpen()
  assert.equal(newest().url, 'ws://localhost/ws/ABC234')
  assert.deepEqual(newest().sent, [{type: 'hello', token: 'secret', language: 'en'}])
  assert.deepEqual(messages, [{type: 'table'}])
  assert.deepEqual(statuses, ['open'])
})

test('nothing can be sent before the table has been heard', () => {
  assert.equal(link.send({type: 'throw'}), false)
  isOpen()
  assert.equal(link.send({type: 'throw'}), true)
  assert.deepEqual(newest().sent.at(-1), {type: 'throw'})
})

test('a lost socket is opened again, each time after a longer wait', () => {
  isOpen()
  newest().close()
  assert.equal(statuses.at(-1), 'lost')
  mock.timers.tick(305)
  assert.equal(sockets.length, 1)
  mock.timers.tick(2)
  assert.equal(sockets.length, 2)
  newest().close()
  mock.timers.tick(307)
  assert.equal(sockets.length, 2)
  mock.timers.tick(215)
  assert.equal(sockets.length, 3)
})

test('the wait is short again once something is heard', () => {
  for (let times = 0; times < 5; times += 1) {
    newest().close()
    pass(5000)
  }
  isOpen()
  newest().close()
  const {length} = sockets
  mock.timers.tick(307)
  assert.equal(sockets.length, length + 1)
})

test('after a refusal it asks again only after a minute', () => {
  newest().open()
  newest().hear({type: 'refused', sentence: 'There is no such table.'})
  newest().close(1008)
  pass(59_000)
  assert.equal(sockets.length, 1)
  pass(2_000)
  assert.equal(sockets.length, 2)
})

test('where the server answers but no socket gets through, the connection is blocked', async () => {
  globalThis.fetch = async () => ({ok: true})
  for (let times = 0; times < 3; times += 1) {
    newest().close()
    pass(5000)
  }
  await new Promise(setImmediate)
  assert.equal(statuses.at(-1), 'blocked')
})

test('a silent socket is asked, then given up', () => {
  isOpen()
  pass(25_000)
  assert.deepEqual(newest().sent.at(-1), {type: 'there'})
  newest().hear({type: 'here'})
  assert.deepEqual(messages, [{type: 'table'}])
  pass(45_000)
  assert.equal(sockets.length, 2)
  assert.equal(statuses.at(-1), 'lost')
})

test('a closed connection stays closed', () => {
  isOpen()
  link.close()
  pass(120_000)
  assert.equal(sockets.length, 1)
})

const outbox = (isConnected = true) => {
  const sent = []
  const told = []
  const box = new Outbox(
    (message) => isConnected && Boolean(sent.push(message)),
    (one) => told.push(one),
  )
  return {box, sent, told}
}
const move = (type, after, more = {}) => ({message: {type, after, ...more}, stays: ''})

test('a second press before the answer sends nothing', () => {
  const {box, sent, told} = outbox()
  box.send(move('throw', 4))
  box.send(move('throw', 4))
  assert.equal(sent.length, 1)
  assert.deepEqual(told, [{type: 'sent', aim: undefined, stays: ''}])
})

test('what cannot be sent is not out', () => {
  const {box, told} = outbox(false)
  box.send(move('throw', 4))
  assert.equal(box.isOut, false)
  assert.deepEqual(told, [])
})

test('a move that the server did not get is sent again', () => {
  const {box, sent} = outbox()
  box.send(move('keep', 4, {dice: '55'}))
  box.lost()
  box.back(4)
  assert.deepEqual(sent, [
    {type: 'keep', after: 4, dice: '55'},
    {type: 'keep', after: 4, dice: '55'},
  ])
})

test('a move that was told is not sent again', () => {
  const {box, sent} = outbox()
  box.send(move('keep', 4))
  box.lost()
  box.back(5)
  box.lost()
  box.back(5)
  assert.equal(sent.length, 1)
})

test('a hint is asked for again, though that it was asked for has been told', () => {
  const {box, sent} = outbox()
  box.send(move('hint', 4, {aim: 'score'}))
  box.isOut = false // its entry has come
  box.thinks = true
  box.lost()
  box.back(5)
  assert.deepEqual(sent.at(-1), {type: 'hint', after: 5, aim: 'score'})
  assert.equal(sent.length, 2)
})

for (const [why, returns] of [
  ['a phone was locked', () => mock.timers.tick(60_000)], // in one step: no timer ran meanwhile
  ['the network has changed', () => dispatchEvent(new Event('online'))],
])
  test(`what looks open after ${why} is replaced, and a move on its way is sent again`, () => {
    isOpen()
    const [old] = sockets
    returns()
    assert.equal(sockets.length, 2)
    newest().open()
    assert.deepEqual(statuses.at(-1), 'open')
    newest().hear({type: 'table'})
    assert.deepEqual([old.readyState, statuses.slice(-2)], [FakeSocket.CLOSED, ['lost', 'open']])
    old.hear({type: 'told'})
    assert.deepEqual(messages, [{type: 'table'}, {type: 'table'}])
  })
