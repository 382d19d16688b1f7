// The address under which others reach this server, with QR codes.
import {html, useEffect, useState} from '../vendor/htm-preact.js'
import {get, post} from '../shell/api.js'

const HERE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** @typedef {{origin: string, sentence: string}} Reach */

/** Whoever came by a name that others know too sends that one on; else the server knows of another. */
export function useReach() {
  const own = HERE.test(location.hostname) ? '' : location.origin
  const [reach, setReach] = useState(/** @type {Reach} */ ({origin: own, sentence: ''}))
  useEffect(() => {
    if (!own) get('/api/reach').then(setReach, (error) => setReach({origin: '', sentence: error.message}))
  }, [])
  return {...reach, origin: reach.origin || location.origin}
}

/** A text for a camera. @param {{text: string, title: string}} props */
export function Camera({text, title}) {
  const [drawn, setDrawn] = useState(/** @type {{size: number, path: string} | null} */ (null))
  useEffect(() => {
    post('/api/qr', {text}).then(setDrawn, () => setDrawn(null))
  }, [text])
  if (!drawn) return html`<span class="camera" aria-hidden="true"></span>`
  return html`<svg class="camera" viewBox=${`0 0 ${drawn.size} ${drawn.size}`} role="img" aria-label=${title}
    data-text=${text} shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff" />
    <path d=${drawn.path} fill="#000" /></svg>`
}
