// The client of a table: its current view, and what it may send.
import {useCallback, useEffect, useMemo, useReducer, useRef} from '../vendor/htm-preact.js'
import {aimOf} from './panels/aims.js'
import {connect} from './socket.js'
import {asItLies, lain, lainBefore, NOTHING_LIES} from './dice-slots.js'
import {Queue} from './pacing.js'
import {followed, NEW_ROUND} from './round.js'
import {useSending} from './outbox.js'
import {played, sinceMine, throwsMade} from './panels/while-away.js'

/** @typedef {import('../shell/types.js').Shown} Shown */
/** @typedef {import('../shell/types.js').Picture} Picture */
/** @typedef {import('../shell/types.js').You} You */
/** @typedef {import('./panels/log.js').Line} Line */
/** @typedef {import('./panels/aims.js').Aim} Aim */
/** @typedef {import('../shell/types.js').Hinted} Hinted */
/** @typedef {import('./socket.js').Status} Status */
/** @typedef {{send: (message: any) => boolean, close: () => void}} Link */
/**
 * A `hint` may be had ranked the `other` way too; `hinting` is how one is ranked that has been asked for.
 * While dice are in the `air` all else is as it was before them: nothing is told of a throw that is not seen.
 * @typedef {{picture: Picture | null, you: You, previous: Picture | null, last: Shown | null, thrown: string,
 *   throws: number, lines: Line[], lost: boolean, blocked: boolean, busy: boolean, sent: boolean,
 *   refusal: string, hint: Hinted | null, other: Hinted | null, hinting: Aim | '', due: number | null,
 *   missed: Record<number, number>, rests: boolean, since: string[], air: Shown | null,
 *   round: import('./round.js').Round, lying: import('./dice-slots.js').Lying}} Seen
 */

const NOBODY = /** @type {You} */ ({
  seat: null,
  asked: '',
  uses: [],
  explained: '',
  options: [],
  decided: null,
  meanwhile: [],
})
const MOST_LINES = 300

/** @type {Seen} */
const NOTHING = {
  picture: null,
  you: NOBODY,
  previous: null,
  last: null,
  thrown: '',
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

/** A picture shows my dice as they lie here. @param {Seen} seen @param {any} message @returns {Seen} */
function heard(seen, message) {
  if (!message.picture) return taken(seen, message)
  const isNew = message.picture.code !== seen.picture?.code
  const lying = lain(isNew ? lainBefore(message) : seen.lying, message)
  return taken({...seen, lying}, asItLies(message, lying))
}

/** @param {Seen} seen @param {any} message @returns {Seen} */
function taken(seen, message) {
  switch (message.type) {
    case 'table':
      return {
        ...shown({...seen, missed: {}, rests: false, lines: linesOf(seen, message)}, message),
        refusal: seen.picture ? seen.refusal : '',
        last: null,
        thrown: '',
        throws: throwsMade(message.log),
        since: sinceMine(message.log, message.you.seat),
        round: NEW_ROUND,
      }
    case 'told':
      return shown(seen, message)
    case 'thrown':
      return {...seen, air: message}
    case 'landed':
      return seen.air ? shown(seen, seen.air) : seen
    case 'missed':
      return {...seen, missed: untilWhen(message.seats), rests: message.rests}
    case 'refused':
      return {...seen, refusal: message.sentence, sent: false, hinting: ''}
    case 'hinted':
      return seen.hinting ? {...ranked(seen, message), sent: false} : seen
    case 'ranked':
      return ranked(seen, message.hint)
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
 * A hint, and beside it the one before if that is ranked the other way.
 * @param {Seen} seen @param {Hinted} hint @returns {Seen}
 */
function ranked(seen, hint) {
  const other = [seen.hint, seen.other].find((one) => one && aimOf(one) !== aimOf(hint)) ?? null
  return {...seen, hint, other, hinting: ''}
}

/** @param {Seen} seen @param {Shown} message @returns {Seen} */
function shown(seen, message) {
  const {picture, you} = message
  const same = seen.picture && you.asked === seen.you.asked && turnOf(picture) === turnOf(seen.picture)
  const mine = you.seat !== null && message.entry?.event?.seat === you.seat
  const fresh = (message.told ?? []).map((text) => ({number: message.number, text, kind: kindOf(message)}))
  const lines = fresh.reduce(withLine, seen.lines)
  return {
    ...seen,
    picture,
    you,
    previous: seen.picture,
    round: followed(seen.round, message, seen.picture),
    last: message,
    thrown: message.entry?.event?.throw ?? seen.thrown,
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

/**
 * What was told before I came, or while I was cut off.
 * @param {Seen} seen @param {{log: {number: number, kind: string, told: string[]}[]}} message
 */
const linesOf = ({lines}, {log}) =>
  log
    .flatMap(({number, kind, told}) => told.map((text) => ({number, text, kind})))
    .reduce(
      withLine,
      lines.filter(({number}) => !log.length || number < log[0].number),
    )

/**
 * One line more; what somebody says again at once only counts up.
 * @param {Line[]} lines @param {Line} line @returns {Line[]}
 */
function withLine(lines, line) {
  const last = lines[lines.length - 1]
  const again = line.kind === 'said' && last?.kind === 'said' && last.text === line.text
  return again ? [...lines.slice(0, -1), {...line, times: (last.times ?? 1) + 1}] : [...lines, line]
}

/**
 * When the game plays for those who are gone.
 * @param {Record<string, number>} seats the seconds left of each
 */
const untilWhen = (seats) =>
  Object.fromEntries(Object.entries(seats).map(([seat, left]) => [seat, Date.now() + 1000 * left]))

/**
 * What a question is about: it stays the same when others who are asked at the same time decide.
 * @param {Picture} picture
 */
const turnOf = ({turn, position}) => JSON.stringify([turn && {...turn, decided: []}, position])

/** @param {Shown} message what a line in the log is about, for its look */
function kindOf(message) {
  const event = message.entry?.event
  if (!event) return message.entry?.entry ?? ''
  return Object.keys(event)[0]
}

/**
 * Follows a table from a seat, or as an onlooker.
 * @param {string} code @param {string} token
 */
export const useSeat = (code, token) =>
  useTold((onMessage, onStatus) => connect(code, token, onMessage, onStatus), [code, token])

/**
 * Follows what is told, wherever it comes from.
 * @param {(onMessage: (message: any) => void, onStatus: (status: Status) => void) => Link} open
 * @param {any[]} by which table it is
 */
export function useTold(open, by) {
  const [seen, hear] = useReducer(heard, NOTHING)
  const link = useRef(/** @type {Link | null} */ (null))
  const moves = useSending(link, hear, seen.sent, Boolean(seen.hinting))
  const queue = useMemo(() => new Queue(hear, (busy) => hear({type: 'busy', busy})), by)
  useEffect(() => {
    link.current = open(
      (message) => {
        take(queue, hear, message)
        if (message.type === 'table') moves.back(message.picture.number)
      },
      (status) => {
        if (status !== 'open') moves.lost()
        hear({type: 'status', lost: status !== 'open', blocked: status === 'blocked'})
      },
    )
    return () => {
      queue.clear()
      link.current?.close()
    }
  }, by)
  const number = seen.picture?.number ?? 0
  const send = useCallback(
    (/** @type {any} */ message, stays = '') => {
      if (['say', 'leave', 'back'].includes(message.type)) link.current?.send(message)
      else moves.send({message: {...message, after: number}, stays})
    },
    [number],
  )
  return {
    seen,
    send,
    skip() {
      queue.skip()
      queue.land()
    },
    land: () => queue.land(),
    hush: () => hear({type: 'hush'}),
    /** Shows a hint that I have got already. */
    rank: (/** @type {Hinted} */ hint) => hear({type: 'ranked', hint}),
    unhint: () => hear({type: 'unhint'}),
  }
}

/** @param {Queue} queue @param {(message: any) => void} hear @param {any} message */
function take(queue, hear, message) {
  if (message.type === 'told') return queue.push({...message, at: Date.now()})
  if (message.type === 'table') {
    queue.clear()
    return hear({...message, at: Date.now()})
  }
  return hear(message)
}
