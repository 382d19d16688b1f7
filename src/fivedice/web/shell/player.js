// The player of this browser: restores lost seats from the server, and reports new seats to it.
import {get, post} from './api.js'
import {creating, mySeats, markKept, me, myName, NAMELESS, restore, uploads} from './storage.js'

/** @typedef {{id: string, name: string, colour: string}} Someone */
/**
 * @typedef {Someone & {barred: string, words: boolean, settings: Record<string, any>,
 *   people: Someone[]}} Player
 */

const AT_ONCE = 100
/** Milliseconds that a tab may take to create a player. */
const CREATING = 5000

/** @type {Promise<{player: Player | null, changed: boolean}> | null} */
let request = null

/** The player on this device, and whether seats were restored; requested once per page unless that fails. */
export const loadPlayer = () => {
  if (isRenamed()) request = null
  return (request ??= arrive().catch((error) => {
    request = null
    throw error
  }))
}

/** Whether a name was typed here that the server does not know yet. */
const isRenamed = () => Boolean(me().id && myName() && myName() !== me().name)

/** The same; nobody if the request fails. */
export const whoPlays = () => loadPlayer().catch(() => ({player: null, changed: false}))

async function arrive() {
  const before = me()
  const since = (/** @type {number} */ at) => get(`/api/player?since=${at}`)
  let player = await since(before.at)
  if (before.at && player && player.id !== before.id) player = await since(0)
  if (player && player.name !== (before.name || NAMELESS)) myName(player.name)
  const changed = keep(player)
  const telling = tell()
  if (isRenamed()) {
    await telling
    myName(me().name)
  }
  return {player: known, changed}
}

/** The player as the server last said. @type {any} */
let known = null

/** Stores the player as the server knows them. Returns whether seats were restored. @param {any} player */
function keep(player) {
  const changed = player ? restore(player) : false
  known = player
  const {id, at, name} = player ?? {id: '', at: 0, name: ''}
  me({id, at, name})
  return changed
}

/** Reports seats to the server that it does not know yet; retried on the next page if that fails. */
export const tell = () => alone(reportSeats).catch(() => {})

/** @type {Promise<void>} */
let last = Promise.resolve()

/** One work at a time, or two tabs would create two players. @param {() => Promise<void>} work */
const alone = (work) =>
  navigator.locks
    ? navigator.locks.request('fivedice.player', work)
    : (last = last.catch(() => {}).then(() => afterOtherTabs(work)))

/** Without locks (plain http), tabs wait while one creates the player. @param {() => Promise<void>} work */
async function afterOtherTabs(work) {
  while (!me().id && creating() > Date.now()) await new Promise((go) => setTimeout(go, 50))
  if (!me().id) creating(Date.now() + CREATING)
  await work().finally(() => creating(0))
}

/**
 * Reports seats like `tell`, but fails if the server cannot be reached. Records imported before the player
 * existed are assigned to the player; records alone create no player.
 */
export async function reportSeats() {
  const records = uploads().filter((code) => !known?.imports?.includes(code))
  const seats = mySeats().filter(({kept}) => kept !== me().id)
  const tokens = seats.flatMap(({code, token, also = []}) => [token, ...also].map((one) => [code, one]))
  const most = Math.max(tokens.length, me().id ? records.length : 0, Number(isRenamed()))
  for (let at = 0; at < most; at += AT_ONCE) {
    const some = {tokens: tokens.slice(at, at + AT_ONCE), imports: records.slice(at, at + AT_ONCE)}
    keep(await post(`/api/player/seats?since=${me().at}`, {...some, name: myName()}))
  }
  if (seats.length) markKept(seats.map(({code}) => code))
}
