// The entry script: maps addresses to pages.
import {html, render, useEffect, useState} from './vendor/htm-preact.js'
import {Aloud, Lost, ToGames} from './shell/frame.js'
import {dress} from './shell/storage.js'
import {follow} from './shell/language.js'
import {fetchOnward, page} from './shell/lazy.js'
import {Footer, Places} from './places.js'
import {followTranslations} from './shell/page-translation.js'
import {at, here} from './shell/api.js'
import {listen} from './shell/press.js'
import {whoPlays} from './shell/player.js'
import {tr} from './shell/language.js'

const Home = page(
  () => import('./home/home.js'),
  fetchOnward,
  async () => {}, // its translations come before it
)
const Table = page(
  () => import('./table/table.js'),
  () => {}, // its board preloads the next pages
)
const Records = page(() => import('./history/records.js'))

/** Changes once lost seats are restored, so that lists of seats are rendered anew. */
let seats = 'before'

/** Addresses, their pages, and props beside the named parts. @type {[string, any, object?][]} */
const ROUTES = [
  ['', Home],
  ['/t/(?<code>\\w+)', Table],
  ['/watch/(?<code>\\w+)', Table, {watch: true}],
  ['/tv/(?<code>\\w+)', Table, {watch: true, tv: true}],
  ['/(?:review|replay)/(?<code>\\w+)', page(() => import('./analysis/page.js'))],
  ['/learn/(?<game>[\\w-]+)', page(() => import('./lesson/page.js'))],
  ['/train(?:/(?<game>[\\w-]+)(?<test>/test)?)?', page(() => import('./train/page.js'))],
  ['/same/(?<code>\\w+)', page(() => import('./same/page.js'))],
  ['/beside/(?<code>\\w+)', page(() => import('./same/beside.js'))],
  ['/kitchen', page(() => import('./lobby/kitchen.js'))],
  ['/rules', page(() => import('./home/rules.js'))],
  ['/dice', page(() => import('./verify/totals.js'))],
  ['/daily(?:/(?<date>[\\d-]+))?', page(() => import('./daily/page.js'))],
  ['/records', Records],
  ['/club(?:/(?<code>\\w+)(?<screen>/screen)?)?', page(() => import('./club/page.js'))],
  ['/me', page(() => import('./me/page.js'))],
  ['/me/stats', page(() => import('./me/statistics.js'))],
]

/** @param {string} path */
function pageAt(path) {
  for (const [form, Page, more] of ROUTES) {
    const parts = new RegExp(`^${form}/?$`).exec(path)
    if (!parts) continue
    const {code, ...others} = parts.groups ?? {}
    return html`<${Page} key=${`${path} ${Page === Records && seats}`} ...${others} ...${more} seats=${seats}
      code=${code?.toUpperCase()} />`
  }
  return html`<${Nowhere} />`
}

const Nowhere = () =>
  html`<${Lost} title=${tr('This page rolled off the table')}>
    <p
      class="soft">${tr(
        'There is nothing at this address. Links to a table end in six letters and digits.',
      )}</p>
    <p><${ToGames} look="main" /></p><//>`

function App() {
  const [{path}, setPath] = useState({path: here()})
  useEffect(() => {
    const moved = () => setPath({path: here()})
    whoPlays().then(({player, changed}) => {
      follow(player?.settings.language)
      if (!changed) return
      seats = 'after'
      moved()
    })
    return listen('popstate', moved)
  }, [])
  useEffect(() => {
    if (!/^\/(t|watch|tv|review|replay|learn|train|club)\//.test(path))
      delete document.documentElement.dataset.game
  }, [path])
  return html`<${Places} path=${path} />${pageAt(path)}<${Footer} path=${path} /><${Aloud} />`
}

/** Registers the service worker, for a proper page without a connection; not over plain http. */
async function standBy() {
  try {
    await navigator.serviceWorker?.register(at('/service-worker.js'))
  } catch {
    return // the browser stores nothing for this site
  }
}

/** Marks a screen that is narrow and low for its type, of which media queries may not know. */
function noteRoom() {
  const root = document.documentElement
  const rem = parseFloat(getComputedStyle(root).fontSize)
  const isLow = innerWidth <= 36 * rem && innerHeight <= 34 * rem
  root.toggleAttribute('data-low', isLow)
  root.toggleAttribute('data-tiny', isLow && innerWidth <= 15 * rem)
}

noteRoom()
listen('resize', noteRoom)
new ResizeObserver(noteRoom).observe(document.body)
dress()
// translations may come after the page has loaded
if (document.readyState === 'complete') standBy()
else addEventListener('load', standBy)
followTranslations()
render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById('app')))
