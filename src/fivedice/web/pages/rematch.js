// The way to a rematch that somebody asks for. Plays nothing.
import {html} from './vendor/htm-preact.js'
import {Link, go} from './frame.js'
import {tokenOf} from './memory.js'
import {personsOf} from './names.js'
import {join} from './opening.js'

/**
 * Takes a chair of the rematch under the name that I had; if none can be had, its door says why.
 * @param {{table: any, look?: string}} props the table where the match is over, and my seat there
 */
export function ToRematch({table: {next, chairs, game, seat}, look = ''}) {
  const there = `/t/${next}`
  const come = (/** @type {Event} */ event) => {
    event.preventDefault()
    if (seat === null || tokenOf(next)) go(there)
    else join(next, chairs[seat].name, game, () => go(there), personsOf(chairs))
  }
  return html`<${Link} class=${`button main ${look}`} href=${there} onClick=${come}>To the rematch<//>`
}
