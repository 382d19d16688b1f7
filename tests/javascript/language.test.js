import assert from 'node:assert/strict'
import {test} from 'node:test'

const POINTS = '{count, plural, one {# point} other {# points}}'

/** The module as a page in this language loads it; nothing serves a catalogue here. */
async function speaking(lang) {
  const found = () => null
  globalThis.document = {documentElement: {lang, dataset: {}}, querySelector: found, getElementById: found}
  return import(`../../src/fivedice/web/shell/language.js?${lang}`)
}

const COUNTED = {
  en: ['0 points', '1 point', '2 points', '5 points', '21 points', '1.5 points'],
  fr: ['0 point', '1 point', '2 points', '5 points', '21 points', '1,5 point'],
  ja: ['0 points', '1 points', '2 points', '5 points', '21 points', '1.5 points'],
}
for (const [language, said] of Object.entries(COUNTED))
  test(`a plural follows the rules of its language: ${language}`, async () => {
    const {tr} = await speaking(language)
    const counted = [0, 1, 2, 5, 21, 1.5].map((count) => tr(POINTS, {count}))
    assert.deepEqual(counted, said)
  })

test('a plural may hold values and plurals; # is the number of the nearest', async () => {
  const {tr} = await speaking('en')
  const games = '{games, plural, one {# game} other {# games}}'
  const text = `{name}: {wins, plural, one {# win in ${games} by {how}} other {# wins in ${games}}}`
  assert.equal(tr(text, {name: 'Ann', wins: 1, games: 2, how: 'luck'}), 'Ann: 1 win in 2 games by luck')
  assert.equal(tr(text, {name: 'Ann', wins: 3, games: 1, how: 'luck'}), 'Ann: 3 wins in 1 game')
})

test('text between tags goes to the function of their name', async () => {
  const {rich} = await speaking('en')
  const parts = rich('{name}, read the <a>{count} rules</a>. #1', {
    name: 'Ann',
    count: 1234,
    a: (inside) => inside.join('').toUpperCase(),
  })
  assert.equal(parts.join(''), 'Ann, read the 1,234 RULES. #1')
})

test('numbers and lists have the form of the language', async () => {
  const [english, german] = [await speaking('en'), await speaking('de')]
  assert.deepEqual([english.decimal(1234.5), german.decimal(1234.5)], ['1,234.5', '1.234,5'])
  assert.deepEqual([english.percent(0.52), german.percent(0.52)], ['52%', '52\u00a0%'])
  const names = ['Ann', 'Ben', 'Cid']
  assert.deepEqual([english.listed(names), german.listed(names)], ['Ann, Ben and Cid', 'Ann, Ben und Cid'])
})
