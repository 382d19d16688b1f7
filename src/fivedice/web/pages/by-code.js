// The way to a table by a code that somebody has given me. Knows no table.
import {html, useEffect, useState} from './vendor/htm-preact.js'
import {go} from './frame.js'

/** Signs that a code has. */
const LONG = 6
const SHORT = `A code has ${LONG} letters and digits.`

/**
 * `wrong` says what is wrong with the code that was `tried`, if one was.
 * @param {{tried?: string, wrong?: string}} props
 */
export default function ByCode({tried = '', wrong = ''}) {
  const [code, setCode] = useState(tried)
  const [said, setSaid] = useState(wrong)
  useEffect(() => setSaid(wrong), [wrong])
  const join = (/** @type {Event} */ event) => {
    event.preventDefault()
    const tidy = code.toUpperCase().replace(/[^A-Z0-9]/g, '')
    if (tidy.length < LONG) setSaid(SHORT)
    else go(`/t/${tidy}`)
  }
  const write = (/** @type {any} */ event) => {
    setCode(event.target.value)
    setSaid('')
  }
  return html`<form class="join" onSubmit=${join}>
    <label class="field">Join by code
      <input class="input code" value=${code} maxlength="12" placeholder="ABC234" autocomplete="off"
        autocapitalize="characters" spellcheck=${false} autofocus=${Boolean(tried)} onInput=${write}
        aria-invalid=${said ? 'true' : undefined} aria-describedby="by-code" />
    </label>
    <button class="button">Join</button>
    <p class="wrong" id="by-code" role="alert">${said}</p>
  </form>`
}
