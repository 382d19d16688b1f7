import assert from 'node:assert/strict'
import {afterEach, beforeEach, mock, test} from 'node:test'
import {drawn, settled, texts} from './page.js'
import Join from '../../src/fivedice/web/lobby/join.js'
import {json, terms, WORDS} from './samples.js'

const TABLE = {
  game: 'junior',
  board: 'scoreboard',
  words: WORDS.scoreboard,
  set: 'pips',
  title: 'Junior',
  stage: 'gathering',
  chairs: [
    {name: 'Ann', bot: '', persona: '', open: false},
    {name: '', bot: '', persona: '', open: true},
  ],
  terms: terms({absence: 60}),
}
const OFFER = {games: [{name: 'junior', line: 'Rows of seats'}], longest_name: 20}

let answer, asked, ask
beforeEach(() => {
  ask = () => {}
  asked = []
  globalThis.fetch = async (path) => {
    if (path.endsWith('/games')) return json(OFFER)
    asked.push(path)
    return answer()
  }
  const wait = globalThis.setTimeout
  mock.method(globalThis, 'setTimeout', (act, time) => (time === 3000 ? (ask = act) : wait(act, time)))
})
afterEach(() => mock.restoreAll())

const there = (table = {}) => json({...TABLE, ...table})
const unknown = () => json({sentence: 'There is no table AAAAAA.'}, 404)
const away = () => {
  throw new TypeError('fetch failed')
}

async function door(first) {
  answer = first
  const {root} = await drawn(Join, {code: 'AAAAAA'})
  await settled()
  return {
    root,
    async again(next) {
      answer = next
      const look = ask
      ask = () => {}
      look()
      await settled()
    },
  }
}

test('the door asks once for a table that there is not, since wrong codes are counted', async () => {
  const {root, again} = await door(unknown)
  assert.match(root.textContent, /There is no table AAAAAA\./)
  await again(there)
  assert.equal(asked.length, 1)
})

test('the door says that the server is away while it is, before and after it has answered', async () => {
  const {root, again} = await door(away)
  assert.match(root.textContent, /The server cannot be reached/)
  await again(there)
  assert.ok(texts(root, 'button').includes('Take a chair'))
  assert.doesNotMatch(root.textContent, /cannot be reached/)
  await again(away)
  assert.deepEqual(texts(root, '[role=alert]').length, 1)
  await again(there)
  assert.deepEqual(texts(root, '[role=alert]'), [])
})

test('where nobody can sit down any more the door says why', async () => {
  const said = async (table) => texts((await door(() => there(table))).root, 'section > p').at(-1)
  assert.match(await said({stage: 'playing'}), /^This match has already started/)
  assert.equal(await said({stage: 'over'}), 'This match is over.')
  assert.equal(await said({closed: true, closed_told: 'Closed: names.'}), 'Closed: names.')
})
