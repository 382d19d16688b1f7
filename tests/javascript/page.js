// A document for tests that need one: happy-dom in place of a browser.
import {after, beforeEach} from 'node:test'
import {Window} from '../../.venv/node_modules/happy-dom/lib/index.js'

const GLOBALS = `
  document location history localStorage sessionStorage Element HTMLElement HTMLInputElement
  HTMLButtonElement SVGElement Text FormData Event KeyboardEvent MouseEvent PopStateEvent NodeFilter
  MutationObserver
`
const FUNCTIONS = `
  addEventListener removeEventListener dispatchEvent matchMedia requestAnimationFrame
  cancelAnimationFrame getComputedStyle scrollTo scrollBy
`
/** The words of a text. */
const split = (text) => text.trim().split(/\s+/)

const settings = {disableCSSFileLoading: true, handleDisabledFileLoadingAsSuccess: true}
export const window = new Window({url: 'http://localhost/t/ABC234', width: 1200, height: 800, settings})
const there = /** @type {any} */ (window)
for (const name of split(GLOBALS))
  Object.defineProperty(globalThis, name, {value: there[name], configurable: true})
for (const name of split(FUNCTIONS))
  Object.defineProperty(globalThis, name, {value: there[name].bind(window), configurable: true})
Object.defineProperty(globalThis, 'innerHeight', {value: 800})
Object.defineProperty(globalThis, 'navigator', {value: {onLine: true}, configurable: true})

for (const style of split('analysis lesson scorecard showdown junior records train pad club'))
  document.head.insertAdjacentHTML('beforeend', `<link rel="stylesheet" href="/style/${style}.css">`)

const {html, render} = await import('../../src/fivedice/web/vendor/htm-preact.js')

const {setTimeout: wait} = globalThis // which tests may replace
const pause = (time) => new Promise((go) => wait(go, time))

/** Waits until effects have run and what they changed is drawn: in turns, so that a busy machine has as many. */
export async function settled() {
  for (let turn = 0; turn < 9; turn++) await pause(1)
}

let drawnBefore = document.createElement('div')
after(() => render(null, drawnBefore)) // what fails would ask again for ever
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

/** Draws a component by itself, in place of the one before. Its root holds what is drawn. */
export async function drawn(Component, props = {}) {
  render(null, drawnBefore)
  const root = (drawnBefore = document.createElement('div'))
  document.body.replaceChildren(root)
  const draw = async (more = props) => {
    render(html`<${Component} ...${more} />`, root)
    await settled()
  }
  await draw()
  return {root, draw}
}

/** The texts of all elements that match. */
export const texts = (root, selector) =>
  [...root.querySelectorAll(selector)].map((one) => one.textContent.replace(/\s+/g, ' ').trim())

/** Presses the button with these words, once it is drawn. */
export async function press(root, words) {
  await settled()
  const all = [...root.querySelectorAll('button')]
  all.find((one) => one.textContent.trim() === words).click()
  await settled()
}

/** Gives a field another value, as people do. */
export async function change(field, value, type = 'change') {
  field.value = value
  field.dispatchEvent(new window.Event(type, {bubbles: true}))
  await settled()
}

/** Waits for long until something is there. */
export async function until(isThere) {
  for (let times = 0; times < 100 && !isThere(); times += 1) await settled()
}
