// The socket to one table: says hello, comes back by itself, hands on what it hears. Understands refusals
// alone.

const FIRST_WAIT = 300
const LONGEST_WAIT = 5000

/**
 * Connects to a table and stays connected until it is closed.
 * @param {string} code
 * @param {string} token of my seat, or nothing to look on
 * @param {(message: any) => void} onMessage
 * @param {(status: 'open' | 'lost') => void} onStatus
 */
export function connect(code, token, onMessage, onStatus) {
  /** @type {WebSocket | undefined} */
  let socket
  let wait = FIRST_WAIT
  let timer = 0
  let closed = false

  function open() {
    clearTimeout(timer)
    const mine = (socket = new WebSocket(address(code)))
    mine.onopen = () => mine.send(JSON.stringify({type: 'hello', token}))
    mine.onmessage = (event) => {
      const message = JSON.parse(event.data)
      if (message.type !== 'refused') wait = FIRST_WAIT // who is not let in asks less and less often
      onStatus('open')
      onMessage(message)
    }
    mine.onclose = () => {
      if (closed || mine !== socket) return
      onStatus('lost')
      timer = setTimeout(open, wait)
      wait = Math.min(wait * 1.7, LONGEST_WAIT)
    }
  }

  const soon = () => {
    if (!closed && socket?.readyState === WebSocket.CLOSED) open()
  }
  addEventListener('online', soon)
  document.addEventListener('visibilitychange', soon)
  open()

  return {
    /** @param {object} message @returns {boolean} whether it could be sent */
    send(message) {
      if (socket?.readyState !== WebSocket.OPEN) return false
      socket.send(JSON.stringify(message))
      return true
    },
    close() {
      closed = true
      clearTimeout(timer)
      removeEventListener('online', soon)
      document.removeEventListener('visibilitychange', soon)
      socket?.close()
    },
  }
}

/** @param {string} code */
function address(code) {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  return `${scheme}://${location.host}/ws/${code}`
}
