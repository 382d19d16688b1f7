import assert from 'node:assert/strict'
import {beforeEach, test} from 'node:test'
import {change, drawn, settled, texts, window} from './page.js'
import {json, terms} from './samples.js'
import {html, useState} from '../../src/fivedice/web/vendor/htm-preact.js'
import Kitchen from '../../src/fivedice/web/lobby/kitchen.js'
import {destination} from '../../src/fivedice/web/lobby/by-code.js'
import Friends, {chosenOptions} from '../../src/fivedice/web/lobby/new-table.js'
import '../../src/fivedice/web/lobby/table-options.js' // or the form would wait for it
import {fromToml, packed, toToml, unpacked, withoutLines} from '../../src/fivedice/web/lobby/card-text.js'
import {Agreed, openerOf} from '../../src/fivedice/web/seats/chairs.js'
import {playNow, rivalIn, usualChairs} from '../../src/fivedice/web/seats/open-table.js'
import {myRival} from '../../src/fivedice/web/shell/storage.js'

const control = (name, usual, label, more) => ({
  ...{name, usual, label, choices: [], needs: '', without: '', sentences: []},
  ...more,
})
const TERMS = {
  name: 'traditional',
  title: 'Traditional',
  seats: [1, 4],
  max_games: 6,
  openings: ['roll', 'random'],
  options: {},
}
const OFFERED = {
  personas: [{bot: 'greedy', name: 'Milo', strength: 'a player', manner: 'plays', in_game: {}}],
  longest_name: 20,
  table_options: [
    control('clock', 0, 'Clock', {
      choices: [
        [0, 'No clock'],
        [30, '30 seconds'],
      ],
      without: 'days',
    }),
    control('hints', true, 'Allow hints', {
      sentences: [
        [true, 'Hints allowed'],
        [false, 'No hints'],
      ],
    }),
    control('costs', false, 'Show what each choice cost', {needs: 'hints'}),
  ],
  absences: [
    [15, '15 seconds'],
    [60, 'One minute'],
  ],
  days: [[3, 'Three days']],
  absence: 60,
}
const AT_HOME = {...OFFERED, games: [{...TERMS, openings: ['0', 'random', 'roll'], board: 'cards'}]}
let sent, brought
beforeEach(() => {
  localStorage.setItem('fivedice.name', '"Ann"')
  sent = []
  globalThis.fetch = async (path, {body}) => {
    if (path === '/api/games') return json(AT_HOME)
    if (path === '/api/deals') return json({commitment: 'c0'}, 201)
    const {contribution, commitment, ...asked} = JSON.parse(body)
    brought = {contribution, commitment}
    sent.push([path, asked])
    return json({sentence: 'Not now.'}, 409)
  }
  window.HTMLDialogElement.prototype.showModal = () => {}
})

test('my browser contributes to the dice once it knows what they are bound to', async () => {
  await playNow(TERMS).catch(() => {})
  const {contribution} = brought
  assert.match(contribution, /^[0-9a-f]{32}$/)
  assert.equal(brought.commitment, 'c0')
  await playNow(TERMS).catch(() => {})
  assert.notEqual(brought.contribution, contribution)
})

/** The form as the home page shows it. */
function Guests({terms, offered}) {
  const [now, setNow] = useState(terms)
  return html`<${Friends} terms=${now} offered=${offered} onTerms=${setNow} />`
}

/** A form for a table, its fields by their labels, and what it sends. */
async function form(offered = {}, terms = {}, Form = Friends) {
  const props = {terms: {...TERMS, ...terms}, offered: {...OFFERED, games: [], ...offered}}
  const {root} = await drawn(Form, props)
  const field = (words) =>
    [...root.querySelectorAll('label')]
      .find((one) => one.textContent.includes(words))
      .querySelector('input, select')
  return {
    root,
    choose: change,
    field,
    write: (label, text) => change(root.querySelector(`[aria-label="${label}"]`), text, 'input'),
    async press(words) {
      const found = [...root.querySelectorAll('button, label')].find(
        (one) => one.textContent.trim() === words,
      )
      ;(found.querySelector('input') ?? found).click()
      await settled()
    },
    async open() {
      root.querySelector('form').dispatchEvent(new window.Event('submit', {bubbles: true, cancelable: true}))
      await settled()
      return sent.at(-1)[1]
    },
  }
}

test('a table as the form offers it', async () => {
  assert.deepEqual(await (await form()).open(), {
    game: 'traditional',
    name: 'Ann',
    chairs: ['', ''],
    games: 1,
    hints: true,
    costs: false,
    clock: 0,
    absence: 60,
    days: 0,
    options: {},
  })
})

test('whoever wants several bots finds two of them at the table', async () => {
  const Bots = (props) => html`<${Friends} ...${props} bot="greedy" />`
  assert.deepEqual((await (await form({}, {}, Bots)).open()).chairs, ['', 'greedy', 'greedy'])
  assert.deepEqual((await (await form({}, {seats: [2, 2]}, Bots)).open()).chairs, ['', 'greedy'])
})

test('the form sends the default of the server for who is gone, whatever it is', async () => {
  assert.equal((await (await form({absence: 15})).open()).absence, 15)
  const own = {absence: 0, absences: [[0, '2.5 seconds'], ...OFFERED.absences]}
  assert.equal((await (await form(own)).open()).absence, 0)
})

test('by correspondence there is no clock, and nobody has to roll for the start', async () => {
  const page = await form()
  await page.choose(page.field('Clock'), '30')
  const usual = () => page.field('Who starts').options[0].textContent
  assert.equal(usual(), 'Highest roll (default)')
  await page.choose(page.root.querySelector('#pace'), 'days 3')
  assert.equal(usual(), 'Random (default)')
  assert.equal(page.field('Clock').disabled, true)
  const {days, clock, absence, first} = await page.open()
  assert.deepEqual([days, clock, absence, first], [3, 0, 0, 'random'])
})

test('at the kitchen table a name is tapped for who starts, unless something else is chosen', async () => {
  const page = await form({}, {}, Kitchen)
  const starts = () => [...page.field('Who starts').options].map(({textContent}) => textContent)
  assert.deepEqual(starts(), ['I start (default)', 'Random', 'Highest roll'])
  await page.press('Real dice')
  assert.deepEqual(starts(), ['Tap a name (default)', 'I start', 'Highest roll'])
  await page.write('Player 1', ' Ann ')
  await page.write('Player 2', 'Ben')
  await page.press('Bot or phone')
  const {first, dice, detail, chairs, name} = await page.open()
  assert.deepEqual([first, dice, detail, chairs, name], ['random', 'own', 'score', ['', '', 'greedy'], 'Ann'])
  await page.choose(page.field('Who starts'), 'roll')
  assert.equal((await page.open()).first, 'roll')
  const again = await form({}, {}, Kitchen)
  assert.deepEqual(
    [...again.root.querySelectorAll('li input')].map(({value}) => value),
    [' Ann ', 'Ben'],
  )
  assert.equal((await again.open()).detail, 'score')
})

test('at the kitchen table people without a name are numbered', async () => {
  const page = await form({}, {}, Kitchen)
  assert.equal(page.root.querySelector('li input[required]'), null)
  await page.write('Player 1', ' ')
  assert.equal((await page.open()).name, 'Player 1')
})

test('a start that is not usual is sent, a seat as its number', async () => {
  const page = await form()
  await page.choose(page.field('Who starts'), '0')
  assert.equal((await page.open()).first, 0)
})

test('chairs are added and removed within what a game takes', async () => {
  const page = await form()
  for (let times = 0; times < 4; times += 1) await page.press('Add a chair')
  assert.equal(page.root.querySelectorAll('.chairs li').length, 4)
  await page.choose(page.root.querySelector('[aria-label="Chair 2"]'), 'greedy')
  assert.deepEqual((await page.open()).chairs, ['', 'greedy', '', ''])
})

test('a change of the game keeps who plays, and no option of the game before', async () => {
  const page = await form(
    {games: [TERMS, {...TERMS, name: 'showdown', seats: [2, 2]}]},
    {seats: [1, 4]},
    Guests,
  )
  await page.write('Your name', 'Zoe')
  await page.choose(page.field('Who starts'), '0')
  await page.press('Add a chair')
  await page.choose(page.field('Game'), 'showdown')
  const {game, name, chairs, first} = await page.open()
  assert.deepEqual([game, name, chairs, first], ['showdown', 'Zoe', ['', ''], undefined])
})

test('why a table cannot be opened stands below the form', async () => {
  const page = await form()
  await page.open()
  assert.deepEqual(texts(page.root, '[role=alert]').filter(Boolean), ['Not now.'])
})

const SUITS = {
  suits: {meaning: 'a suit for each', choices: ['sun', 'moon', 'arms'], count: 0, usual: ['sun', 'moon']},
  bonus: {meaning: 'the bonus', choices: ['35', '50'], count: 1, usual: '35'},
}

test('every option can be chosen, for a table, a chair or a die', async () => {
  const joker = {meaning: 'a joker', choices: ['forced', 'free'], count: 1, usual: 'forced'}
  const suits = {meaning: 'a suit each', choices: ['sun', 'moon'], count: 5, usual: Array(5).fill('sun')}
  const pawns = {meaning: 'a space each', choices: ['0', '4', '8'], count: 0, usual: []}
  const options = {joker, suits, pawns}
  for (const [title, one] of Object.entries(options)) Object.assign(one, {title, titles: one.choices})
  const page = await form({}, {options})
  await page.choose(page.field('Joker'), 'free')
  await page.choose(page.root.querySelector('[aria-label="Suits: Die 1"]'), 'moon')
  await page.choose(page.root.querySelector('[aria-label="Pawns: Chair 2"]'), '0')
  const {options: chosen} = await page.open()
  assert.deepEqual(chosen, {joker: 'free', suits: 'moon,sun,sun,sun,sun', pawns: '4,0'})
})

test('options left as usual are not sent', () => {
  assert.deepEqual(chosenOptions(SUITS, {}, 2), {})
  assert.deepEqual(chosenOptions(SUITS, {bonus: ['50']}, 2), {bonus: '50'})
})

test('chairs left as usual get what no other chair has', () => {
  assert.deepEqual(chosenOptions(SUITS, {suits: ['', 'sun']}, 3), {suits: 'sun,sun,moon'})
  assert.deepEqual(chosenOptions(SUITS, {suits: ['arms']}, 2), {suits: 'arms,moon'})
})

test('one press plays against the bot of last time, alone only where that can be', async () => {
  assert.deepEqual(
    [usualChairs({seats: [1, 4]}), usualChairs({seats: [1, 1]}), usualChairs({seats: [3, 4]})],
    [2, 1, 3],
  )
  assert.equal(rivalIn({seats: [2, 4]}, 'nobody'), 'greedy')
  myRival('nobody')
  await assert.rejects(playNow(TERMS), /^Error: Not now\.$/)
  assert.deepEqual(sent.at(-1)[1].chairs, [''])
  myRival('champion')
  await assert.rejects(playNow(TERMS), /^Error: Not now\.$/)
  assert.deepEqual(sent.at(-1)[1].chairs, ['', 'champion'])
})

test('a second press before the answer opens no second table', async () => {
  await Promise.allSettled([playNow(TERMS), playNow(TERMS)])
  assert.equal(sent.length, 1)
})

for (const [text, path] of [
  ['abc234', '/t/ABC234'],
  ['ABC-234', '/t/ABC234'],
  ['The code is ABC234.', '/t/ABC234'],
  ['http://localhost/t/abc234/?from=mail', '/t/ABC234'],
  ['localhost/t/ABC234', '/t/ABC234'],
  ['https://localhost/t/ABC234#seat=a_b-c', '/t/ABC234#seat=a_b-c'],
  ['Pull up a chair: Junior\nhttp://localhost/t/ABC234.', '/t/ABC234'],
  ['http://localhost/watch/ABC234', '/watch/ABC234'],
  ['/t/ABC234', '/t/ABC234'],
])
  test(`the code in "${text}" leads to ${path}`, () => assert.deepEqual(destination(text), {path}))

for (const [text, wrong] of [
  ['abc23', 'A code has 6 letters and digits.'],
  ['http://localhost/records', 'A code has 6 letters and digits.'],
  ['https://dice.example.org:443/t/ABC234', 'This link is for dice.example.org: open it in a new tab.'],
  ['http://[::1]:8000/t/ABC234', 'This link is for [::1]:8000: open it in a new tab.'],
  ['http://a:b:c/t/ABC234', 'This link is for http://a:b:c: open it in a new tab.'],
])
  test(`"${text}" leads nowhere`, () => assert.deepEqual(destination(text), {wrong}))

test('an option without effect is sent with its default', async () => {
  const page = await form()
  await page.press('Show what each choice cost')
  assert.equal((await page.open()).costs, true)
  await page.press('Allow hints')
  const {hints, costs} = await page.open()
  assert.deepEqual([hints, costs], [false, false])
})

test('what a table has agreed on is one line', async () => {
  const line = async (more, house = []) =>
    (await drawn(Agreed, {picture: {house, terms: terms(more)}})).root.textContent
  assert.equal(
    await line({days: 3}, ['joker free']),
    'Joker free · Correspondence, 3 days per decision · Hints allowed',
  )
  assert.match(await line({hints: false}), /No hints$/)
})

test('the opener is the first person at the table', () => {
  const [free, bot, person] = [{open: true}, {open: false, bot: 'greedy'}, {open: false, bot: ''}]
  assert.equal(openerOf([person, person]), 0)
  assert.equal(openerOf([free, bot, person]), 2)
  assert.equal(openerOf([free, bot]), -1)
})

const BOXES = [
  {name: 'Sixes', needs: 'face 6', pays: 'these dice'},
  {name: 'A "High" one', needs: 'total 22', pays: '30'},
]
const CARD = {title: 'Grün \\', goal: '12', bonus: '5', boxes: BOXES}

test('the form reads what it writes, and nothing that says more', () => {
  const text = toToml(CARD)
  assert.deepEqual(fromToml(text), CARD)
  assert.ok(text.includes('pays = 30 }'))
  for (const more of [`${text}seats = [1, 2]\n`, `# ours\n${text}`, text.replace('Numbers', 'Upper'), ''])
    assert.equal(fromToml(more), null)
  const bare = {...CARD, goal: '', bonus: '', boxes: BOXES.slice(1)}
  assert.deepEqual(fromToml(toToml(bare)), bare)
})

test('a fault is told by the box instead of the line', () => {
  const at =
    toToml(CARD)
      .split('\n')
      .findIndex((line) => line.includes('Sixes')) + 1
  assert.equal(withoutLines(`line ${at}, needs: No.`, toToml(CARD)), '"Sixes": No.')
  assert.equal(withoutLines('line 1, title: No; the other is on line 2.', toToml(CARD)), 'No.')
  assert.equal(withoutLines('A card is long.', ''), 'A card is long.')
})

test('a link holds the whole card', async () => {
  const code = await packed(toToml(CARD))
  assert.match(code, /^[\w-]+$/)
  assert.equal(await unpacked(code), toToml(CARD))
  for (const wrong of ['abc', 'x'.repeat(30_000)]) await assert.rejects(unpacked(wrong))
})
