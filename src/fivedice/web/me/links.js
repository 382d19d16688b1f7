// Links between the pages about a player.
import {html} from '../vendor/htm-preact.js'
import {Link} from '../shell/frame.js'

const PAGES = {
  '/records': 'My matches',
  '/me/stats': 'Statistics',
  '/train': 'Training',
  '/club': 'Club night',
  '/me': 'You',
}

/** Links to the other pages. @param {{here: keyof typeof PAGES}} props */
export const MyPages = ({here}) =>
  html`<nav class="row" aria-label="About you">${Object.entries(PAGES)
    .filter(([path]) => path !== here)
    .map(([path, title]) => html`<${Link} class="button small" href=${path}>${title}<//>`)}</nav>`
