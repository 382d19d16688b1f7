// Two matches on the same dice side by side: the turn where they diverge, and the cost of each choice.
import {html} from '../vendor/htm-preact.js'
import {get, useAnswer} from '../shell/api.js'
import {Bar, Link, Unready, usePage} from '../shell/frame.js'
import {stylesheet} from '../shell/lazy.js'
import {present} from '../shell/storage.js'
import {figure, signed, useReview} from '../analysis/loading.js'
import {Mark} from '../analysis/event-line.js'
import {comparedSeats, duel, earlierThan} from './challenge.js'

stylesheet('records')

/** @typedef {import('../shell/protocol.js').Picture} Picture */
/** @typedef {ReturnType<typeof useReview>} Known */
/** @typedef {import('../shell/types.js').Moment} Moment */
/** @typedef {{turn: import('../shell/types.js').TurnTaken, moments: Moment[]}} Taken */

/** @param {{code: string}} props of the later match */
export default function Beside({code}) {
  const {found, wrong} = useAnswer(() => both(code), [code])
  const [later, earlier] = found ?? []
  usePage('Side by side · fivedice')
  const mine = useReview(code, 'score', Boolean(later))
  const theirs = useReview(later?.same ?? '', 'score', Boolean(earlier))
  if (!earlier || !mine.turns.length || !theirs.turns.length)
    return html`<${Unready} title="Side by side" wrong=${wrong} lost="There is nothing to compare"
      to="/records" way="My matches">Comparing the matches …<//>`
  const known = [theirs, mine]
  const seats = comparedSeats(earlier, later)
  const [left, right] = known.map((one, place) => taken(one, seats[place]))
  const parts = partsAt(left, right)
  return html`<${Bar} /><main class="page side-by-side">
    <header><h1>${later.title}, the same dice</h1></header>
    <section class="panel">
      <p>${said(parts, left, right)}</p>
      <div class="scrolls"><table class="beside"><caption class="unseen">Turns of both matches</caption>
        <thead><tr><th scope="col">Turn</th>${[earlier, later].map(
          (picture, place) => html`<th scope="col">${picture.chairs[seats[place]].name}</th>
            <th scope="col" class="lost">lost</th>`,
        )}</tr></thead>
        <tbody>${Array.from({length: Math.max(left.length, right.length)}, (_, row) => row).map(
          (row) => html`<tr class=${row === parts ? 'parts' : ''}>
            <th scope="row">${row + 1}</th>
            <${Cells} code=${later.same} one=${left[row]} known=${theirs} />
            <${Cells} code=${code} one=${right[row]} known=${mine} /></tr>`,
        )}</tbody>
        <tfoot><${Sums} name="Result" cells=${[earlier, later].map(({scores}, place) => [
          `${scores[seats[place]]}`,
          '',
        ])} />
          <${Totals} known=${known} seats=${seats} /></tfoot>
      </table></div>
    </section></main>`
}

/** A match and the one whose dice it repeats. @param {string} code @returns {Promise<Picture[]>} */
async function both(code) {
  present(code)
  const later = await get(`/api/tables/${code}`)
  if (!later.same) throw new Error('This match was not played on the dice of another.')
  return [later, await earlierThan(later)]
}

/** The turns of a seat with their moments. @param {Known} known @param {number} seat @returns {Taken[]} */
export const taken = ({turns, at}, seat) =>
  turns
    .filter((turn) => turn.seat === seat && turn.turn > 0)
    .map((turn) => ({
      turn,
      moments: turn.steps.flatMap((step) => (at.get(step) ?? []).filter((one) => one.seat === seat)),
    }))

/**
 * The first turn in which the player decided differently, in any seat; -1 if there is none.
 * @param {Taken[]} left @param {Taken[]} right
 */
export function partsAt(left, right) {
  const decided = (/** @type {Taken | undefined} */ one) =>
    JSON.stringify(one?.moments.filter(({kind}) => kind).map(({event}) => ({...event, seat: 0})))
  return Array.from({length: Math.max(left.length, right.length)}, (_, row) => row).findIndex(
    (row) => decided(left[row]) !== decided(right[row]),
  )
}

/** @param {number} parts @param {Taken[]} left @param {Taken[]} right */
const said = (parts, left, right) =>
  parts < 0
    ? `All ${Math.max(left.length, right.length)} turns were played alike.`
    : parts === 0
      ? 'The matches part in the first turn.'
      : `The matches are alike for ${parts} ${parts === 1 ? 'turn' : 'turns'} and part in turn ${parts + 1}.`

/** @param {{code: string, one: Taken | undefined, known: Known}} props */
function Cells({code, one, known: {counts}}) {
  if (!one) return html`<td></td><td></td>`
  const cost = one.moments.reduce((sum, {cost}) => sum + cost, 0)
  const worst = [...one.moments].sort((one, other) => other.cost - one.cost)[0]
  return html`<td><${Link} href=${`/review/${code}#${one.turn.steps[0]}`}>${one.turn.used || '–'}<//>${' '}
      ${worst?.mark && html`<${Mark} mark=${worst.mark} />`}</td>
    <td class="lost">${counts && figure(cost, counts)}</td>`
}

/** @param {{name: string, cells: [string, string][]}} props two cells for each match */
const Sums = ({name, cells}) =>
  html`<tr><th scope="row">${name}</th>${cells.map(
    ([text, figure]) => html`<td>${text}</td><td class="lost">${figure}</td>`,
  )}</tr>`

/** Luck and cost of both, once the reviews are complete. @param {{known: any[], seats: number[]}} props */
function Totals({known, seats}) {
  if (!known.every(({review, counts}) => review && counts)) return null
  const accounts = known.map(({review}, place) => review.accounts[seats[place]])
  return html`<${Sums} name="Lost by choices"
      cells=${accounts.map(({cost}, place) => ['', figure(cost, known[place].counts)])} />
    <${Sums} name="Luck" cells=${accounts.map(({luck}, place) => ['', signed(luck, known[place].counts)])} />`
}
