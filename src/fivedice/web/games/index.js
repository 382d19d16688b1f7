// The registry of boards, and the dice that illustrate each game.
import {tr} from '../shell/language.js'

/** @typedef {{title: string, pays: number}} Use */
/**
 * @typedef {{hand: number[], suits?: string[]}} Look
 * @typedef {{plates?: boolean, asks?: boolean, wanted: string, take: (use: Use) => string,
 *   took?: (use: Use) => string, choice?: string, opens?: string,
 *   answers?: Record<string, string>, childlike?: boolean}} BoardKind
 */
// `plates`: the board itself shows players and scores; `asks`: it shows the answers to a choice; `opens`: the
// first action of a turn, if it is not a throw of five dice; `wanted`: the prompt when no throw is left;
// `take` and `took`: words for a choice before and after; `choice`: the main button while a plain
// choice is due; `answers`: words for options; `childlike`: hints have no figures.

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
  cards: {
    wanted: tr('Choose a box'),
    take: (use) => tr('Take {title}: {pays}', use),
    took: (use) => tr('{title}: {pays} taken', use),
  },
  ring: {
    plates: true,
    asks: true,
    wanted: tr('Choose a card'),
    take: (use) => tr('{title}: {pays}', use),
    choice: tr('Move or stay'),
    opens: tr('Throw the red die: it moves your pawn. Then throw five dice.'),
    answers: {move: tr('Move on'), stay: tr('Stay and raise'), nothing: tr('End the turn')},
  },
  scoreboard: {
    plates: true,
    wanted: tr('Choose a row'),
    take: (use) => tr('Place on {title}: {pays}', use),
    took: (use) => tr('Placed on {title}: {pays}', use),
    childlike: true,
  },
}

/** @param {string} game @returns {Look} */
export const lookOf = (game) => LOOKS[game] ?? NEUTRAL

/** @param {string} board @returns {BoardKind} cards for any other sheet */
export const boardOf = (board) => BOARDS[board] ?? BOARDS.cards

/**
 * A choice in words.
 * @param {string} board @param {You} you @param {string} chosen a use or an option
 * @param {boolean} done whether the choice is made and can only be taken back
 */
export function wordsOf(board, {uses}, chosen, done = false) {
  const use = uses.find(({name}) => name === chosen)
  if (!use) return boardOf(board).answers?.[chosen] ?? chosen.charAt(0).toUpperCase() + chosen.slice(1)
  if (use.waives) return tr('Zero in {title}', use)
  const {take, took = take} = boardOf(board)
  return (done ? took : take)(use)
}
