// Numbers with their unit, singular or plural.

/** @param {number} number @param {string} unit @returns {string} such as "1 day" and "3 days" */
export const many = (number, unit) => `${number} ${unit}${number === 1 ? '' : 's'}`

/**
 * What scores count, as it stands beside one of them: "point" beside 1.
 * @param {number} score @param {string} unit
 */
export const beside = (score, unit) => (score === 1 ? unit.replace(/s$/, '') : unit)
