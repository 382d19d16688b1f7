// Two matches on the same dice side by side: the turn where they diverge, and the cost of each choice.
import {html} from '../vendor/htm-preact.js'
import {get, useAnswer} from '../shell/api.js'
import {Bar, Link, Unready, usePage} from '../shell/frame.js'
import {tr} from '../shell/language.js'
import {stylesheet} from '../shell/lazy.js'
import {present, tokenOf} from '../shell/storage.js'
import {figure, signed, useReview} from '../analysis/loading.js'
import {Mark} from '../analysis/event-line.js'
import {comparedSeats, duel, earlierThan} from '../seats/challenge.js'

stylesheet('records')

/** @typedef {{turn: TurnTaken, moments: Moment[]}} Taken */

/** @param {{code: string}} props of the later match */
export default function Beside({code}) {
  const {data, wrong} = useAnswer(() => both(code), [code])
  const [later, earlier] = data ?? []
  usePage(`${tr('Side by side')} · fivedice`)
  const mine = useReview(code, 'score', Boolean(later))
  const theirs = useReview(later?.same ?? '', 'score', Boolean(earlier))
  if (!earlier || !mine.turns.length || !theirs.turns.length)
    return html`<${Unready} title=${tr('Side by side')} wrong=${wrong}
      lost=${tr('There is nothing to compare')}
      to="/records" way=${tr('My matches')}>${tr('Comparing the matches …')}<//>`
  const known = [theirs, mine]
  const seats = comparedSeats(earlier, later)
  const [left, right] = known.map((one, place) => turnsOf(one, seats[place]))
  const rows = rowsApart(left, right)
  const of = [earlier, later].map(({chairs}, place) => chairs[seats[place]].name)
  const me = tokenOf(code) ? '' : of[1]
  return html`<${Bar} /><main class="page reading side-by-side">
    <header><p class="kind">${tr('{title}, the same dice', {title: later.title})}</p>
      <h1>${duel(earlier, later, me).told}</h1></header>
    <section class="panel">
      <p>${difference(rows, left, right)}</p>
      <div class="scrolls"><table class="beside">
        <caption class="unseen">${tr('Turns of both matches')}</caption>
        <thead><tr><th scope="col">${tr('Turn')}</th>${of.map(
          (name) => html`<th scope="col" class="name">${name}</th>
            <th scope="col" class="lost">${tr('lost', null, 'by choices')}</th>`,
        )}</tr></thead>
        <tbody>${rows.map(
          (row) => html`<tr>
            <th scope="row">${row + 1}</th>
            <${Cells} code=${later.same} one=${left[row]} known=${theirs} of=${of[0]} />
            <${Cells} code=${code} one=${right[row]} known=${mine} of=${of[1]} /></tr>`,
        )}</tbody>
        <tfoot><${Totals} ...${{known, seats, of}} /></tfoot>
      </table></div>
    </section></main>`
}

/** A match and the one whose dice it repeats. @param {string} code @returns {Promise<Picture[]>} */
async function both(code) {
  present(code)
  const later = await get(`/api/tables/${code}`)
  if (!later.same) throw new Error(tr('This match was not played on the dice of another.'))
  return [later, await earlierThan(later)]
}

/** The turns of a seat with their moments. @param {Known} known @param {number} seat @returns {Taken[]} */
export const turnsOf = ({turns, at}, seat) =>
  turns
    .filter((turn) => turn.seat === seat && turn.turn > 0)
    .map((turn) => ({
      turn,
      moments: turn.steps.flatMap((step) => (at.get(step) ?? []).filter((one) => one.seat === seat)),
    }))

/** The turns with other decisions, in any seat. @param {Taken[]} left @param {Taken[]} right */
export function rowsApart(left, right) {
  const decided = (/** @type {Taken | undefined} */ one) =>
    JSON.stringify(one?.moments.filter(({kind}) => kind).map(({event}) => ({...event, seat: 0})))
  return Array.from({length: Math.max(left.length, right.length)}, (_, row) => row).filter(
    (row) => decided(left[row]) !== decided(right[row]),
  )
}

/** @param {number[]} rows @param {Taken[]} left @param {Taken[]} right */
function difference(rows, left, right) {
  const at = {count: rows.length, all: Math.max(left.length, right.length), first: rows[0] + 1}
  return rows.length
    ? tr('You differed in {count} of {all, plural, one {# turn} other {# turns}}, first in turn {first}.', at)
    : tr('All {all} turns were played alike.', at)
}

/** @param {{code: string, one: Taken | undefined, known: Known, of: string}} props */
function Cells({code, one, known: {counts}, of}) {
  if (!one) return html`<td></td><td></td>`
  const cost = one.moments.reduce((sum, {cost}) => sum + cost, 0)
  const worst = [...one.moments].sort((one, other) => other.cost - one.cost)[0]
  return html`<td data-of=${of}>
      <${Link} href=${`/review/${code}#${one.turn.steps[0]}`}>${one.turn.used || '–'}<//>${' '}
      ${worst?.mark && html`<${Mark} mark=${worst.mark} />`}</td>
    <td class="lost">${counts && figure(cost, counts)}</td>`
}

/** @param {{name: string, cells: string[], of: string[]}} props */
const Sums = ({name, cells, of}) =>
  html`<tr><th scope="row">${name}</th>${cells.map(
    (figure, place) => html`<td data-of=${of[place]}></td><td class="lost">${figure}</td>`,
  )}</tr>`

/** Luck and cost of both, once complete. @param {{known: any[], seats: number[], of: string[]}} props */
function Totals({known, seats, of}) {
  if (!known.every(({review, counts}) => review && counts)) return null
  const accounts = known.map(({review}, place) => review.accounts[seats[place]])
  return html`<${Sums} name=${tr('Lost by choices')} of=${of}
      cells=${accounts.map(({cost}, place) => figure(cost, known[place].counts))} />
    <${Sums} name=${tr('Luck')} of=${of}
      cells=${accounts.map(({luck}, place) => signed(luck, known[place].counts))} />`
}
