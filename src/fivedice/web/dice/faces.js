// The faces of all dice as SVG.
import {html} from '../vendor/htm-preact.js'
import {comma} from '../shell/language.js'
import {svg} from '../drawings/svg.js'

const pips = (/** @type {number} */ value) => html`<g ...${svg(`pips-${value}`)} />`

const digits = (/** @type {number} */ value) => html`
  <text class="digit" x="50" y="77" text-anchor="middle">${value}</text>`

/** The numeral with its number as a small digit, which the settings can hide. */
const chinese = (/** @type {number} */ value) => html`
  <g class="brush" ...${svg(`numeral-${value}`)} />
  <text class="legend" x="95" y="93" text-anchor="end">${value}</text>`

const SIGNS = ['', 'A', '2', '3', '4', '5', 'N']

const piecepack = (/** @type {number} */ value, /** @type {string} */ suit) =>
  !suit
    ? html`
  <text class="sign" x="50" y="71" text-anchor="middle">${SIGNS[value]}</text>`
    : html`
  <g class="suit" transform="translate(8 14) scale(.5)" ...${svg(`suit-${suit}`)} />
  <text class="sign" x="70" y="72" text-anchor="middle">${SIGNS[value]}</text>`

const characters = (
  /** @type {number} */ value,
  /** @type {string} */ _suit,
  /** @type {string} */ name,
) => html`
  <g transform="translate(14 3) scale(.72)" ...${svg(`character-${value}`)} />
  <text class="name" x="50" y="92" text-anchor="middle">${name.split(/[ ,，、・]/)[0]}</text>`

/** The signs that stand for dice in a sentence, by their value. */
const DICE = [...' ⚀⚁⚂⚃⚄⚅']

/** @type {Record<string, (value: number, suit: string, name: string) => any>} */
const SETS = {pips, digits, chinese, piecepack, characters}

/** This person's preferred set; boards of characters show those. @param {string} set */
export const worn = (set) => (set === 'characters' ? set : document.documentElement.dataset.faces || set)

/**
 * The drawing of one face, without the die around it.
 * @param {string} set pips, digits, chinese, piecepack or characters @param {number} value 1 to 6
 * @param {string} [suit] of a piecepack die; without one only its sign is drawn
 * @param {string} [name] of the face, as the picture has it
 */
export function face(set, value, suit = '', name = '') {
  const drawn = worn(set)
  const draw = SETS[drawn] ?? pips
  return html`<svg class=${`face face-${drawn} value-${value} ${suit}`} viewBox="0 0 100 100"
    aria-hidden="true" focusable="false" translate="no">
    ${draw(value, suit, name)}
  </svg>`
}

/**
 * A small flat die in a line of text. It needs a label unless the text beside it names the face.
 * @param {{set: string, value: number, suit?: string, name?: string, label?: string}} of
 */
export function FaceIcon({set, value, suit = '', name = '', label = ''}) {
  const spoken = label ? {role: 'img', 'aria-label': label} : {'aria-hidden': 'true'}
  return html`<span class="face-icon" data-set=${worn(set)} ...${spoken}>
    ${face(set, value, suit, name)}</span>`
}

/**
 * A sentence of the server, in which ⚀ to ⚅ stand for dice, with the dice drawn. Dice in a row are one
 * picture for screen readers. Punctuation after a die stays on its line.
 * @param {{text: string, picture: {set: string, faces: string[][]}}} props
 */
export function Sentence({text, picture: {set, faces}}) {
  return text.split(/([⚀-⚅](?: [⚀-⚅])*[.,:;。，、：；]?)/u).map((part) => {
    const values = [...part].map((sign) => DICE.indexOf(sign)).filter((value) => value > 0)
    if (!values.length) return part
    const dice = part.split(' ').map((die, place) => {
      const icon = html`<${FaceIcon} set=${set} value=${values[place]} />`
      return die.length === 1 ? icon : html`<span class="unbroken">${icon}${die.slice(1)}</span>`
    })
    const label = comma(values.map((value) => faces[value - 1]?.[1] ?? String(value)))
    return html`<span role="img" aria-label=${label}>${dice.flatMap((die) => [' ', die]).slice(1)}</span>`
  })
}

/**
 * A sentence of the server for a screen reader, with dice by name.
 * @param {string} text @param {{faces: string[][]}} picture @returns {string}
 */
export const spelt = (text, {faces}) =>
  text.replace(/[⚀-⚅]( ?[⚀-⚅])*/gu, (dice) => {
    const values = [...dice].map((sign) => DICE.indexOf(sign)).filter((value) => value > 0)
    return comma(values.map((value) => faces[value - 1]?.[1] ?? value))
  })

/** Only the picture of a character, without a die. @param {{value: number}} of 1 (wild) to 6 */
export function CharacterIcon({value}) {
  return html`<svg class="character-icon" viewBox="0 0 100 100" aria-hidden="true" focusable="false"
    ...${svg(`character-${value}`)} />`
}
