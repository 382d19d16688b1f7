// What the match came to: luck and choices of each player, and how the totals compare. Weighs nothing.
import {html} from '../vendor/htm-preact.js'
import {amount, figure, signed, whole} from './review.js'
import {since} from './told.js'

/** @typedef {import('../shapes.js').Account} Account */
/** @typedef {import('../shapes.js').Counts} Counts */
/** @typedef {import('../shapes.js').Review} Review */

/** A difference of worths below this is rounding. */
const ROUNDING = 1e-9

/** @param {{known: Review, names: string[], you: number | null}} props */
export default function Sums({known: {review, counts, totals, told}, names, you}) {
  return html`<section class="sums panel" aria-labelledby="sums"><h2 id="sums">How it came about</h2>
    ${
      review && counts
        ? html`<${Accounts} accounts=${review.accounts} counts=${counts} names=${names} you=${you} />
        ${review.lead && html`<p>${ahead(review, names)}</p>`}`
        : html`<p class="soft">${told}</p>`
    }
    ${
      totals &&
      html`<p>${`Best play makes ${totals.mean.toFixed(1)} points on average.`}</p>
      <ul>${totals.seats.map(
        ({made, less}, seat) =>
          html`<li><b>${names[seat]}</b>${` ${made.join(', ')}: ${share(less)} of 100
        games of best play end with less${made.length > 1 ? ', on average' : ''}.`}</li>`,
      )}</ul>`
    }
  </section>`
}

/**
 * A column a player, which adds up from the start to the result.
 * @param {{accounts: Account[], counts: Counts, names: string[], you: number | null}} props
 */
function Accounts({accounts, counts, names, you}) {
  const moved = accounts.some(({others}) => Math.abs(others) > ROUNDING)
  const row = (/** @type {string} */ title, /** @type {(account: Account) => string | number} */ shown) =>
    html`<tr><th scope="row">${title}</th>${accounts.map((account) => html`<td>${shown(account)}</td>`)}</tr>`
  return html`<p>${apart(accounts, counts, names, you)}</p>
    <div class="scrolls" tabindex="0" role="region" aria-label="Luck and choices">
    <table><thead><tr><td></td>${accounts.map(
      ({seat}) => html`<th scope="col">${names[seat]}</th>`,
    )}</tr></thead>
    <tbody>${row('Start', ({start}) => figure(start, counts))}
      ${row('Luck', ({luck}) => signed(luck, counts))}
      ${row('Choices', ({cost}) => signed(-cost, counts))}
      ${moved && row('While others acted', ({others}) => signed(others, counts))}</tbody>
    <tbody class="result">${row('Result', ({result}) => whole(result, counts))}</tbody>
    <tbody>${['?!', '?', '??'].map((mark) => row(mark, ({marks}) => marks[mark]))}</tbody></table></div>
    <p class="soft">?! doubtful, ? bad, ?? a blunder, by what the choice cost.</p>`
}

/**
 * Luck against choices in a sentence: mine, or the first player's, against the best of the others; and what
 * of the difference is neither.
 * @param {Account[]} accounts @param {Counts} counts @param {string[]} names @param {number | null} you
 */
function apart(accounts, counts, names, you) {
  const one = accounts[you ?? 0]
  const others = accounts.filter(({seat}) => seat !== one.seat)
  const gave = `${amount(one.cost, counts)} away by ${you === null ? '' : 'your '}choices`
  if (!others.length) return `${names[one.seat]} had ${signed(one.luck, counts)} of luck and gave ${gave}.`
  const other = others.reduce((best, some) => (some.result > best.result ? some : best))
  const luck = one.luck - other.luck
  const luckier = `${amount(Math.abs(luck), counts)} ${luck < 0 ? 'less lucky' : 'luckier'}`
  return (
    `${names[one.seat]} ${were(names[one.seat])} ${luckier} than ${names[other.seat]} and gave ${gave}; ` +
    `${names[other.seat]} gave ${figure(other.cost, counts)}.${besides(one, other, counts, names)}`
  )
}

/**
 * What of the difference is neither luck nor choices, and whom it favours; nothing where that is nothing.
 * @param {Account} one @param {Account} other @param {Counts} counts @param {string[]} names
 */
function besides(one, other, counts, names) {
  const start = one.start - other.start
  const meanwhile = one.others - other.others
  const gain = start + meanwhile
  const came = amount(Math.abs(gain), counts)
  if (!/[1-9]/.test(came)) return ''
  const sources = [
    Math.abs(start) > ROUNDING && 'who started',
    Math.abs(meanwhile) > ROUNDING && 'what changed while others acted',
  ]
  const said = sources.filter((source) => source).join(' and ')
  return ` W${said.slice(1)} came to ${came} in ${whose(names[gain < 0 ? other.seat : one.seat])} favour.`
}

/**
 * From when on the winner was worth more than everybody else.
 * @param {NonNullable<Review['review']>} review
 * @param {string[]} names
 */
function ahead({lead, winners}, names) {
  const winner = names[winners[0]]
  return `${winner} ${were(winner)} ahead for good from ${since(lead, names, winners[0])} on.`
}

/** @param {string} name */
const whose = (name) => (name === 'You' ? 'your' : `${name}'s`)

/** @param {string} name */
const were = (name) => (name === 'You' ? 'were' : 'was')

/** @param {number} less */
const share = (less) =>
  less < 0.01 ? 'fewer than 1' : less > 0.99 ? 'more than 99' : (100 * less).toFixed(0)
