// Checks that all dice of a record follow from its secret and contributions, in the sentences of
// `fivedice verify`. Does not check whether moves follow the rules.
import {sentences, tr} from '../shell/language.js'
import {bytes, hex, sha256} from './sha256.js'
import {FIRST, Misfit, Places, dice, draw} from './dice.js'

/**
 * The first line of a record, and its event of each later line; `secretLine` is 0 without a secret.
 * @typedef {{players: {name: string}[], turn: string, promised: import('./dice.js').Promised | undefined,
 *   events: Record<string, any>[], secret: string, secretLine: number}} Contents
 */
/**
 * The verdict on the dice of a record; `line` is the first wrong line.
 * @typedef {{verdict: 'verified' | 'wrong' | 'hidden' | 'unknown', sentence: string, line?: number,
 *   contents?: Contents}} DiceCheck
 */

const LONGEST = 10_000_000
const MOST_SEATS = 100
const DEALT = 3
const VERSIONS = [1, 2, DEALT]
const NO_RECORD = tr('This is not the record of a match: its first line does not say so.')
const REAL = tr('People threw the dice of this match themselves, so they cannot be verified.')
const UNKNOWN = tr(
  'The record does not name the source of its dice: they were real dice, or the record is older than ' +
    'dice that can be verified.',
)
const HIDDEN = tr(
  "These dice can be checked once their secret is revealed; that of today's deal is revealed the day after.",
)
const NOT_PROMISED = tr('The secret is not the one that was promised in line 1, or line 1 was changed.')
const ENTERED = tr('This turn was entered by hand, so its dice do not follow from the secret.')

/** The current line, for the code that catches a `Misfit`. @typedef {{line: number}} Cursor */

/** Checks any text as a record. @param {string} text @returns {DiceCheck} */
export function check(text) {
  const at = {line: 1}
  /** @type {Contents | undefined} */
  let contents
  try {
    contents = read(text, at)
    return contents ? {...judge(contents, at), contents} : {verdict: 'unknown', sentence: NO_RECORD}
  } catch (error) {
    if (!(error instanceof Misfit)) throw error
    return {verdict: 'wrong', sentence: error.message, line: at.line, contents}
  }
}

/** @param {Contents} contents @param {Cursor} at @returns {DiceCheck} */
function judge({players, turn, promised, events, secret, secretLine}, at) {
  if (!promised) return {verdict: 'unknown', sentence: events.some(isEntered) ? REAL : UNKNOWN}
  if (!secret) return {verdict: 'hidden', sentence: HIDDEN}
  const deal = {secret: bytes(secret), contributions: promised.contributions, match: promised.match ?? 1}
  at.line = secretLine
  if (hex(sha256(deal.secret)) !== promised.commitment) throw new Misfit(NOT_PROMISED)
  const places = new Places(turn, promised.opens)
  for (const [index, event] of events.entries()) {
    at.line = index + 2
    follow(event, places, players.length, deal)
  }
  const throws = events.filter((event) => 'throw' in event || 'first' in event).length
  const fixed = tr(
    'All {throws} throws were fixed before the match, and none was changed: they follow from the secret ' +
      'and the contribution of each seat.',
    {throws},
  )
  return {verdict: 'verified', sentence: sentences(fixed, replayed(promised.opens))}
}

/** Says whose dice a solo match has, if not its own. @param {string} [opens] */
const replayed = (opens) =>
  opens &&
  tr('They are the dice that player {number} met in another match.', {
    number: Number(opens.split('/')[0]) + 1,
  })

/** @param {Record<string, any>} event */
const isEntered = (event) => 'final' in event || 'score' in event

/**
 * Compares a throw or a draw with the deal, and follows any event.
 * @param {Record<string, any>} event @param {Places} places @param {number} seats
 * @param {import('./dice.js').Deal} deal
 */
function follow(event, places, seats, deal) {
  if (isEntered(event)) throw new Misfit(ENTERED)
  if ('keep' in event) places.keep(event.seat, event.keep)
  if ('use' in event) places.use()
  if ('first' in event) {
    const due = draw(deal, FIRST, seats)
    if (due !== event.first)
      throw new Misfit(tr('The seat fixed to start was {due}, not {seat}.', {due, seat: event.first}))
  }
  if ('throw' in event) {
    const due = dice(deal, places.throw(event.seat, event.throw))
    if (due !== event.throw)
      throw new Misfit(tr('The dice fixed for this throw were {due}, not {dice}.', {due, dice: event.throw}))
  }
}

// --- Reading ---------------------------------------------------------------------------------------------

/** The contents of a record; undefined if it is none. @param {string} text @param {Cursor} at */
function read(text, at) {
  if (text.length > LONGEST) return undefined
  const [first, ...lines] = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/)
  const header = parse(first)
  if (!VERSIONS.includes(header.fivedice)) return undefined
  const contents = contentsOf(header)
  let isOver = false
  for (const [index, line] of lines.entries()) {
    at.line = index + 2
    const fields = parse(line)
    if (contents.secret) throw new Misfit(tr('Nothing may follow the secret of the dice.'))
    if ('secret' in fields) Object.assign(contents, {secret: secretOf(fields), secretLine: at.line})
    else if (isOver) throw new Misfit(tr('Only the secret of the dice may follow the result.'))
    else if ('result' in fields) isOver = true
    else contents.events.push(eventOf(fields, contents.players.length))
  }
  return contents
}

/** The fields of a line; empty if it is not an object. @param {string} line @returns {Record<string, any>} */
function parse(line) {
  try {
    return Object(JSON.parse(line))
  } catch {
    return {}
  }
}

/** @param {Record<string, any>} header @returns {Contents} */
function contentsOf({fivedice, players, position, turn = '', dice: promised}) {
  const areNamed = Array.isArray(players) && players.every((one) => isText(one?.name, /./))
  if (!areNamed || !players.length || players.length > MOST_SEATS || !isText(turn, TURN))
    throw new Misfit(tr('This is not the first line of a record.'))
  if (fivedice === DEALT ? !isPromise(promised, players.length, position) : promised !== undefined)
    throw new Misfit(
      tr("Records of version {version}, and no others, have 'dice' in their first line.", {version: DEALT}),
    )
  return {players, turn, promised, events: [], secret: '', secretLine: 0}
}

const TURN = /^([1-6.]{5}(\/[1-6.]{5})*@[123])?$/
const BYTES = /^[0-9a-f]{64}$/
const CONTRIBUTION = /^([0-9a-f]{32}|server)?$/
const OPENS = /^(0|[1-9][0-9]?)(\/[1-9][0-9]{0,3}){2}$/
/** The fields and values of each kind of event of a seat. @type {Record<string, RegExp>} */
const FORMS = {
  throw: /^[1-6]{1,5}$/,
  keep: /^[1-6]{0,5}$/,
  final: /^[1-6]{5}$/,
  use: /./,
  choose: /./,
  score: /./,
}

/** @param {any} value @param {RegExp} form */
const isText = (value, form) => typeof value === 'string' && form.test(value)

/** @param {any} promised @param {number} seats @param {any} position */
const isPromise = (promised, seats, position) =>
  isText(promised?.commitment, BYTES) &&
  Array.isArray(promised.contributions) &&
  fits(promised, seats, position) &&
  promised.contributions.every((/** @type {any} */ one) => isText(one, CONTRIBUTION)) &&
  (promised.match === undefined || (Number.isInteger(promised.match) && promised.match > 0))

/**
 * Whether there is one contribution per seat. A solo match on the dice of another match has the contributions
 * of that match.
 * @param {any} promised @param {number} seats @param {any} position
 */
const fits = ({contributions, opens = ''}, seats, position) =>
  opens === ''
    ? contributions.length === seats
    : isText(opens, OPENS) &&
      seats === 1 &&
      position === undefined &&
      Number.parseInt(opens) < contributions.length

/** @param {Record<string, any>} fields */
function secretOf({secret}) {
  if (isText(secret, BYTES)) return secret
  throw new Misfit(tr('The secret of the dice is 64 hexadecimal digits in lower case.'))
}

/** @param {Record<string, any>} fields @param {number} seats */
function eventOf(fields, seats) {
  const kinds = Object.keys(FORMS).filter((kind) => kind in fields)
  const seat = fields.seat ?? fields.first ?? fields.hint
  const isSaid =
    'seat' in fields ? kinds.length === 1 && isText(fields[kinds[0]], FORMS[kinds[0]]) : !kinds.length
  if (isSaid && Number.isInteger(seat) && seat >= 0 && seat < seats) return fields
  throw new Misfit(tr('This is not an event of a match.'))
}
