// The actions at a table, for presses on dice, buttons and boxes. A final choice is made at once, by a second
// press, or with some seconds to take it back.
import {useEffect, useLayoutEffect, useRef, useState} from '../vendor/htm-preact.js'
import {aimOf} from './state.js'
import {ALL, filledSlots, keptDice, NONE, onlyAside, slotsOf, stillAside, toggled} from './dice-slots.js'
import {wasThrown} from '../seats/open-table.js'
import {seatAt, remember, keepAside, settings, stored, UNDO} from '../shell/storage.js'
import {byFinger, isEcho, listen} from '../shell/press.js'
import {tap} from '../shell/effects.js'
import {tr} from '../shell/language.js'

/** @typedef {ReturnType<typeof import('./client.js').useSeat> & {taking?: string}} Seat */

/**
 * The actions of a seat. All are disabled while dice are in the air and until the effect of the last action
 * is visible, so that none happens twice.
 * @param {Seat} seat
 */
export function useActs(seat) {
  const {seen, send} = seat
  const {picture, you, air} = seen
  const taking = useTaking(seat)
  const [aside, set] = useAside(seen)
  const acted = useActed(seen)
  const able = !seen.lost && !seen.sent && !seen.busy && !air && !taking.held && !picture?.closed
  const keeps = able && you.asked === 'keep'
  const isOwn = isReal(picture)
  const entry = useEntry(seen)
  const canHint = able && !!picture?.terms.hints && ['keep', 'use', 'choose'].includes(you.asked)
  const hand = handOf(seen)
  const keep = () => {
    const dice = keptDice(hand, aside.current)
    send({type: 'keep', dice}, onlyAside(hand, aside.current))
  }
  const setAside = (/** @type {Iterable<number>} */ slots) => {
    if (!keeps) return
    taking.forget()
    set(new Set(slots))
  }
  const once = (/** @type {() => void} */ act) => {
    acted.current = performance.now()
    act()
  }
  /** Acts unless the press is an echo, which the button shows; a throw that must be made loses nothing. */
  const unlessEcho = (/** @type {() => void} */ act, within = you.asked === 'throw' ? 0 : undefined) => {
    if (!isEcho(acted.current, within)) once(act)
    else document.querySelector('.doing .main')?.animate({opacity: [0.4, 1]}, 300)
  }
  const roll = () => {
    if (able && you.asked === 'throw' && !isOwn) unlessEcho(() => send({type: 'throw'}))
    else if (keeps && aside.current.size < 5) unlessEcho(keep)
  }
  const throws = able && you.asked === 'throw'
  useEffect(() => {
    if (throws && wasThrown(picture?.code ?? '')) roll()
  }, [throws])
  const stop = () => {
    if (keeps && aside.current.size < 5) once(() => setAside(ALL))
    else if (keeps) unlessEcho(keep)
  }
  const pick = (/** @type {string} */ use, sure = false) =>
    taking.pick({type: 'use', use}, sure || (you.asked === 'use' && you.uses.length === 1))
  const [early, setEarly] = useEarly(able, hand + JSON.stringify(you.uses), pick)
  return {
    able,
    keeps,
    canHint,
    aside: aside.current,
    entry,
    /** Whether entries can be taken back here. */
    takesBack: isOwn && you.seat !== null && !picture?.next && !picture?.closed,
    takeBack: () => able && once(() => send({type: 'takeback'})),
    send: (/** @type {{type: string, [more: string]: any}} */ message) => able && once(() => send(message)),
    chosen: taking.chosen || early,
    held: taking.held,
    /** Escape drops the choice first, then the hint. */
    escape: () => (taking.chosen ? taking.forget() : seat.unhint()),
    undo: () => once(taking.forget),
    land: () => once(seat.land),
    skip: () => once(seat.skip),
    roll,
    /** Enter confirms the choice or keeps all five dice; pressed again, it stops. */
    enter: () => (taking.chosen ? taking.confirm() : stop()),
    /** The main button. */
    main() {
      if (air) once(seat.land)
      else if (taking.held) taking.goOn()
      else if (taking.chosen) taking.confirm()
      else if (aside.current.size === 5) stop()
      else roll()
    },
    toggle(/** @type {number} */ slot) {
      if (!keeps) return
      tap()
      acted.current = -Infinity // setting a die aside shows that the dice were seen
      setAside(toggled(aside.current, slot))
    },
    /** Sets aside the dice of a hint. */
    take(/** @type {string} */ dice) {
      acted.current = -Infinity
      setAside(slotsOf(hand, dice))
    },
    use(/** @type {string} */ use, sure = false) {
      if (able) pick(use, sure)
      else if (seen.sent) setEarly(use, sure)
    },
    choose(/** @type {string} */ option, sure = false) {
      if (able) taking.pick({type: 'choose', option}, sure)
    },
    hint() {
      if (canHint) send({type: 'hint', aim: seatAt(picture.code)?.aim ?? 'score'})
      else if (throws) seat.refuse(tr('Throw first; a hint looks at your dice'))
    },
    /** Ranks this hint and all later hints at this table by an aim. */
    rank(/** @type {Aim} */ aim) {
      const known = [seen.hint, seen.other].find((one) => one && aimOf(one) === aim)
      remember(picture?.code ?? '', {aim})
      if (known) seat.rank(known)
      else if (!seen.lost && aim !== seen.hinting) send({type: 'hint', aim})
    },
  }
}

/**
 * My entry of real dice so far: the dice and their slots, or a box and its score. `base` is the hand without
 * them.
 * @typedef {{question: string, dice: string, base?: string, hand?: string, box: string, cell: string}} Draft
 */

/** @type {Draft} */
const EMPTY = {question: '', dice: '', box: '', cell: ''}

/** The latest draft of this tab, which survives a reload. */
const latestDraft = stored('draft', EMPTY, () => sessionStorage)

/**
 * The entry that the table waits for; my seat comes before a bot's or an absent player's. A new question
 * clears the draft, unlike chat messages and reloads.
 * @param {Seen} seen
 */
function useEntry({picture, you}) {
  const seats = isReal(picture) && ['throw', 'enter'].includes(you.asked) ? (you.enters ?? []) : []
  const whose = seats.find((seat) => seat === you.seat) ?? seats[0] ?? null
  const {code, awaits, turn, position, rolloff, finished} = picture ?? {}
  const question =
    whose === null ? '' : JSON.stringify([code, whose, you, awaits, turn, position, rolloff, finished])
  const [draft, setDraft] = useState(() => latestDraft())
  // a layout effect, so that the visible draft is stored even if the page is reloaded at once
  useLayoutEffect(() => {
    if (draft !== EMPTY) latestDraft(draft)
  }, [draft])
  const draftOf = (/** @type {Draft} */ one) => (one.question === question ? one : {...EMPTY, question})
  return {
    whose,
    draft: draftOf(draft),
    scores: you.scores?.filter(({seat}) => seat === whose) ?? [],
    /** Changes the latest draft, because two quick presses may come before the next render. */
    set: (/** @type {(now: Draft) => Partial<Draft>} */ change) =>
      setDraft((latest) => ({...draftOf(latest), ...change(draftOf(latest))})),
  }
}

/** Whether people throw their own dice at this table. @param {Seen['picture'] | undefined} picture */
const isReal = (picture) => picture?.terms.dice === 'own'

/** @param {{picture?: Seen['picture'], you: Seen['you']}} seen @returns {string} */
const handOf = ({picture, you}) => (you.seat !== null && picture?.turn?.hands[you.seat]) || NONE

/** The time of my last action, or of its effect. @param {Seen} seen @returns {{current: number}} */
function useActed({last, you}) {
  const acted = useRef(-Infinity)
  const event = last?.entry?.event
  const mine = event?.seat === you.seat || (event?.throw && handOf({picture: last?.picture, you}) !== NONE)
  useLayoutEffect(() => {
    if (you.seat !== null && mine && acted.current > -Infinity) acted.current = performance.now()
  }, [last?.number])
  return acted
}

/**
 * The slots of my dice that are set aside. The ref is up to date before the next render. The slots follow the
 * kept dice, are reset with every turn, and survive a reload.
 * @param {Seen} seen @returns {[{current: Set<number>}, (aside: Set<number>) => void]}
 */
function useAside(seen) {
  const aside = useRef(/** @type {Set<number>} */ (new Set()))
  const [drawn, draw] = useState(aside.current)
  const isBack = useRef(false)
  const set = (/** @type {Set<number>} */ now) => {
    aside.current = now
    draw(now)
  }
  const hand = handOf(seen)
  const step = seen.picture?.turn?.step ?? 0
  const code = seen.picture?.code ?? ''
  useLayoutEffect(() => {
    if (step <= 1 && !/^[1-6]{5}$/.test(hand)) set(new Set())
    else if (hand.includes('.')) set(new Set(filledSlots(hand)))
    else if (!isBack.current) set(new Set(stillAside(code, step, hand)))
    isBack.current = Boolean(seen.picture)
  }, [code, hand.includes('.'), step])
  useLayoutEffect(() => {
    if (/^[1-6]{5}$/.test(hand)) keepAside({code, step, hand, slots: [...aside.current]})
  }, [hand, drawn])
  return [aside, set]
}

// --- Final choices ---

/** A held choice is sent at the latest this many milliseconds before the clock runs out. */
const SPARE = 1500

/**
 * A choice that is not sent yet. It waits for confirmation or, if `held`, can be taken back.
 * @typedef {{message: {type: string, use?: string, option?: string}, question: string, at: number,
 *   held: boolean}} Picked
 */

/** How choices are confirmed; by default they can be taken back. @param {string} [taking] the setting */
function wayOf(taking = settings().taking) {
  if (taking === 'touch') return byFinger() ? 'confirm' : 'now' // fingers slip and hide what they touch
  return taking
}

/** The use or option that a picked choice names. @param {Picked | null} picked @returns {string} */
const chosenBy = (picked) => picked?.message.use ?? picked?.message.option ?? ''

/**
 * A box that is pressed while the answer to my last move is pending. It is chosen after the answer, unless
 * the dice or the boxes have changed.
 * @param {boolean} able @param {string} offer the dice and what they pay
 * @param {(use: string, sure: boolean) => void} pick
 * @returns {[string, (use: string, sure: boolean) => void]}
 */
function useEarly(able, offer, pick) {
  const [early, set] = useState({use: '', sure: false, offer})
  useEffect(() => {
    if (!able || !early.use) return
    set({use: '', sure: false, offer})
    if (early.offer === offer) pick(early.use, early.sure)
  }, [able, early])
  return [early.offer === offer ? early.use : '', (use, sure) => set({use, sure, offer})]
}

/** @param {Seat} seat */
function useTaking({seen, send, taking}) {
  const [latest, setPicked] = useState(/** @type {Picked | null} */ (null))
  const {asked, uses, options} = seen.you
  const question = JSON.stringify([asked, uses, options])
  const picked = latest?.question === question ? latest : null
  const forget = () => setPicked(null)
  const go = (/** @type {Picked['message']} */ message) => {
    if (seen.lost) return // it waits for the connection
    forget()
    send(message)
  }
  const confirm = () => {
    if (picked && !picked.held && !isEcho(picked.at)) go(picked.message)
  }
  useHeld(picked, seen.due, go, forget)
  useElsewhere(picked, forget)
  return {
    chosen: chosenBy(picked),
    held: Boolean(picked?.held),
    confirm,
    goOn: () => picked && go(picked.message),
    forget,
    /** @param {Picked['message']} message @param {boolean} sure whether it is already confirmed */
    pick(message, sure) {
      const way = wayOf(taking)
      const next = {message, question, at: performance.now(), held: way === 'undo'}
      if (way === 'now' || (way === 'confirm' && sure)) go(message)
      else if (picked && chosenBy(picked) === chosenBy(next)) confirm()
      else setPicked(next)
    },
  }
}

/**
 * Sends a held choice when its time is over, when anything else is pressed, or before the page is left. If
 * the page is offline, it sends the choice once the connection is back.
 * @param {Picked | null} picked @param {number | null} due @param {(message: Picked['message']) => void} go
 * @param {() => void} undo
 */
function useHeld(picked, due, go, undo) {
  useEffect(() => {
    if (!picked?.held) return undefined
    const left = Math.min(picked.at + UNDO - performance.now(), (due ?? Infinity) - SPARE - Date.now())
    const send = () => go(picked.message)
    const pressed = (/** @type {Event} */ event) => {
      const key = event instanceof KeyboardEvent ? event.key : ''
      if (key === 'Escape') undo()
      else if (!['Tab', 'Shift'].includes(key) && !onUndo(event)) send()
    }
    const timer = setTimeout(send, left)
    const leave = listen('pagehide popstate visibilitychange', send)
    const rest = listen('pointerdown keydown', pressed, true)
    return () => {
      clearTimeout(timer)
      leave()
      rest()
    }
  })
}

/** @param {Event} event */
const onUndo = ({target}) => target instanceof Element && target.closest('.undo')

/** A press on the background drops the choice. @param {Picked | null} picked @param {() => void} forget */
function useElsewhere(picked, forget) {
  useEffect(() => {
    if (!picked || picked.held) return undefined
    const pressed = (/** @type {Event} */ {target}) => {
      if (target instanceof Element && !target.closest('button, a, dialog, .told')) forget()
    }
    return listen('click', pressed)
  })
}
