// What the others have made of their dice since I played last, for who comes back. Remembers nothing.

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
 * @param {any} message that was told @param {number | null} me
 * @returns {boolean} whether I have played on
 */
export const played = ({entry}, me) => entry?.event?.seat === me && PLAYED.some((kind) => kind in entry.event)
