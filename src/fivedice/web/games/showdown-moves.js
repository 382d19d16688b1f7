// Animates showdown's pawns, cards and chips.
import {useLayoutEffect, useRef} from '../vendor/htm-preact.js'
import {fly, hop} from '../shell/effects.js'
import {CARDS, SPACES, stand, walk} from './ring.js'

/** Milliseconds that the red die rolls before the pawn walks. */
const ROLLS = 850

/** Whether a picture waits for the red die. @param {Picture | null} picture */
export const awaitsRed = (picture) =>
  picture?.position && picture.awaits.kind === 'throw' && picture.awaits.dice === 1

/**
 * Whether a picture follows another and can be animated.
 * @param {Picture | null} previous @param {Picture} picture @returns {previous is Picture}
 */
const follows = (previous, picture) =>
  Boolean(previous?.position && picture.position && previous.number < picture.number)

/**
 * The last red die: its value, its entry, and the path of the pawn.
 * @param {Picture} picture @param {Picture | null} previous
 */
export function useRed(picture, previous) {
  const red = useRef({value: 0, thrown: 0, path: /** @type {number[]} */ ([])})
  if (follows(previous, picture) && awaitsRed(previous) && red.current.thrown !== picture.number) {
    const [seat] = previous.awaits.seats
    const path = walk(previous.position.pawns[seat], picture.position.pawns[seat])
    if (path.length > 1) red.current = {value: path.length - 1, thrown: picture.number, path}
  }
  return red.current
}

/**
 * The card that changed last since the page was opened, or -1.
 * @param {Picture} picture @param {Picture | null} previous
 */
export function useLatest(picture, previous) {
  const latest = useRef(-1)
  if (follows(previous, picture)) {
    const changed = changedCard(previous.position, picture.position)
    if (changed >= 0) latest.current = changed
  }
  return latest.current
}

/** @param {any} before @param {any} after */
function changedCard(before, after) {
  return CARDS.findIndex(
    (_, card) => JSON.stringify(after.cards[card]) !== JSON.stringify(before.cards[card]),
  )
}

/**
 * Animates the pieces that the newest entry moved.
 * @param {{current: HTMLElement | null}} root @param {Picture} picture @param {Picture | null} previous
 */
export function useMoves(root, picture, previous) {
  useLayoutEffect(() => {
    if (!root.current || !follows(previous, picture)) return
    const moved = movePawns(root.current, previous, picture)
    const card = changedCard(previous.position, picture.position)
    const [before, after] = [previous, picture].map(({position}) => position.cards[card])
    if (card >= 0) landCard(root.current, before, after, card, moved ? 450 : 0)
  }, [picture.number])
}

/** Whether a pawn moved. @param {HTMLElement} root @param {Picture} previous @param {Picture} picture */
function movePawns(root, previous, picture) {
  const [before, after] = [previous.position.pawns, picture.position.pawns]
  const seat = after.findIndex((/** @type {number} */ space, /** @type {number} */ s) => space !== before[s])
  if (seat < 0) return false
  const red = awaitsRed(previous)
  const spaces = red ? walk(before[seat], after[seat]) : [before[seat], after[seat]]
  const unit = (root.querySelector('.spaces')?.clientWidth ?? 0) / 5
  const end = standOf(after, seat)
  const path = spaces.map((space, step) =>
    step === spaces.length - 1 ? end : step ? stand(space, 0, 1) : standOf(before, seat),
  )
  hop(
    root.querySelector(`[data-pawn="${seat}"]`),
    path.map(({x, y}) => ({x: (x - end.x) * unit, y: (y - end.y) * unit})),
    red ? ROLLS : 0,
  )
  return true
}

/** The place of a pawn among the others on its space. @param {number[]} pawns @param {number} seat */
export function standOf(pawns, seat) {
  const here = pawns.map((_, other) => other).filter((other) => pawns[other] === pawns[seat])
  return stand(pawns[seat] % SPACES, here.indexOf(seat), here.length)
}

/**
 * @param {HTMLElement} root @param {any} before @param {any} after @param {number} card @param {number} delay
 */
function landCard(root, before, after, card, delay) {
  const place = root.querySelector(`[data-space="${after.space}"]`)
  const rack = root.querySelector(`[data-rack="${CARDS[card].name}"]`)?.getBoundingClientRect()
  const plate = root.querySelector(`[data-plate="${after.owner}"] .mark`)?.getBoundingClientRect()
  if (!before) fly(place?.querySelector('.placed') ?? null, rack, {delay})
  const kept = before?.owner === after.owner ? before.chips : 0
  const chips = [...(place?.querySelectorAll('.chip') ?? [])].slice(kept)
  chips.forEach((chip, at) =>
    fly(chip, plate, {delay: delay + (before ? 0 : 480) + at * 90, duration: 520, turn: 0}),
  )
}
