// Says things in the reader's language: a sentence stands in the code in English, as an ICU message.

/** The language in which the code is written. */
const SOURCE = 'en'

const {lang = '', dataset = {}} = globalThis.document?.documentElement ?? {}

/** The languages by their tags, each by its own name. @type {Record<string, string>} */
export const LANGUAGES = JSON.parse(dataset.languages ?? '{}')

/** The language of this page; the server finds it in a cookie or among those that a browser prefers. */
export const language = (lang || SOURCE).replace('-Hans', '')

/** The language for dates and lists, in which English is British. */
export const locale = language === SOURCE ? 'en-GB' : language

/** Shows this site in another language from now on. @param {string} tag */
export function choose(tag) {
  document.cookie = `language=${tag}; path=${dataset.root || '/'}; max-age=31536000; samesite=lax`
  location.reload()
}

/** Follows a player's choice on another device, if none was made here. @param {string} tag */
export function follow(tag) {
  if (tag in LANGUAGES && tag !== language && !document.cookie.includes('language=')) choose(tag)
}

/** @type {Record<string, string>} the translations by English text, behind its context if it has one */
let translations = {}
const home = globalThis.document?.querySelector('link[href$=".home.json"]')
const first = language === SOURCE ? Promise.resolve() : translate(home ? '.home' : '')
let all = home ? null : first

/** Takes translations from the page, if that is a file of its own, or the server. @param {string} part */
async function translate(part) {
  const inside = document.getElementById('translations')
  if (inside) return void (translations = JSON.parse(inside.textContent))
  const address = new URL(`../languages/${language}${part}.json`, import.meta.url)
  const answer = await fetch(address).catch(() => null)
  if (answer?.ok) translations = await answer.json()
}

/** Brings the translations of all pages; the home page comes with its own only. */
export const allTranslations = () => (all ??= translate(''))

await first
const plurals = new Intl.PluralRules(language)

/**
 * A sentence in the reader's language, filled in with its values.
 * @param {string} english @param {Record<string, unknown> | null} [values]
 * @param {string} [context] tells apart what English says with one word
 */
export const tr = (english, values, context) => rich(english, values, context).join('')

/**
 * The parts of a sentence with markup: a value may be an element, and a function renders the text between the
 * tags of its name, as in "Read the <a>rules</a>.": `{a: (text) => html`<a href="…">${text}</a>`}`.
 * @param {string} english @param {Record<string, any> | null} [values] @param {string} [context]
 * @returns {any[]}
 */
export function rich(english, values, context) {
  const message = translations[context ? `${context}\u0004${english}` : english] ?? english
  return /[{<]/.test(message) ? filled(parts(message), values ?? {}) : [message]
}

/** A message that the server has translated, filled in. @param {string} message @param {object} values */
export const fillIn = (message, values) => filled(parts(message), values).join('')

/** @typedef {string | {name: string, forms?: Record<string, Part[]>, inside?: Part[]}} Part */

/** @param {Part[]} some @param {Record<string, any>} values @returns {any[]} */
function filled(some, values) {
  return some.flatMap((part) => {
    if (typeof part === 'string') return part
    const value = values[part.name]
    if (part.inside) return value(filled(part.inside, values))
    if (!part.forms) return typeof value === 'number' ? figure(value) : value
    const form = part.forms[plurals.select(value)] ?? part.forms.other
    return filled(form, {...values, '#': figure(value)})
  })
}

/** @type {Map<string, Part[]>} */
const known = new Map()
/** @param {string} message @returns {Part[]} */
function parts(message) {
  const all = known.get(message) ?? read(message)
  known.set(message, all)
  return all
}

const TOKEN = /\{(\w+)\}|\{(\w+), plural,|<(\w+)>(.*?)<\/\3>|(#)/gs

/** @param {string} message @returns {Part[]} */
function read(message, inPlural = false) {
  /** @type {Part[]} */
  const all = []
  const token = new RegExp(TOKEN)
  let [end, match] = [0, token.exec(message)]
  for (; match; match = token.exec(message)) {
    const [, value, counted, tag, inside, hash] = match
    if (hash && !inPlural) continue
    all.push(message.slice(end, match.index))
    const from = token.lastIndex
    if (counted) token.lastIndex = closing(message, from) + 1
    if (counted) all.push({name: counted, forms: forms(message.slice(from, token.lastIndex - 1))})
    else all.push(tag ? {name: tag, inside: read(inside, inPlural)} : {name: value ?? '#'})
    end = token.lastIndex
  }
  return [...all, message.slice(end)]
}

/** The forms of a plural by category. @param {string} text */
function forms(text) {
  /** @type {Record<string, Part[]>} */
  const byCategory = {}
  for (let at = 0, open = text.indexOf('{'); open >= 0; open = text.indexOf('{', at)) {
    const close = closing(text, open + 1)
    byCategory[text.slice(at, open).trim()] = read(text.slice(open + 1, close), true)
    at = close + 1
  }
  return byCategory
}

/** The place of the brace that closes the one before `at`. @param {string} text @param {number} at */
function closing(text, at) {
  for (let depth = 1; depth && at < text.length; at++) depth += {'{': 1, '}': -1}[text[at]] ?? 0
  return at - 1
}

/** A title that may break between its words; some browsers know none. @param {string} title */
export const withBreaks = (title) =>
  title.replace(/[・.]|ー(?=ボーナス|ダイス)/g, '$&\u200b').replace('erpasch', 'er\u00adpasch')

const knowsPhrases = globalThis.CSS?.supports('word-break', 'auto-phrase')

/** A text whose katakana words stay whole, also where a browser knows no phrases. @param {string} [text] */
export const unbroken = (text = '') =>
  knowsPhrases ? text : text.replace(/[ァ-ヴー](?=[ァ-ヴー])/g, '$&\u2060')

/** A number, as the language has it. @param {number} value @param {Intl.NumberFormatOptions} [how] */
export const figure = (value, how) => new Intl.NumberFormat(language, how).format(value).replace('-', '−')

/** A number with so many decimals. @param {number} value */
export const decimal = (value, digits = 1) =>
  figure(value, {minimumFractionDigits: digits, maximumFractionDigits: digits})

/** A chance: "52%". @param {number} chance */
export const percent = (chance, digits = 0) =>
  figure(chance, {style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits})

/** Words in a row: "Ann, Ben, Cem". @param {string[]} words */
export const comma = (words) => words.join(tr(', ', null, 'between words of a list'))

/** What stands between two sentences: some languages write no space. */
export const gap = () => tr('{before} {after}', {before: '', after: ''}, 'two sentences')

/** Sentences in a row. @param {any[]} said */
export const sentences = (...said) => said.filter(Boolean).join(gap())

/** A text after its label: "Ann: Well played!" @param {string} label @param {string} text */
export const withLabel = (label, text) => tr('{label}: {text}', {label, text})

/** A list: "Ann, Ben and Cem". @param {string[]} words @param {'conjunction' | 'disjunction'} [type] */
export const listed = (words, type = 'conjunction') => new Intl.ListFormat(locale, {type}).format(words)
