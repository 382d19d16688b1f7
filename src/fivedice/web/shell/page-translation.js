// Keeps the page right while the browser translates it. A translator, such as Chrome's, replaces a text by a
// <font>; Preact would go on to change the text, and put it back beside the <font>. So the text goes back at
// once, emptied, and the <font> behind it goes where the text goes, and disappears when the text changes.

/** @typedef {{font: Element, original: string}} Translation */

/** The translation of a text. @type {WeakMap<Node, Translation>} */
const translations = new WeakMap()
/** The text of every <font> that was ever there. @type {WeakMap<Node, Text>} */
const texts = new WeakMap()

/** @param {Node | null} node @returns {node is Element} whether a translator has just put it there */
const isNew = (node) => node?.nodeName === 'FONT' && !texts.has(node)

/** @param {Text} text @param {Element} font that stands in its place now */
function keep(text, font) {
  const before = translations.get(text)
  const original = text.data || (!before?.font.isConnected && before?.original)
  texts.set(font, text)
  if (!original) return font.replaceChildren(text) // a translator that takes even empty texts leaves it there
  before?.font.remove()
  if (font.contains(text)) text.replaceWith(text.cloneNode())
  translations.set(text, {font, original})
  text.data = ''
  font.before(text)
}

/** @param {Node} text @param {Element} font */
function drop(text, font) {
  translations.delete(text)
  font.remove()
}

/** A text, or its translation, has come, moved or gone. @param {Node | null} node */
function settle(node) {
  const text = node && (texts.get(node) ?? node)
  const translation = text && translations.get(text)
  if (!(text instanceof Text && translation)) return
  const {font, original} = translation
  if (!font.isConnected) text.data ||= original // the page is shown as it was
  if (text.data || !text.isConnected) drop(text, font)
  else if (text.nextSibling !== font) text.after(font)
}

/** @param {MutationRecord} record */
function follow({type, target, addedNodes, removedNodes, previousSibling, nextSibling}) {
  const changed = type === 'characterData' && translations.get(target)
  if (changed) drop(target, changed.font)
  const font = [...addedNodes, previousSibling, nextSibling].find(isNew)
  for (const node of removedNodes) {
    const text = texts.get(node) ?? node
    if (font && text instanceof Text) keep(text, font)
    else settle(node)
  }
  for (const node of [previousSibling, ...addedNodes]) settle(node)
}

/** From now on translations on this page are followed. */
export function followTranslations() {
  const observer = new MutationObserver((records) => {
    records.forEach(follow)
    observer.takeRecords() // what was done here does not change the page
  })
  observer.observe(document.body, {childList: true, characterData: true, subtree: true})
}
