// What has been played by now, for who comes back: by others since I played last, and in this turn. Remembers
// nothing.

/** @typedef {{number: number, kind: string, told: string[], seat?: number}} Line */

/** What dice were used for, or what was chosen; throws and keeps only lead there. */
const ENDS = ['use', 'choose']
const PLAYED = [...ENDS, 'throw', 'keep', 'hidden']

/** @param {Line[]} log @param {number | null} me @returns {string[]} */
export function sinceMine(log, me) {
  if (me === null) return []
  const mine = log.filter(({seat, kind}) => seat === me && PLAYED.includes(kind))
  const last = mine[mine.length - 1]?.number ?? 0
  return log.filter(({number, kind}) => number > last && ENDS.includes(kind)).flatMap(({told}) => told)
}

/**
 * A throw that another follows at once is of the red die or of a roll-off.
 * @param {Line[]} log @returns {number} the throws of the turn under way
 */
export function throwsMade(log) {
  const kinds = log.map(({kind}) => kind).filter((kind) => PLAYED.includes(kind))
  const turn = kinds.slice(1 + Math.max(...ENDS.map((kind) => kinds.lastIndexOf(kind))))
  return turn.filter((kind, at) => kind === 'throw' && turn[at + 1] !== 'throw').length
}

/**
 * @param {any} message that was told @param {number | null} me
 * @returns {boolean} whether I have played on
 */
export const played = ({entry}, me) => entry?.event?.seat === me && PLAYED.some((kind) => kind in entry.event)
