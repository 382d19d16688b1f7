// The board at a table, and the button that takes back an entry.
import {html, useEffect, useState} from '../vendor/htm-preact.js'
import {tr} from '../shell/language.js'
import {fetchOnward, styled} from '../shell/lazy.js'
import {Icon} from '../drawings/icons.js'
import {Button} from '../shell/frame.js'

/** Takes back the latest entry at a table with real dice. @param {{acts: Acts}} props */
export function Eraser({acts: {takesBack, able, takeBack}}) {
  if (!takesBack) return null
  return html`<${Button} look="icon" onClick=${takeBack} aria-disabled=${String(!able)}
    aria-label=${tr('Take back')} title=${tr('Take back')}><${Icon} name="eraser" />
    <//>`
}

/** The state before a throw until dice have landed; a red die lands on the board. @param {Seen} seen */
function onBoard({picture, you, previous, air}) {
  const red = air && !picture?.turn && air.entry?.event?.throw.length === 1
  return red
    ? {picture: air.picture, you: air.you, previous: picture, flight: air.flight}
    : {picture, you, previous}
}

/** @type {Record<string, () => Promise<{default: any}>>} */
const BOARDS = {
  cards: () => import('../games/scorecard.js'),
  ring: () => import('../games/showdown.js'),
  scoreboard: () => import('../games/junior.js'),
}

/** The module of a board; the score card's for any other kind. @param {string} kind */
export const loadBoard = (kind) => styled((BOARDS[kind] ?? BOARDS.cards)())

/** @type {Map<string, any>} */
const there = new Map()

/** The board of this kind, once its module is loaded. @param {string} kind @returns {any} */
export function useBoard(kind) {
  const [, setCome] = useState('')
  useEffect(() => {
    if (!kind || there.has(kind)) return
    loadBoard(kind).then((module) => {
      there.set(kind, module.default)
      setCome(kind)
    })
  }, [kind])
  return there.get(kind) ?? null
}

/** Loads after the rest, so that slow phones draw in two steps. @param {{seen: Seen, acts: Acts}} props */
export function BoardPlace({seen, acts}) {
  const {picture, you, previous, flight} = onBoard(seen)
  const Board = useBoard(picture?.board ?? '')
  useEffect(() => (Board ? fetchOnward() : undefined), [Board])
  if (!Board || !picture || picture.position === null) {
    return html`<section class="board empty" aria-label=${tr('Board')}>
      ${Board && picture && html`<${Opening} picture=${picture} />`}</section>`
  }
  const none = {asked: '', uses: [], options: [], scores: []}
  const free = seen.busy || seen.lost || seen.air ? /** @type {typeof you} */ ({...you, ...none}) : you
  const onBox = (/** @type {string} */ box) => acts.entry.set(() => ({box, cell: ''}))
  return html`<section class="board" aria-label=${tr('Board')}>
    <${Board} picture=${picture} you=${free} onUse=${acts.use} onChoose=${acts.choose}
      previous=${previous} chosen=${acts.chosen} flight=${flight}
      box=${acts.entry.draft.box} onBox=${onBox} />
  </section>`
}

/** The board before the first player is decided. @param {{picture: Picture}} props */
function Opening({picture: {rolloff, chairs, awaits}}) {
  if (!rolloff) return null // the buttons below ask who starts
  return html`<h2>${tr('Who starts?')}</h2>
    <p class="soft">${tr('{prompt}. Tied players throw again.', awaits)}</p>
    <ul class="counts">${rolloff.seats.map(
      (seat, place) => html`<li>${chairs[seat].name} <b>${rolloff.counts[place] ?? '–'}</b></li>`,
    )}</ul>`
}
