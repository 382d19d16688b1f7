// The form to join a table by its code.
import {html, useEffect, useState} from '../vendor/htm-preact.js'
import {go} from '../shell/frame.js'

/** Signs that a code has. */
const LONG = 6
const SHORT = `A code has ${LONG} letters and digits.`

/** The link to a table, with or without its host, anywhere in a text. */
const LINK = /(?:(https?:)\/\/)?([^\s/]+)?\/(t|watch|review|replay)\/([a-z\d]{6})(?![a-z\d])/i
const PASS = /#seat=[\w-]+/

/** Without the port that goes without saying. @param {string} origin */
function hostOf(origin) {
  try {
    return new URL(origin).host
  } catch {
    return origin
  }
}

/**
 * Where a code, or a text that contains a link, leads; or what is wrong with it.
 * @param {string} text @returns {{path?: string, wrong?: string}}
 */
export function destination(text) {
  const [, scheme = location.protocol, host = location.host, page, code] = LINK.exec(text) ?? []
  if (!page) {
    const words = text.match(/\b[A-Z\d]{6}\b/g) ?? []
    const tidy = text.toUpperCase().replace(/[^A-Z\d]/g, '')
    const found = words.length === 1 ? words[0] : tidy
    return found.length === LONG ? {path: `/t/${found}`} : {wrong: SHORT}
  }
  const other = hostOf(`${scheme}//${host}`)
  if (other !== location.host) return {wrong: `This link is for ${other}: open it in a new tab.`}
  return {path: `/${page.toLowerCase()}/${code.toUpperCase()}${PASS.exec(text)?.[0] ?? ''}`}
}

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
    const {path, wrong: why = ''} = destination(code)
    setSaid(why)
    if (path) go(path)
  }
  const write = (/** @type {any} */ event) => {
    setCode(event.target.value)
    setSaid('')
  }
  return html`<form class="join" onSubmit=${join}>
    <label class="field">Join by code
      <input class="input code" value=${code} placeholder="ABC234" autocomplete="off"
        autocapitalize="characters" spellcheck=${false} autofocus=${Boolean(tried)} onInput=${write}
        aria-invalid=${said ? 'true' : undefined} aria-describedby="by-code" />
    </label>
    <button class="button">Join</button>
    <p class="wrong" id="by-code" role="alert">${said}</p>
  </form>`
}
