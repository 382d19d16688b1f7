// Style that only some pages need, fetched when one of them is shown. Knows no page.

/** @param {string} name of a file among the styles */
export function stylesheet(name) {
  const href = new URL(`./style/${name}.css`, import.meta.url).href
  if (
    [...document.styleSheets].some((sheet) => sheet.href === href) ||
    document.querySelector(`link[href="${href}"]`)
  )
    return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  document.head.append(link)
}
