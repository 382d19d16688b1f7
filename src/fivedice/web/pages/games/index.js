// How games look: the dice on the tiles of those that have a look of their own, and the boards. Knows no rule
// and no title: those come from the server, and a game never seen before has a look as well.

/**
 * @typedef {{hand: number[], suits?: string[]}} Look
 * @typedef {{plates: boolean, load: () => Promise<{default: any}>}} BoardKind
 */
// `plates`: the board itself shows who plays and how they stand.

/** @type {Record<string, Look>} */
const LOOKS = {
  traditional: {hand: [1, 4, 4, 4, 6]},
  challenge: {hand: [2, 3, 4, 5, 1]},
  showdown: {hand: [6, 6, 6, 5, 5]},
  piecepack: {hand: [1, 2, 3, 4, 6], suits: ['sun', 'moon', 'crown', 'arms', 'sun']},
  junior: {hand: [1, 2, 3, 4, 6]},
}

const NEUTRAL = {hand: [5, 5, 3, 3, 3]}

/** @type {Record<string, BoardKind>} */
const BOARDS = {
  cards: {plates: false, load: () => import('./scorecard.js')},
  ring: {plates: true, load: () => import('./showdown.js')},
  scoreboard: {plates: true, load: () => import('./junior.js')},
}

/** @param {string} game @returns {Look} */
export const lookOf = (game) => LOOKS[game] ?? NEUTRAL

/** @param {string} board @returns {BoardKind} the sheet of any game can be drawn as cards */
export const boardOf = (board) => BOARDS[board] ?? BOARDS.cards
