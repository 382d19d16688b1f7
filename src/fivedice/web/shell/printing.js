// Printing: the PDF of the server if it makes any, otherwise the page by the browser.
import {html} from '../vendor/htm-preact.js'
import {at} from './api.js'

/** Countries whose paper is Letter. */
const LETTER = ['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE', 'GT', 'CR', 'PA', 'DO', 'PR']

/** The paper of a language with a country, such as en-US. @param {string} language */
export const paperOf = (language) => (LETTER.includes(language.split('-').at(-1) ?? '') ? 'letter' : 'a4')

/** Whether the server makes PDFs. */
export const hasPdf = () => Boolean(document.documentElement.dataset.prints)

/**
 * A button that prints; `of` is the address of the PDF, `before` prepares the page where the browser prints.
 * @param {{of: string, title?: string, before?: () => void}} props
 */
export function Print({of, title = 'Print', before = () => {}}) {
  const pdf = hasPdf() && at(`${of}?paper=${paperOf(navigator.language)}`)
  if (pdf) return html`<a class="button small" href=${pdf} target="_blank" rel="noopener">${title}</a>`
  const print = () => {
    before()
    setTimeout(() => window.print())
  }
  return html`<button type="button" class="button small" onClick=${print}>${title}</button>`
}
