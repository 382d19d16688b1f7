// Statistics of my matches by game, and the people I played with.
import {html} from '../vendor/htm-preact.js'
import {counts, hasWon} from '../shell/my-seats.js'

/** @typedef {import('./records.js').Mine} Mine */

/** On any other board scores depend on the number of players, so matches are compared only with as many. */
const OWN_SHEETS = 'cards'

/**
 * Groups matches by kind, in the order of first appearance.
 * @param {Mine[]} ended @param {(one: Mine) => string} kind
 */
export function alike(ended, kind) {
  /** @type {Map<string, Mine[]>} */
  const groups = new Map()
  for (const one of ended) groups.set(kind(one), [...(groups.get(kind(one)) ?? []), one])
  return [...groups.values()]
}

/** @param {Mine} one @returns {string} the name of its kind */
export const called = ({title, board, chairs}) =>
  board === OWN_SHEETS ? title : `${title} for ${chairs.length}`

/** @param {Mine} one @returns {string} the key by which matches are grouped */
export const kind = (one) => `${one.game} ${called(one)}`

/** @param {{ended: Mine[]}} props */
export function Bests({ended}) {
  return html`<section aria-labelledby="bests"><h2 id="bests">Personal bests</h2>
    <div class="panel scrolls" tabindex="0" role="region" aria-label="Personal bests by game">
      <table class="bests"><thead><tr><th scope="col">Game</th><th scope="col">Played</th><th scope="col">Won
        </th><th scope="col">Best</th><th scope="col">Mean</th></tr></thead>
      <tbody>${alike(ended, kind).map(
        (some) => html`<${Best} key=${some[0].code} ended=${some} />`,
      )}</tbody></table></div>
  </section>`
}

/** @param {{ended: Mine[]}} props */
function Best({ended}) {
  const [first] = ended
  const made = ended.map(({scores = [], seat, games}) => scores[Number(seat)] / games)
  const won = ended.filter((one) => one.chairs.length > 1 && hasWon(one, one.seat))
  const mean = made.reduce((sum, one) => sum + one, 0) / made.length
  return html`<tr><th scope="row">${called(first)} <small class="soft">${first.unit}</small></th>
    <td>${ended.length}</td><td>${won.length}</td><td>${Math.round(Math.max(...made))}</td>
    <td>${mean.toFixed(1)}</td></tr>`
}

/** @typedef {{name: string, played: number, mine: number, theirs: number}} With */

/**
 * Everybody I played with, bots included, the most frequent first; without players replaced by the game.
 * @param {{ended: Mine[]}} props
 */
export function Company({ended}) {
  const company = withWhom(ended)
  if (!company.length) return null
  return html`<section aria-labelledby="company"><h2 id="company">Opponents</h2>
    <div class="panel scrolls" tabindex="0" role="region" aria-label="Matches by opponent">
      <table class="company"><thead><tr><th scope="col">Player</th><th scope="col">Played</th>
        <th scope="col">You won</th><th scope="col">They won</th></tr></thead>
      <tbody>${company.map(
        ({name, played, mine, theirs}) => html`<tr key=${name}><th scope="row">${name}</th><td>${played}</td>
          <td>${mine}</td><td>${theirs}</td></tr>`,
      )}</tbody></table></div>
  </section>`
}

/** @param {Mine[]} ended @returns {With[]} */
function withWhom(ended) {
  /** @type {Map<string, With>} */
  const company = new Map()
  for (const one of ended)
    one.chairs.forEach(({name}, other) => {
      if (other === one.seat || !counts(one, other)) return
      const so = company.get(name) ?? {name, played: 0, mine: 0, theirs: 0}
      const won = (/** @type {number | null} */ place) => Number(hasWon(one, place))
      company.set(name, {
        name,
        played: so.played + 1,
        mine: so.mine + won(one.seat),
        theirs: so.theirs + won(other),
      })
    })
  return [...company.values()].sort((one, other) => other.played - one.played)
}
