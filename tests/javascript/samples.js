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
