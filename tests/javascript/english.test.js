// No text for people stands in a script past the catalogues: `tr` and `rich` say all of it.
import assert from 'node:assert/strict'
import {globSync, readFileSync} from 'node:fs'
import {createRequire} from 'node:module'
import {test} from 'node:test'

const ts = createRequire(`${process.cwd()}/.venv/node_modules/`)('typescript')
const WEB = 'src/fivedice/web/'
const SAYING = new Set(['tr', 'rich'])
/** Attributes whose text is shown or read aloud. */
const SHOWN = /\b(?:aria-label|title|placeholder|alt|label|heading|summary)="([^"]*)"/g
/** A literal reads like a sentence: it begins with a capital and goes on, or ends with a stop. */
const SENTENCE = /^[A-Z][\p{L}']*[ ,.:?!…]+\p{L}{2}|\p{L}{2,} .*\p{L}{2}[.?!…]$/u
/** The name of the product, an example of a code, a key, and titles whose first part is said elsewhere. */
const EXEMPT = /^(fivedice|ABC234|Enter|\S? · fivedice)$/
const VALUE = '\u0000'

/** @param {any} literal a template or a string, with a mark for each value */
const textOf = (literal) =>
  ts.isTemplateExpression(literal)
    ? literal.head.text + literal.templateSpans.map((span) => VALUE + span.literal.text).join('')
    : literal.text

/** @param {string} markup */
const inMarkup = (markup) => [
  ...[...markup.matchAll(SHOWN)].map(([, shown]) => shown),
  ...markup.replace(/<[^>]*>/g, '\n').split(/[\n\u0000]/),
]

/** The texts of a file. @param {string} path */
function untranslated(path) {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const found = []
  const visit = (/** @type {any} */ node) => {
    if (ts.isCallExpression(node) && SAYING.has(node.expression.getText()))
      return node.arguments.slice(1).forEach(visit)
    if (ts.isImportDeclaration(node)) return undefined
    if (ts.isTaggedTemplateExpression(node)) {
      found.push(
        ...inMarkup(textOf(node.template)).filter((text) => /\p{L}{2,}/u.test(text.replace(/&\w+;/g, ''))),
      )
      return node.template.templateSpans?.forEach((/** @type {any} */ span) => visit(span.expression))
    }
    if ((ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) && SENTENCE.test(textOf(node)))
      found.push(textOf(node))
    return ts.forEachChild(node, visit)
  }
  visit(file)
  return found.map((text) => text.trim()).filter((text) => !EXEMPT.test(text))
}

for (const path of globSync(`${WEB}**/*.js`).filter((path) => !path.includes('vendor')))
  test(`${path.slice(WEB.length)} says everything through a catalogue`, () =>
    assert.deepEqual(untranslated(path), []))
