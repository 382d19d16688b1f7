import assert from 'node:assert/strict'
import {test} from 'node:test'
import {drawn, texts} from './page.js'
import {FACES, WORDS} from './samples.js'
import Hint from '../../src/fivedice/web/table/panels/hint.js'

const PICTURE = {
  board: 'cards',
  words: WORDS.cards,
  set: 'pips',
  faces: FACES,
  unit: 'points',
  chairs: [{}, {}],
}
const acts = (did = []) => ({
  able: true,
  take: (dice) => did.push(['take', dice]),
  roll: () => did.push(['roll']),
  use: (use, sure) => did.push(['use', use, sure]),
  choose: (option, sure) => did.push(['choose', option, sure]),
  rank: (aim) => did.push(['rank', aim]),
})
const choice = (event, cost = 0, why = '') => ({event, worth: 20, cost, beside: {}, why})
const use = (name, title, pays, waives = '') => ({name, title, pays, waives, note: ''})

function seen(choices, {you = {}, picture = {}, hinting = '', ...hint} = {}) {
  const asked = ['keep', 'use', 'choose'].find((name) => name in choices[0].event)
  return {
    hinting,
    picture: {...PICTURE, ...picture},
    you: {asked, uses: [], ...you},
    hint: {
      aim: 'points',
      choices,
      texts: choices.map(() => ({worth: '20.00'})),
      counts: '',
      advice: 'So you will most likely get Fours.',
      legend: '',
      aims: ['score'],
      ...hint,
    },
  }
}
const shown = async (state, did) =>
  (await drawn(Hint, {seen: state, acts: acts(did), onClose: () => {}})).root
const names = (root) =>
  [...root.querySelectorAll('.hint li button')].map((one) => one.getAttribute('aria-label'))

test('the figures and sentences of the server stand as they come', async () => {
  const root = await shown(
    seen([choice({keep: '2345'}, 0, 'hopes for a straight'), choice({keep: ''}, 2)], {
      texts: [
        {worth: '20.12', also: ['win 49%']},
        {worth: '18.00', loss: '−2.12'},
      ],
      counts: 'Expected final points after each choice',
      legend: 'Win: how likely.',
      note: 'Not yet.',
    }),
  )
  assert.deepEqual(texts(root, '.worth'), ['20.12', '18.00 −2.12'])
  assert.deepEqual(texts(root, '.why'), ['win 49% · hopes for a straight', ''])
  assert.deepEqual(texts(root, 'details > .soft'), [
    'Expected final points after each choice',
    'Win: how likely.',
  ])
  assert.deepEqual(texts(root, '.note'), ['Not yet.'])
})

test('a choice on a board has the words of the button there', async () => {
  const ring = {picture: {board: 'ring', words: WORDS.ring}}
  const asked = await shown(seen([choice({choose: 'move'}), choice({choose: 'stay'})], ring))
  assert.deepEqual(texts(asked, '.what'), ['Move on', 'Stay and raise'])
  const nothing = {you: {uses: [use('nothing', 'Nothing', 0)]}, ...ring}
  assert.deepEqual(texts(await shown(seen([choice({use: 'nothing'})], nothing)), 'li button'), [
    'End the turn',
  ])
})

test('each button says by itself which choice it makes', async () => {
  const keeps = await shown(seen(['2345', '12345', ''].map((keep) => choice({keep}))))
  assert.deepEqual(names(keeps), ['Keep two, three, four, five', 'Keep all five', 'Throw all five'])
  const uses = [
    use('yahtzee', 'YAHTZEE', 0),
    use('chance', 'Chance', 20),
    use('zero-chance', 'Chance', 0, 'chance'),
  ]
  const boxes = await shown(
    seen(
      uses.map(({name}) => choice({use: name})),
      {you: {uses}},
    ),
  )
  assert.deepEqual(names(boxes), ['Take the zero: YAHTZEE', 'Do it: Chance', 'Take the zero: Zero in Chance'])
})

test('the best choice is spoken in the line that said that it is being worked out', async () => {
  const done = seen([choice({keep: '2345'})], {texts: [{worth: '20.12'}]})
  const {root, draw} = await drawn(Hint, {seen: {...done, hint: null, hinting: 'score'}, acts: acts()})
  const line = root.querySelector('[role=status]')
  assert.equal(line.textContent, 'Calculating …')
  await draw({seen: done, acts: acts()})
  assert.equal(root.querySelector('[role=status]'), line)
  assert.equal(line.textContent, 'Keep two, three, four, five. So you will most likely get Fours.')
})

test('a hint can be ranked by the chance to win where that is known', async () => {
  const did = []
  const both = await shown(seen([choice({keep: '2345'})], {aim: 'wins', aims: ['score', 'wins']}), did)
  assert.deepEqual(texts(both, '.aims [aria-pressed=true]'), ['chance to win'])
  both.querySelector('.aims [aria-pressed=false]').click()
  assert.deepEqual(did, [['rank', 'score']])
  assert.deepEqual(texts(await shown(seen([choice({keep: '2345'})])), '.aims'), [])
})

test('the button of a choice makes it: dice to keep are only marked, a use is sure', async () => {
  const did = []
  ;(await shown(seen([choice({keep: '55'})]), did)).querySelector('li button').click()
  ;(await shown(seen([choice({use: 'chance'})], {you: {uses: [use('chance', 'Chance', 20)]}}), did))
    .querySelector('li button')
    .click()
  assert.deepEqual(did, [
    ['take', '55'],
    ['use', 'chance', true],
  ])
})

test('the advice is a button above its reason, and a press makes the choice', async () => {
  const did = []
  const root = await shown(seen([choice({keep: ''}), choice({keep: '55'})]), did)
  assert.deepEqual(texts(root, '.advice'), ['Throw all five'])
  root.querySelector('.advice').click()
  const fives = {you: {uses: [use('fives', 'Fives', 10)]}}
  const box = await shown(seen([choice({use: 'fives'})], fives), did)
  assert.deepEqual(texts(box, '.advice'), ['Take Fives: 10'])
  box.querySelector('.advice').click()
  assert.deepEqual(did, [['take', ''], ['roll'], ['use', 'fives', true]])
})

test('children see no figures', async () => {
  const goofy = {
    you: {uses: [use('goofy', 'Goofy', 4)]},
    picture: {board: 'scoreboard', words: WORDS.scoreboard},
  }
  const root = await shown(seen([choice({use: 'goofy'})], goofy))
  assert.deepEqual(texts(root, '.advice'), ['Place on Goofy'])
  assert.doesNotMatch(root.textContent, /\d/)
})

test('how to draw between choices stands above them, with its dice drawn', async () => {
  const root = await shown(seen([choice({keep: '55'})], {mixed: 'Best to win: 62% keep ⚄ ⚄, 38% keep ⚀.'}))
  const said = root.querySelector('.mixed')
  assert.match(said.textContent.replace(/\s+/g, ' '), /^Best to win: 62% keep ,? ?/)
  const dice = [...said.querySelectorAll('[role=img]')].map((one) => one.getAttribute('aria-label'))
  assert.deepEqual(dice, ['five, five', 'one'])
  assert.equal(said.nextElementSibling.tagName, 'OL')
})
