// Addresses on this site, which may lie below a path (`fivedice serve --root`).

const root = globalThis.document?.documentElement.dataset.root ?? ''

/** The address of a path on this site. @param {string} path */
export const at = (path) => root + path

/** The path of this page on this site. */
export const here = () => location.pathname.slice(root.length) || '/'

/** Where this site begins. */
export const site = () => location.origin + root
