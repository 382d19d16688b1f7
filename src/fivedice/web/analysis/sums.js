// What the match came to: luck and choices of each player, and how the totals compare. Weighs nothing.
import {html} from '../vendor/htm-preact.js'
import {amount, figure, signed, whole} from './review.js'
import {Mark, since} from './told.js'

/** @typedef {import('../shell/types.js').Account} Account */
/** @typedef {import('../shell/types.js').Counts} Counts */
/** @typedef {import('../shell/types.js').Review} Review */
/** @typedef {NonNullable<Review['review']>} Whole */

/** A difference of worths below this is rounding. */
const ROUNDING = 1e-9

/** @param {{known: Review, names: string[], you: number | null}} props */
export default function Sums({known: {review, counts, totals, told}, names, you}) {
  return html`<section class="sums panel" aria-labelledby="sums"><h2 id="sums">How it came about</h2>
    ${
      review && counts
        ? html`<${Accounts} review=${review} counts=${counts} names=${names} you=${you} />
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
 * @param {{review: Whole, counts: Counts, names: string[], you: number | null}} props
 */
function Accounts({review, counts, names, you}) {
  const {accounts} = review
  const between = isDuel(accounts, counts)
  const moved = accounts.some((account) => Math.abs(unexplained(account)) > ROUNDING)
  const byGame = accounts.some(({cost_of_game: cost}) => Math.abs(cost) > ROUNDING)
  const row = (/** @type {any} */ title, /** @type {(account: Account) => string | number} */ shown) =>
    html`<tr><th scope="row">${title}</th>${accounts.map(
      (account) => html`<td translate=${false}>${shown(account)}</td>`,
    )}</tr>`
  return html`<p>${apart(review, counts, names, you)}</p>
    <div class="scrolls" tabindex="0" role="region" aria-label="Luck and choices">
    <table><thead><tr><td></td>${accounts.map(
      ({seat}) => html`<th scope="col" translate=${false}>${names[seat]}</th>`,
    )}</tr></thead>
    <tbody>${row('Start', ({start}) => figure(start, counts))}
      ${row('Luck', ({luck}) => signed(luck, counts))}
      ${row('Choices', ({cost}) => signed(-cost, counts))}
      ${byGame && row("The game's choices", ({cost_of_game: cost}) => signed(-cost, counts))}
      ${between && row("The other's luck", ({lost_to_luck: lost}) => signed(-lost, counts))}
      ${between && row("The other's choices", ({won_by_cost: won}) => signed(won, counts))}
      ${moved && row('While others acted', (account) => signed(unexplained(account), counts))}</tbody>
    <tbody class="result">${row('Result', ({result}) => whole(result, counts))}</tbody>
    <tbody>${['?!', '?', '??'].map((mark) =>
      row(html`<${Mark} mark=${mark} />`, ({marks}) => marks[mark]),
    )}</tbody></table></div>
    <p class="soft">?! doubtful, ? bad, ?? a blunder, by what the choice cost.</p>`
}

/**
 * Luck against choices in a sentence: mine, or the first player's, against the best of the others; and what
 * of the difference is neither.
 * @param {Whole} review @param {Counts} counts @param {string[]} names @param {number | null} you
 */
function apart({accounts, setup}, counts, names, you) {
  const one = accounts[you ?? 0]
  const others = accounts.filter(({seat}) => seat !== one.seat)
  const gave = `${amount(one.cost, counts)} away by ${you === null ? '' : 'your '}choices`
  if (!others.length) return `${names[one.seat]} had ${signed(one.luck, counts)} of luck and gave ${gave}.`
  const other = others.reduce((best, some) => (some.result > best.result ? some : best))
  const between = isDuel(accounts, counts)
  const luck = one.luck - (between ? one.lost_to_luck : other.luck)
  const luckier = `${amount(Math.abs(luck), counts)} ${luck < 0 ? 'less lucky' : 'luckier'}`
  const [name, rival] = [names[one.seat], names[other.seat]]
  const rest = besides(besidesOf(one, other, between), counts, !!setup.position, name, rival)
  return (
    `${name} ${were(name)} ${luckier} than ${rival} and gave ${gave}; ` +
    `${rival} gave ${figure(other.cost, counts)}.${rest}`
  )
}

/**
 * Whether two play to win, so that each gain of one is the other's loss.
 * @param {Account[]} accounts @param {Counts} counts
 */
const isDuel = (accounts, {aim}) => aim === 'wins' && accounts.length === 2

/**
 * What changed while others acted, and is not the other side of their luck and choices.
 * @param {Account} account
 */
const unexplained = ({others, lost_to_luck: lost, won_by_cost: won}) => others + lost - won

/**
 * What of the difference was there at the start, and what came while others acted; of two who play to win as
 * against an even chance.
 * @param {Account} one @param {Account} other @param {boolean} between
 */
const besidesOf = (one, other, between) =>
  between
    ? {start: (one.start - other.start) / 2, meanwhile: unexplained(one)}
    : {start: one.start - other.start, meanwhile: one.others - other.others}

/**
 * What of the difference is neither luck nor choices, and whom it favours; nothing where that is nothing.
 * @param {{start: number, meanwhile: number}} of @param {Counts} counts
 * @param {boolean} inTheMiddle whether it began there @param {string} name @param {string} other
 */
function besides({start, meanwhile}, counts, inTheMiddle, name, other) {
  const gain = start + meanwhile
  const came = amount(Math.abs(gain), counts)
  if (!/[1-9]/.test(came)) return ''
  const sources = [
    Math.abs(start) > ROUNDING && (inTheMiddle ? 'where it began' : 'who started'),
    Math.abs(meanwhile) > ROUNDING && 'what changed while others acted',
  ]
  const said = sources.filter((source) => source).join(' and ')
  return ` W${said.slice(1)} came to ${came} in ${whose(gain < 0 ? other : name)} favour.`
}

/**
 * From when on the winner was worth more than everybody else.
 * @param {Whole} review
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
