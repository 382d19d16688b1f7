// Links to pass on: copying and sending them, QR codes, and the address under which others reach this site.
import {html, useEffect, useRef, useState} from '../vendor/htm-preact.js'
import {get, post, site, useAnswer} from '../shell/api.js'
import {Icon} from '../drawings/icons.js'
import {Button} from '../shell/frame.js'
import {tr} from '../shell/language.js'

/** The share button of the phone. @param {{link: string, title: string, text: string}} props */
export function Share({link, title, text}) {
  if (!navigator.share) return null
  const share = () => navigator.share({title: `${title} · fivedice`, text, url: link}).catch(() => {})
  return html`<${Button} look="small main" onClick=${share}>${tr('Send the link')}<//>`
}

/** The longest text that the server draws as a QR code. */
const LONGEST_QR = 800

/**
 * A link to pass on: selected in its field, with a QR code and a sentence about its limits, if any.
 * @param {{words: string, link: string, sentence?: string, children?: any}} props
 */
export function PassOn({words, link, sentence, children}) {
  const place = useRef(/** @type {HTMLElement | null} */ (null))
  useEffect(() => {
    place.current?.querySelector('input')?.focus({preventScroll: true})
    place.current?.scrollIntoView({block: 'nearest'})
  }, [link])
  return html`<div class="elsewhere" role="status" ref=${place}>
    <p>${words}</p>
    ${children}<${Copy} text=${link} title=${tr('Copy the link')} />
    ${link.length <= LONGEST_QR && html`<${Camera} text=${link} title=${tr('QR code of the link')} />`}
    ${sentence && html`<p class="reach">${sentence}</p>`}
  </div>`
}

/** A text with a button to copy it. @param {any} props */
export function Copy({text, title, plain = false, main = false}) {
  const [done, setDone] = useState(false)
  const copy = async () => {
    setDone(await copied(text))
    setTimeout(() => setDone(false), 2000)
  }
  return html`<div class="copy">
    <${Button} look=${`small ${main ? 'main' : plain ? 'plain' : ''}`} onClick=${copy}>
      <${Icon} name="copy" />${done ? tr('Copied') : title}<//>
    ${
      !plain &&
      html`<input class="input link" style=${{'--letters': text.length}} readonly value=${text}
      aria-label=${tr('The link')}
      onFocus=${(/** @type {any} */ event) => event.target.select()} />`
    }
  </div>`
}

/** Plain http copies a selection, inside an open dialog. @param {string} text @returns {Promise<boolean>} */
export async function copied(text) {
  if (navigator.clipboard)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
  const field = document.createElement('textarea')
  field.value = text
  const place = document.querySelector('dialog[open] .body') ?? document.body
  place.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  return done
}

/** Addresses within a home or an office. */
const NEAR = /^(10|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254)\.[\d.]+$|\.local$/
const ONLY_HERE = tr('This link works only in this network.')
const HERE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * The origin that others can use, with a sentence about its limits: this page's own, or on localhost the one
 * that the server suggests.
 */
export function useReach() {
  const own = HERE.test(location.hostname) ? '' : site()
  const sentence = NEAR.test(location.hostname) ? ONLY_HERE : ''
  const {data, wrong} = useAnswer(async () => (own ? {origin: own, sentence} : get('/api/reach')))
  return {origin: data?.origin || site(), sentence: wrong || (data ? data.sentence : sentence)}
}

/** A text as a QR code. @param {{text: string, title: string}} props */
export function Camera({text, title}) {
  const {data: qr} = useAnswer(() => post('/api/qr', {text}), [text])
  if (!qr) return html`<span class="camera" aria-hidden="true"></span>`
  return html`<svg class="camera" viewBox=${`0 0 ${qr.size} ${qr.size}`} role="img" aria-label=${title}
    data-text=${text} shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff" />
    <path d=${qr.path} fill="#000" /></svg>`
}
