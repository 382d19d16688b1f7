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

/** What a table agrees on besides the game. */
export const terms = (more = {}) => ({
  games: 1,
  first: null,
  hints: true,
  watching: true,
  contributed: false,
  costs: false,
  dice: 'program',
  detail: 'every',
  clock: 0,
  absence: 0,
  days: 0,
  ...more,
})

/** The names of six faces. */
export const FACES = ['one', 'two', 'three', 'four', 'five', 'six'].map((name, at) => [String(at + 1), name])

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
