import {readFileSync} from 'node:fs'

/** What several tests need: a chair of a table, as the server describes it. */
export const chair = (name, more = {}) => ({
  name,
  bot: '',
  persona: '',
  character: '',
  open: false,
  away: false,
  ...more,
})

const SCHEMA = new URL('../../docs/protocol.schema.json', import.meta.url)
const OPTIONS = JSON.parse(readFileSync(SCHEMA, 'utf8')).$defs.TableOptions.properties
const DEFAULTS = Object.fromEntries(Object.entries(OPTIONS).map(([name, option]) => [name, option.default]))

/** What a table agrees on besides the game. */
export const terms = (more = {}) => ({...DEFAULTS, ...more})

/** The names of six faces. */
export const FACES = ['one', 'two', 'three', 'four', 'five', 'six'].map((name, at) => [String(at + 1), name])

const OF_CARDS = {opens: 'Throw five dice.', wanted: 'Choose a box', choice: 'Choose'}

/** What a page says of a turn, by its board. */
export const WORDS = {
  cards: {...OF_CARDS, take: 'Take {title}: {pays}', taken: '{title}: {pays} taken'},
  ring: {
    ...{opens: 'Throw the red die.', wanted: 'Choose a card', choice: 'Move or stay', move: 'Move on'},
    ...{take: '{title}: {pays}', taken: '{title}: {pays}', stay: 'Stay and raise', nothing: 'End the turn'},
  },
  scoreboard: {
    ...OF_CARDS,
    wanted: 'Choose a row',
    take: 'Place on {title}: {pays}',
    taken: 'Placed on {title}',
  },
}

/** The reader in the first seat, asked to keep. */
export const YOU = {
  seat: 0,
  asked: 'keep',
  uses: [],
  explained: '',
  options: [],
  decided: null,
  meanwhile: [],
  handed: null,
}

/** An answer of the server. */
export const json = (told, status = 200) => ({
  ok: status < 400,
  status,
  text: async () => JSON.stringify(told),
})
