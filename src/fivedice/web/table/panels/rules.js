// The drawer with the rules, in which dice in code are drawn as the faces of the game, and the list of keys.
import {html, render, useLayoutEffect, useRef} from '../../vendor/htm-preact.js'
import {get, useAnswer} from '../../shell/api.js'
import {FaceIcon} from '../../dice/faces.js'
import {Dialog} from '../../shell/frame.js'
import {tr} from '../../shell/language.js'
import {mayHaveKeys} from '../../shell/press.js'
import {Prints} from '../../shell/printing.js'
import {boardOf} from '../../games/index.js'
import {loadBoard} from '../board.js'
import {NOTHING} from '../state.js'

/** @typedef {{set: string, faces: string[][]}} Looks */

/**
 * The drawer; `from` is the address of the rules.
 * @param {{picture: Pick<Picture, 'game' | 'title' | 'board' | 'set' |
 *   'faces'>, from?: string, onClose: () => void}} props
 */
export default function RulesDrawer({picture, from = `/api/rules/${picture.game}`, onClose}) {
  const {data, wrong} = useAnswer(() => get(from), [from])
  const title = tr('Rules of {game}', {game: picture.title})
  const prints = html`<${Prints} of=${`${from}/print`} board=${picture.board} />`
  return html`<${Dialog} ...${{title, onClose}} foot=${data && prints} drawer>
    ${
      data
        ? html`<${RulesPage} page=${data.html} picture=${picture} />
          ${mayHaveKeys() && html`<h2>${tr('Keys')}</h2><${KeysList} />`}`
        : html`<p role="status">${wrong || tr('One moment …')}</p>`
    }
  <//>`
}

/** The summary of the game, its board unless it is a card, and the sections. @param {any} props */
function RulesPage({page, picture}) {
  const [lead, ...sections] = page.split(/(?=<h2)/)
  return html`<${Part} page=${lead} picture=${picture} />
    ${boardOf(picture.board).plates && html`<${BoardPicture} ...${picture} />`}
    <${Part} page=${sections.join('')} picture=${picture} />`
}

/** @param {{page: string, picture: Looks}} props */
function Part({page, picture}) {
  const place = useRef(/** @type {HTMLElement | null} */ (null))
  useLayoutEffect(() => {
    if (place.current) drawDice(place.current, picture)
  }, [page])
  return html`<article class="rules" ref=${place} dangerouslySetInnerHTML=${{__html: page}} />`
}

/** Draws the dice in code, which are signs or digits. @param {HTMLElement} article @param {Looks} looks */
function drawDice(article, {set, faces}) {
  for (const code of article.querySelectorAll('code')) {
    const signs = (code.textContent ?? '').split(/\s/)
    const values = signs.map((sign) => faces.findIndex(([own]) => own === sign) + 1 || Number(sign))
    if (!values.every((value) => faces[value - 1])) continue
    const dice = values.map((value) => html`<${FaceIcon} ...${{set, value, label: faces[value - 1][1]}} />`)
    const place = document.createElement('span')
    render(html`<span class="unbroken">${dice}</span>`, place)
    code.replaceWith(place)
  }
}

/** @typedef {{game: string, title: string, board: string}} Of */

/** A picture of the board after three turns. @param {Of} props */
function BoardPicture({game, title, board: kind}) {
  const ask = async () => {
    const [module, {steps}] = await Promise.all([loadBoard(kind), get(`/api/lessons/${game}`)])
    return {Board: module.default, picture: steps.at(-1).told.at(-1).picture}
  }
  const {data: board} = useAnswer(ask, [game]) // the rules can be read without it
  return html`<figure class="board-picture" role="img"
    aria-label=${tr('The board of {title} after three turns', {title})}>
    <div inert>${
      board && html`<${board.Board} picture=${board.picture} you=${NOTHING.you} previous=${null} />`
    }</div>
  </figure>`
}

const KEYS = [
  ['1–5', tr('keep a die or put it back')],
  [tr('R or Space'), tr('throw')],
  [tr('Enter', null, 'a key'), tr('keep all; press again to stop')],
  [tr('Esc', null, 'a key'), tr('cancel or take back a choice; close a hint')],
  ['↓', tr('move through a hint or the board')],
  ['H', tr('hint', null, 'what a key does')],
  ['?', tr('rules', null, 'what a key does')],
  ['S', tr('skip the animation')],
]

export function KeysList() {
  return html`<ul class="keys-all" aria-label=${tr('Keys')}>${KEYS.map(
    ([key, does]) => html`<li><kbd translate=${false}>${key}</kbd> ${does}</li>`,
  )}</ul>`
}
