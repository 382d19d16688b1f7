// Web Push notifications: the button that turns them on or off, and the browser's subscription. The browser
// asks for permission only after a press.
import {html, useEffect, useRef, useState} from '../vendor/htm-preact.js'
import {at, batches, here, offer, post, useOffer} from '../shell/api.js'
import {Icon} from '../drawings/icons.js'
import {set, settings, unfinished} from '../shell/storage.js'
import {Button} from '../shell/frame.js'
import {listen} from '../shell/press.js'
import {tr} from '../shell/language.js'

/** @typedef {{code: string, token: string}} Seat */

const WORKER = at('/service-worker.js')
const REFUSED = tr("Notifications are blocked. Allow them in your browser's settings.")

/** Whether this browser supports notifications. Some browsers throw here if cookies are blocked. */
function couldBeCalled() {
  try {
    return Boolean(navigator.serviceWorker && window.PushManager && window.Notification)
  } catch {
    return false
  }
}
const mayBeCalled = () => couldBeCalled() && Notification.permission !== 'denied'
/** iPhones and iPads notify only for a page on the home screen; only they define `standalone`. */
const isToInstall = () => !couldBeCalled() && /** @type {any} */ (navigator).standalone === false
const isCalled = () => settings().called && couldBeCalled() && Notification.permission === 'granted'

/** Turns notifications on. @param {string} key of the server */
async function begin(key) {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error(REFUSED)
  await tell(key, unfinished())
  set({called: true})
}

/** Turns notifications off. */
async function end() {
  set({called: false})
  const worker = await navigator.serviceWorker.getRegistration(WORKER)
  const subscription = await worker?.pushManager.getSubscription()
  if (!subscription) return
  await subscription.unsubscribe()
  await post('/api/push/off', {endpoint: subscription.endpoint})
}

/** Subscribes these seats too. @param {string} key @param {Seat[]} seats */
async function tell(key, seats) {
  await navigator.serviceWorker.register(WORKER)
  const {pushManager} = await navigator.serviceWorker.ready
  const {endpoint, keys} = (await subscribed(pushManager, key)).toJSON()
  const tokens = seats.map(({code, token}) => [code, token])
  for (const some of batches(tokens)) await post('/api/push', {endpoint, keys, tokens: some})
}

/** @param {PushManager} push @param {string} key which may have changed */
async function subscribed(push, key) {
  const how = {userVisibleOnly: true, applicationServerKey: key}
  const before = await push.getSubscription()
  try {
    return await push.subscribe(how)
  } catch (error) {
    if (!before) throw error
    await before.unsubscribe()
    return push.subscribe(how)
  }
}

/**
 * Keeps the subscription current: the seats may be new, or the browser's endpoint may have changed.
 * @param {() => Seat[]} seats @param {any[]} changed
 */
export function useCalls(seats, changed) {
  useEffect(() => {
    if (!isCalled()) return
    offer()
      .then(({push}) => (push ? tell(push, seats()) : undefined))
      .catch(() => {}) // the page works without it
  }, changed)
}

/**
 * Notifies without the server while the table is open in a background tab; closes the notification once the
 * tab is visible.
 * @param {boolean} mine whether it is my turn @param {string} title of the game
 */
function useOwnCall(mine, title) {
  const before = useRef(mine)
  useEffect(() => {
    if (mine && !before.current && document.hidden) notify(title).catch(() => {})
    before.current = mine
  }, [mine])
  useEffect(() => {
    hush()
    return listen('visibilitychange', hush)
  }, [])
}

/**
 * The notifications of a table; this script is loaded only if they are on.
 * @param {{code: string, token: string, mine: boolean, title: string}} props
 */
export default function TableCalls({code, token, mine, title}) {
  useCalls(() => (token ? [{code, token}] : []), [code, token])
  useOwnCall(mine, title)
  return null
}

/** @param {string} body */
async function notify(body) {
  if (!isCalled()) return
  const {pathname: path} = location
  const worker = await navigator.serviceWorker.getRegistration(WORKER)
  await worker?.showNotification(tr('It is your turn'), {body, tag: path, data: {path}})
}

async function hush() {
  if (document.hidden || !isCalled()) return
  const worker = await navigator.serviceWorker.getRegistration(WORKER)
  const notifications = (await worker?.getNotifications({tag: here()})) ?? []
  for (const one of notifications) one.close()
}

/** The button that turns notifications on and off; nothing if the browser or the server cannot notify. */
export function CallMe() {
  const key = useOffer().data?.push ?? ''
  const [isAble] = useState(() => mayBeCalled() || isToInstall())
  const [on, setOn] = useState(isCalled)
  const [status, setStatus] = useState('')
  const press = async () => {
    setStatus('')
    try {
      await (on ? end() : begin(key))
    } catch (error) {
      setStatus(sentence(/** @type {Error} */ (error)))
    }
    setOn(isCalled())
  }
  if (!key || !isAble) return null
  if (isToInstall())
    return html`<p class="soft">${tr(
      'To be notified when it is your turn, add this page to your home screen ' +
        '(press Share, then Add to Home Screen) and join your tables there.',
    )}</p>`
  return html`<div class="call-me">
    ${
      mayBeCalled() &&
      html`<${Button} onClick=${press}><${Icon} name="bell" />
        ${on ? tr('Stop notifying me when it is my turn') : tr('Notify me when it is my turn')}<//>`
    }
    <p class="soft" role="status">${status}</p></div>`
}

/** @param {Error} error browser error messages are not meant for players */
const sentence = ({name, message}) =>
  name === 'Error'
    ? message
    : tr('This browser cannot receive notifications now because its push service does not respond.')
