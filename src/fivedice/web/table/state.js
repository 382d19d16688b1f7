// The state of a table in this browser, and how each message of the server changes it.
import {afterMessage, asItLies, beforeReload, NOTHING_LIES} from './dice-slots.js'

/** @typedef {import('./panels/log.js').Line} Line */
/** @typedef {'score' | 'wins'} Aim */
/**
 * A shared turn: the last kept dice and the booked use of each seat, the booked `hands`, and the `number` of
 * the entry that revealed them.
 * @typedef {{kept: Record<number, string>, booked: Record<number, Revealed>, hands: Record<string, string>,
 *   number: number}} Round
 */
/**
 * The state of a table in a browser. `other` is the same hint with the other ranking; `hinting` is the
 * ranking of a requested hint. While dice are in the `air`, everything else stays as before the throw.
 * @typedef {{picture: Picture | null, you: You, previous: Picture | null, last: Update | null,
 *   throws: number, lines: Line[], lost: boolean, blocked: boolean, busy: boolean, sent: boolean,
 *   refusal: string, hint: HintedMessage | null, other: HintedMessage | null, hinting: Aim | '',
 *   due: number | null, missed: Record<number, number>, rests: boolean, since: string[], air: Update | null,
 *   round: Round, lying: import('./dice-slots.js').Lying}} Seen
 */

const NOBODY = /** @type {You} */ ({
  seat: null,
  asked: '',
  uses: [],
  explained: '',
  options: [],
  decided: null,
  meanwhile: [],
  enters: [],
  scores: [],
  handed: null,
})

const MOST_LINES = 300

/** @type {Round} */
export const NEW_ROUND = {kept: {}, booked: {}, hands: {}, number: -1}

/** @type {Seen} */
export const NOTHING = {
  picture: null,
  you: NOBODY,
  previous: null,
  last: null,
  throws: 0,
  lines: [],
  lost: false,
  blocked: false,
  busy: false,
  sent: false,
  refusal: '',
  hint: null,
  other: null,
  hinting: '',
  due: null,
  missed: {},
  rests: false,
  since: [],
  air: null,
  round: NEW_ROUND,
  lying: NOTHING_LIES,
}

/** Applies a message; my dice stay in their slots. @param {Seen} seen @param {any} message */
export function reduce(seen, message) {
  if (!message.picture) return apply(seen, message)
  const isNew = message.picture.code !== seen.picture?.code
  const lying = afterMessage(isNew ? beforeReload(message) : seen.lying, message)
  return apply({...seen, lying}, asItLies(message, lying))
}

/** @param {Seen} seen @param {any} message @returns {Seen} */
function apply(seen, message) {
  switch (message.type) {
    case 'table':
      return {
        ...withPicture({...seen, missed: {}, rests: false, lines: linesOf(seen, message)}, message),
        refusal: seen.picture ? seen.refusal : '',
        last: null,
        throws: throwsMade(message.log),
        since: sinceMine(message.log, message.you.seat),
        round: NEW_ROUND,
      }
    case 'told':
      return withPicture(seen, message)
    case 'costed':
      return {...seen, lines: withCosts(seen.lines, message)}
    case 'thrown':
      return {...seen, air: message}
    case 'landed':
      return seen.air ? withPicture(seen, seen.air) : seen
    case 'missed':
      return {...seen, missed: untilWhen(message.seats), rests: message.rests}
    case 'refused':
      return {...seen, refusal: message.sentence, sent: false, hinting: ''}
    case 'hinted':
      return seen.hinting ? {...withHint(seen, message), sent: false} : seen
    case 'ranked':
      return withHint(seen, message.hint)
    case 'hush':
      return {...seen, refusal: ''}
    case 'status':
      return {
        ...seen,
        lost: message.lost,
        blocked: message.blocked,
        ...(message.lost && {sent: false, hinting: ''}),
      }
    case 'busy':
      return {...seen, busy: message.busy}
    case 'sent':
      return {
        ...seen,
        sent: true,
        hinting: message.aim ?? seen.hinting,
        lying: {...seen.lying, stays: message.stays || seen.lying.lies},
      }
    case 'unhint':
      return {...seen, hint: null, other: null, hinting: ''}
    default:
      return seen
  }
}

/**
 * Stores a hint, and the previous one if it has the other ranking.
 * @param {Seen} seen @param {HintedMessage} hint @returns {Seen}
 */
function withHint(seen, hint) {
  const other = [seen.hint, seen.other].find((one) => one && aimOf(one) !== aimOf(hint)) ?? null
  return {...seen, hint, other, hinting: ''}
}

/** @param {Seen} seen @param {Update} message @returns {Seen} */
function withPicture(seen, message) {
  const {picture, you} = message
  const same = seen.picture && you.asked === seen.you.asked && turnOf(picture) === turnOf(seen.picture)
  const isReal = picture.terms.dice === 'own' // any entry of others changes my possible entries
  const mine = isReal || (you.seat !== null && message.entry?.event?.seat === you.seat)
  const fresh = (message.told ?? []).map((text) => ({number: message.number, text, kind: kindOf(message)}))
  const lines = fresh.reduce(withLine, seen.lines)
  return {
    ...seen,
    picture,
    you,
    previous: seen.picture,
    round: followed(seen.round, message, seen.picture),
    last: message,
    throws: message.entry?.event?.throw ? (picture.turn?.step ?? 0) : seen.throws,
    lines: lines.slice(-MOST_LINES),
    sent: Boolean(same) && !mine && seen.sent,
    hint: same ? seen.hint : null,
    other: same ? seen.other : null,
    since: played(message, you.seat) ? [] : seen.since,
    hinting: same ? seen.hinting : '',
    due: message.left == null ? null : (message.at ?? 0) + 1000 * message.left,
    air: null,
  }
}

/** The lines of the log that come with a new picture. @param {Seen} seen @param {{log: LogLine[]}} message */
const linesOf = ({lines}, {log}) =>
  log
    .flatMap(({number, kind, told}) => told.map((text) => ({number, text, kind})))
    .reduce(
      withLine,
      lines.filter(({number}) => !log.length || number < log[0].number),
    )

/**
 * Adds the costs of choices after the line of their entry, because they may be computed late.
 * @param {Line[]} lines @param {{number: number, told: string[]}} message
 */
function withCosts(lines, {number, told}) {
  const at = lines.findLastIndex((line) => line.number <= number) + 1
  return lines.toSpliced(at, 0, ...told.map((text) => ({number, text, kind: 'cost'})))
}

/** Repeated words only raise the count of the last line. @param {Line[]} lines @param {Line} line */
function withLine(lines, line) {
  const last = lines[lines.length - 1]
  const again = line.kind === 'said' && last?.kind === 'said' && last.text === line.text
  return again ? [...lines.slice(0, -1), {...line, times: (last.times ?? 1) + 1}] : [...lines, line]
}

/** When the game plays for missing players. @param {Record<string, number>} seats the seconds left by seat */
const untilWhen = (seats) =>
  Object.fromEntries(Object.entries(seats).map(([seat, left]) => [seat, Date.now() + 1000 * left]))

/** The turn of a question as a key; the same while others decide. @param {Picture} picture */
const turnOf = ({turn, position}) => JSON.stringify([turn && {...turn, decided: []}, position])

/** The kind of a line in the log, for its style. @param {Update} message */
function kindOf(message) {
  const event = message.entry?.event
  if (!event) return message.entry?.entry ?? ''
  return Object.keys(event)[0]
}

/** Events that end a turn. */
const ENDS = ['use', 'choose', 'score']

const PLAYED = [...ENDS, 'throw', 'keep', 'final', 'hidden']

/** @param {LogLine[]} log @param {number | null} me @returns {string[]} */
export function sinceMine(log, me) {
  if (me === null) return []
  const mine = log.filter(({seat, kind}) => seat === me && PLAYED.includes(kind))
  const last = mine[mine.length - 1]?.number ?? 0
  return log.filter(({number, kind}) => number > last && ENDS.includes(kind)).flatMap(({told}) => told)
}

/**
 * Counts throws. A throw that is directly followed by another one is of the red die or a roll-off.
 * @param {LogLine[]} log @returns {number} the throws of the current turn
 */
export function throwsMade(log) {
  const kinds = log.map(({kind}) => kind).filter((kind) => PLAYED.includes(kind))
  const turn = kinds.slice(1 + Math.max(...ENDS.map((kind) => kinds.lastIndexOf(kind))))
  return turn.filter((kind, at) => kind === 'throw' && turn[at + 1] !== 'throw').length
}

/** @param {any} message that was told @param {number | null} me @returns {boolean} whether I have moved */
export const played = ({entry}, me) => entry?.event?.seat === me && PLAYED.some((kind) => kind in entry.event)

/** The round after it. @param {Round} round @param {Update} message @param {Picture | null} previous */
export function followed(round, {number, entry, revealed, picture}, previous) {
  if (entry?.entry === 'taken-back') return NEW_ROUND
  if (revealed?.some(({use}) => use)) {
    const booked = Object.fromEntries(revealed.map((one) => [one.seat, one]))
    return {...round, booked, hands: previous?.turn?.hands ?? {}, number}
  }
  if (revealed?.length)
    return {...round, kept: Object.fromEntries(revealed.map(({seat, keep}) => [seat, keep ?? ''])), number}
  return entry?.event?.throw && picture.turn?.step === 1 ? NEW_ROUND : round
}

/** The ranking of a hint. @param {HintedMessage} hint @returns {Aim} */
export const aimOf = ({aim}) => (aim === 'wins' ? 'wins' : 'score')
