// The player of this browser: gets lost seats back from the server, and tells it of new ones.
import {get, post} from './api.js'
import {held, keepMe, markKept, me, myName, nameMe, NAMELESS, restore} from './storage.js'

/** @typedef {{id: string, name: string, colour: string}} Someone */
/**
 * @typedef {Someone & {barred: string, words: boolean, settings: Record<string, any>,
 *   people: Someone[]}} Player
 */

const AT_ONCE = 100

/** @type {Promise<{player: Player | null, changed: boolean}> | null} */
let asked = null

/** Who plays on this device, and whether seats were restored; asked once per page. */
export const whoPlays = () => (asked ??= arrive().catch(() => ({player: null, changed: false})))

async function arrive() {
  const before = me()
  const since = (/** @type {number} */ at) => get(`/api/player?since=${at}`)
  let player = await since(before.at)
  if (before.at && player && player.id !== before.id) player = await since(0)
  if (player && player.name !== (before.name || NAMELESS)) nameMe(player.name)
  const changed = keep(player)
  tell()
  return {player, changed}
}

/** Keeps what the server says. Returns whether seats were restored. @param {any} player */
function keep(player) {
  const changed = player ? restore(player) : false
  keepMe(player ?? {id: '', at: 0, name: ''})
  return changed
}

/** Tells the server of seats that it does not know yet; again on the next page if that fails. */
export const tell = () => alone(told).catch(() => {})

/** @type {Promise<void>} */
let last = Promise.resolve()

/**
 * Two tabs, or two requests of one, would create two players. Over plain http, tabs have no locks.
 * @param {() => Promise<void>} work
 */
const alone = (work) =>
  navigator.locks ? navigator.locks.request('fivedice.player', work) : (last = last.then(work, work))

/** The same; fails if the server cannot be reached. */
export async function told() {
  const seats = held().filter(({kept}) => kept !== me().id)
  const tokens = seats.flatMap(({code, token, also = []}) => [token, ...also].map((one) => [code, one]))
  for (let at = 0; at < tokens.length; at += AT_ONCE) {
    const some = {tokens: tokens.slice(at, at + AT_ONCE), name: myName()}
    keep(await post(`/api/player/seats?since=${me().at}`, some))
  }
  if (seats.length) markKept(seats.map(({code}) => code))
}
