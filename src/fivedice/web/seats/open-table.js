// Opens tables, takes seats and goes to them; stores the tokens. What fails rejects its promise, for
// `useRequest` to show.
import {post} from '../shell/api.js'
import {go} from '../shell/frame.js'
import {tell} from '../shell/player.js'
import {forget, hold, holdAlso, myName, myRival, NAMELESS} from '../shell/storage.js'

/**
 * Opens a table and goes to it. With `throws`, my first throw there happens without a press.
 * @param {{game: string, [more: string]: any}} terms
 * @param {{name: string, chair: number}[]} [here] the others who play on this device
 */
export const open = (terms, throws = false, here = []) =>
  sit('/api/tables', terms, terms.game, {}, throws, (code) =>
    here.map((one) => [`/api/tables/${code}/chairs`, one]),
  )

/** The default number of chairs: two, if the game allows it. @param {Pick<GameTerms, 'seats'>} terms */
export const usualChairs = ({seats: [least, most]}) => Math.min(most, Math.max(2, least))

/**
 * The default way to choose who starts. In correspondence play a roll-off would cost everybody an extra
 * visit; with real dice "random" asks the players.
 * @param {GameTerms} terms @param {{days: number, dice?: string}} agreed
 */
export const usualOpening = ({openings: [usual, ...others]}, {days, dice}) =>
  (dice || (days && usual === 'roll')) && others.includes('random') ? 'random' : usual

/** Whether an option has an effect beside the others. @param {FormControl} control @param {any} agreed */
export const hasEffect = ({needs, without}, agreed) =>
  (!needs || agreed[needs]) && !(without && agreed[without])

/** Its value; the default if it has no effect. @param {FormControl} control @param {any} agreed */
export const valueOf = (control, agreed) =>
  hasEffect(control, agreed) ? agreed[control.name] : control.usual

/** The default of an option of a game. @param {Option} option @param {number} place */
export const usual = ({usual: value}, place) => String((Array.isArray(value) ? value[place] : value) ?? '')

/** The default opponent. */
export const USUAL_BOT = 'greedy'

/** The "opponent" for playing alone. */
export const NOBODY = 'nobody'

/**
 * The opponent for a game, given the preferred one: the default bot where the game cannot be played alone.
 * @param {Pick<GameTerms, 'seats'>} terms @param {string} rival
 */
export const rivalIn = ({seats: [least]}, rival) => (rival === NOBODY && least > 1 ? USUAL_BOT : rival)

/** The opening of a match against bots, which needs no roll-off. @param {GameTerms} terms */
const starts = ({openings: [usual]}) => (usual === 'roll' ? {first: 'random'} : {})

/** Opens a table against the last opponent; `throws` if the press was my throw. @param {GameTerms} terms */
export function playNow(terms, throws = false) {
  const rival = rivalIn(terms, myRival() || USUAL_BOT)
  const bots = rival === NOBODY ? [] : Array(usualChairs(terms) - 1).fill(rival)
  const first = throws ? {first: 0} : starts(terms)
  const table = {game: terms.name, chairs: ['', ...bots], name: myName() || NAMELESS, ...first}
  return open(table, throws)
}

/**
 * Takes this or the next open chair of a table whose commitment this browser has seen.
 * @param {{code: string, game: string, commitment: string}} table @param {string} name
 * @param {string[]} [names] the other players to expect @param {number} [chair]
 */
export const join = ({code, game, commitment}, name, names, chair) =>
  sit(`/api/tables/${code}/chairs`, {name, chair}, game, {names, commitment})

/** The table whose first throw I have already pressed for. */
let thrown = ''

/** Whether my first throw here was pressed on the previous page; true only once. @param {string} code */
export function wasThrown(code) {
  if (!code || thrown !== code) return false
  thrown = ''
  return true
}

/** My contribution to verifiable dice: 16 random bytes that nobody else chooses. */
const contribution = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** The requests that contribute to dice: opening a table, taking a chair, a rematch, and practice. */
const CONTRIBUTES = /\/(tables|chairs|again|try)$/

/**
 * My contribution to the dice. The commitment must be known before: it comes from the table where I take a
 * chair, otherwise from a new deal.
 * @param {string} path @param {{dice?: string}} body
 */
async function brought(path, {dice}) {
  if (dice === 'own' || !CONTRIBUTES.test(path)) return {}
  return {contribution: contribution(), ...(path.endsWith('/chairs') ? {} : await post('/api/deals', {}))}
}

/** Whether a request for a seat is pending. */
let isOnItsWay = false

/**
 * Requests one seat at a time; a second press before the response is ignored.
 * @param {string} path @param {object} body @param {string} game
 * @param {Parameters<typeof hold>[2]} [more] to remember of the seat
 * @param {(code: string) => [string, object][]} [others] the requests for the other players on this device
 */
export async function sit(path, body, game, more = {}, throws = false, others = () => []) {
  if (isOnItsWay) return
  isOnItsWay = true
  try {
    const mine = await brought(path, body)
    const seat = await post(path, {...body, ...mine})
    hold(seat, game, {...more, ...mine})
    await alsoHere(seat.code, others(seat.code))
    tell()
    if (throws) thrown = seat.code
    go(`/t/${seat.code}`)
  } finally {
    isOnItsWay = false
  }
}

/**
 * Takes seats for the other players on this device; if one of them gets no seat, the table is given up.
 * @param {string} code @param {[string, object][]} requests
 */
async function alsoHere(code, requests) {
  try {
    for (const [path, body] of requests)
      holdAlso(code, (await post(path, {...body, contribution: contribution()})).token)
  } catch (error) {
    forget(code)
    throw error
  }
}
