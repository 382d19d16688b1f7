// The table while a match is played: puts players, board, tray and log together. Decides nothing.
import {html, useEffect, useLayoutEffect, useState} from './vendor/htm-preact.js'
import {useActs} from './acts.js'
import Away, {Waits} from './away.js'
import {land} from './dice.js'
import {Bar} from './frame.js'
import End from './end.js'
import Hint from './hint.js'
import {Icon} from './icons.js'
import {boardOf, wordsOf} from './games/index.js'
import {useKeys} from './keys.js'
import Moment from './moment.js'
import {Panels} from './panels.js'
import Players, {Said} from './players.js'
import {set, settings} from './memory.js'
import Told from './told.js'
import Tray from './tray.js'

/** @typedef {ReturnType<typeof import('./seat.js').useSeat>} Seat */
/** @typedef {import('./seat.js').Seen} Seen */
/** @typedef {import('./acts.js').Acts} Acts */

/** @param {{code: string, token: string, seat: Seat}} props */
export default function Play({code, token, seat}) {
  const {seen} = seat
  const [panel, setPanel] = useState('')
  const acts = useActs(seat)
  useKeys(seen, acts, setPanel)
  useLayoutEffect(() => {
    if (!seen.air) land()
  }, [seen.air])
  const {picture} = seen
  if (!picture) return null
  const ended = picture.stage === 'over' && !seen.busy
  return html`<${TableBar} picture=${picture} mine=${seen.you.seat !== null} onPanel=${setPanel} />
    <main class=${`page play board-${picture.board} ${ended ? 'ended' : ''}`}>
      <h1 class="unseen">${picture.title}</h1>
      ${!(boardOf(picture.board).plates && picture.position !== null) && html`<${Players} seen=${seen} />`}
      <${Said} seen=${seen} />
      <div class="side">
        ${
          ended
            ? html`<${End} code=${code} token=${token} seen=${seen} />`
            : html`<${Tray} seen=${seen} acts=${acts} />`
        }
        <div class="beside">
          <${Hint} seen=${seen} acts=${acts} onClose=${seat.unhint} />
          <${Waits} seen=${seen} />
          <${Away} seen=${seen} onBack=${() => seat.send({type: 'back'})} />
          <${Told} lines=${seen.lines} picture=${picture} />
        </div>
      </div>
      <${BoardPlace} seen=${seen} acts=${acts} />
    </main>
    <${Moment} seen=${seen} />
    <${Undo} you=${seen.you} board=${picture.board} acts=${acts} />
    <${Panels} panel=${panel} picture=${picture} code=${code} seat=${seat} onClose=${() => setPanel('')} />`
}

/**
 * The bar of a table.
 * @param {{picture: import('./shapes.js').Picture, mine: boolean, onPanel: (panel: string) => void}} props
 */
function TableBar({picture, mine, onPanel}) {
  const [sound, setSound] = useState(settings().sound)
  const item = (
    /** @type {string} */ icon,
    /** @type {string} */ title,
    /** @type {() => void} */ onClick,
  ) => html`<button type="button"
    class="button plain icon" onClick=${onClick} aria-label=${title} title=${title}><${Icon} name=${icon} />
      </button>`
  return html`<${Bar}>
    <span class="at-game" aria-hidden="true">${picture.title}</span>
    ${mine && item('speech', 'Say something', () => onPanel('say'))}
    ${item('book', 'Rules', () => onPanel('rules'))}
    ${item(sound ? 'sound' : 'mute', sound ? 'Sound off' : 'Sound on', () =>
      setSound(set({sound: !sound}).sound),
    )}
    ${item('gear', 'This table', () => onPanel('table'))}
  <//>`
}

/**
 * What was chosen and can still be undone.
 * @param {{you: Seen['you'], board: string, acts: Acts}} props
 */
export function Undo({you, board, acts}) {
  return html`<div class="toasts undoing" role="status">${
    acts.held &&
    html`<p class="toast undo"><span>${wordsOf(board, you, acts.chosen)}</span>
      <button type="button" class="button small" onClick=${acts.undo}>Undo</button></p>`
  }</div>`
}

/**
 * What the board shows: how the table stood until dice have landed, but a red die lands on the board itself.
 * @param {Seen} seen
 */
function onBoard({picture, you, previous, air}) {
  const red = air && !picture?.turn && air.entry?.event?.throw.length === 1
  return red
    ? {picture: air.picture, you: air.you, previous: picture, flight: air.flight}
    : {picture, you, previous}
}

/**
 * The board of the game, once its module has come.
 * @param {{seen: Seen, acts: Acts}} props
 */
export function BoardPlace({seen, acts}) {
  const {picture, you, previous, flight} = onBoard(seen)
  const [board, setBoard] = useState(/** @type {{Board: any} | null} */ (null))
  const kind = picture?.board ?? ''
  useEffect(() => {
    boardOf(kind)
      .load()
      .then((module) => setBoard({Board: module.default}))
  }, [kind])
  if (!board || !picture || picture.position === null) {
    return html`<section class="board empty" aria-label="Board">
      ${board && picture && html`<${Opening} picture=${picture} />`}</section>`
  }
  const none = {asked: '', uses: [], options: []}
  const free = seen.busy || seen.lost || seen.air ? /** @type {typeof you} */ ({...you, ...none}) : you
  return html`<section class="board" aria-label="Board">
    <${board.Board} picture=${picture} you=${free} onUse=${acts.use} onChoose=${acts.choose}
      previous=${previous} chosen=${acts.chosen} flight=${flight} />
  </section>`
}

/** Before a first seat is known. @param {{picture: import('./shapes.js').Picture}} props */
function Opening({picture: {rolloff, chairs, awaits}}) {
  return html`<h2>Who starts?</h2>
    <p class="soft">${`${awaits.prompt}.${rolloff ? ' Who ties throws again.' : ''}`}</p>
    <ul class="counts">${rolloff?.seats.map(
      (seat, place) => html`<li>${chairs[seat].name} <b>${rolloff.counts[place] ?? '–'}</b></li>`,
    )}</ul>`
}
