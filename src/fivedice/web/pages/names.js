// Names in a sentence, and whose they are at a table. Knows nobody.

/** @param {string[]} names @returns {string} such as "Ann, Ben and Cid" */
export const listed = (names) => names.join(', ').replace(/, ([^,]*)$/, ' and $1')

/** Who sits there in person. @param {import('./shapes.js').Chair[]} chairs */
export const personsOf = (chairs) => chairs.filter(({bot, open}) => !bot && !open).map(({name}) => name)
