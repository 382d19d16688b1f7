// Whether dice are thrown on screen or by the players, and what they then enter.
import {html} from '../vendor/htm-preact.js'

/** What is entered of a turn with real dice. */
export const DETAILS = {every: 'every throw', final: 'final dice only', score: 'score pad'}

/** A choice is "" for dice on screen, or the detail. @typedef {keyof typeof DETAILS | ''} Dice */

/**
 * The terms of a table for this choice; a game without a card has no score pad.
 * @param {Dice} dice @param {{board: string}} terms
 */
export const diceTerms = (dice, {board}) =>
  dice ? {dice: 'own', detail: dice === 'score' && board !== 'cards' ? 'final' : dice} : {}

/** The values of a list of choices. @param {{board?: string, screen?: boolean}} props */
export const DiceOptions = ({board = 'cards', screen = true}) => html`
  ${screen && html`<option value="">On screen</option>`}
  ${Object.entries(DETAILS)
    .filter(([detail]) => board === 'cards' || detail !== 'score')
    .map(
      ([detail, words]) => html`<option value=${detail}>${screen ? `Our own: ${words}` : words}</option>`,
    )}`
