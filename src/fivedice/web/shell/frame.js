// Shared by all pages: the bar at the top, links between pages, dialogs, the parts of forms, and the live
// region for screen readers.
import {html, useEffect, useLayoutEffect, useRef, useState} from '../vendor/htm-preact.js'
import {Icon, Mark} from '../drawings/icons.js'
import {isEcho} from './press.js'
import {at, patch} from './api.js'
import {choose, language, LANGUAGES, tr} from './language.js'
import {me} from './storage.js'

/** Navigates to another page of this site. @param {string} path */
export function go(path) {
  history.pushState(null, '', at(path))
  dispatchEvent(new PopStateEvent('popstate'))
  scrollTo(0, 0)
}

/**
 * A link to the documentation, which is in English; nothing where the server has none.
 * @param {{page: string, children?: any, [more: string]: any}} props `page` such as 'guide/play.html'
 */
export const Document = ({page, children, ...more}) =>
  document.documentElement.dataset.documents &&
  html`<a href=${at(`/docs/${page}`)} hreflang="en" ...${more}>${children}</a>`

/** The title of the tab. @param {boolean} mine whether it is my turn @param {string} otherwise */
export const turnTitle = (mine, otherwise) => (mine ? `● ${tr('Your turn')} · ${otherwise}` : otherwise)

/** A link within the pages. @param {{href: string, children?: any, [more: string]: any}} props */
export function Link({href, children, ...more}) {
  const onClick = (/** @type {MouseEvent} */ event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return
    event.preventDefault()
    go(href)
  }
  return html`<a href=${at(href)} onClick=${onClick} ...${more}>${children}</a>`
}

/** The bar at the top; `children` are beside the name. @param {{children?: any}} props */
export function Bar({children}) {
  return html`<header class="bar">
    <${Link} class="house" href="/" aria-label=${tr('fivedice, home')}><${Mark} /><span
      class="house-name" translate=${false}>fivedice</span><//>
    ${children}
  </header>`
}

/** A page in place of one that cannot be shown, with the reason and links to continue. @param {any} props */
export const Lost = ({title, children}) =>
  html`<${Bar} /><main class="waiting"><p class="die-lost"><${Mark} /></p><h1>${title}</h1>${children}</main>`

/**
 * A page that has not loaded yet, or that cannot be shown: `wrong` says why, and a link leads on.
 * @param {{title: string, wrong?: string, lost?: string, to?: string, way?: string, children?: any}} props
 */
export const Unready = ({title, wrong, lost = title, to = '/', way = tr('All games'), children}) =>
  wrong
    ? html`<${Lost} title=${lost}><p role="alert">${wrong}</p>
        <p><${Link} class="button main" href=${to}>${way}<//></p><//>`
    : html`<${Bar} /><main class="waiting" aria-busy="true"><h1 class="unseen">${title}</h1>
        <p role="status">${children ?? tr('One moment …')}</p></main>`

/** A page of one panel with its title; `kind` is above it, `children` are below. @param {any} props */
export const PanelPage = ({kind, title, look = '', children}) =>
  html`<${Bar} /><main class="page door"><section class=${`panel card-of-table ${look}`}>
    ${kind && html`<p class="kind">${kind}</p>`}<h1>${title}</h1>${children}</section></main>`

/** The way to the home page. @param {{look?: string}} props */
export const ToGames = ({look = ''}) =>
  html`<${Link} class=${`button ${look}`} href="/">${tr('All games')}<//>`

/** Sets the tab's title, and the game whose colours are used. @param {string} title @param {string} [game] */
export function usePage(title, game) {
  useEffect(() => {
    if (game) document.documentElement.dataset.game = game
    document.title = title
  }, [title, game])
}

/**
 * A dialog over the page; Escape and a click beside it close it.
 * @param {{title: string, onClose: () => void, drawer?: boolean, game?: string, children?: any,
 *   foot?: any}} props
 */
export function Dialog({title, onClose, drawer = false, game, children, foot}) {
  const place = useRef(/** @type {HTMLDialogElement | null} */ (null))
  useEffect(() => {
    const before = /** @type {HTMLElement | null} */ (document.querySelector(':focus-visible'))
    place.current?.showModal()
    return () => queueMicrotask(() => before?.focus()) // nothing behind an open dialog can take the focus
  }, [])
  const beside = (/** @type {MouseEvent} */ event) => event.target === place.current && onClose()
  return html`<dialog ref=${place} class=${drawer ? 'drawer' : ''} data-game=${game} aria-label=${title}
    onClose=${onClose} onClick=${beside}>
    <div class="sheet">
      <header>${drawer ? html`<h1>${title}</h1>` : html`<h2>${title}</h2>`}
        <${Button} look="plain icon" onClick=${onClose} aria-label=${tr('Close')}><${Icon} name="close" /><//>
      </header>
      <div class="body" tabindex="0" role="region" aria-label=${tr('Contents')}>${children}</div>
      ${foot && html`<footer>${foot}</footer>`}
    </div>
  </dialog>`
}

/**
 * A confirmation dialog; a double click does not confirm.
 * @param {{title: string, no: string, yes: string, onNo: () => void, onYes: () => void,
 *   more?: any, children?: any}} props `more` is below the question
 */
export function ConfirmDialog({title, no, yes, onNo, onYes, more, children}) {
  const opened = useRef(performance.now())
  const agree = () => {
    if (!isEcho(opened.current)) onYes()
  }
  return html`<${Dialog} title=${title} onClose=${onNo}>
    <p>${children}</p>${more}
    <div class="row doubt"><${Button} look="main" onClick=${onNo} autofocus>${no}<//>
      <${Button} onClick=${agree}>${yes}<//></div>
  <//>`
}

/** A button, unless it sends a form. `look` can be main, small, plain or icon. @param {any} props */
export const Button = ({look = '', children, ...more}) =>
  html`<button type="button" class=${`button ${look}`} ...${more}>${children}</button>`

/** A form; `onSend` gets the texts of its fields by their names. @param {any} props */
export const Form = ({onSend, children, ...more}) => {
  const send = (/** @type {any} */ event) => {
    event.preventDefault()
    onSend(Object.fromEntries(new FormData(event.target)))
  }
  return html`<form ...${more} onSubmit=${send}>${children}</form>`
}

/** An input, or `as` a textarea, under its label and above `children`. @param {any} props */
export const Field = ({label, look = 'field', as = 'input', onInput, children, ...more}) =>
  html`<label class=${look}>${label}
    <${as} class="input" ...${more}
      onInput=${onInput && ((/** @type {any} */ {target}) => onInput(target.value))} />${children}</label>`

/** The maximum length of a name, as the server says. */
export const longestName = () => document.documentElement.dataset.longestName

/** The name of a player; what is missing is said below it. @param {any} props */
export const NameField = (props) =>
  html`<${Field} label=${tr('Your name')} maxlength=${longestName()} autocomplete="nickname" pattern=".*\\S.*"
    ...${props}><small class="wrong missing">${tr('Choose your name')}</small><//>`

/** `options` are values, or values with their words; `onChange` gets the chosen value. @param {any} props */
export const Choice = ({options = [], onChange, ...more}) =>
  html`<select class="input" ...${more} onChange=${(/** @type {any} */ {target}) => onChange?.(target.value)}>
    ${options.map((/** @type {any} */ one) => {
      const [value, words = value] = [one].flat()
      return html`<option value=${value}>${words}</option>`
    })}</select>`

/** A list with its label. @param {any} props */
export const Select = ({label, ...more}) =>
  html`<label class="field">${label}<${Choice} ...${more} /></label>`

/** Buttons of which one is pressed; `options` are values with their words. @param {any} props */
export const Toggles = ({options, value, onChange, look = '', label}) =>
  html`<span class=${look} role="group" aria-label=${label}>${options.map(
    (/** @type {[string, string]} */ [one, words]) => html`<${Button} look="small"
      aria-pressed=${String(one === value)} onClick=${() => onChange(one)}>${words}<//>`,
  )}</span>`

/** A checkbox with its label; `onChange` gets whether it is checked. @param {any} props */
export const Check = ({label, onChange, ...more}) =>
  html`<label class="check"><input type="checkbox" ...${more}
    onChange=${(/** @type {any} */ {target}) => onChange?.(target.checked)} /> ${label}</label>`

/**
 * The choice of a language, which is kept with the player; its sign is for people who cannot read the page.
 * @param {{word?: string}} props `word` is the class of its word
 */
export function LanguageChoice({word = ''}) {
  const change = async (/** @type {string} */ tag) => {
    if (me().id) await patch('/api/player', {settings: {language: tag}}).catch(() => {})
    choose(tag)
  }
  return html`<label class="field languages">
    <span><${Icon} name="globe" /><span class=${word}>${tr('Language')}</span></span>
    <${Choice} value=${language} options=${Object.entries(LANGUAGES)} onChange=${change} /></label>`
}

/** A panel of which only the title is seen at first. @param {any} props */
export const Folded = ({title, children, look = '', ...more}) =>
  html`<details class=${`panel folded ${look}`} ...${more}><summary><h2>${title}</h2></summary>
    <div>${children}</div></details>`

/** The reason why something failed, if any. @param {{why: string}} props */
export const Wrong = ({why}) => why && html`<p class="wrong" role="alert">${why}</p>`

/** The number of lines that stay in the live region. */
const MOST_LINES = 20

/** @type {(words: string) => void} */
let announce = () => {}

let announced = 0

/** Announces a text to screen readers, after earlier ones. @param {string} words */
export const say = (words) => announce(words)

/** The live region, once on every page. */
export function Aloud() {
  const [lines, setLines] = useState(/** @type {{key: number, words: string}[]} */ ([]))
  useLayoutEffect(() => {
    announce = (words) => {
      const line = {key: (announced += 1), words}
      setLines((before) => [...before, line].slice(-MOST_LINES))
    }
  }, [])
  return html`<div class="aloud unseen" aria-live="polite">${lines.map(
    ({key, words}) => html`<p key=${key}>${words}</p>`,
  )}</div>`
}
