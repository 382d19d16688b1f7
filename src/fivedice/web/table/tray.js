// The dice, the prompt and the buttons: throw, keep, stop, choose. Every button has a fixed place, so
// that no press hits a button that has just moved there.
import {html, useEffect, useLayoutEffect, useRef, useState} from '../vendor/htm-preact.js'
import {isAtRest} from './away.js'
import {Eraser} from './board.js'
import {Dice} from '../dice/dice.js'
import {Icon} from '../drawings/icons.js'
import {boardOf, wordsOf} from '../games/index.js'
import {filledSlots, NONE} from './dice-slots.js'
import {isTogether} from './players.js'
import {comma, gap, rich, tr} from '../shell/language.js'
import {optional} from '../shell/lazy.js'
import {useNow} from '../shell/effects.js'
import {pressed} from '../shell/press.js'
import {isHandedOn, settings, UNDO} from '../shell/storage.js'
import {Button, say} from '../shell/frame.js'

const Pad = optional(() => import('./pad.js'))

/** @param {{seen: Seen, acts: Acts}} props */
export default function Tray({seen, acts}) {
  const {picture, you} = seen.air ?? seen
  const hand = useHand(seen)
  if (!picture) return null
  if (you.asked === 'first')
    return html`<section class="asks-first panel"><h2>${prompt(seen, acts)}</h2>
      <p class="soft">${tr('Everybody throws five dice: the highest total starts. Or just agree.')}</p>
      ${picture.chairs.map(
        ({name}, seat) => html`<${Button} disabled=${!acts.able} translate=${false}
          onClick=${() => acts.send({type: 'first', seat})}>
          <span class=${`seat-dot seat-${seat}`}></span>${name}<//>`,
      )}</section>`
  const own = you.seat === null ? undefined : picture.turn?.hands[you.seat]
  const mine = !!own
  const {entry} = acts
  const enters = entry.whose !== null
  const {base = hand, hand: entered = hand} = entry.draft
  const goOn = (/** @type {any} */ {target}) =>
    seen.air && !target.closest('.skip') ? acts.land() : seen.busy && acts.skip()
  return html`<section class=${`dice-side ${entry.scores.length ? 'scoring' : ''}`} aria-label=${tr('Dice')}>
    <div class="tray" onClick=${goOn}>
      <${Throws} picture=${picture} last=${seen.throws} />
      <${Dice} hand=${entered} faces=${picture.faces} set=${picture.set}
        suits=${picture.suits} draft=${enters}
        slots=${enters ? new Set(filledSlots(base)) : mine && you.asked !== 'use' ? acts.aside : new Set()}
        onToggle=${mine && you.asked === 'keep' ? acts.toggle : undefined} canKeep=${acts.keeps}
          label=${mine && own !== NONE ? tr('My dice') : tr('Dice')} flight=${seen.air?.flight ?? 0} />
      ${seen.busy && SKIP}
    </div>
    <div class="doing">${
      enters && !seen.busy
        ? html`<${Pad} seen=${seen} acts=${acts} />`
        : html`<p class="prompt">${prompt(seen, acts)}</p>
          <${Options} seen=${seen} acts=${acts} />
          <div class="row"><${Eraser} acts=${acts} /><${Main} seen=${seen} acts=${acts} />
            <${HintButton} seen=${seen} acts=${acts} /><${Clock} seen=${seen} /></div>
          <${Keys} asked=${seen.busy ? 'busy' : acts.held ? 'held' : seen.you.asked} picture=${picture} />`
    }</div>
  </section>`
}

/** Skips the queue, apart from the other buttons. */
const SKIP = html`<${Button} look="small skip" aria-label=${tr('Skip')} title=${tr('Skip')}>
  <${Icon} name="next" /><//>`

/** How many throws were made. @param {{picture: Picture, last: number}} props the `last` throw shown, or 0 */
function Throws({picture, last}) {
  const step = (picture.awaits?.kind === 'use' && last) || (picture.turn?.step ?? 0)
  const thrown =
    picture.turn && Object.values(picture.turn.hands).some((hand) => hand !== NONE) ? step : step - 1
  if (!picture.turn) return html`<p class="throws"></p>`
  const words = tr('{count} of 3 throws made', {count: Math.max(thrown, 0)})
  return html`<p class="throws" role="img" aria-label=${words}>
    ${[1, 2, 3].map((at) => html`<span class=${at <= thrown ? 'made' : ''}></span>`)}</p>`
}

/**
 * The main button; its label names its current action. If disabled, it keeps the focus. After a press by
 * mouse or finger it gives the focus up, so that keys act on the table.
 * @param {{seen: Seen, acts: Acts}} props
 */
function Main({seen, acts}) {
  const {air, you} = seen
  if (you.seat === null) return null
  const mine = air && isMine(air)
  const does = acts.chosen || ['throw', 'keep'].includes(you.asked)
  const rests = air ? !mine : !(acts.able || acts.held) || !does
  return html`<${Button} look=${`main ${acts.chosen ? 'take' : ''}`} aria-disabled=${String(rests)}
    onClick=${pressed(() => rests || acts.main())}>${mainWords(seen, acts)}<//>`
}

/** Whether a throw is mine, or shared with my hand. @param {Update} thrown */
const isMine = ({entry, picture, you}) =>
  you.seat !== null && (entry?.event?.seat === you.seat || you.seat in (picture.turn?.hands ?? {}))

/** The label of the main button. @param {Seen} seen @param {Acts} acts */
function mainWords(seen, acts) {
  const {picture, you, busy, air} = seen
  const awaits = picture?.awaits
  const rolls = awaits?.kind === 'throw' && awaits.seats.includes(you.seat ?? -1)
  if (acts.held) return tr('Go on', null, 'after a choice')
  if (acts.chosen && picture) return wordsOf(picture, you, acts.chosen)
  if (air && isMine(air)) return tr('Throwing …')
  if (picture?.closed) return tr('Closed')
  if (isAtRest(seen)) return tr('You are away')
  if (you.decided && (busy || !you.asked)) return tr('Decided')
  if (busy || !you.asked) return rolls && !busy ? tr('Throwing …') : tr('Not your turn')
  if (you.asked === 'throw') return throwWords(picture)
  if (you.asked === 'keep') return keepWords(acts.aside.size, picture)
  if (you.asked === 'choose') return picture?.words.choice
  return you.uses.length < 2 ? tr('No throws left') : picture?.words.wanted
}

/**
 * It is set apart, because everybody sees that a hint was taken; a choice is taken back in its place.
 * @param {{seen: Seen, acts: Acts}} props
 */
function HintButton({seen, acts}) {
  if (acts.held)
    return html`<${Button} look="undo" style=${{'--undo': `${UNDO}ms`}} onClick=${acts.undo}>
      ${tr('Take back')}<//>`
  if (!seen.picture?.terms.hints || seen.you.seat === null) return null
  return html`<${Button} aria-disabled=${String(!acts.canHint || seen.hinting)}
    onClick=${acts.hint} title=${tr('Everyone can see that you take a hint')}><${Icon} name="bulb" />
      <span class="word">${tr('Hint')}</span><//>`
}

/** The answers that no board shows. @param {{seen: Seen, acts: Acts}} props */
function Options({seen: {you, busy, air, picture}, acts}) {
  if (!picture || busy || air || you.asked !== 'choose' || boardOf(picture.board).asks) return null
  return html`<div class="row">${you.options.map(
    (option) => html`<${Button} key=${option} disabled=${!acts.able}
    aria-pressed=${acts.chosen === option ? 'true' : undefined} onClick=${() => acts.choose(option)}>
      ${wordsOf(picture, you, option)}<//>`,
  )}</div>`
}

/** The label of the main button that keeps these dice, or throws. @param {string | undefined} dice */
export const labelOf = (dice, /** @type {Picture | null} */ picture) =>
  dice === undefined ? throwWords(picture) : keepWords(dice.length, picture)

/** @param {Picture | null} picture */
const throwWords = (picture) =>
  picture?.awaits?.dice === 1 ? tr('Throw the die') : tr('Throw', null, 'button')

/** @param {number} kept @param {Picture | null} picture */
function keepWords(kept, picture) {
  if (kept === 5) return isTogether(picture) ? tr('Keep all five') : tr('Stop')
  if (kept === 0) return tr('Throw all five')
  return tr('{count, plural, one {Throw # die} other {Throw # dice}}', {count: 5 - kept})
}

/** The keys except Enter, which focused controls take. @param {{asked: string, picture: Picture}} props */
function Keys({asked, picture: {terms, board}}) {
  const hint = terms.hints ? [['H', tr('hint', null, 'what a key does')]] : []
  const keys = {
    busy: [['S', tr('skip')]],
    held: [[tr('Esc', null, 'a key'), tr('take back')]],
    throw: [['R', tr('throw')]],
    keep: [['1–5', tr('keep', null, 'what a key does')], ['R', tr('throw')], ...hint],
    use: [['↓', tr('choose')], ...hint],
    choose: [[boardOf(board).asks ? '↓' : 'Tab', tr('choose')]],
  }
  const own = /** @type {string[][]} */ (keys[/** @type {keyof typeof keys} */ (asked)] ?? [])
  const some = settings().keys ? [...own, ['?', tr('rules', null, 'what a key does')]] : []
  return html`<p class="keys" aria-hidden="true">${some.map(
    ([key, does]) => html`<span><kbd translate=${false}>${key}</kbd> ${does}</span>`,
  )}</p>`
}

/**
 * The dice on the table: the dice of the turn, or the last thrown dice. Before a throw of five dice the tray
 * is empty for a moment.
 * @param {Seen} seen @returns {string}
 */
function useHand({air, ...seen}) {
  const {picture, you} = air ?? seen
  const last = air ?? seen.last
  const lying = useRef(NONE)
  const [cleared, setCleared] = useState(-1)
  const turn = picture?.turn
  const event = last?.entry?.event
  const own = turn && (turn.hands[you.seat ?? -1] ?? turn.hands[turn.thrower])
  const fresh = event?.throw?.length === 5 && air && cleared !== air.number
  useLayoutEffect(() => {
    if (!fresh) return undefined
    const soon = requestAnimationFrame(() => setCleared(air.number))
    return () => cancelAnimationFrame(soon)
  }, [last?.number])
  if (own && own !== NONE) lying.current = own
  else if (event?.throw?.length === 5) lying.current = event.throw
  else if (['throw', 'enter'].includes(you.asked) || event?.throw) lying.current = NONE
  return fresh ? NONE : lying.current
}

/** The seconds left for a decision, if the table has a clock. @param {{seen: Seen}} props */
function Clock({seen}) {
  const {picture, you, due} = seen
  const now = useNow(due !== null && you.asked !== '', 500)
  if (!picture?.terms.clock) return null
  if (due === null || !you.asked) return html`<span class="clock none"></span>`
  const left = Math.max(0, Math.ceil((due - now) / 1000))
  return html`<span translate=${false} class=${`clock ${left <= 5 ? 'late' : ''}`} role="timer"
    aria-label=${tr('{left, plural, one {# second left} other {# seconds left}}', {left})}>${left}</span>`
}

/**
 * The prompt, which says what the table waits for, and for whom if several people share this device.
 * @param {Seen} seen @param {Acts} acts
 */
export function prompt(seen, acts) {
  const {picture, you, busy, lost} = seen
  if (lost) return tr('Reconnecting …')
  if (!picture?.awaits) return ''
  if (isAtRest(seen)) return tr('Match paused')
  const words = question(seen, acts, picture)
  if (busy || acts.held || ['', 'first'].includes(you.asked) || !isHandedOn(picture.code)) return words
  const name = html`<b translate=${false}>${picture.chairs[you.seat ?? 0].name}</b>`
  if (picture.rolloff) return rich('{name}’s turn', {name})
  const isSecret = isTogether(picture) && you.asked !== 'throw' && !acts.chosen
  return isSecret
    ? rich('{name} decides; the others look away', {name})
    : rich('{name}: {words}', {name, words})
}

/** @param {Seen} seen @param {Acts} acts @param {Picture} picture */
function question({you, busy}, {chosen, held}, picture) {
  const {awaits, chairs, turn} = picture
  if (chosen) {
    const words = tr('{sentence}.', {sentence: wordsOf(picture, you, chosen, held)})
    if (held) return html`${words}<span class="unseen">${gap()}${tr('You can still take this back')}</span>`
    const back =
      you.asked === 'keep' ? tr('Confirm, or press a die to keep throwing') : tr('Confirm, or choose again')
    return html`<span class="unseen">${words}${gap()}</span>${back}`
  }
  if (!busy && you.asked) {
    const step = you.asked === 'keep' && tr('(throw {step} of 3)', {step: turn?.step ?? 1})
    const only = you.asked === 'use' && you.uses.length === 1 && tr('There is only one choice')
    const why = you.asked === 'use' && you.explained
    return html`${why || only || awaits.prompt}${step && html`<span class="of-three">${gap()}${step}</span>`}`
  }
  const others = awaits.seats.filter((seat) => seat !== you.seat).map((seat) => chairs[seat].name)
  if (you.decided) return tr('Waiting for {names}', {names: comma(others)})
  if (['first', 'over'].includes(awaits.kind)) return awaits.prompt
  return others.length ? awaits.told : ''
}

/** A virtual node's text; keeping the node would keep all renders. @param {any} words @returns {string} */
function asText(words) {
  if (Array.isArray(words)) return words.map(asText).join('')
  return words?.props ? asText(words.props.children) : words || ''
}

/**
 * Announces a question to me once, after the events that led to it. Boards announce their own questions.
 * @param {Seen} seen @param {Acts} acts
 */
export function useAsked(seen, acts) {
  const last = useRef('')
  useEffect(() => {
    const {picture, you, busy, air, lost} = seen
    if (!picture || busy || air || lost) return
    const {turn, awaits, board} = picture
    const now =
      you.asked || you.decided ? [you.asked, awaits?.prompt, turn?.step, acts.chosen, acts.held] : ''
    const onBoard = you.asked === 'choose' && !acts.chosen && boardOf(board).asks
    if (now && !onBoard && String(now) !== last.current) say(asText(prompt(seen, acts)))
    last.current = String(now)
  })
}
