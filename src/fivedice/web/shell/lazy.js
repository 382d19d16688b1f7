// Components and stylesheets that are loaded when they are first needed.
import {html, useEffect, useState} from '../vendor/htm-preact.js'
import {Bar, Dialog} from './frame.js'

/**
 * @typedef {() => Promise<{default: any}>} Load
 * @typedef {(props: any) => any} Part
 */

/**
 * The default part of a module, and what stands there meanwhile, or if it cannot be had.
 * @param {Load} load @param {Part} [meanwhile] @param {Part} [failing]
 * @param {() => void} [drawn] what is done once it has been drawn @returns {Part}
 */
export function later(load, meanwhile = () => null, failing = NotNow, drawn = () => {}) {
  /** @type {Part | null} */
  let Whole = null
  return function Later(props) {
    const [come, setCome] = useState(Whole !== null)
    const [failed, setFailed] = useState(false)
    useEffect(() => {
      if (Whole) return
      styled(load()).then(
        (module) => {
          Whole = module.default
          setCome(true)
        },
        () => setFailed(true),
      )
    }, [])
    useEffect(() => (come ? drawn() : undefined), [come])
    return html`<${Whole ?? (failed ? failing : meanwhile)} ...${props} />`
  }
}

/** The same of what a page can do without. @param {Load} load */
export const optional = (load) => later(load, undefined, () => null)

/** The same of what fills the whole page. @param {Load} load @param {() => void} [drawn] */
export const page = (load, drawn = fetchOnward) => later(load, OneMoment, NotLoaded, drawn)

/**
 * What is needed where people go from here is fetched once they see something: they wait for nothing. What
 * does not come now is asked for again when it is needed.
 */
export function fetchOnward() {
  const onward = document.querySelectorAll('link[rel=onward]')
  for (const link of /** @type {NodeListOf<HTMLLinkElement>} */ (onward)) link.rel = 'modulepreload'
}

const OneMoment = () =>
  html`<${Bar} /><main class="waiting" aria-busy="true"><h1 class="unseen">fivedice</h1>One moment …</main>`

const NotLoaded = () =>
  html`<${Bar} /><main class="waiting"><p>This page cannot be loaded now. <a href=${location.href}>
    Try again</a></p></main>`

/** What should open over the page, and cannot. @param {{onClose: () => void}} props */
const NotNow = ({onClose}) =>
  html`<${Dialog} title="Not now" onClose=${onClose}><p>
    The server cannot be reached; try again in a moment.</p><//>`

/** @type {Promise<void>[]} */
const coming = []

/** From now on there is the style of these names. @param {string[]} names */
export function stylesheet(...names) {
  for (const name of names) {
    const link = /** @type {HTMLLinkElement} */ (document.querySelector(`link[href$="/style/${name}.css"]`))
    if (link.rel === 'stylesheet') continue
    coming.push(new Promise((come) => (link.onload = link.onerror = () => come())))
    link.rel = 'stylesheet'
  }
}

/**
 * A module once the style that it asks for is there too, so that nothing is drawn without.
 * @template T @param {Promise<T>} loading @returns {Promise<T>}
 */
export async function styled(loading) {
  const module = await loading
  await Promise.all(coming)
  return module
}
