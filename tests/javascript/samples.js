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
