// The WebSocket to a table: sends `hello`, reconnects automatically and passes messages on.
import {language} from '../shell/language.js'
import {at} from '../shell/api.js'
import {listen} from '../shell/press.js'

/** Milliseconds before a reconnection; multiplied by 1.7 each time, including the first. */
const FIRST_WAIT = 180
const LONGEST_WAIT = 5000
/** The wait after a refusal: each wrong code counts against everybody at the same address. */
const SHUT_WAIT = 60_000
/** After this many consecutive sockets without a message, WebSockets may be blocked. */
const MANY = 3
/** The close code of a refused connection. */
const NOT_LET_IN = 1008
/** Milliseconds between two checks of the connection while the page is visible. */
const BEAT = 5000
/**
 * Milliseconds hidden or asleep after which a page opens a new socket. After this time without a message it
 * pings the server, and after the same time again it gives the socket up.
 */
const LONG = 20_000

/**
 * @typedef {'open' | 'lost' | 'blocked'} Status `blocked`: the server answers requests, but no WebSocket
 *   gets through
 */

/**
 * Connects to a table and stays connected until it is closed.
 * @param {string} code @param {string} token of my seat, or "" to watch
 * @param {(message: any) => void} onMessage @param {(status: Status) => void} onStatus
 */
export function connect(code, token, onMessage, onStatus) {
  /** @type {WebSocket | undefined} the current one */
  let socket
  /** @type {WebSocket | undefined} the newest one, which takes over with its first message */
  let newest
  let wait = FIRST_WAIT
  let timer = 0
  let closed = false
  let seenAt = Date.now()
  let heardAt = seenAt
  let failed = 0

  /** Reports that the connection is lost or that WebSockets are blocked. */
  async function tellLost() {
    if (failed < MANY) return onStatus('lost')
    const blocked = await isAnswered(code)
    if (!closed && failed >= MANY) onStatus(blocked ? 'blocked' : 'lost')
  }

  function open() {
    clearTimeout(timer)
    heardAt = Date.now()
    let isRefused = false
    const before = newest
    const mine = (newest = new WebSocket(address(code)))
    if (before !== socket) before?.close()
    const silent = setTimeout(() => mine.close(), LONG) // some proxies keep it open but pass nothing on
    mine.onopen = () => mine.send(JSON.stringify({type: 'hello', token, language}))
    mine.onmessage = (event) => {
      clearTimeout(silent)
      failed = 0
      if (mine === newest) takeOver(mine)
      if (mine !== socket) return
      heardAt = Date.now()
      const message = JSON.parse(event.data)
      isRefused = message.type === 'refused'
      if (!isRefused) wait = FIRST_WAIT
      onStatus('open')
      if (message.type !== 'here') onMessage(message)
    }
    mine.onclose = (event) => {
      clearTimeout(silent)
      if (closed || (mine !== socket && mine !== newest)) return
      if (mine !== socket) failed += 1
      tellLost()
      if (mine !== newest) return
      const next = Math.min(wait * 1.7, LONGEST_WAIT)
      wait = isRefused && event.code === NOT_LET_IN ? SHUT_WAIT : next
      timer = setTimeout(open, wait)
    }
  }

  /** @param {WebSocket} mine */
  function takeOver(mine) {
    if (mine === socket) return
    const old = socket
    socket = mine
    if (!old) return
    onStatus('lost') // an unanswered move on the old socket is sent again
    old.close()
  }

  /** Checks the connection: a socket that looks open may be dead after sleep or a change of network. */
  function look() {
    if (document.hidden) return
    const now = Date.now()
    const [unseen, silent] = [now - seenAt, now - heardAt]
    seenAt = now
    if (wait === SHUT_WAIT && unseen <= LONG) return
    if (unseen > LONG || newest?.readyState === WebSocket.CLOSED) open()
    else if (silent > 2 * LONG) {
      onStatus('lost')
      open()
    } else if (silent > LONG) send({type: 'there'})
  }
  const beat = setInterval(look, BEAT)
  const leave = [listen('online', open), listen('visibilitychange', look)] // the network may have changed
  open()

  /** @param {object} message @returns {boolean} whether it could be sent */
  function send(message) {
    if (socket?.readyState !== WebSocket.OPEN) return false
    socket.send(JSON.stringify(message))
    return true
  }

  return {
    send,
    close() {
      closed = true
      clearTimeout(timer)
      clearInterval(beat)
      leave.forEach((end) => end())
      socket?.close()
      newest?.close()
    },
  }
}

/** Whether the server answers; the WebSocket path leaves a warning in its log. @param {string} code */
async function isAnswered(code) {
  const asks = [`/ws/${code}`, '/api/games'].map((path) => fetch(at(path), {cache: 'no-store'}))
  return Promise.all(asks).then(
    ([, games]) => games.ok,
    () => false,
  )
}

/** @param {string} code */
function address(code) {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  return `${scheme}://${location.host}${at(`/ws/${code}`)}`
}
