// The socket to one table: says hello, comes back by itself, hands on what it hears. Understands refusals
// alone.

/** Milliseconds before it is opened again; each time 1.7 times as many, and so the first time. */
const FIRST_WAIT = 180
const LONGEST_WAIT = 5000
/** Who is not let in asks seldom: each wrong code is counted against all at one address. */
const SHUT_WAIT = 60_000
/** After so many sockets in a row over which nothing came it may be that none gets through. */
const MANY = 3
/** The status of a connection that ends because of what was asked. */
const NOT_LET_IN = 1008
/** Milliseconds between two looks at the time while the page is in view. */
const BEAT = 5000
/**
 * After so many unseen or asleep, a page cannot know whether its connection still leads anywhere; after so
 * many in view without a word it asks, and after as many more without an answer it does not.
 */
const LONG = 20_000

/** @typedef {'open' | 'lost' | 'blocked'} Status `blocked`: the server answers, but over no socket */

/**
 * Connects to a table and stays connected until it is closed.
 * @param {string} code @param {string} token of my seat, or nothing to look on
 * @param {(message: any) => void} onMessage @param {(status: Status) => void} onStatus
 */
export function connect(code, token, onMessage, onStatus) {
  /** @type {WebSocket | undefined} the one that speaks */
  let socket
  /** @type {WebSocket | undefined} the one opened last, which takes over when it is first heard */
  let newest
  let wait = FIRST_WAIT
  let timer = 0
  let closed = false
  let seenAt = Date.now()
  let heardAt = seenAt
  let failed = 0

  /** Says that the connection is lost, and where no socket gets through, that. */
  async function tellLost() {
    if (failed < MANY) return onStatus('lost')
    const blocked = await isAnswered(code)
    if (!closed && failed >= MANY) onStatus(blocked ? 'blocked' : 'lost')
  }

  function open() {
    clearTimeout(timer)
    heardAt = Date.now()
    let isRefused = false
    const given = newest
    const mine = (newest = new WebSocket(address(code)))
    if (given !== socket) given?.close()
    const silent = setTimeout(() => mine.close(), LONG) // some proxies leave it open, and pass nothing on
    mine.onopen = () => mine.send(JSON.stringify({type: 'hello', token}))
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
    onStatus('lost') // what was sent on it and not answered is sent once more
    old.close()
  }

  /** What looks open may be dead: after a page was locked or asleep, or since a network has gone. */
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
  addEventListener('online', open) // it may be another network
  document.addEventListener('visibilitychange', look)
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
      removeEventListener('online', open)
      document.removeEventListener('visibilitychange', look)
      socket?.close()
      newest?.close()
    },
  }
}

/**
 * Whether the server answers requests. The first, for a socket that cannot become one, leaves a warning in
 * the log of the server.
 * @param {string} code
 */
async function isAnswered(code) {
  const asks = [`/ws/${code}`, '/api/games'].map((path) => fetch(path, {cache: 'no-store'}))
  return Promise.all(asks).then(
    ([, games]) => games.ok,
    () => false,
  )
}

/** @param {string} code */
function address(code) {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  return `${scheme}://${location.host}/ws/${code}`
}
