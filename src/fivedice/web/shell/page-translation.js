// Keeps the page correct while the browser translates it. A translator such as Chrome's replaces a text node
// by a <font> element. Preact would still change the text node and insert it again beside the <font>. So the
// text node is put back at once, emptied, and the <font> after it follows the text and disappears when the
// text changes.

/** @typedef {{font: Element, original: string}} Translation */

/** The translation of a text. @type {WeakMap<Node, Translation>} */
const translations = new WeakMap()
/** The text node of every <font> so far. @type {WeakMap<Node, Text>} */
const texts = new WeakMap()

/** @param {Node | null} node @returns {node is Element} whether a translator has just put it there */
const isNew = (node) => node?.nodeName === 'FONT' && !texts.has(node)

/** @param {Text} text @param {Element} font that has replaced it */
function keep(text, font) {
  const before = translations.get(text)
  const original = text.data || (!before?.font.isConnected && before?.original)
  texts.set(font, text)
  if (!original) return font.replaceChildren(text) // a translator may replace even empty texts
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

/** Handles a text or a translation that was added, moved or removed. @param {Node | null} node */
function settle(node) {
  const text = node && (texts.get(node) ?? node)
  const translation = text && translations.get(text)
  if (!(text instanceof Text && translation)) return
  const {font, original} = translation
  if (!font.isConnected) text.data ||= original // the original page is shown again
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

/** Starts to follow translations of this page. */
export function followTranslations() {
  const observer = new MutationObserver((records) => {
    records.forEach(follow)
    observer.takeRecords() // ignores changes made here
  })
  observer.observe(document.body, {childList: true, characterData: true, subtree: true})
}
