// The list of turns with their marks and luck.
import {html, useLayoutEffect, useRef} from '../vendor/htm-preact.js'
import {listen} from '../shell/press.js'
import {tr, unbroken} from '../shell/language.js'
import {signed} from './loading.js'
import {Happened, look, Mark, Outcome} from './event-line.js'

/** Pixels that stay free above and below the current step. */
const MARGIN = 40

/**
 * @param {{known: Known, picture: Picture, names: string[], number: number,
 *   you: number | null, onGo: (number: number) => void}} props
 */
export default function Turns({known, picture, names, number, you, onGo}) {
  const list = useRef(/** @type {HTMLElement | null} */ (null))
  const open = openAt(known.turns, number, you)
  useLayoutEffect(() => {
    const show = () => {
      const box = list.current
      const row = box?.querySelector('[aria-current]')
      if (!box || !row) return
      const [around, {top, bottom}] = [box, row].map((one) => one.getBoundingClientRect())
      box.scrollTop += Math.min(0, top - MARGIN - around.top) + Math.max(0, bottom + MARGIN - around.bottom)
    }
    show()
    return listen('resize', show)
  }, [number, known.turns, known.stage])
  return html`<section class="turns panel" aria-label=${tr('Turns')}>
    <header><h2>${tr('Turns')}</h2>
      <span class="soft" aria-hidden="true">${known.counts && tr('luck')}</span></header>
    <ol ref=${list} class=${picture.terms.games > 1 ? 'of-games' : ''} tabindex="0"
      aria-label=${tr('Turns, in the order of play')}>${known.turns.map(
        (turn, place) => html`<li key=${place}>
        <${Row} turn=${turn} known=${known} who=${names[turn.seat]} games=${picture.terms.games}
          current=${turn === open} onGo=${onGo} />
        ${
          turn === open &&
          html`<${Steps} turn=${turn} known=${known} picture=${picture} number=${number} onGo=${onGo} />`
        }
      </li>`,
      )}</ol>
  </section>`
}

/**
 * The turn of an event; my turn if several seats share it.
 * @param {TurnTaken[]} turns @param {number} number @param {number | null} you
 */
function openAt(turns, number, you) {
  const here = turns.filter(({steps}) => steps.includes(number))
  return here.find(({seat}) => seat === you) ?? here[0]
}

/**
 * @param {{turn: TurnTaken, known: Known, who: string, games: number, current: boolean,
 *   onGo: (number: number) => void}} props
 */
function Row({turn, known, who, games, current, onGo}) {
  const own = turn.steps.flatMap((step) => known.at.get(step) ?? []).filter(({seat}) => seat === turn.seat)
  const luck = own.reduce((sum, one) => sum + one.luck, 0)
  const number = turn.turn || tr('Start', null, 'before the first turn')
  const place = games > 1 ? `${turn.game} · ${number}` : `${number}`
  return html`<button type="button" class=${`turn ${current ? 'current' : ''}`}
    onClick=${() => onGo(turn.steps[0])} disabled=${!turn.steps.length}>
    <span class="nth">
      <span class="unseen">${games > 1 ? tr('Game and turn') : tr('Turn')} </span>${place}</span>
    <span class=${`seat-dot seat-${turn.seat}`} aria-hidden="true"></span>
    <span class="who name">${who}</span><span class="used">${unbroken(turn.used)}</span>
    <span class="marks">${own.map(({mark}) => mark && html`<${Mark} mark=${mark} /> `)}</span>
    <span class="luck"><span class="unseen">${tr('luck')} </span>${
      known.counts && own.length > 0 && signed(luck, known.counts)
    }</span>
  </button>`
}

/**
 * The events of a turn.
 * @param {{turn: TurnTaken, known: Known, picture: Picture, number: number,
 *   onGo: (number: number) => void}} props
 */
function Steps({turn, known, picture, number, onGo}) {
  return html`<ol class="steps">${turn.steps.map((step) => {
    const moment = known.at.get(step)?.find(({seat}) => seat === turn.seat)
    return html`<li key=${step}><button type="button" class="step" onClick=${() => onGo(step)}
      aria-current=${step === number ? 'step' : undefined}>
      <span>${
        moment ? html`<${Happened} ...${{moment, picture}} brief />` : tr('Step {number}', {number: step})
      }</span>
      ${moment && html`<${Outcome} class=${`outcome ${look(moment.mark)}`} moment=${moment} />`}</button>
    </li>`
  })}</ol>`
}
