// A small picture of a board of its own kind, as it stands at the end of its game's lesson. Nothing on it
// can be pressed.
import {html, useEffect, useState} from '../vendor/htm-preact.js'
import {get} from '../shell/api.js'
import {boardOf} from '../games/index.js'

/** @typedef {{game: string, title: string, board: string}} Of */

const nothing = () => {}
const NOBODY = {seat: null, asked: '', uses: [], explained: '', options: [], decided: null, meanwhile: []}

/** Only of what words alone do not tell: a card is seen beside every rule. @param {Of} props */
export function BoardPicture({game, title, board}) {
  const [drawn, setDrawn] = useState(/** @type {{Board: any, picture: any} | null} */ (null))
  const isWanted = boardOf(board).plates
  useEffect(() => {
    if (!isWanted) return
    Promise.all([boardOf(board).load(), get(`/api/lessons/${game}`)]).then(
      ([module, {steps}]) => setDrawn({Board: module.default, picture: steps.at(-1).told.at(-1).picture}),
      nothing, // the rules can be read without
    )
  }, [game])
  if (!isWanted) return null
  return html`<figure class="board-picture" role="img"
    aria-label=${`The board of ${title} after three turns`}>
    <div inert>${
      drawn &&
      html`<${drawn.Board} picture=${drawn.picture} you=${NOBODY} previous=${null} onUse=${nothing}
        onChoose=${nothing} />`
    }</div>
  </figure>`
}
