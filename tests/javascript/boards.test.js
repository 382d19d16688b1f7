import assert from 'node:assert/strict'
import {test} from 'node:test'
import {drawn, settled, texts} from './page.js'
import {dieNamed} from '../../src/fivedice/web/dice/dice.js'
import {Sentence, spelt} from '../../src/fivedice/web/dice/faces.js'
import {NeedsIcon} from '../../src/fivedice/web/drawings/icons.js'
import {boardOf, lookOf, wordsOf} from '../../src/fivedice/web/games/index.js'
import {cell, isCorner, stand, walk} from '../../src/fivedice/web/games/ring.js'
import Scorecard from '../../src/fivedice/web/games/scorecard.js'
import Ring from '../../src/fivedice/web/games/showdown.js'
import {initials} from '../../src/fivedice/web/games/seats.js'
import {offersByCard} from '../../src/fivedice/web/games/showdown-cards.js'
import {Aloud} from '../../src/fivedice/web/shell/frame.js'
import {html} from '../../src/fivedice/web/vendor/htm-preact.js'
import {described} from '../../src/fivedice/web/shell/bot-personas.js'
import {FACES, terms, WORDS} from './samples.js'

const USES = [
  {name: 'fives', title: 'Fives', pays: 10, note: '', waives: '', instead: ''},
  {name: 'yahtzee', title: 'YAHTZEE', pays: 0, note: '', waives: '', instead: 'fives'},
  {name: 'zero-fives', title: 'Fives', pays: 0, note: '', waives: 'fives', instead: 'fives'},
]

test('the dice of a sentence are drawn, and named for a screen reader', async () => {
  const {root} = await drawn(Sentence, {text: 'Ann keeps ⚄ ⚄.', picture: {set: 'pips', faces: FACES}})
  const dice = [...root.querySelectorAll('[role=img]')].map((one) => one.getAttribute('aria-label'))
  assert.deepEqual(dice, ['five, five'])
  assert.equal(root.querySelector('.unbroken').textContent.trim(), '.')
})

test('a spoken sentence has names in place of dice', () => {
  assert.equal(spelt('Ann keeps ⚄ ⚄ and ⚀.', {faces: FACES}), 'Ann keeps five, five and one.')
})

test('a die is called by its place, its face and its suit', () => {
  assert.equal(dieNamed(1, 4, '', FACES), 'Die 2: Four')
  assert.equal(dieNamed(0, 2, 'moon', FACES), 'Die 1: Two of moon')
  assert.equal(dieNamed(4, 0, '', FACES), 'Die 5: not thrown')
})

test('a choice is named in the words of its game', () => {
  const named = (chosen, done) => wordsOf({words: {...WORDS.cards, stay: 'Stay'}}, {uses: USES}, chosen, done)
  assert.equal(named('fives'), 'Take Fives: 10')
  assert.equal(named('fives', true), 'Fives: 10 taken')
  assert.equal(named('zero-fives'), 'Zero in Fives')
  assert.equal(named('stay'), 'Stay')
  assert.equal(named('other'), 'Other')
})

test('an unknown board is drawn as cards, an unknown game has a neutral look', () => {
  assert.deepEqual(boardOf('of a later version'), {})
  assert.equal(lookOf('own').hand.length, 5)
})

test('seats that begin with the same letter are told apart', () => {
  assert.deepEqual(initials(['Ann', 'ben', 'Ada', '']), ['A', 'B', 'A2', '?'])
})

test('the ring runs clockwise from the top left, with a corner at each fourth space', () => {
  assert.deepEqual([0, 4, 8, 12].map(cell), [
    {column: 0, row: 0},
    {column: 4, row: 0},
    {column: 4, row: 4},
    {column: 0, row: 4},
  ])
  assert.deepEqual([0, 1, 4, 15].map(isCorner), [true, false, true, false])
  assert.deepEqual(walk(14, 2), [14, 15, 0, 1, 2])
  assert.deepEqual(walk(3, 3), [3])
})

test('pawns on one space stand side by side', () => {
  const [one, other] = [stand(1, 0, 2), stand(1, 1, 2)]
  assert.equal(one.y, other.y)
  assert.ok(one.x < other.x)
  assert.ok(stand(5, 0, 1).x > 4.5)
})

test('what dice offer on the ring is found by its card', () => {
  const offers = offersByCard([
    {name: 'steal-full-house', pays: 5},
    {name: 'nothing', pays: 0},
  ])
  assert.deepEqual(Object.keys(offers), ['full-house'])
  assert.equal(offers['full-house'].act, 'steal')
})

test('a bot is described with its average, where that is known of the game', () => {
  const persona = {
    name: 'Ada',
    strength: 'a strong player',
    manner: 'counts',
    in_game: {junior: 'counts, wins'},
  }
  assert.equal(described(persona, 'traditional'), 'Ada, a strong player: counts')
  assert.equal(described(persona, 'junior'), 'Ada, a strong player: counts, wins')
})

const row = (kind, title, cells, use = '', more = {}) => ({
  kind,
  title,
  cells,
  face: 0,
  use,
  goal: 0,
  note: '',
  ...more,
})
const sheet = {
  headings: ['Ann', 'Ben'],
  rows: [
    row('box', 'Fives', ['', '15'], 'fives'),
    row('sum', 'Upper', ['12', '15'], '', {goal: 63}),
    row('box', 'YAHTZEE', ['', ''], 'yahtzee'),
    row('box', 'Chance', ['20', ''], 'chance'),
  ],
}
const board = async (you = {}, more = {}) => {
  const used = []
  const props = {
    picture: {
      number: 3,
      chairs: [{name: 'Ann'}, {name: 'Ben'}],
      awaits: {seats: [0]},
      turn: {hands: {0: '55123'}},
      finished: [],
      terms: terms(),
      games: 1,
      set: 'pips',
      sheet,
    },
    you: {seat: 0, asked: 'use', uses: USES.slice(0, 2), ...you},
    onUse: (use, sure) => used.push([use, sure]),
    previous: null,
    ...more,
  }
  return {...(await drawn(Scorecard, props)), used}
}

test('a score card offers what my dice would pay in its open boxes', async () => {
  const {root, used} = await board()
  assert.deepEqual(texts(root, '.all-cards button'), ['10', '0'])
  root.querySelector('[data-use=fives]').click()
  assert.deepEqual(used, [['fives', undefined]])
})

test('a box shows what it needs, whatever it is called', async () => {
  const parts = async (/** @type {string} */ needs) => {
    const {root} = await drawn(NeedsIcon, {needs})
    return ['.counts', '.too', 'rect', 'path'].map((css) => root.querySelectorAll(css).length)
  }
  assert.deepEqual(await parts('3 alike'), [3, 0, 5, 0])
  assert.deepEqual(await parts('full house'), [3, 2, 5, 0])
  assert.deepEqual(await parts('two pairs'), [2, 2, 5, 0])
  assert.deepEqual(await parts('run of 4'), [4, 0, 4, 0])
  assert.deepEqual(await parts('dice 23456'), [5, 0, 5, 0])
  for (const needs of ['any dice', 'total 25']) assert.deepEqual(await parts(needs), [0, 0, 0, 1])
  assert.deepEqual(await parts(''), [0, 0, 0, 0])
})

test('nothing can be pressed on a card that is not asked', async () => {
  const {root} = await board({asked: ''})
  assert.equal(root.querySelectorAll('button.pays').length, 0)
  assert.deepEqual(texts(root, '.all-cards .would'), ['would pay 10', ''])
})

test('a zero where another box pays is asked about first', async () => {
  const {root, used} = await board()
  root.querySelector('[data-use=yahtzee]').click()
  await settled()
  assert.deepEqual(used, [])
  assert.match(root.querySelector('dialog').textContent, /These dice would pay 10 in Fives/)
})

test('a star says that bonuses are part of what a box would pay, and its title which', async () => {
  const uses = [{name: 'fives', title: 'Fives', pays: 150, note: 'with 100 YAHTZEE bonus', waives: ''}]
  const {root} = await board({uses})
  const box = root.querySelector('.all-cards button')
  assert.equal(box.textContent.trim(), '150*')
  assert.equal(box.title, uses[0].note)
})

/** The ring of showdown with its live region, and what was pressed there. */
async function ring(you, position = {}, more = {}) {
  const pressed = []
  const picture = {
    terms: terms(),
    number: 3,
    stage: 'playing',
    board: 'ring',
    words: WORDS.ring,
    chairs: [{name: 'Ann'}, {name: 'Ben'}],
    scores: [0, 0],
    awaits: {kind: 'keep', seats: [1]},
    position: {pawns: [0, 4], cards: Array(12).fill(null), seat: 1, phase: '', left: null, ...position},
    ...more,
  }
  const press = (one) => pressed.push(one)
  const props = {picture, you: {seat: 0, uses: [], ...you}, onUse: press, onChoose: press}
  const {root} = await drawn(() => html`<${Aloud} /><${Ring} ...${props} />`)
  return {root, pressed}
}

test('a ring asks in full, and aloud, whether a pawn moves or stays', async () => {
  const cards = Array(12).fill(null)
  cards[3] = {space: 0, owner: 0, chips: 1}
  const {root, pressed} = await ring({asked: 'choose', options: ['move', 'stay']}, {cards})
  const words = 'Your pawn is on your Fours: move on, or stay and throw to raise it?'
  assert.deepEqual(texts(root, '.question p, .aloud p'), [words, words])
  assert.deepEqual(texts(root, '.question button'), ['Move on', 'Stay and raise'])
  root.querySelector('.question button').click()
  assert.deepEqual(pressed, ['move'])
})

test('on a ring dice that gain nothing only end the turn', async () => {
  const {root, pressed} = await ring({asked: 'use', uses: [{name: 'nothing', pays: 0}]})
  assert.deepEqual(texts(root, '.question p'), ['These dice gain nothing here.'])
  root.querySelector('.question button').click()
  assert.deepEqual(pressed, ['nothing'])
})

test('no turns are counted in a Showdown Round once there are none', async () => {
  const cards = Array(12).fill({space: 0, owner: 0, chips: 1})
  const head = async (left) => texts((await ring({}, {cards, left})).root, '.head p')
  assert.deepEqual(await head(null), ['0 cardsoff the board'])
  assert.deepEqual(await head(2), ['Showdown Round2 turns left'])
  assert.deepEqual(await head(0), ['Showdown Round'])
})
