// Printing: opens the server's PDF if it generates PDFs, otherwise prints the page in the browser.
import {html} from '../vendor/htm-preact.js'
import {at} from './api.js'
import {Button} from './frame.js'
import {language, tr} from './language.js'

/** Countries that use Letter paper. */
const LETTER = ['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE', 'GT', 'CR', 'PA', 'DO', 'PR']

/** The paper for a browser such as en-US on such a page. @param {string} browser @param {string} page */
export const paperOf = (browser, page = language) =>
  page === 'en' && LETTER.includes(browser.split('-').at(-1) ?? '') ? 'letter' : 'a4'

/** Whether the server makes PDFs. */
export const hasPdf = () => Boolean(document.documentElement.dataset.prints)

/**
 * A button that prints; `of` is the address of the PDF, and `before` prepares the page if the browser prints
 * it.
 * @param {{of: string, title?: string, before?: () => void}} props
 */
export function Print({of, title = tr('Print'), before = () => {}}) {
  const pdf = hasPdf() && at(`${of}?paper=${paperOf(navigator.language)}`)
  if (pdf) return html`<a class="button small" href=${pdf} target="_blank" rel="noopener">${title}</a>`
  const print = () => {
    before()
    setTimeout(() => window.print())
  }
  return html`<${Button} look="small" onClick=${print}>${title}<//>`
}

/** What can be printed of a game, with its name. */
const PARTS = {
  rules: tr('Rules'),
  quick: tr('One page'),
  pad: tr('Score pad'),
  all: tr('All', null, 'everything that can be printed'),
}

/**
 * A button for each part of a game, or for the page without PDFs; only games of cards have a score pad.
 * @param {{of: string, board: string}} props `of` is the address of the parts
 */
export const Prints = ({of, board}) =>
  html`<div class="prints"><span>${tr('Print:')}</span> ${Object.entries(
    hasPdf() ? PARTS : {rules: tr('Rules')},
  )
    .filter(([part]) => part !== 'pad' || board === 'cards')
    .map(([part, title]) => html`<${Print} of=${`${of}/${part}`} title=${title} />`)}</div>`
