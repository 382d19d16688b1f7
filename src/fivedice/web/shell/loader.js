// Runs the scripts that have come joined in files: each once, when it is first needed. Not a module itself,
// but the end of the file that every page begins with.

/** @typedef {(name: string) => any} Need */
/** @typedef {(name: string) => Promise<any>} Soon */

/**
 * By its name what runs a script and gives what it exports.
 * @type {Record<string, (need: Need, soon: Soon) => any>}
 */
const parts = /** @type {any} */ (globalThis).parts

/** @type {Record<string, any>} */
const made = {}

/** @type {Need} */
const need = (name) => (made[name] ??= parts[name](need, soon))

/** @type {Soon} */
const soon = async (name) => {
  if (!(name in parts)) await import(`./${name}`)
  return need(name)
}

need('app.js')
