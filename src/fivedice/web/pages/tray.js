// The dice and what can be done with them: throw, set aside, stop, choose. Knows no rule of its own.
import {html, useEffect, useLayoutEffect, useRef, useState} from './vendor/htm-preact.js'
import {Dice} from './dice.js'
import {Icon} from './icons.js'
import {calm} from './motion.js'

/** @typedef {import('./seat.js').Seen} Seen */
/** @typedef {import('./play.js').Acts} Acts */
/** @typedef {import('./shapes.js').Picture} Picture */

const NONE = '.....'

/** @param {{seen: Seen, aside: Set<number>, acts: Acts}} props */
export default function Tray({seen, aside, acts}) {
  const {picture, you} = seen
  const hand = useHand(seen)
  if (!picture) return null
  const mine = you.seat !== null && !!picture.turn?.hands[you.seat]
  const skip = () => seen.busy && acts.skip()
  return html`<section class="dice-side" aria-label="Dice">
    <div class="tray" onClick=${skip}>
      <${Throws} picture=${picture} />
      <${Dice} hand=${hand} faces=${picture.faces} set=${picture.set} suits=${picture.suits}
        slots=${mine && you.asked !== 'use' ? aside : new Set()}
        onToggle=${mine && you.asked === 'keep' ? acts.toggle : undefined} canKeep=${acts.keeps}
          label=${mine ? 'My dice' : 'Dice'} />
    </div>
    <div class="doing">
      <p class="prompt" aria-live="polite">${prompt(seen)}</p>
      <div class="row"><${Buttons} seen=${seen} aside=${aside} acts=${acts} /><${Clock} seen=${seen} /></div>
      <p class="keys" aria-hidden="true">${keys(seen.busy ? 'busy' : you.asked)}</p>
    </div>
  </section>`
}

/** Which of the three throws this is. @param {{picture: Picture}} props */
function Throws({picture}) {
  const step = picture.turn?.step ?? 0
  const thrown =
    picture.turn && Object.values(picture.turn.hands).some((hand) => hand !== NONE) ? step : step - 1
  if (!picture.turn) return html`<p class="throws"></p>`
  return html`<p class="throws" role="img" aria-label=${`${Math.max(thrown, 0)} of 3 throws made`}>
    ${[1, 2, 3].map((at) => html`<span class=${at <= thrown ? 'made' : ''}></span>`)}</p>`
}

/** @param {{seen: Seen, aside: Set<number>, acts: Acts}} props */
function Buttons({seen, aside, acts}) {
  const {you, busy, picture} = seen
  const hint =
    acts.canHint &&
    html`<button type="button" class="button" disabled=${seen.hinting} onClick=${acts.hint}
    title="Everybody sees that you take one"><${Icon} name="bulb" />Hint</button>`
  if (busy)
    return html`<button type="button" class="button" onClick=${acts.skip}>Skip<${Icon} name="next" />
      </button>`
  if (you.asked === 'throw')
    return html`<button type="button" class="button main" disabled=${!acts.able}
    onClick=${acts.roll}>${picture?.awaits.dice === 1 ? 'Throw the die' : 'Throw'}</button>`
  if (you.asked === 'keep')
    return html`<button type="button" class="button main" disabled=${!acts.able} onClick=${acts.keep}>
      ${keepWords(aside.size, picture)}</button>${hint}`
  if (you.asked === 'choose') {
    return html`${you.options.map(
      (option) => html`<button type="button" class="button main" key=${option} disabled=${!acts.able}
      onClick=${() => acts.choose(option)}>${option.charAt(0).toUpperCase() + option.slice(1)}</button>`,
    )}${hint}`
  }
  return hint
}

/** @param {number} kept @param {Picture | null} picture */
function keepWords(kept, picture) {
  const together = Object.keys(picture?.turn?.hands ?? {}).length > 1
  if (kept === 5) return together ? 'Keep all five' : 'Stop'
  return kept === 0 ? 'Throw all five' : `Throw ${5 - kept} ${kept === 4 ? 'die' : 'dice'}`
}

/** What is wanted, in a sentence. @param {Seen} seen */
function prompt({picture, you, busy, lost}) {
  if (lost) return 'Reconnecting …'
  if (!picture?.awaits) return ''
  const {awaits, chairs, turn} = picture
  if (!busy && you.asked) {
    const step = you.asked === 'keep' && ` (throw ${turn?.step ?? 1} of 3)`
    return html`${awaits.prompt}${step && html`<span class="of-three">${step}</span>`}`
  }
  const others = awaits.seats.filter((seat) => seat !== you.seat).map((seat) => chairs[seat].name)
  if (you.decided) return `Waiting for ${others.join(', ')}`
  if (['first', 'over'].includes(awaits.kind)) return awaits.prompt
  return others.length ? awaits.told : ''
}

/** The keys, quietly. @param {string} asked */
function keys(asked) {
  const shown = {
    busy: [['S', 'skip']],
    throw: [['R', 'throw']],
    keep: [
      ['1–5', 'set aside'],
      ['R', 'throw'],
      ['Enter', 'stop'],
      ['H', 'hint'],
    ],
    use: [
      ['↓', 'card'],
      ['H', 'hint'],
    ],
    choose: [['Tab', 'choose']],
  }
  const some = [
    .../** @type {string[][]} */ (shown[/** @type {keyof typeof shown} */ (asked)] ?? []),
    ['?', 'rules'],
  ]
  return some.map(([key, does]) => html`<span><kbd>${key}</kbd> ${does}</span>`)
}

/**
 * The dice that lie on the table: of the turn, or the last ones thrown until others are.
 * @param {Seen} seen @returns {string}
 */
function useHand({picture, you, last}) {
  const lying = useRef(NONE)
  const [cleared, setCleared] = useState(-1)
  const turn = picture?.turn
  const event = last?.entry?.event
  const own = turn && (turn.hands[you.seat ?? -1] ?? turn.hands[turn.thrower])
  const fresh = event?.throw?.length === 5 && cleared !== last?.number && !calm()
  useLayoutEffect(() => {
    if (!fresh) return undefined
    const soon = requestAnimationFrame(() => setCleared(last?.number ?? -1))
    return () => cancelAnimationFrame(soon)
  }, [last?.number])
  if (own && own !== NONE) lying.current = own
  else if (event?.throw?.length === 5) lying.current = event.throw
  else if (you.asked === 'throw' || event?.throw) lying.current = NONE
  return fresh ? NONE : lying.current
}

/** The seconds left for a decision, where a clock was agreed. @param {{seen: Seen}} props */
function Clock({seen}) {
  const {you, due} = seen
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    if (due === null || !you.asked) return undefined
    setNow(Date.now())
    const tick = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(tick)
  }, [due, you.asked])
  if (due === null || !you.asked) return null
  const left = Math.max(0, Math.ceil((due - now) / 1000))
  return html`<span class=${`clock ${left <= 5 ? 'late' : ''}`} role="timer"
    aria-label=${`${left} seconds left`}>${left}</span>`
}
