// Loads stylesheets that only some pages need.

/** @type {Promise<void>[]} */
const coming = []

/** From now on there is the style of these names. @param {string[]} names */
export function stylesheet(...names) {
  for (const name of names) {
    const link = /** @type {HTMLLinkElement} */ (document.querySelector(`link[href$="/style/${name}.css"]`))
    if (link.rel === 'stylesheet') continue
    coming.push(new Promise((come) => (link.onload = link.onerror = () => come())))
    link.rel = 'stylesheet'
  }
}

/**
 * A module once the style that it asks for is there too, so that nothing is drawn without.
 * @template T @param {Promise<T>} loading @returns {Promise<T>}
 */
export async function styled(loading) {
  const module = await loading
  await Promise.all(coming)
  return module
}
