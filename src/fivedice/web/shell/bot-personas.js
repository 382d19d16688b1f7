// Names in lists of people, and the personas of the bots: faces, strength in words, and remarks.
import {html, useEffect, useState} from '../vendor/htm-preact.js'
import {svg} from '../drawings/svg.js'
import {settings} from './storage.js'
import {tr, withLabel} from './language.js'

/** The face of a persona. @param {{character: string}} props */
export const Face = ({character}) =>
  character &&
  html`<svg class="somebody" viewBox="0 0 40 40" aria-hidden="true" focusable="false"
    ...${svg(`bot-${character.replace(':', '-')}`)} />`

/**
 * A name in one line, with its face and colour; `mine` marks the reader's own.
 * @param {{name: string, character?: string, colour?: string, mine?: boolean}} props
 */
export const Name = ({name, character = '', colour, mine}) =>
  html`<span class="who"><${Face} character=${character} /><span class="name"
    data-colour=${colour || undefined} translate=${false}>${name}</span>
    ${mine && html` <small>${tr('(you)')}</small>`}</span>`

/** A persona in a list. @param {Persona} persona */
export const briefly = ({name, strength: told}, strength = told.replace(/^an? /, '')) =>
  tr('{name}, {strength}', {name, strength})

/** A persona with its strength, in words. @param {Persona} persona @param {string} game */
export const described = (persona, game) =>
  withLabel(briefly(persona, persona.strength), persona.in_game[game] ?? persona.manner)

/** Remarks by moment and persona; '' is for all. @type {Record<string, Record<string, string[]>>} */
const LINES = {
  five: {
    'casual:1': [tr('Wow! Five of them!')],
    expert: [tr('That happens once in 1,296 throws.')],
    '': [tr('Five alike!'), tr('Look at that!')],
  },
  won: {
    'casual:1': [tr('I won? I won!')],
    champion: [tr('Thank you. Again?')],
    '': [tr('That went well for me.'), tr('Good match!')],
  },
  lost: {
    champion: [tr('Well played. I mean it.')],
    greedy: [tr('Next time I will look further ahead.')],
    '': [tr('Well played!'), tr('You were better.')],
  },
}

/**
 * The remark of a bot on five equal dice or on the end of a match. It is never in the log.
 * @param {Seen} seen @returns {{seat: number, text: string, number: number} | null}
 */
function remark({last, picture, you}) {
  const event = last?.entry?.event
  if (!event || !picture || !settings().chatter) return null
  const bots = picture.chairs.flatMap(({character, away}, seat) => (character && !away ? [seat] : []))
  const thrower = picture.turn?.thrower ?? -1
  const hand = picture.turn?.hands[thrower] ?? ''
  const [seat, moment] =
    picture.stage === 'over'
      ? [bots[0], picture.winners.includes(bots[0]) ? 'won' : 'lost']
      : event.throw && /^([1-6])\1{4}$/.test(hand)
        ? [bots.includes(thrower) ? thrower : bots[0], 'five']
        : [undefined, '']
  if (seat === undefined || (moment === 'lost' && you.seat === null)) return null
  const {character, name} = picture.chairs[seat]
  const lines = LINES[moment][character] ?? LINES[moment]['']
  return {seat, number: last.number, text: withLabel(name, lines[last.number % lines.length])}
}

/** @param {Seen} seen @returns {ReturnType<typeof remark>} the current remark of a bot */
export function useRemark(seen) {
  const [latest, setLatest] = useState(/** @type {ReturnType<typeof remark>} */ (null))
  useEffect(() => {
    const now = remark(seen)
    if (now) setLatest(now)
  }, [seen.last])
  return latest
}
