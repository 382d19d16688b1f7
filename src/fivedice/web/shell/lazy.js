// Components and stylesheets that are loaded when they are first needed.
import {html, useEffect, useState} from '../vendor/htm-preact.js'
import {Dialog, Lost, Unready} from './frame.js'
import {allTranslations, tr} from './language.js'

/** @typedef {() => Promise<{default: any}>} Load @typedef {(props: any) => any} Part */

/**
 * The default export of a module as a component, with placeholders while it loads and if it fails.
 * @param {Load} load @param {Part} [meanwhile] @param {Part} [failing]
 * @param {() => void} [drawn] called once it is drawn @param {() => Promise<void>} [before] @returns {Part}
 */
export function later(
  load,
  meanwhile = () => null,
  failing = NotNow,
  drawn = () => {},
  before = allTranslations,
) {
  /** @type {Part | null} */
  let Whole = null
  return function Later(props) {
    const [come, setCome] = useState(Whole !== null)
    const [failed, setFailed] = useState(false)
    useEffect(() => {
      if (Whole) return setCome(true) // it may have loaded after this was rendered
      styled(before().then(load)).then(
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

/** An optional component, which stays empty if it cannot be loaded. @param {Load} load */
export const optional = (load) => later(load, undefined, () => null)

/** Another export of a module than its default. @param {Promise<any>} loading @param {string} name */
export const part = (loading, name) => loading.then((module) => ({default: module[name]}))

/**
 * A whole page as a component, with an error page if it cannot be loaded.
 * @param {Load} load @param {() => void} [drawn] @param {() => Promise<void>} [before]
 */
export const page = (load, drawn = fetchOnward, before = allTranslations) =>
  later(load, OneMoment, NotLoaded, drawn, before)

/**
 * Preloads the modules of the next pages once this page is drawn. A module that fails to load is requested
 * again when it is needed.
 */
export function fetchOnward() {
  const onward = document.querySelectorAll('link[rel=onward]')
  for (const link of /** @type {NodeListOf<HTMLLinkElement>} */ (onward)) link.rel = 'modulepreload'
}

const OneMoment = () => html`<${Unready} title="fivedice" />`

const NotLoaded = () =>
  html`<${Lost} title=${tr('This page cannot be loaded')}><p>${tr('Check your connection.')}</p>
    <p><a class="button main" href=${location.href}>${tr('Try again')}</a></p><//>`

/** Shown in place of a dialog that cannot be loaded. @param {{onClose: () => void}} props */
const NotNow = ({onClose}) =>
  html`<${Dialog} title=${tr('Not now')} onClose=${onClose}><p>${tr('The server cannot be reached.')}</p><//>`

/** @type {Promise<void>[]} */
const coming = []

/** Loads stylesheets by name. @param {string[]} names */
export function stylesheet(...names) {
  for (const name of names) {
    const link = /** @type {HTMLLinkElement | null} */ (
      document.querySelector(`link[href$="/style/${name}.css"]`)
    )
    if (!link || link.rel === 'stylesheet') continue // a saved page has its styles inside
    coming.push(new Promise((come) => (link.onload = link.onerror = () => come())))
    link.rel = 'stylesheet'
  }
}

/** A module, once its styles are there too. @template T @param {Promise<T>} loading @returns {Promise<T>} */
export async function styled(loading) {
  const module = await loading
  await Promise.all(coming)
  return module
}
