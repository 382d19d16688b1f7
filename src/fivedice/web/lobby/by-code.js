// The form to join a table by its code.
import {html, useEffect, useRef, useState} from '../vendor/htm-preact.js'
import {Field, go} from '../shell/frame.js'
import {tr} from '../shell/language.js'

/** The length of a code. */
const LONG = 6
const SHORT = tr('A code has {count} letters and digits.', {count: LONG})

/** A link to a table, with or without a host and a root, anywhere in a text. */
const LINK =
  /(?:(https?:)\/\/)?([^\s/]+)?(?:\/[\w.~-]+)*\/(t|watch|re(?:view|play)|club)\/([a-z\d]{6})(?![a-z\d])/i
const PASS = /#seat=[\w-]+/

/** The host, without a default port. @param {string} origin */
function hostOf(origin) {
  try {
    return new URL(origin).host
  } catch {
    return origin
  }
}

/**
 * The path for a text with a code or a link, or the reason why the text has none.
 * @param {string} text @returns {{path?: string, wrong?: string}}
 */
export function destination(text) {
  const [, scheme = location.protocol, host = location.host, page, linked] = LINK.exec(text) ?? []
  if (!page) {
    const words = text.match(/\b[A-Z\d]{6}\b/g) ?? []
    const tidy = text.toUpperCase().replace(/[^A-Z\d]/g, '')
    const code = words.length === 1 ? words[0] : tidy
    return code.length === LONG ? {path: `/t/${code}`} : {wrong: SHORT}
  }
  const other = hostOf(`${scheme}//${host}`)
  if (other !== location.host)
    return {wrong: tr('This link is for {site}: open it in a new tab.', {site: other})}
  return {path: `/${page.toLowerCase()}/${linked.toUpperCase()}${PASS.exec(text)?.[0] ?? ''}`}
}

/** `wrong` is the error for the code `tried`, if any. @param {{tried?: string, wrong?: string}} props */
export default function ByCode({tried = '', wrong = ''}) {
  const [code, setCode] = useState(tried)
  const [why, setWhy] = useState(wrong)
  const form = useRef(/** @type {HTMLFormElement | null} */ (null))
  useEffect(() => setWhy(wrong), [wrong])
  // browsers heed `autofocus` once, and a dialog may have had it
  useEffect(() => void (tried && form.current?.querySelector('input')?.focus()), [])
  const join = (/** @type {Event} */ event) => {
    event.preventDefault()
    const {path, wrong: reason = ''} = destination(code)
    setWhy(reason)
    if (path) go(path)
  }
  const write = (/** @type {string} */ text) => {
    setCode(text)
    setWhy('')
  }
  return html`<form class="join" ref=${form} onSubmit=${join}>
    <${Field} label=${tr('Join by code')} class="input code" value=${code} placeholder="ABC234"
      autocomplete="off" autocapitalize="characters" spellcheck=${false}
      onInput=${write} aria-invalid=${why ? 'true' : undefined} aria-describedby="by-code" />
    <button class=${tried ? 'button main' : 'button'}>${tr('Join')}</button>
    <p class="wrong" id="by-code" role="alert">${why}</p>
  </form>`
}
