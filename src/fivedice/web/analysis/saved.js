// The entry script of a review saved as one file, which has its data inside (report/page.py).
import {html, render} from '../vendor/htm-preact.js'
import {Aloud} from '../shell/frame.js'
import {dress} from '../shell/storage.js'
import {carry} from './loading.js'
import Analysis from './page.js'

const {steps, ...answers} = JSON.parse(document.getElementById('review')?.textContent ?? '')
let picture = {}
for (const step of steps) {
  picture = {...picture, ...step.picture} // only what has changed since the step before
  answers[`steps/${step.number}`] = {...step, picture}
}
carry(answers)
dress()
render(html`<${Analysis} code="" /><${Aloud} />`, /** @type {HTMLElement} */ (document.getElementById('app')))
