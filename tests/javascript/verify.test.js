import assert from 'node:assert/strict'
import {readFileSync} from 'node:fs'
import {test} from 'node:test'
import {drawn, settled, texts, until} from './page.js'
import {json} from './samples.js'
import DiceCheck from '../../src/fivedice/web/analysis/dice-check.js'
import {check} from '../../src/fivedice/web/verify/check.js'
import {draw} from '../../src/fivedice/web/verify/dice.js'
import Totals from '../../src/fivedice/web/verify/totals.js'
import {bytes, hex, hmac, sha256} from '../../src/fivedice/web/verify/sha256.js'

const VECTORS = JSON.parse(
  readFileSync(new URL('../../docs/reference/dice-vectors.json', import.meta.url), 'utf8'),
)
const ascii = (text) => new TextEncoder().encode(text)

test('SHA-256 gives the digests that its standard publishes', () => {
  const long = 'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq'
  const digests = {
    '': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    abc: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    [long]: '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ['a'.repeat(1_000_000)]: 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0',
  }
  for (const [text, digest] of Object.entries(digests)) assert.equal(hex(sha256(ascii(text))), digest)
})

test('HMAC-SHA-256 gives the codes of RFC 4231', () => {
  const cases = [
    ['0b'.repeat(20), ascii('Hi There'), 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [
      hex(ascii('Jefe')),
      ascii('what do ya want for nothing?'),
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    [
      'aa'.repeat(20),
      bytes('dd'.repeat(50)),
      '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
    ],
    [
      '0102030405060708090a0b0c0d0e0f10111213141516171819',
      bytes('cd'.repeat(50)),
      '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
    ],
  ]
  for (const [key, message, code] of cases) assert.equal(hex(hmac(bytes(key), message)), code)
})

test('every die and draw of the vectors', () => {
  for (const {secret, contributions, match, place, sides, number} of VECTORS.dice)
    assert.equal(draw({secret: bytes(secret), contributions, match}, place, sides), number)
})

const labels = async (thrown) => {
  globalThis.fetch = async () => json({dice: 0, faces: [0, 0, 0, 0, 0, 0], sentence: '', ...thrown})
  const {root} = await drawn(Totals)
  await until(() => root.querySelector('.of-game'))
  const found = [...root.querySelectorAll('.tick[text-anchor=end]')]
  return found.map((one) => Number(one.getAttribute('y')))
}

test('the chart of all dice has two labels apart, and without dice none', async () => {
  for (const band of [
    {low: 9821, high: 10_179},
    {low: 0, high: 8},
  ]) {
    const [from, to] = await labels(band)
    assert.ok(from - to >= 18, `${from} ${to}`)
  }
  assert.deepEqual(await labels({low: 0, high: 0}), [])
})

const changed = (record, {line, to}) =>
  record
    .split('\n')
    .with(line - 1, to)
    .join('\n')

for (const {name, record, wrong} of VECTORS.records) {
  test(`the dice of a record of ${name} follow from its secret`, () => {
    const {verdict, sentence} = check(record)
    assert.equal(verdict, 'verified', sentence)
    assert.match(sentence, /^All \d+ throws were fixed/)
  })

  test(`any change of a record of ${name} is found in its line`, () => {
    for (const change of wrong) {
      const {verdict, line} = check(changed(record, change))
      assert.equal(verdict, 'wrong', change.what)
      if (change.found) assert.equal(line, change.found, change.what)
    }
  })
}

const [{record: JUNIOR}] = VECTORS.records

test('a record is read with other line ends, a mark at its start, or no line feed at its end', () => {
  for (const text of [JUNIOR.replaceAll('\n', '\r\n'), `\uFEFF${JUNIOR}`, JUNIOR.trimEnd()])
    assert.equal(check(text).verdict, 'verified')
})

test('what a record says of its dice comes with the verdict', () => {
  const {contents} = check(JUNIOR)
  assert.deepEqual(
    contents.players.map(({name}) => name),
    ['Bot'],
  )
  assert.deepEqual(contents.promised.contributions, ['server'])
  assert.equal(hex(sha256(bytes(contents.secret))), contents.promised.commitment)
})

test('what is no record is told in one sentence', () => {
  const texts = [
    '',
    ' ',
    '\0',
    'null',
    '[]',
    '5',
    '"fivedice"',
    '<html>',
    '{}',
    '{"fivedice": "3"}',
    '{"fivedice": 4}',
    '{'.repeat(1e5),
  ]
  for (const text of [...texts, 'x'.repeat(10_000_001)]) {
    const told = check(text)
    assert.equal(told.verdict, 'unknown')
    assert.equal(told.sentence, 'This is not the record of a match: its first line does not say so.')
  }
})

test('a header with other values than a header has is wrong in line 1', () => {
  const header = JSON.parse(JUNIOR.split('\n')[0])
  const dice = (more) => ({dice: {...header.dice, ...more}})
  const others = [
    {players: undefined},
    {players: []},
    {players: [null]},
    {
      players: Array.from({length: 300}, () => ({name: 'Ann'})),
      ...dice({contributions: Array(300).fill('')}),
    },
    {turn: ['22345@1']},
    {turn: '22@2'},
    {dice: undefined},
    {dice: null},
    {fivedice: 2},
    dice({commitment: [header.dice.commitment]}),
    dice({contributions: []}),
    dice({contributions: [[]]}),
    dice({contributions: 'server'}),
    dice({match: 0}),
    dice({match: '1'}),
  ]
  for (const other of others) {
    const told = check(changed(JUNIOR, {line: 1, to: JSON.stringify({...header, ...other})}))
    assert.deepEqual([told.verdict, told.line], ['wrong', 1], JSON.stringify(other))
  }
})

test('a line that no record has is wrong where it is', () => {
  const lines = JUNIOR.trimEnd().split('\n')
  const others = [
    '',
    'null',
    '{"throw": ["12345"], "seat": 0}',
    '{"throw": "12345", "seat": 1}',
    '{"throw": "1234", "seat": 0}',
    '{"throw": "12345"}',
    '{"keep": "7", "seat": 0}',
    '{"final": "12345", "seat": 0}',
    '{"first": "0"}',
  ]
  for (const other of others) {
    const told = check(changed(JUNIOR, {line: 2, to: other}))
    assert.deepEqual([told.verdict, told.line], ['wrong', 2], other)
  }
  const after = (...more) => check([...lines, ...more].join('\n'))
  assert.equal(after('{"hint": 0}').line, lines.length + 1)
  const open = lines.slice(0, -1)
  assert.equal(check([...open, '{"secret": ["ab"]}'].join('\n')).line, lines.length)
  assert.equal(check([...open, '{"hint": 0}'].join('\n')).line, lines.length) // after the result
  assert.equal(check(open.join('\n')).verdict, 'hidden')
})

test('a record with any letter changed gets a verdict with a sentence', () => {
  const letters = '{}[]",:.-0123456789abz\n\0é'
  let random = 1
  const next = (below) => (random = (random * 48271) % 2147483647) % below
  for (const {record} of VECTORS.records)
    for (let times = 0; times < 60; times += 1) {
      const place = next(record.length)
      const told = check(record.slice(0, place) + letters[next(letters.length)] + record.slice(place + 1))
      assert.match(told.sentence, /^[A-Z].*\.$/s)
      if (told.line) assert.ok(told.line <= record.split('\n').length + 1)
    }
})

/** The panel of a review, once its button is pressed; `shown` are the events that it leads to. */
async function panel(record) {
  globalThis.fetch = async (path) => {
    assert.equal(path, '/api/tables/ABC234/record')
    return record === undefined ? {ok: false} : {ok: true, text: async () => record}
  }
  const shown = []
  const {root} = await drawn(DiceCheck, {code: 'ABC234', onGo: (number) => shown.push(number)})
  root.querySelector('button').click()
  await settled()
  return {root, shown, said: texts(root, '[role=status]')[0]}
}

test('a review says in a sentence that its dice are verified, or cannot be', async () => {
  const {root, said} = await panel(JUNIOR)
  assert.equal(said, '✓ Nobody changed a die')
  assert.match(texts(root, 'details p')[0], /^All \d+ throws were fixed/)
  const old = JUNIOR.replace('"fivedice": 3', '"fivedice": 1').replace(/, "dice".*?\}/, '')
  assert.match((await panel(old.replace(/\{"secret".*/s, ''))).said, /^The record does not name/)
  assert.equal((await panel()).said, 'The record cannot be fetched; try again in a moment.')
})

test('a review names the first line that is wrong, and leads to its event', async () => {
  const [die, secret] = VECTORS.records[0].wrong
  const {root, shown, said} = await panel(changed(JUNIOR, die))
  assert.match(said, new RegExp(`^Line ${die.line} of the record: The dice fixed`))
  assert.deepEqual(texts(root, 'code'), [die.to])
  root.querySelector('[role=status] button').click()
  assert.deepEqual(shown, [die.line - 1])
  const other = await panel(changed(JUNIOR, secret))
  assert.match(other.said, /promised in line 1/)
  assert.equal(other.root.querySelector('[role=status] button'), null)
})
