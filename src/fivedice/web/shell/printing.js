// Printing: links to the PDFs of the server, if it makes any.
import {html} from '../vendor/htm-preact.js'
import {at} from './api.js'
import {language, tr} from './language.js'
import {settings} from './storage.js'

/** Countries that use Letter paper. */
const LETTER = ['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE', 'GT', 'CR', 'PA', 'DO', 'PR']

/** The paper for a browser such as en-US on such a page. @param {string} browser @param {string} page */
export const paperOf = (browser, page = language) =>
  page === 'en' && LETTER.includes(browser.split('-').at(-1) ?? '') ? 'letter' : 'a4'

/** Whether the server makes PDFs. */
export const hasPdf = () => Boolean(document.documentElement.dataset.prints)

/** A button that opens a PDF. @param {{of: string, title?: string}} props `of` is its address */
export const Print = ({of, title = tr('Print')}) =>
  hasPdf() &&
  html`<a class="button small" href=${at(
    `${of}?paper=${paperOf(navigator.language)}&pips=${settings().faces === 'pips'}`,
  )} target="_blank" rel="noopener">${title}</a>`

/** What can be printed of a game, with its name. */
const PARTS = {
  rules: tr('Rules'),
  quick: tr('One page'),
  pad: tr('Score pad'),
  all: tr('All', null, 'everything that can be printed'),
}

/**
 * A button for each part of a game; only games of cards have a score pad.
 * @param {{of: string, board: string}} props `of` is the address of the parts
 */
export const Prints = ({of, board}) =>
  hasPdf() &&
  html`<div class="prints"><span>${tr('Print:')}</span> ${Object.entries(PARTS)
    .filter(([part]) => part !== 'pad' || board === 'cards')
    .map(([part, title]) => html`<${Print} of=${`${of}/${part}`} title=${title} />`)}</div>`
