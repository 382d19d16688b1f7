// A custom card as text: the TOML that the form writes and reads, and the link that shares it.
import {tr, withLabel} from '../shell/language.js'

/** @typedef {{name: string, needs: string, pays: string}} Box `pays` is a number or words, as on the card */
/** @typedef {{title: string, goal: string, bonus: string, boxes: Box[]}} Card */

/** Whether a box counts one number: only these boxes lead to the bonus. @param {Box} box */
export const isNumber = ({needs}) => needs.startsWith('face ')

const PART = '\n[[sections]]\ntitle = '

/** A text as TOML writes it; the escapes of JSON are among those of TOML. */
const quoted = (/** @type {string} */ text) => JSON.stringify(text)

/** @param {Card} card @returns {string} the card as TOML, each box on a line of its own */
export function toToml({title, goal, bonus, boxes}) {
  const line = (/** @type {Box} */ {name, needs, pays}) => {
    const paid = /^\d+$/.test(pays) ? Number(pays) : quoted(pays)
    return `    { name = ${quoted(name)}, needs = ${quoted(needs)}, pays = ${paid} },\n`
  }
  const part = (/** @type {string} */ called, /** @type {Box[]} */ of, earns = '') =>
    of.length ? `${PART}${quoted(called)}\n${earns}boxes = [\n${of.map(line).join('')}]\n` : ''
  const earns = Number(goal) && Number(bonus) ? `goal = ${Number(goal)}\nbonus = ${Number(bonus)}\n` : ''
  const numbers = part('Numbers', boxes.filter(isNumber), earns)
  const others = boxes.filter((box) => !isNumber(box))
  return `title = ${quoted(title)}\n${numbers}${part('Patterns', others)}`
}

const TITLE = /^title = (".*")$/m
const BOX = /^ {4}\{ name = (".*"), needs = (".*"), pays = (\d+|".*") \},$/gm

/** @param {string} text @returns {Card | null} null if the form cannot show the whole card */
export function fromToml(text) {
  const numberOf = (/** @type {string} */ key) => new RegExp(`^${key} = (\\d+)$`, 'm').exec(text)?.[1] ?? ''
  try {
    const boxes = [...text.matchAll(BOX)].map(([, name, needs, pays]) => ({
      name: JSON.parse(name),
      needs: JSON.parse(needs),
      pays: String(JSON.parse(pays)),
    }))
    const title = JSON.parse(TITLE.exec(text)?.[1] ?? 'null')
    const card = {title, goal: numberOf('goal'), bonus: numberOf('bonus'), boxes}
    return toToml(card) === text ? card : null
  } catch {
    return null
  }
}

/** An error without lines, for the form. @param {string} sentence from the server @param {string} text */
export function withoutLines(sentence, text) {
  const [, number, words] = /^line (\d+)(?:, \S+)?: (.*)$/s.exec(sentence) ?? []
  if (!number) return sentence
  const [, name] = / name = (".*"), needs/.exec(text.split('\n')[Number(number) - 1]) ?? []
  return [name, words.replace(/; the other is on line \d+/, '')].filter(Boolean).reduce(withLabel)
}

/** The maximum length of a link to read; even a card that compresses badly is shorter. */
const LONGEST = 20_000

/** @param {ReadableStream<any>} stream @param {any} how */
const through = (stream, how) => new Response(stream.pipeThrough(how))

/** @param {string} text @returns {Promise<string>} a card for the address of a link */
export async function packed(text) {
  const stream = through(new Blob([text]).stream(), new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await stream.arrayBuffer())
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '')
}

/** @param {string} code @returns {Promise<string>} the card in a link. Rejects a link that has none. */
export async function unpacked(code) {
  if (code.length > LONGEST) throw new Error(tr('This link is too long for a card.'))
  const bytes = Uint8Array.from(atob(code.replace(/-/g, '+').replace(/_/g, '/')), (one) => one.charCodeAt(0))
  return through(new Blob([bytes]).stream(), new DecompressionStream('deflate-raw')).text()
}
