// The table while a match is played: puts players, board, tray and log together, and knows the keys.
import {html, useEffect, useLayoutEffect, useState} from './vendor/htm-preact.js'
import Away from './away.js'
import {Bar} from './frame.js'
import End from './end.js'
import Hint, {walk} from './hint.js'
import {Icon} from './icons.js'
import {boardOf} from './games/index.js'
import {Panels} from './panels.js'
import Players, {Said} from './players.js'
import {set, settings} from './memory.js'
import {tap} from './sounds.js'
import Told from './told.js'
import Tray from './tray.js'

/** @typedef {ReturnType<typeof import('./seat.js').useSeat>} Seat */
/** @typedef {import('./seat.js').Seen} Seen */

/** @param {{code: string, token: string, seat: Seat}} props */
export default function Play({code, token, seat}) {
  const {seen} = seat
  const [panel, setPanel] = useState('')
  const [aside, setAside] = useAside(seen)
  const acts = actions(seat, aside, setAside)
  useKeys(seen, acts, setPanel)
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
            : html`<${Tray} seen=${seen} aside=${aside} acts=${acts} />`
        }
        <${Hint} seen=${seen} acts=${acts} onClose=${seat.unhint} />
        <${Away} seen=${seen} onBack=${() => seat.send({type: 'back'})} />
        <${Told} lines=${seen.lines} />
      </div>
      <${BoardPlace} seen=${seen} acts=${acts} />
    </main>
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
 * The board of the game, once its module has come.
 * @param {{seen: Seen, acts: ReturnType<typeof actions>}} props
 */
function BoardPlace({seen, acts}) {
  const {picture, you, previous} = seen
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
  const free = seen.busy || seen.lost ? /** @type {typeof you} */ ({...you, ...none}) : you
  return html`<section class="board" aria-label="Board">
    <${board.Board} picture=${picture} you=${free} onUse=${acts.use} onChoose=${acts.choose}
      previous=${previous} />
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

/**
 * The slots of my dice that are set aside. Follows what was kept; starts anew with every turn.
 * @param {Seen} seen @returns {[Set<number>, (aside: Set<number>) => void]}
 */
function useAside({picture, you}) {
  const [aside, setAside] = useState(/** @type {Set<number>} */ (new Set()))
  const hand = (you.seat !== null && picture?.turn?.hands[you.seat]) || '.....'
  const step = picture?.turn?.step ?? 0
  useLayoutEffect(() => {
    if (step <= 1 && !/^[1-6]{5}$/.test(hand)) setAside(new Set())
    else if (hand.includes('.'))
      setAside(new Set([...hand].flatMap((die, slot) => (die === '.' ? [] : [slot]))))
  }, [hand.includes('.'), step])
  return [aside, setAside]
}

/**
 * All that I can do now.
 * @param {Seat} seat
 * @param {Set<number>} aside
 * @param {(aside: Set<number>) => void} setAside
 */
function actions({seen, send, skip}, aside, setAside) {
  const {picture, you, lost, sent, busy} = seen
  const able = !lost && !sent && !busy && !picture?.closed
  const hand = (you.seat !== null && picture?.turn?.hands[you.seat]) || '.....'
  const keeps = able && you.asked === 'keep'
  const when = (/** @type {boolean} */ allowed, /** @type {object} */ message) => {
    if (allowed) send(message)
  }
  const keep = () =>
    when(keeps, {
      type: 'keep',
      dice: [...hand]
        .filter((_, slot) => aside.has(slot))
        .sort()
        .join(''),
    })
  return {
    able,
    keeps,
    skip,
    hand,
    toggle(/** @type {number} */ slot) {
      if (!keeps) return
      const now = new Set(aside)
      if (!now.delete(slot)) now.add(slot)
      tap()
      setAside(now)
    },
    take: (/** @type {string} */ dice) => keeps && setAside(slotsOf(hand, dice)),
    roll: () => when(able && you.asked === 'throw', {type: 'throw'}),
    keep,
    rethrow: () => aside.size < 5 && keep(),
    confirm: () => (aside.size === 5 ? keep() : keeps && setAside(new Set([0, 1, 2, 3, 4]))),
    use: (/** @type {string} */ use) => when(able, {type: 'use', use}),
    choose: (/** @type {string} */ option) => when(able, {type: 'choose', option}),
    hint: () =>
      when(able && !!picture?.hints && ['keep', 'use', 'choose'].includes(you.asked), {type: 'hint'}),
    canHint: able && !!picture?.hints && ['keep', 'use', 'choose'].includes(you.asked),
  }
}

/**
 * The slots in which these dice lie, the leftmost of equal ones.
 * @param {string} hand
 * @param {string} dice
 */
export function slotsOf(hand, dice) {
  const left = [...dice]
  const slots = [...hand].map((die, slot) => {
    const at = left.indexOf(die)
    if (at >= 0) left.splice(at, 1)
    return at >= 0 ? slot : -1
  })
  return new Set(slots.filter((slot) => slot >= 0))
}

/** @typedef {ReturnType<typeof actions>} Acts */

/** @param {Seen} seen @param {Acts} acts @param {(panel: string) => void} onPanel */
function useKeys(seen, acts, onPanel) {
  useEffect(() => {
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      const target = /** @type {HTMLElement} */ (event.target)
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return
      const native =
        target.matches('input, select, textarea') ||
        (target.closest('button, a, summary') && [' ', 'Enter'].includes(event.key))
      if (native || !act(event.key, seen, acts, onPanel)) return
      event.preventDefault()
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  })
}

/**
 * @param {string} key
 * @param {Seen} seen
 * @param {Acts} acts
 * @param {(panel: string) => void} onPanel
 * @returns {boolean} whether it meant something
 */
function act(key, {busy, you}, acts, onPanel) {
  if (key === '?') return did(onPanel('rules'))
  if (busy && [' ', 'Enter', 's', 'S', 'Escape'].includes(key)) return did(acts.skip())
  if (/^[1-5]$/.test(key)) return did(acts.toggle(Number(key) - 1))
  if (key === 'h' || key === 'H') return did(acts.hint())
  if (key === 'Enter') return did(acts.confirm())
  if (key.startsWith('Arrow')) return walk(key) || (['keep', 'use'].includes(you.asked) && toBoard())
  if (![' ', 'r', 'R'].includes(key)) return false
  if (you.asked === 'throw') acts.roll()
  else acts.rethrow()
  return true
}

/** From anywhere else an arrow leads to the board. @returns {boolean} whether it did */
function toBoard() {
  const offered = /** @type {HTMLElement[]} */ ([
    ...document.querySelectorAll('.board button:not(:disabled, [aria-pressed])'),
  ])
  const first = offered.find((button) => button.offsetParent)
  if (!first || document.activeElement?.closest('.board')) return false
  first.focus()
  return true
}

/** @param {unknown} _ what was done @returns {true} */
const did = (_) => true
