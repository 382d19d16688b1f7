// The personas of the bots: faces, strength in words, and remarks.
import {html, useEffect, useState} from '../vendor/htm-preact.js'
import {settings} from './storage.js'

/** @typedef {import('./types.js').Persona} Persona */

/**
 * The faces by the identifier of a persona.
 * @type {Record<string, {skin: string, hair: string, shirt: string, head: string, more?: any}>}
 */
const FACES = {
  'casual:1': {
    skin: '#f3c9a0',
    hair: '#c7632a',
    shirt: '#3f9a6b',
    head: 'M7 17C6 5 34 5 33 17L29 11 24 14 19 10 14 14Z',
  },
  'casual:5': {
    skin: '#b97a4f',
    hair: '#2b1a12',
    shirt: '#c98a12',
    head: 'M7 18C4 3 36 3 33 18 28 10 12 10 7 18Z',
  },
  greedy: {
    skin: '#e8b48c',
    hair: '#5a2d1c',
    shirt: '#2b6cb0',
    head: 'M6 30C2 2 38 2 34 30L31 30C34 12 24 11 20 11 16 11 6 12 9 30Z',
  },
  expert: {
    skin: '#f0cfae',
    hair: '#3a3a44',
    shirt: '#8147b3',
    head: 'M7 18C5 4 35 4 33 18 30 12 25 10 20 10 15 10 10 12 7 18Z M15 5A5 4.5 0 1 1 25 5Z',
    more: html`<g fill="none" stroke="#2a2019" stroke-width="1.3"><circle cx="14.5" cy="20" r="4.2" />
      <circle cx="25.5" cy="20" r="4.2" /><path d="M18.7 20h2.6" /></g>`,
  },
  champion: {
    skin: '#8a5636',
    hair: '#d9d2c5',
    shirt: '#a3201b',
    head: 'M7 20C4 4 36 4 33 20L31 15C26 9 14 9 9 15Z',
    more: html`<path d="M12 6l3 3 5-5 5 5 3-3-1 6H13z" fill="#e0b040" />`,
  },
  random: {skin: '#cfd8c0', hair: '#6f8f4e', shirt: '#6b7280', head: 'M16 9C12 1 18 4 20 7 21 1 27 2 24 9Z'},
}

/** The face of a persona. @param {{character: string}} props */
export function Face({character}) {
  const face = FACES[character]
  if (!face) return null
  return html`<svg class="somebody" viewBox="0 0 40 40" aria-hidden="true" focusable="false">
    <path d="M4 40C5 31 13 30 20 30s15 1 16 10Z" fill=${face.shirt} />
    <ellipse cx="20" cy="20" rx="12.5" ry="14" fill=${face.skin} /><path d=${face.head} fill=${face.hair} />
    <circle cx="14.5" cy="20" r="1.6" fill="#2a2019" /><circle cx="25.5" cy="20" r="1.6" fill="#2a2019" />
    <path d="M15 27q5 4 10 0" fill="none" stroke="#2a2019" stroke-width="1.5" stroke-linecap="round" />
    ${face.more}</svg>`
}

/** A persona in a list. @param {Persona} persona */
export const briefly = ({name, strength}) => `${name}, ${strength.replace(/^an? /, '')}`

/** A persona with its strength, in words. @param {Persona} persona @param {string} game */
export function described({name, strength, manner, points}, game) {
  const like = points[game] ? `, scores ${points[game]} on average` : ''
  return `${name}, ${strength}: ${manner}${like}`
}

/**
 * Remarks by moment and the identifier of a persona; '' applies to all personas.
 * @type {Record<string, Record<string, string[]>>}
 */
const LINES = {
  five: {
    'casual:1': ['Wow! Five of them!'],
    expert: ['That happens once in 1,296 throws.'],
    '': ['Five alike!', 'Look at that!'],
  },
  won: {
    'casual:1': ['I won? I won!'],
    champion: ['Thank you. Again?'],
    '': ['That went well for me.', 'Good match!'],
  },
  lost: {
    champion: ['Well played. I mean it.'],
    greedy: ['Next time I will look further ahead.'],
    '': ['Well played!', 'You were better.'],
  },
}

/**
 * The remark of a bot on five equal dice or on the end of a match. It is never in the log.
 * @param {import('../table/state.js').Seen} seen @returns {{seat: number, text: string, number: number} |
 * null}
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
  const {character} = picture.chairs[seat]
  const lines = LINES[moment][character] ?? LINES[moment]['']
  return {
    seat,
    number: last.number,
    text: `${picture.chairs[seat].name}: ${lines[last.number % lines.length]}`,
  }
}

/**
 * @param {import('../table/state.js').Seen} seen
 * @returns {ReturnType<typeof remark>} the current remark of a bot
 */
export function useRemark(seen) {
  const [said, setSaid] = useState(/** @type {ReturnType<typeof remark>} */ (null))
  useEffect(() => {
    const now = remark(seen)
    if (now) setSaid(now)
  }, [seen.last])
  return said
}
