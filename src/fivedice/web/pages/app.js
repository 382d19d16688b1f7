// The pages: which one an address shows. Knows no table and no game.
import {html, render, useEffect, useState} from './vendor/htm-preact.js'
import {dress} from './memory.js'
import {Bar, Link} from './frame.js'
import Home from './home.js'

/** @type {[RegExp, (...parts: string[]) => any][]} */
const ROUTES = [
  [/^\/$/, () => html`<${Home} />`],
  [
    /^\/t\/(\w+)\/?$/,
    (code) => html`<${Later} load=${() => import('./table.js')} code=${code.toUpperCase()} key=${code} />`,
  ],
  [
    /^\/watch\/(\w+)\/?$/,
    (code) =>
      html`<${Later} load=${() => import('./table.js')} code=${code.toUpperCase()} watch
        key=${`watch ${code}`} />`,
  ],
  [
    /^\/(?:review|replay)\/(\w+)\/?$/,
    (code) =>
      html`<${Later} load=${() => import('./analysis/page.js')} code=${code.toUpperCase()}
        key=${`review ${code}`} />`,
  ],
  [
    /^\/learn\/([\w-]+)\/?$/,
    (game) => html`<${Later} load=${() => import('./lesson/page.js')} game=${game} key=${`learn ${game}`} />`,
  ],
  [/^\/records\/?$/, () => html`<${Later} load=${() => import('./records.js')} key="records" />`],
]

/** @param {string} path */
function pageAt(path) {
  for (const [form, page] of ROUTES) {
    const match = form.exec(path)
    if (match) return page(...match.slice(1))
  }
  return html`<${Nowhere} />`
}

/**
 * A page whose module is loaded when it is first shown.
 * @param {{load: () => Promise<{default: any}>, [more: string]: any}} props
 */
function Later({load, ...more}) {
  const [page, setPage] = useState(/** @type {{Page: any} | null} */ (null))
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    load().then(
      (module) => setPage({Page: module.default}),
      () => setFailed(true),
    )
  }, [])
  if (failed)
    return html`<${Bar} /><main class="waiting"><p>This page cannot be loaded now. <a href=${location.href}>
      Try again</a></p></main>`
  return page
    ? html`<${page.Page} ...${more} />`
    : html`<${Bar} /><main class="waiting" aria-busy="true"><h1 class="unseen">fivedice</h1>One moment …
      </main>`
}

function Nowhere() {
  return html`<${Bar} /><main class="waiting"><h1>There is nothing here</h1><p><${Link} href="/">To the games
    <//></p></main>`
}

function App() {
  const [{path}, setPath] = useState({path: location.pathname})
  useEffect(() => {
    const moved = () => setPath({path: location.pathname})
    addEventListener('popstate', moved)
    return () => removeEventListener('popstate', moved)
  }, [])
  useEffect(() => {
    if (!/^\/(t|watch|review|replay|learn)\//.test(path)) delete document.documentElement.dataset.game
  }, [path])
  return pageAt(path)
}

dress()
render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById('app')))
