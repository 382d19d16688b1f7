// Whether a match counts for a player, as the server decided.

/**
 * A table that ended at an older server says nothing of it, and counts.
 * @param {any} table that is over @param {number | null} seat
 */
export const counts = ({credit = []}, seat) => credit[Number(seat)]?.counts ?? true

/** Whether a seat has won by its player's own decisions. @param {any} table @param {number | null} seat */
export const hasWon = (table, seat) => (table.winners ?? []).includes(Number(seat)) && counts(table, seat)

/**
 * The matches that count for me, of my tables: played to their end, no practice, mostly by me.
 * @template T @param {T[]} mine @returns {T[]}
 */
export const countedMatches = (mine) =>
  mine.filter((/** @type {any} */ one) => one.stage === 'over' && !one.practice && counts(one, one.seat))
