// Names in sentences, and who sits at a table.

/** @param {string[]} names @returns {string} such as "Ann, Ben and Cid" */
export const listed = (names) => names.join(', ').replace(/, ([^,]*)$/, ' and $1')

/** Who sits there in person. @param {import('./types.js').Chair[]} chairs */
export const personsOf = (chairs) => chairs.filter(({bot, open}) => !bot && !open).map(({name}) => name)

/**
 * Who of these does not sit there yet; a bot may be called as one of them.
 * @param {string[]} names @param {import('./types.js').Chair[]} chairs
 */
export const missing = (names, chairs) => names.filter((name) => !personsOf(chairs).includes(name))

/** Whether all who play are away, so that their match rests. @param {import('./types.js').Chair[]} chairs */
export const areAllAway = (chairs) => chairs.every(({bot, away}) => bot || away)
