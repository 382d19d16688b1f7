// The service worker: shows push notifications and opens the table when one is clicked. Not a module; served
// at the root so that its scope covers all pages.

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

worker.addEventListener('install', () => worker.skipWaiting())
