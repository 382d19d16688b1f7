// The prompt under the dice, as text and for screen readers.
import {html, useEffect, useRef} from '../vendor/htm-preact.js'
import {say} from '../shell/frame.js'
import {isAtRest} from './away.js'
import {boardOf, wordsOf} from '../games/index.js'

/** @typedef {import('./client.js').Seen} Seen */
/** @typedef {import('./actions.js').Acts} Acts */

/** What is wanted, of whomever. @param {Seen} seen @param {Acts} acts */
export function prompt(seen, {chosen, held}) {
  const {picture, you, busy, lost} = seen
  if (lost) return 'Reconnecting …'
  if (!picture?.awaits) return ''
  if (isAtRest(seen)) return 'The match rests'
  const {awaits, chairs, turn} = picture
  if (held) return 'You can still undo this'
  if (chosen) {
    const back = you.asked === 'keep' ? 'press a die to throw on' : 'choose again'
    return html`<span class="unseen">${`${wordsOf(picture.board, you, chosen)}. `}</span>Confirm, or ${back}`
  }
  if (!busy && you.asked) {
    const step = you.asked === 'keep' && ` (throw ${turn?.step ?? 1} of 3)`
    const words = you.asked === 'use' && you.uses.length === 1 ? 'There is only one choice' : awaits.prompt
    const why = you.asked === 'use' && you.explained
    return html`${why || words}${step && html`<span class="of-three">${step}</span>`}`
  }
  const others = awaits.seats.filter((seat) => seat !== you.seat).map((seat) => chairs[seat].name)
  if (you.decided) return `Waiting for ${others.join(', ')}`
  if (['first', 'over'].includes(awaits.kind)) return awaits.prompt
  return others.length ? awaits.told : ''
}

/**
 * What is drawn, as a text: an element that outlives a drawing holds all of it, and so every one before.
 * @param {any} words @returns {string}
 */
function asText(words) {
  if (Array.isArray(words)) return words.map(asText).join('')
  return words?.props ? asText(words.props.children) : words || ''
}

/**
 * I hear what is wanted of me once, after what led to it has been told; of others the log tells. What the
 * board itself asks it says itself.
 * @param {Seen} seen @param {Acts} acts
 */
export function useAsked(seen, acts) {
  const last = useRef('')
  useEffect(() => {
    const {picture, you, busy, air, lost} = seen
    if (!picture || busy || air || lost) return
    const {turn, awaits, board} = picture
    const now =
      you.asked || you.decided ? [you.asked, awaits?.prompt, turn?.step, acts.chosen, acts.held] : ''
    const onBoard = you.asked === 'choose' && !acts.chosen && boardOf(board).asks
    if (now && !onBoard && String(now) !== last.current) say(asText(prompt(seen, acts)))
    last.current = String(now)
  })
}
