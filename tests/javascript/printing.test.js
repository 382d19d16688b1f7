import assert from 'node:assert/strict'
import {afterEach, test} from 'node:test'
import {drawn, settled, window} from './page.js'
import {Print, paperOf} from '../../src/fivedice/web/shell/printing.js'

const {dataset} = document.documentElement
Object.defineProperty(navigator, 'language', {value: 'en-US'})

afterEach(() => delete dataset.prints)

test('America prints on Letter, everybody else on A4', () => {
  assert.equal(paperOf('en-US'), 'letter')
  assert.equal(paperOf('fr-CA'), 'letter')
  assert.equal(paperOf('en-GB'), 'a4')
  assert.equal(paperOf('de'), 'a4')
  assert.equal(paperOf('en-US', 'de'), 'a4')
})

test('a server with the extra makes the PDF, in a tab of its own', async () => {
  dataset.prints = 'yes'
  const {root} = await drawn(Print, {of: '/review/ABC234/print'})
  const link = root.querySelector('a')
  assert.equal(link.getAttribute('href'), '/review/ABC234/print?paper=letter')
  assert.equal(link.target, '_blank')
  assert.equal(link.textContent, 'Print')
})

test('without it the browser prints the page, once it is ready', async () => {
  const done = []
  globalThis.window = Object.assign(window, {print: () => done.push('print')})
  const {root} = await drawn(Print, {of: '/x', title: 'Print this card', before: () => done.push('close')})
  root.querySelector('button').click()
  await settled()
  assert.deepEqual(done, ['close', 'print'])
})
