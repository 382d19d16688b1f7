// Where to go from a match that is looked back at: its table, my matches, the next. Asks for the list.
import {html, useEffect, useState} from '../vendor/htm-preact.js'
import {post} from '../shell/api.js'
import {Link} from '../shell/frame.js'
import {held, tokenOf, uploads} from '../shell/storage.js'

/** @param {{code: string, satAt: boolean}} props */
export default function Ways({code, satAt}) {
  const next = useNext(code)
  return html`<nav class="ways" aria-label="From here">
    ${
      satAt &&
      html`<${Link} class="button small" href=${`/${tokenOf(code) ? 't' : 'watch'}/${code}`}>To the table<//>`
    }
    <${Link} class="button small" href="/records">My matches<//>
    ${next && html`<${Link} class="button small" href=${`/review/${next}`}>Next match<//>`}
  </nav>`
}

/** The match of mine that ended before this one. @param {string} code */
function useNext(code) {
  const [next, setNext] = useState('')
  useEffect(() => {
    const tokens = held().map(({code, token}) => [code, token])
    if (!tokens.length && !uploads().length) return
    post('/api/mine', {tokens, codes: uploads()}).then(
      (mine) => {
        const over = mine.filter((/** @type {{stage: string}} */ {stage}) => stage === 'over')
        const here = over.findIndex((/** @type {{code: string}} */ one) => one.code === code)
        setNext(over[here + 1]?.code ?? '')
      },
      () => {},
    )
  }, [code])
  return next
}
