// The service worker: shows push notifications, opens the table when one is clicked, and shows a page if the
// server cannot be reached. Not a module; served at the root so that its scope covers all pages.

/** @typedef {{title: string, body: string, path: string}} Said */

const worker = /** @type {any} */ (self)

/** @param {Said} said */
const show = ({title, body, path}) =>
  worker.registration.showNotification(title, {body, tag: path, data: {path}})

/** A path below the address that this script was served at. @param {string} path */
const below = (path) => new URL(`.${path}`, worker.registration.scope).pathname

/** Focuses an open page with that path, or opens a new one. @param {string} path */
async function open(path) {
  const pages = await worker.clients.matchAll({type: 'window', includeUncontrolled: true})
  const there = pages.find((/** @type {any} */ page) => new URL(page.url).pathname === path)
  return there ? there.focus() : worker.clients.openWindow(path)
}

worker.addEventListener('push', (/** @type {any} */ event) => event.waitUntil(show(event.data.json())))

worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close()
  event.waitUntil(open(below(event.notification.data.path)))
})

/** A sentence in the language in which the server sent this script. @param {string} english */
const tr = (english) => worker.said[english] ?? english

const SAFE = tr(
  'Your seats and matches are safe. This page comes back by itself as soon as the server answers.',
)

const OFFLINE = `<!doctype html><html lang="${worker.language}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${tr('No server')} · fivedice</title>
<style>body{font:1.1rem/1.5 system-ui,sans-serif;text-align:center;max-width:30rem;margin:auto;
padding:14vh 1rem;color:#2a2019;background:#efe5d6}h1{font:600 1.9rem/1.2 Georgia,serif;margin:1rem 0}
b{font-size:5rem;line-height:1;color:#a3201b}button{font:inherit;font-weight:600;margin-top:1rem;
padding:.6rem 1.4rem;border:0;border-radius:2rem;color:#fff8ec;background:#a3201b}
@media(prefers-color-scheme:dark){body{color:#f4eadc;background:#191411}b{color:#f29485}}</style>
<main><b aria-hidden="true">⚄</b><h1>${tr('The server cannot be reached.')}</h1>
<p>${SAFE}</p>
<p role="status"></p><button>${tr('Try again')}</button></main><script>
const line = document.querySelector('[role=status]')
const again = () => fetch(location, {cache: 'no-store'}).then(() => location.reload())
  .catch(() => (line.textContent = ${JSON.stringify(tr('No answer yet at {time}.'))}
    .replace('{time}', new Date().toLocaleTimeString('${worker.language}'))))
document.querySelector('button').onclick = again
addEventListener('online', again)
setInterval(again, 5000)</script>`

const offline = () => new Response(OFFLINE, {status: 503, headers: {'content-type': 'text/html'}})

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  if (event.request.mode === 'navigate') event.respondWith(fetch(event.request).catch(offline))
})

worker.addEventListener('install', () => worker.skipWaiting())
