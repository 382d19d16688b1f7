// Opens tables, takes seats and goes to them; stores the tokens.
import {get, post} from '../shell/api.js'
import {go} from '../shell/frame.js'
import {hold, myName, myRival, triedFrom} from '../shell/storage.js'

/** @typedef {import('../shell/types.js').GameTerms} GameTerms */

/**
 * Opens a table and goes to it.
 * @param {{game: string, [more: string]: any}} terms @param {(sentence: string) => void} onWrong
 */
export const open = (terms, onWrong) => sit('/api/tables', terms, terms.game, onWrong)

/** The default number of chairs: two, if the game allows it. @param {Pick<GameTerms, 'seats'>} terms */
export const usualChairs = ({seats: [least, most]}) => Math.min(most, Math.max(2, least))

/** The default opponent. */
export const USUAL_BOT = 'greedy'

/** The "opponent" of somebody who plays alone. */
export const NOBODY = 'nobody'

/** Whether one player can play the game alone. @param {Pick<GameTerms, 'seats'>} terms */
export const isForOne = ({seats: [least]}) => least === 1

/**
 * The opponent for a game, given the preferred one: the default bot where the game cannot be played alone.
 * @param {Pick<GameTerms, 'seats'>} terms @param {string} rival
 */
export const rivalIn = (terms, rival) => (rival === NOBODY && !isForOne(terms) ? USUAL_BOT : rival)

/**
 * Opens a table with one press, against the last opponent.
 * @param {GameTerms} terms @param {(sentence: string) => void} onWrong
 */
export function playNow(terms, onWrong) {
  const rival = rivalIn(terms, myRival() || USUAL_BOT)
  const bots = rival === NOBODY ? [] : Array(usualChairs(terms) - 1).fill(rival)
  return open({game: terms.name, chairs: ['', ...bots], name: myName() || 'Player'}, onWrong)
}

/**
 * Takes the next open chair of a table; `names` are the other players to expect.
 * @param {string} code @param {string} name @param {string} game @param {(sentence: string) => void} onWrong
 * @param {string[]} [names]
 */
export const join = (code, name, game, onWrong, names) =>
  sit(`/api/tables/${code}/chairs`, {name}, game, onWrong, {names})

/**
 * Opens the rematch of a finished match; `names` are the other players to expect.
 * @param {string} code @param {string} token @param {string} game @param {string[]} names
 * @param {(sentence: string) => void} onWrong
 */
export const rematch = (code, token, game, names, onWrong) =>
  sit(`/api/tables/${code}/again`, {token}, game, onWrong, {names, from: triedFrom(code)})

/**
 * Opens a practice table that continues a match from a step of its review.
 * @param {string} code @param {number} step @param {{number: number, seat: number, name: string}} from
 * @param {string} game @param {(sentence: string) => void} onWrong
 */
export const tryFrom = (code, step, from, game, onWrong) =>
  sit(`/api/tables/${code}/try`, from, game, onWrong, {from: {code, step}})

/** Takes over a seat from another device, by its pass. @param {string} code @param {string} pass */
export async function bring(code, pass) {
  const seat = await post(`/api/tables/${code}/seat`, {pass})
  const {game} = await get(`/api/tables/${code}`)
  hold(seat, game)
}

/** Whether a seat has been requested and the answer is still to come. */
let isOnItsWay = false

/**
 * Requests one seat at a time: a second press before the answer means the same seat.
 * @param {string} path @param {object} body @param {string} game @param {(sentence: string) => void} onWrong
 * @param {Parameters<typeof hold>[2]} [more] to remember of the seat
 */
async function sit(path, body, game, onWrong, more) {
  if (isOnItsWay) return
  isOnItsWay = true
  try {
    const seat = await post(path, body)
    hold(seat, game, more)
    go(`/t/${seat.code}`)
  } catch (error) {
    onWrong(/** @type {Error} */ (error).message)
  } finally {
    isOnItsWay = false
  }
}
