// Geometry of showdown's ring, and the names of its cards.
import {tr} from '../shell/language.js'

export const SPACES = 16

/** @typedef {{name: string, title: string, value: string}} Card */

/** The cards in the order of a position. `value` says how many chips a card can hold. @type {Card[]} */
export const CARDS = [
  ['aces', tr('Aces')],
  ['twos', tr('Twos')],
  ['threes', tr('Threes')],
  ['fours', tr('Fours')],
  ['fives', tr('Fives')],
  ['sixes', tr('Sixes')],
  ['3-of-a-kind', tr('3 of a Kind'), '3'],
  ['4-of-a-kind', tr('4 of a Kind'), '4'],
  ['full-house', tr('Full House'), '5'],
  ['small-straight', tr('Small Straight'), '5'],
  ['large-straight', tr('Large Straight'), '7'],
  ['chance', tr('Chance'), '6'],
].map(([name, title, value = '1–4']) => ({name, title, value}))

export const isCorner = (/** @type {number} */ space) => space % 4 === 0

/** Column and row (0 to 4) of a space: 0 is top left, the numbers run clockwise. @param {number} space */
export function cell(space) {
  const side = Math.floor(space / 4)
  const along = space % 4
  return [
    {column: along, row: 0},
    {column: 4, row: along},
    {column: 4 - along, row: 4},
    {column: 0, row: 4 - along},
  ][side]
}

/** The distance of a pawn at the outer edge from the middle of its cell, in cells. */
const OUT = 0.5

/**
 * The place of a pawn on its space, in cells from the top left: at the outer edge, side by side with others.
 * @param {number} space @param {number} place among the pawns here @param {number} many pawns here
 */
export function stand(space, place, many) {
  const {column, row} = cell(space)
  const shift = (place - (many - 1) / 2) * (many > 3 ? 0.24 : 0.31)
  const upright = space % 4 !== 0 && (column === 0 || column === 4)
  return {
    x: column + 0.5 + (upright ? Math.sign(column - 2) * (OUT + 0.07) : shift),
    y: row + 0.5 + (upright ? shift : Math.sign(row - 2) * OUT),
  }
}

/** The spaces from one to another, clockwise, both included. @param {number} from @param {number} to */
export function walk(from, to) {
  const length = (to - from + SPACES) % SPACES
  return Array.from({length: length + 1}, (_, step) => (from + step) % SPACES)
}
