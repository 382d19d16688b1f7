// What the browser runs when it is called and no page is open: it shows a notification. Not a module, and
// served at the root, so that it stands for all pages.

/** @typedef {{title: string, body: string, path: string}} Said */

const worker = /** @type {any} */ (self)

/** @param {Said} said */
const show = ({title, body, path}) =>
  worker.registration.showNotification(title, {body, tag: path, data: {path}})

/** A page of that path, if one is open; else a new one. @param {string} path */
async function open(path) {
  const pages = await worker.clients.matchAll({type: 'window', includeUncontrolled: true})
  const there = pages.find((/** @type {any} */ page) => new URL(page.url).pathname === path)
  return there ? there.focus() : worker.clients.openWindow(path)
}

worker.addEventListener('push', (/** @type {any} */ event) => event.waitUntil(show(event.data.json())))

worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.path))
})

worker.addEventListener('install', () => worker.skipWaiting())
