// The registry of boards, and the dice that illustrate each game.
import {fillIn, tr} from '../shell/language.js'
import {capital} from '../shell/wording.js'

/** A hand, of which the first three are kept. @typedef {{hand: number[], suits?: string[]}} Look */
/**
 * `plates`: the board itself shows players and scores; `asks`: it shows the answers to a choice;
 * `childlike`: hints have no figures.
 * @typedef {{plates?: boolean, asks?: boolean, childlike?: boolean}} BoardKind
 */

/** @type {Record<string, Look>} */
const LOOKS = {
  traditional: {hand: [4, 4, 4, 1, 6]},
  challenge: {hand: [2, 3, 4, 5, 1]},
  showdown: {hand: [6, 6, 6, 5, 5]},
  piecepack: {hand: [1, 2, 3, 4, 6], suits: ['sun', 'moon', 'crown', 'arms', 'sun']},
  junior: {hand: [1, 2, 3, 4, 6]},
}

const NEUTRAL = {hand: [3, 3, 3, 5, 5]}

/** @type {Record<string, BoardKind>} */
const BOARDS = {ring: {plates: true, asks: true}, scoreboard: {plates: true, childlike: true}}

/** @param {string} game @returns {Look} */
export const lookOf = (game) => LOOKS[game] ?? NEUTRAL

/** @param {string} [board] @returns {BoardKind} neither for a sheet */
export const boardOf = (board = '') => BOARDS[board] ?? {}

/**
 * A choice in the words of its game.
 * @param {Picture} picture @param {You} you @param {string} chosen a use or an option
 * @param {boolean} done whether the choice is made and can only be taken back
 */
export function wordsOf({words}, {uses}, chosen, done = false) {
  const use = uses.find(({name}) => name === chosen)
  if (!use || words[chosen]) return words[chosen] ?? capital(chosen)
  if (use.waives) return tr('Zero in {title}', use)
  return fillIn(words[done ? 'taken' : 'take'], use)
}
