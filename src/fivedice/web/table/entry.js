// Entering real dice: whose dice I enter now, and the draft before it is sent.
import {useState} from '../vendor/htm-preact.js'

/** @typedef {import('./state.js').Seen} Seen */
/** @typedef {ReturnType<typeof useEntry>} Entry */

/** Whether people throw their own dice at this table. @param {Seen['picture'] | undefined} picture */
export const isReal = (picture) => picture?.dice === 'own'

/**
 * The seat whose dice I enter now: mine before that of a bot or of somebody absent.
 * @param {Pick<Seen, 'picture' | 'you'>} seen @returns {number | null}
 */
export function entersFor({picture, you}) {
  const enters = (isReal(picture) && ['throw', 'enter'].includes(you.asked) && you.enters) || []
  return enters.find((seat) => seat === you.seat) ?? enters[0] ?? null
}

const EMPTY = {question: '', dice: '', box: '', cell: ''}

/**
 * The entry that the table waits for: the dice or the box so far. A new question empties the draft; what
 * people say does not.
 * @param {Seen} seen
 */
export function useEntry(seen) {
  const {picture, you} = seen
  const whose = entersFor(seen)
  const scores = you.scores?.filter(({seat}) => seat === whose) ?? []
  const {awaits, turn, position, rolloff, finished} = picture ?? {}
  const question =
    whose === null ? '' : JSON.stringify([whose, you, awaits, turn, position, rolloff, finished])
  const [draft, setDraft] = useState(EMPTY)
  const {dice, box, cell} = draft.question === question ? draft : EMPTY
  const needs = you.asked === 'enter' ? 5 : (awaits?.dice ?? 0)
  // from the latest draft: two quick presses may come before one is drawn
  const set = (/** @type {(now: typeof EMPTY) => Partial<typeof EMPTY>} */ change) =>
    setDraft((latest) => {
      const now = latest.question === question ? latest : {...EMPTY, question}
      return {...now, ...change(now)}
    })
  return {
    whose,
    scores,
    needs,
    dice,
    box,
    cell,
    /** The dice of a hand with those entered so far; a single die lies in the middle. */
    onto: (/** @type {string} */ hand) => filled(hand, needs === 1 && !turn ? `..${dice}` : dice),
    add: (/** @type {number} */ value) =>
      set((now) => (now.dice.length < needs ? {dice: `${now.dice}${value}`} : {})),
    back: () => set((now) => ({dice: now.dice.slice(0, -1)})),
    /** Chooses the box of a score pad, or another one; the same again means none. */
    pick: (/** @type {string} */ other) => set((now) => ({box: other === now.box ? '' : other, cell: ''})),
    /** Chooses a score that has a further question. */
    ask: (/** @type {string} */ wanted) => set(() => ({cell: wanted})),
    /** The message that enters the dice. */
    message: () => (you.asked === 'enter' ? {type: 'final', dice, seat: whose} : {type: 'throw', dice}),
  }
}

/** The hand with dice in its free slots. @param {string} hand @param {string} dice */
function filled(hand, dice) {
  const left = [...dice]
  return [...hand].map((sign) => (sign === '.' ? (left.shift() ?? '.') : sign)).join('')
}
