// The score cards side by side, or only mine, with the points that my dice would pay.
import {html, useEffect, useLayoutEffect, useRef, useState} from '../vendor/htm-preact.js'
import {FaceIcon} from '../dice/faces.js'
import {NeedsIcon} from '../drawings/icons.js'
import {fly, useInView} from '../shell/effects.js'
import {Button, ConfirmDialog} from '../shell/frame.js'
import {comma, tr, withBreaks} from '../shell/language.js'
import {stylesheet} from '../shell/lazy.js'
import {moveFocus} from '../shell/press.js'

stylesheet('scorecard')

/** @typedef {SheetRow & {uses: SeenUse[]}} Row */

/** The most rows that fit on a small phone. */
const SHORT = 9

/** @param {BoardProps} props */
export default function Board({picture, you, onUse, previous, chosen, box = '', onBox}) {
  const [zeros, setZeros] = useState(false)
  const [doubtful, setDoubtful] = useState(/** @type {SeenUse | null} */ (null))
  const [all, setAll] = useState(false)
  const root = useRef(/** @type {HTMLElement | null} */ (null))
  usePoints(root, picture)
  useColumn(root, picture.awaits.seats.includes(you.seat ?? -1) ? you.seat : picture.awaits.seats[0], all)
  const scores = you.scores ?? []
  const whose = scores.find(({seat}) => seat === you.seat)?.seat ?? scores[0]?.seat ?? you.seat
  const usable = canUse(picture, you)
  const rows = rowsOf(picture, you.uses)
  const fresh = filledSince(previous, picture)
  useEffect(() => setZeros(false), [usable, picture.number])
  useInView(root, box ? `[data-row="${box}"]` : rowToSee(fresh, you))
  const pick = (/** @type {SeenUse} */ use) => (use.instead ? setDoubtful(use) : onUse(use.name))
  /** @type {(row: Row, seat: number) => any} */
  const cell = (row, seat) => html`<${Cell} row=${row} seat=${seat} mine=${seat === whose}
    enters=${scores.some((one) => one.seat === seat && one.box === row.use)} box=${box} onBox=${onBox}
    usable=${usable} zeros=${zeros} fresh=${fresh.has(`${row.use}.${seat}`)} onPick=${pick}
    chosen=${chosen} />`
  const waives = usable && you.uses.some(({waives: waived}) => waived)
  return html`<div class=${`cards ${all ? 'show-all' : 'show-one'}`} ref=${root} onKeyDown=${arrows}>
    <${Head} picture=${picture} all=${all} onAll=${setAll} />
    <${Sheet} rows=${rows} picture=${picture} you=${you} cell=${cell} />
    <${Own} rows=${rows} picture=${picture} whose=${whose} cell=${cell} />
    ${
      waives &&
      html`<label class="check zeros"><input type="checkbox" checked=${zeros}
      onChange=${() => setZeros(!zeros)} />${tr('Cross out a box instead')}</label>`
    }
    ${
      doubtful &&
      html`<${Doubt} use=${doubtful} uses=${you.uses} onUse=${onUse} onClose=${() => setDoubtful(null)} />`
    }
  </div>`
}

/**
 * Whether I may fill a box now; shared dice can be used only when they are final.
 * @param {Picture} picture @param {BoardProps['you']} you
 */
const canUse = (picture, you) =>
  you.asked === 'use' || (you.asked === 'keep' && Object.keys(picture.turn?.hands ?? {}).length === 1)

/** The rows of the sheet with their uses. @param {Picture} picture @param {SeenUse[]} uses */
function rowsOf(picture, uses) {
  const rows = picture.sheet?.rows ?? []
  return rows.map((row) => ({
    ...row,
    uses: row.use ? uses.filter(({name, waives}) => (waives || name) === row.use) : [],
  }))
}

/**
 * The boxes filled since the previous picture, as "use.seat".
 * @param {Picture | null} previous @param {Picture} picture @returns {Set<string>}
 */
function filledSince(previous, picture) {
  const before = new Map(previous?.sheet?.rows.map(({use, cells}) => [use, cells]))
  const boxes = picture.sheet?.rows.filter(({kind}) => kind === 'box') ?? []
  return new Set(
    boxes.flatMap(({use, cells}) =>
      cells.flatMap((text, seat) => (text && before.get(use)?.[seat] === '' ? [`${use}.${seat}`] : [])),
    ),
  )
}

/**
 * The row to scroll to on a low screen: the box just filled, or the one where my final dice pay most.
 * @param {Set<string>} fresh @param {BoardProps['you']} you @returns {string}
 */
function rowToSee(fresh, {asked, uses}) {
  const filled = [...fresh][0]?.replace(/\.\d+$/, '')
  const best = asked === 'use' && uses.reduce((one, other) => (other.pays > one.pays ? other : one))
  const row = filled ?? (best && (best.waives || best.name))
  return row ? `[data-row="${row}"]` : ''
}

/**
 * The number of the game in the match, and the switch between one card and all.
 * @param {{picture: Picture, all: boolean, onAll: (all: boolean) => void}} props
 */
function Head({picture, all, onAll}) {
  const game = Math.min(picture.finished.length + 1, picture.terms.games)
  const sums = picture.finished.map((scores, at) =>
    tr('Game {game}: {scores}', {game: at + 1, scores: comma(scores.map(String))}),
  )
  const many = picture.chairs.length > 1
  if (picture.terms.games < 2 && !many) return null
  return html`<div class=${`cards-head ${picture.terms.games > 1 ? '' : 'only-narrow'}`}>
    ${
      picture.terms.games > 1 &&
      html`<p><strong>${tr('Game {game} of {games}', {...picture.terms, game})}</strong> <span
        class="soft">${sums.join(' · ')}</span></p>`
    }
    ${
      many &&
      html`<${Button} look="small only-narrow" aria-pressed=${String(all)}
      onClick=${() => onAll(!all)}>${all ? tr('My card') : tr('All cards')}<//>`
    }
  </div>`
}

/**
 * All cards side by side.
 * @param {{rows: Row[], picture: Picture, you: BoardProps['you'], cell: (row: Row,
 *   seat: number) => any}} props
 */
function Sheet({rows, picture, you, cell}) {
  const on = (/** @type {number} */ seat) => (picture.awaits.seats.includes(seat) ? 'on' : '')
  return html`<div class="all-cards" tabindex="0" role="region" aria-label=${tr('Score cards')}><table>
    <thead><tr><td></td>${picture.chairs.map(
      (chair, seat) => html`<th scope="col" class=${`${on(seat)} ${seat === you.seat ? 'me' : ''}`}>
      <span class=${`seat-dot seat-${seat}`} aria-hidden="true"></span><span
        class="name-of" data-colour=${chair.colour} translate=${false}>${chair.name}</span></th>`,
    )}</tr></thead>
    <tbody>${rows.map(
      (row) => html`<tr class=${`row-${row.kind}`} data-row=${row.use}>
      <th scope="row"><${Title} row=${row} picture=${picture} /></th>
      ${row.cells.map(
        (_, seat) => html`<td class=${`${on(seat)} ${seat === you.seat ? 'me' : ''}`}>
        ${cell(row, seat)}</td>`,
      )}</tr>`,
    )}</tbody>
  </table></div>`
}

/**
 * One card in two halves for narrow screens: mine, or the current player's.
 * @param {{rows: Row[], picture: Picture, whose: number | null, cell: (row: Row, seat: number) => any}} props
 */
function Own({rows, picture, whose, cell}) {
  const seat = whose ?? picture.awaits.seats[0] ?? 0
  const parts = halves(rows)
  const part = (/** @type {Row[]} */ some, /** @type {number} */ at) => html`<table>
    <caption class="unseen">${tr('Part {part} of {parts}', {part: at + 1, parts: parts.length})}</caption>
    <tbody>${some.map(
      (row) => html`<tr class=${`row-${row.kind}`} data-row=${row.use}>
        <th scope="row"><${Title} row=${row} picture=${picture} /></th>
        <td class="me">${cell(row, seat)}</td></tr>`,
    )}</tbody></table>`
  return html`<div class=${`one-card ${parts.length > 1 ? '' : 'whole'}`} role="group"
    aria-label=${tr('Card of {name}', picture.chairs[seat])}>${parts.map(part)}</div>`
}

/** The halves of a card, cut after a bonus if one is near the middle. @param {Row[]} rows */
function halves(rows) {
  if (rows.length <= SHORT) return [rows]
  const middle = rows.length / 2
  const starts = rows.map((_, place) => place).filter((place) => place && rows[place].kind === 'box')
  const sections = starts.filter((place) => rows[place - 1].kind !== 'box')
  const near = sections.filter((place) => Math.abs(place - middle) <= rows.length / 5)
  const away = (/** @type {number} */ place) => Math.abs(place - middle)
  const cut = (near.length ? near : starts).reduce((one, other) => (away(other) < away(one) ? other : one))
  return [rows.slice(0, cut), rows.slice(cut)]
}

/** The title of a row, with what counts there. @param {{row: Row, picture: Picture}} props */
function Title({row: {face, title, note, needs}, picture}) {
  const icon = face
    ? html`<${FaceIcon} set=${picture.set} value=${face} />`
    : html`<${NeedsIcon} needs=${needs} />`
  return html`${icon}<span>${withBreaks(title)}</span>${note && html` <small>${note}</small>`}`
}

/**
 * A box of a card: its score, or the points that my dice would pay.
 * @param {{row: Row, seat: number, mine: boolean, usable: boolean, zeros: boolean, fresh: boolean,
 *   onPick: (use: SeenUse) => void, chosen?: string, enters: boolean, box: string,
 *   onBox?: (box: string) => void}} props `enters` offers the box on a score pad
 */
function Cell({row, seat, mine, usable, zeros, fresh, onPick, chosen, enters, box, onBox}) {
  const text = row.cells[seat]
  if (text !== '' || !mine)
    return html`<span translate=${false}
      class=${`figure ${fresh ? 'fresh' : ''} ${text === '0' ? 'nought' : ''}`}>
      ${progress(row, text)}</span>`
  if (enters)
    return html`<button type="button" class="pays enters" aria-label=${tr('Enter {title}', row)}
      aria-pressed=${box === row.use ? 'true' : undefined} onClick=${() => onBox?.(row.use)}></button>`
  const use = row.uses.find(({waives}) => !!waives === (zeros && row.uses.length > 1))
  if (!use) return html`<span class="figure"></span>`
  const pays = `${use.pays}${use.note && '*'}`
  if (!usable && !use.pays) return html`<span class="figure would"></span>`
  if (!usable)
    return html`<span class="figure would" translate=${false}><span class="unseen"
      translate>${tr('would pay')} </span>${use.pays}</span>`
  const values = {...use, title: use.waives ? tr('Zero in {title}', use) : use.title}
  const words = use.note ? tr('{title}: {pays}, {note}', values) : tr('{title}: {pays}', values)
  return html`<button type="button" class=${`pays ${use.pays ? '' : 'none'} ${use.waives ? 'waived' : ''}`}
    translate=${false} aria-label=${words} title=${use.note || undefined} data-use=${use.name}
    aria-pressed=${chosen === use.name ? 'true' : undefined} onClick=${() => onPick(use)}>${pays}</button>`
}

/** The progress of a sum towards its bonus. @param {Row} row @param {string} text */
function progress({goal}, text) {
  if (!goal) return text
  const part = Math.min(1, Number(text) / goal)
  return html`${text}<small class="goal" translate> ${tr('of {goal}', {goal})}</small>
    <span class=${`meter ${part === 1 ? 'full' : ''}`} style=${{'--part': part}} aria-hidden="true"></span>`
}

/** Animates points to their box. @param {{current: HTMLElement | null}} root @param {Picture} picture */
function usePoints(root, {number}) {
  useLayoutEffect(() => {
    const from = document.querySelector('.tray .dice')?.getBoundingClientRect()
    for (const figure of root.current?.querySelectorAll('.figure.fresh') ?? []) fly(figure, from)
  }, [number])
}

/**
 * Scrolls to the card of the current player, no further than necessary.
 * @param {{current: HTMLElement | null}} root @param {number | null | undefined} seat
 * @param {boolean} all whether all cards are shown on a narrow screen
 */
function useColumn(root, seat, all) {
  useLayoutEffect(() => {
    const cards = root.current?.querySelector('.all-cards')
    const [titles, ...columns] = cards?.querySelectorAll('thead > tr > *') ?? []
    const column = columns[seat ?? -1]
    if (!(cards && titles instanceof HTMLElement && column instanceof HTMLElement)) return
    const most = column.offsetLeft - titles.offsetWidth
    const least = column.offsetLeft + column.offsetWidth - cards.clientWidth
    cards.scrollLeft = Math.min(most, Math.max(least, cards.scrollLeft))
  }, [seat, all])
}

/** @param {{use: SeenUse, uses: SeenUse[], onUse: BoardProps['onUse'], onClose: () => void}} props */
function Doubt({use, uses, onUse, onClose}) {
  const instead = uses.find(({name}) => name === use.instead)
  const zero = () => {
    onClose()
    onUse(use.name, true)
  }
  return html`<${ConfirmDialog} title=${tr('A zero in {title}?', use)} no=${tr('Choose again')}
    onNo=${onClose} yes=${tr('Zero in {title}', use)} onYes=${zero}>
    ${instead && tr('These dice would pay {pays} in {title}.', instead)}<//>`
}

/** Arrow keys move between open boxes. @param {KeyboardEvent} event */
function arrows(event) {
  const card = /** @type {HTMLElement} */ (event.currentTarget)
  const all = /** @type {HTMLElement[]} */ ([...card.querySelectorAll('button.pays')])
  const boxes = all.filter((box) => box.offsetParent)
  if (boxes.some((box) => box === event.target) && moveFocus(boxes, event.key)) event.preventDefault()
}
