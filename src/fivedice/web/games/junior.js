// The board of junior: five rows with everybody's tokens.
import {html, useLayoutEffect, useRef, useState} from '../vendor/htm-preact.js'
import {CharacterIcon} from '../dice/faces.js'
import {fly, useInView} from '../shell/effects.js'
import {comma, tr, unbroken, withBreaks} from '../shell/language.js'
import {isEcho} from '../shell/press.js'
import {Mark, namesOf, Plates} from './seats.js'
import {stylesheet} from '../shell/lazy.js'

stylesheet('junior')

const CAPTION = tr('Scoreboard: a row for each character, the picture column and columns 1 to 5')
const COLUMNS = [0, 1, 2, 3, 4, 5]

/** @param {BoardProps} props */
export default function Board({picture, you, onUse, previous, chosen}) {
  const root = useRef(/** @type {HTMLElement | null} */ (null))
  useTokens(root, picture, previous)
  const {tokens} = picture.position
  const names = namesOf(picture)
  const characters = picture.sheet?.rows ?? []
  const latest = lastToken(previous, picture)
  useInView(root, latest ? placeOf(picture, latest) : bestOffer(you?.uses ?? []))
  const rows = characters.map(
    (character, row) =>
      html`<${Row} key=${row} ...${{character, row, tokens, names, latest, you, onUse, chosen}} />`,
  )
  return html`<section class="junior" ref=${root} aria-label=${tr('The board')}>
    <${Plates} picture=${picture} you=${you} turn=${
      picture.stage === 'playing' ? picture.position.seat : null
    }>
      ${(/** @type {number} */ seat) => html`<${Left} tokens=${tokens[seat]} characters=${characters}
        name=${names[seat]} />`}
    <//>
    <div class="scoreboard">
      <table>
        <caption class="unseen">${CAPTION}</caption>
        <thead><tr><th scope="col"><span class="unseen">${tr('Character; the picture:')} </span><span
          translate=${false}>0</span></th>
          ${COLUMNS.slice(1).map(
            (column) => html`<th scope="col" translate=${false}>${column}</th>`,
          )}</tr></thead>
        <tbody>${rows}</tbody>
      </table>
      <p class="legend"><span class="star"><${CharacterIcon} value=${1} />
        </span> ${unbroken(tr('{face}: counts as any character', {face: picture.faces[0][1]}))}</p>
    </div>
  </section>`
}

/** @param {{tokens: (number | null)[], characters: SheetRow[], name: string}} props */
function Left({tokens, characters, name}) {
  const open = characters.filter((_, row) => tokens[row] === null).map(({title}) => title)
  const words = open.length
    ? tr('{name}: Tokens left: {characters}', {name, characters: comma(open)})
    : tr('{name}: No tokens left', {name})
  return html`<span class="left" role="img" aria-label=${words}>
    ${characters.map(
      ({face}, row) => html`<span key=${row} class=${tokens[row] === null ? 'open' : 'used'}
      data-token=${row}><${CharacterIcon} value=${face} /></span>`,
    )}
  </span>`
}

/** One character's row: its picture, which is worth nothing, then columns 1 to 5. @param {any} props */
function Row({character: {use: name, title, face}, row, tokens, names, latest, you, onUse, chosen}) {
  const use = you?.uses?.find((/** @type {any} */ offered) => offered.name === name)
  const cells = COLUMNS.map((column) => {
    const seats = [...names.keys()].filter((seat) => tokens[seat]?.[row] === column)
    const isFresh = (/** @type {number} */ seat) => latest?.seat === seat && latest.row === row
    const standing = seats.map(
      (seat) => html`<${Token} key=${seat} ...${{seat, names, fresh: isFresh(seat)}} />`,
    )
    const offer =
      use?.pays === column &&
      html`<${Offer} ...${{use, title, seat: you.seat, names, asked: you.asked, onUse, chosen}} />`
    const look = `column-${column} ${use?.pays === column ? 'open' : ''}`
    if (column > 0)
      return html`<td class=${look} data-column=${column} data-cell=${`${row} ${column}`}>${standing}${offer}
        </td>`
    return html`<th scope="row" class=${look} data-cell=${`${row} 0`}>
      <span class="portrait"><${CharacterIcon} value=${face} /></span>
      <span class="called">${withBreaks(title)}</span>
      <span class="tokens">${standing}</span>${offer}</th>`
  })
  return html`<tr class=${`row-${row}`}>${cells}</tr>`
}

/** @param {{seat: number, names: string[], fresh: boolean}} props */
function Token({seat, names, fresh}) {
  return html`<span class=${`token seat-${seat} ${fresh ? 'fresh' : ''}`} data-seat=${seat}
    translate=${false}>
    <${Mark} seat=${seat} names=${names} /><span class="unseen">${names[seat]}</span></span>`
}

/** The button where my token would land. A zero with throws left needs a second press. @param {any} props */
function Offer({use, title, seat, names, asked, onUse, chosen}) {
  const [sure, setSure] = useState(0)
  const rash = use.pays === 0 && asked === 'keep'
  const stop = tr('Stop for 0?')
  const values = {title, column: use.pays}
  const words = sure
    ? tr('Stop for 0? {title}: zero, in the picture column. You still have throws left.', values)
    : use.pays === 0
      ? tr('Place your token on {title}: zero, in the picture column', values)
      : tr('Place your token on {title}: column {column}', values)
  const act = () => {
    if (!rash) onUse(use.name)
    else if (!sure) setSure(performance.now())
    else if (!isEcho(sure)) onUse(use.name, true)
  }
  return html`<button type="button" class=${`offer ${rash ? 'rash' : ''} ${sure ? 'sure' : ''}`}
    onClick=${act} onBlur=${() => setSure(0)} data-use=${use.name}
    aria-pressed=${chosen === use.name ? 'true' : undefined}
    aria-label=${words}>
    ${sure ? html`<span class="really">${stop}</span>` : html`<${Mark} seat=${seat} names=${names} />`}
  </button>`
}

/** @param {Picture | null} previous @param {Picture} picture @returns {{seat: number, row: number} | null} */
function lastToken(previous, picture) {
  if (!previous?.position || !picture.position || previous.number >= picture.number) return null
  for (const [seat, tokens] of picture.position.tokens.entries()) {
    const before = previous.position.tokens[seat]
    const row = before.findIndex(
      (/** @type {number | null} */ column, /** @type {number} */ at) => tokens[at] !== column,
    )
    if (row >= 0) return {seat, row}
  }
  return null
}

/** The selector of a token's cell. @param {Picture} picture @param {{seat: number, row: number}} token */
const placeOf = ({position}, {seat, row}) => `[data-cell="${row} ${position.tokens[seat][row]}"]`

const NOTHING = /** @type {SeenUse} */ ({name: '', pays: 0})

/** The selector of the cell that pays most, if any pays. @param {SeenUse[]} uses */
function bestOffer(uses) {
  const best = uses.reduce((one, other) => (other.pays > one.pays ? other : one), NOTHING)
  return best.pays ? `[data-use="${best.name}"]` : ''
}

/**
 * Animates a new token from its player's plate to its cell.
 * @param {{current: HTMLElement | null}} root @param {Picture} picture @param {Picture | null} previous
 */
function useTokens(root, picture, previous) {
  useLayoutEffect(() => {
    const placed = lastToken(previous, picture)
    if (!root.current || !placed) return
    const from = root.current
      .querySelector(`[data-plate="${placed.seat}"] [data-token="${placed.row}"]`)
      ?.getBoundingClientRect()
    const cell = root.current.querySelector(placeOf(picture, placed))
    fly(cell?.querySelector(`[data-seat="${placed.seat}"]`) ?? null, from, {duration: 800, turn: 200})
  }, [picture.number])
}
