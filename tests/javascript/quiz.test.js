import assert from 'node:assert/strict'
import {beforeEach, test} from 'node:test'
import {drawn, press, settled, texts} from './page.js'
import {json} from './samples.js'
import {html} from '../../src/fivedice/web/vendor/htm-preact.js'
import Question, {useQuiz} from '../../src/fivedice/web/analysis/quiz.js'
import {keptDice} from '../../src/fivedice/web/table/dice-slots.js'
import {costliest, Opening, Worst} from '../../src/fivedice/web/analysis/summary.js'
import {hold} from '../../src/fivedice/web/shell/storage.js'
import {BackToReview} from '../../src/fivedice/web/table/away.js'
import {PracticeResult} from '../../src/fivedice/web/table/end.js'
import {teller} from '../../src/fivedice/web/table/panels/log.js'

const FACES = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => ['', name])
const PICTURE = {set: 'pips', faces: FACES, chairs: [{name: 'Ann'}], stage: 'playing'}
const mistake = (number, cost, event, more = {}) => ({
  ...{number, cost, event, seat: 0, game: 1, turn: number, mark: '?', kind: 'use', roll: '12345'},
  ...{outcome: `cost ${cost} points ?`, happened: 'used ⚀', best: event, mixed: [], by_game: false},
  reason: {words: 'It pays more.', chosen: 'pays 0', best: 'pays 5', named_best: 'Fives 5'},
  ...more,
})
const MOMENTS = [
  mistake(4, 2, {use: 'ones'}),
  mistake(8, 9, {keep: '5'}, {kind: 'first keep'}),
  mistake(9, 0, {use: 'twos'}, {mark: ''}),
  mistake(10, 5, {use: 'twos'}, {seat: 1}),
]
const ANSWERS = {
  4: [
    {decision: {use: 'ones'}, named: 'Aces 1', told: 'That was the choice in the match.'},
    {decision: {use: 'fives'}, named: 'Fives 5', told: 'That is the best choice.'},
  ],
  8: [
    {decision: {keep: ''}, named: 'nothing', told: 'That costs 3 points.'},
    {decision: {keep: '55'}, named: '⚄ ⚄', told: 'That is the best choice.'},
  ],
}

let asked
beforeEach(() => {
  asked = []
  globalThis.fetch = async (path, {body} = {}) => {
    asked.push([path, body && JSON.parse(body)])
    const number = /steps\/(\d+)\/choices/.exec(path)?.[1]
    const answer = number ? ANSWERS[number] : {sentence: '24 points more than in the match.'}
    return json(answer)
  }
})

/** A page with nothing but the questions; where it is, and the dice that it lets set aside. */
async function questions(aim = 'score') {
  const page = {}
  function Page({at}) {
    const step = {number: at, event: null, picture: {...PICTURE, turn: {hands: {0: '15235'}}}}
    const walk = ({to}) => (page.at = to)
    Object.assign(page, useQuiz(MOMENTS, 0, aim, {step, walk}))
    const {quiz} = page
    return quiz && html`<${Question} code="ABC234" ...${{quiz, step, names: ['You'], you: 0}} />`
  }
  const {root, draw} = await drawn(Page, {at: 0})
  const redraw = async () => {
    await settled()
    await draw({at: page.at})
  }
  const answer = async (words) => {
    await press(root, words)
    await redraw()
  }
  page.begin()
  await redraw()
  return {page, root, press: answer, redraw}
}

test('the costliest of my marked choices come first', () => {
  const numbers = (you) => costliest(MOMENTS, you).map(({number}) => number)
  assert.deepEqual(numbers(0), [8, 4])
  assert.deepEqual(numbers(null), [8, 10, 4])
})

test('dice set aside are one answer in whatever order they lie', () => {
  assert.equal(keptDice('15235', new Set([4, 1])), '55')
  assert.equal(keptDice('52', new Set([0, 1])), '25')
  assert.equal(keptDice('15235', new Set()), '')
})

test('a keep is asked before it is shown, then told with its cost and its reason', async () => {
  const {page, root, press, redraw} = await questions()
  assert.equal(page.at, 7)
  assert.deepEqual(texts(root, 'h2'), ['Mistake 1 of 2'])
  assert.doesNotMatch(root.textContent, /cost|pays/)
  page.quiz.toggle(1)
  await redraw()
  assert.deepEqual([...page.quiz.slots], [1])
  assert.equal(root.querySelector('.main').textContent.trim(), 'Keep 1, throw 4')
  assert.equal(root.querySelector('.main').disabled, true) // the server knows no such decision
  page.quiz.toggle(4)
  await redraw()
  await press('Keep 2, throw 3')
  assert.equal(page.at, 8)
  assert.deepEqual(texts(root, '.answer'), ['That is the best choice.'])
  assert.match(root.textContent, /cost 9 points \?.*It pays more\..*pays 5/s)
})

test('uses are buttons, and the last question leads out', async () => {
  const {page, root, press} = await questions('wins')
  await press('Show me')
  assert.deepEqual(texts(root, '.answer'), [])
  await press('Next one')
  assert.equal(page.at, 3)
  assert.deepEqual(texts(root, '.answers button'), ['Aces 1', 'Fives 5'])
  assert.equal(asked.at(-1)[0], '/api/tables/ABC234/steps/4/choices?aim=wins')
  await press('Fives 5')
  assert.deepEqual(texts(root, 'header button'), ['Done'])
  await press('Done')
  assert.equal(page.quiz, null)
})

test('another step is shown without the question', async () => {
  const {page, root, redraw} = await questions()
  page.at = 5
  await redraw()
  assert.equal(page.quiz, null)
  page.at = 7
  await redraw()
  assert.deepEqual(texts(root, 'h2'), ['Mistake 1 of 2'])
})

const opening = async (known, part = Opening) => {
  const {root} = await drawn(part, {
    ...{known: {moments: MOMENTS, told: 'Solving …', summary: null, ...known}, picture: PICTURE},
    ...{names: ['You', 'Ben'], you: 0, onGo: () => {}, onAsk: () => {}},
  })
  return root
}
const headline = (name) => ({seat: 0, name, figures: [{label: 'Luck', value: '+3.1 points'}]})

test('a review opens with figures and the costliest choices', async () => {
  const waiting = await opening({})
  assert.deepEqual(texts(waiting, 'p'), ['Solving …'])
  const result = ['212', '198']
  const root = await opening({summary: {result, headlines: [headline('You')], estimate: 'An estimate.'}})
  assert.deepEqual(texts(root, 'dt, dd'), ['Result', '212', 'Luck', '+3.1 points'])
  const outcomes = texts(await opening({}, Worst), '.choice .outcome')
  assert.deepEqual(outcomes, ['cost 9 points ?', 'cost 2 points ?'])
  const both = await opening({moments: [], summary: {result, headlines: [headline('Ann'), headline('Ben')]}})
  assert.deepEqual(texts(both, 'h3'), ['Ann', 'Ben'])
  assert.equal((await opening({moments: []}, Worst)).textContent, '')
})

test('practice is compared with its match by the step where it began', async () => {
  hold({code: 'ABC234', token: 'mine', chair: 0}, 'junior', {from: {code: 'DEF567', step: 8, number: 7}})
  const {root} = await drawn(PracticeResult, {code: 'ABC234', token: 'mine'})
  await settled()
  assert.deepEqual(texts(root, 'p'), ['24 points more than in the match.'])
  assert.deepEqual(asked, [['/api/tables/DEF567/tried', {number: 7, practice: 'ABC234', token: 'mine'}]])
  const back = (await drawn(BackToReview, {code: 'ABC234'})).root
  assert.deepEqual(texts(back, 'a'), ['step 8 of the match'])
  assert.equal(back.querySelector('a').getAttribute('href'), '/review/DEF567#8')
})

test('what is no practice, or one of long ago, is compared with nothing', async () => {
  hold({code: 'OLD234', token: 'mine', chair: 0}, 'junior', {from: {code: 'DEF567', step: 8}})
  for (const code of ['OLD234', 'NEW234']) await drawn(PracticeResult, {code, token: 'mine'})
  assert.deepEqual(asked, [])
})

test('a line of the log begins with the whole name of who acts', () => {
  const chairs = ['Ann', 'Ann B', ''].map((name) => ({name}))
  assert.equal(teller('Ann throws.', chairs), 'Ann')
  assert.equal(teller('Ann B throws.', chairs), 'Ann B')
  assert.equal(teller('Ann: Sixes 12.', chairs), 'Ann')
  assert.equal(teller('Anna throws.', chairs), '')
  assert.equal(teller('The match is over.', chairs), '')
})
