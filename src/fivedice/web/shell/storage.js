// Data stored in this browser: my name, my seats, my settings. If it cannot store anything (cookies blocked,
// no space left), the values last until the page is closed or reloaded.
import {at} from './api.js'
import {tr} from './language.js'

/**
 * A seat of mine. `names` are players expected at a rematch, `from` is the step where practice began, and
 * `daily` is the date of a day's deal. `also` has the tokens of other players on this device; once set, it
 * stays, even if empty. `kept` is the player for whom the server stores the seat.
 * @typedef {{code: string, token: string, chair: number, game: string, when: number, names?: string[],
 *   from?: From, aim?: Aim, also?: string[], kept?: string,
 *   contribution?: string, commitment?: string, daily?: string}} Held
 */
/**
 * A match and a step of its review; the practice began at step `number`, which is unknown for old tables.
 * @typedef {{code: string, step: number, number?: number}} From
 */
/**
 * @typedef {{sound: boolean, theme: '' | 'light' | 'dark', pace: 'calm' | 'brisk' | 'quick' | 'instant',
 *   taking: 'undo' | 'touch' | 'confirm' | 'now', chatter: boolean, talk: boolean, called: boolean, keys:
 *   boolean, faces: '' | 'pips' | 'digits' | 'chinese' | 'piecepack', legend: boolean,
 *   pips: string}} Settings `pips`: the first table with Chinese numerals, which offers pips in their place
 */

/** Milliseconds in which a choice can be taken back, if `taking` is set to that. */
export const UNDO = 4000

const MOST = 300
/** @type {Settings} */
const USUAL = {
  sound: true,
  theme: '',
  pace: 'brisk',
  taking: 'undo',
  chatter: true,
  talk: true,
  called: false,
  keys: true,
  faces: '',
  legend: true,
  pips: '',
}

/** Values that could not be stored, as JSON. @type {Map<string, string>} */
const unstored = new Map()

/** @param {string} key @param {any} otherwise */
function read(key, otherwise, place = () => localStorage) {
  try {
    return JSON.parse(unstored.get(key) ?? place().getItem(`fivedice.${key}`) ?? 'null') ?? otherwise
  } catch {
    return otherwise
  }
}

/** @param {string} key @param {unknown} value */
function write(key, value, place = () => localStorage) {
  const text = JSON.stringify(value)
  try {
    place().setItem(`fivedice.${key}`, text)
    unstored.delete(key)
  } catch {
    unstored.set(key, text)
  }
}

/**
 * A value of this browser as a function: what it is, or with an argument its new value.
 * @template T @param {string} key @param {T} otherwise @param {() => Storage} [place]
 * @returns {(now?: T) => T}
 */
export const stored =
  (key, otherwise, place = () => localStorage) =>
  (now) => {
    if (now !== undefined) write(key, now, place)
    return now ?? read(key, otherwise, place)
  }

export const NOT_KEPT = tr(
  'This browser does not store data for this site. If you reload or close this page, you lose your seat.',
)

/** Whether a reload would lose my seats. */
export const losesSeats = () => unstored.has('seats')

/** My name, if I have entered one. */
export const myName = stored('name', '')

/** The default name of a player. */
export const NAMELESS = tr('Player', null, 'default name')

/** The last opponent of a match started with one press. */
export const myRival = stored('rival', '')

/** My seats, the newest first. */
export const mySeats = stored('seats', /** @type {Held[]} */ ([]))

/** @param {(seats: Held[]) => Held[]} change */
const changeSeats = (change) => mySeats(change(mySeats()))

/**
 * @param {{code: string, token: string, chair: number}} seat @param {string} game
 * @param {Pick<Held, 'names' | 'from' | 'contribution' | 'commitment' | 'daily'>} [more] to store with it
 */
export function hold({code, token, chair}, game, more = {}) {
  forget(code)
  changeSeats((others) => [{code, token, chair, game, when: Date.now(), ...more}, ...others].slice(0, MOST))
}

/** The token of the player who has this device now, by table. @type {Map<string, string>} */
const leading = new Map()

/** @param {string} code */
export const seatAt = (code) => mySeats().find((seat) => seat.code === code)

/** @param {string} code @returns {string} the date of the day's deal that is played there, or nothing */
export const dailyOf = (code) => seatAt(code)?.daily ?? ''

/** @param {string} code @returns {string[]} the tokens of all players on this device */
export const tokensOf = (code) =>
  [seatAt(code)].flatMap((seat) => (seat ? [seat.token, ...(seat.also ?? [])] : []))

/** @param {string} code @returns {string} the token of my seat, or nothing */
export function tokenOf(code) {
  const tokens = tokensOf(code)
  return tokens.find((token) => token === leading.get(code)) ?? tokens[0] ?? ''
}

/** Whether several people play on this device, or have played. @param {string} code */
export const isShared = (code) => Boolean(seatAt(code)?.also)

/** Whether several people take turns at this device now. @param {string} code */
export const isHandedOn = (code) => tokensOf(code).length > 1

/** @param {string} code @param {string} token of the player who has this device now */
export const lead = (code, token) => void leading.set(code, token)

/** Whether a token is of the same seat, perhaps on another device. @param {string} one */
const isOfSeat = (one) => (/** @type {string} */ other) => one.split('.')[0] === other.split('.')[0]

/** Adds another player, or a returning seat, to this device. @param {string} code @param {string} token */
export const holdAlso = (code, token) =>
  keepTokens(code, [...tokensOf(code).filter((other) => !isOfSeat(token)(other)), token])

/** Removes a player from this device. @param {string} code @param {string} token */
export const drop = (code, token) =>
  keepTokens(
    code,
    tokensOf(code).filter((other) => other !== token),
  )

/** @param {string} code @param {string[]} tokens */
const keepTokens = (code, [token, ...also]) =>
  token
    ? remember(code, {token, kept: undefined, ...((also.length || isShared(code)) && {also})})
    : forget(code)

/** @typedef {{id: string, at: number, name: string}} Me the player here, and the time of the last request */

export const me = stored('player', /** @type {Me} */ ({id: '', at: 0, name: ''}))

/** The time until which a tab may be creating the player. */
export const creating = stored('creating', 0)

/** @param {string[]} codes of seats that the server keeps for the player */
export const markKept = (codes, kept = me().id) =>
  changeSeats((seats) => seats.map((seat) => (codes.includes(seat.code) ? {...seat, kept} : seat)))

/**
 * Adds the player's seats and uploaded records that this browser lacks. Returns whether there were any.
 * @param {{id: string, seats: (Held & {over: boolean})[], imports?: string[]}} player
 */
export function restore({id, seats, imports = []}) {
  const brought = imports.filter((code) => !uploads().includes(code))
  if (brought.length) uploads([...uploads(), ...brought].slice(0, MOST))
  const lost = seats.filter(({code, token}) => !tokensOf(code).some(isOfSeat(token)))
  for (const {code, token, chair, game, when} of lost) {
    if (tokensOf(code).length) holdAlso(code, token)
    else changeSeats((all) => [...all, {code, token, chair, game, when: Math.round(when * 1000), kept: id}])
  }
  finish(lost.filter(({over}) => over).map(({code}) => code))
  if (lost.length) changeSeats((all) => all.sort((one, other) => other.when - one.when).slice(0, MOST))
  return lost.length + brought.length > 0
}

/** Sets cookies with my token for this table, for links such as downloads. @param {string} code */
export function present(code) {
  const token = tokenOf(code)
  if (!token) return
  const safe = location.protocol === 'https:' ? '; Secure' : ''
  try {
    for (const path of [`/review/${code}`, `/api/tables/${code}`])
      document.cookie = `fivedice_seat=${token}; Path=${at(path)}; SameSite=Strict${safe}`
  } catch {
    return // links then show the public view
  }
}

const ended = stored('ended', /** @type {string[]} */ ([]))

/** @returns {Held[]} the seats of matches not known to be finished */
export const unfinished = () => mySeats().filter(({code}) => !ended().includes(code))

/** The number of finished matches that are checked for a rematch. */
const LATELY = 12

/** @param {string} code of a table hidden from the home page until I visit it again */
export const hide = (code) => hidden([code, ...hidden()].slice(0, MOST))

/** The codes of hidden tables. */
export const hidden = stored('hidden', /** @type {string[]} */ ([]))

/** @param {string} code of a table that I visit again */
export const unhide = (code) => hidden().includes(code) && hidden(hidden().filter((other) => other !== code))

/** My tables as last shown on the home page, without fields that may have changed. */
export const shownLast = stored('shown', /** @type {any[]} */ ([]))

/** @param {any[]} tables */
export const keepShown = (tables) =>
  shownLast(
    tables.map(({asked, left, status, ...lasting}) =>
      lasting.stage === 'over' ? {...lasting, status} : lasting,
    ),
  )

/** @returns {Held[]} the seats where others may wait for me */
export function lively() {
  const others = [...ended().slice(LATELY), ...hidden()]
  return mySeats().filter(({code}) => !others.includes(code))
}

/** @param {string[]} codes of finished tables */
export const finish = (codes) => ended([...new Set([...codes, ...ended()])].slice(0, MOST))

/** @param {string} code @param {Partial<Held>} more to store with my seat */
export const remember = (code, more) =>
  changeSeats((seats) => seats.map((seat) => (seat.code === code ? {...seat, ...more} : seat)))

/** @param {string} code */
export const forget = (code) => changeSeats((seats) => seats.filter((seat) => seat.code !== code))

/** @returns {Settings} */
export const settings = () => ({...USUAL, ...read('settings', {})})

/** @param {Partial<Settings>} changed @returns {Settings} */
export function set(changed) {
  const now = {...settings(), ...changed}
  write('settings', now)
  return now
}

/** Applies the theme, the pace and the dice faces to the page. */
export function dress() {
  const {theme, pace, faces, legend} = settings()
  const motion = pace === 'instant' ? 'none' : ''
  Object.assign(document.documentElement.dataset, {theme, motion, faces, legend: legend ? 'shown' : ''})
}

/** @typedef {{code: string, step: number, hand: string, slots: number[]}} Aside which dice were set aside */

/** @param {string} code @returns {Aside | null} the dice set aside last, if at this table */
export const asideBefore = (code) => {
  const last = read('aside', null)
  return last?.code === code && last.token === tokenOf(code) ? last : null // nobody sees another's choice
}

/** @param {Aside} aside which dice of a turn are set aside */
export const keepAside = (aside) => aside.code && write('aside', {...aside, token: tokenOf(aside.code)})

/** The code of the club night that I attend, or ''. */
export const tonight = stored('club', '')

/** The form of the kitchen table as it was last sent. */
export const kitchen = stored('kitchen', /** @type {any} */ ({}))

/** The codes of my uploaded records, the newest first. */
export const uploads = stored('uploads', /** @type {string[]} */ ([]))

/** The text of my last custom card. */
export const myCard = stored('card', '')

/** @param {string} code */
export const keepUpload = (code) => uploads([code, ...uploads()].slice(0, MOST))
