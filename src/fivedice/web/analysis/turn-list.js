// The list of turns with their marks and luck.
import {html, useLayoutEffect, useRef} from '../vendor/htm-preact.js'
import {signed} from './loading.js'
import {Happened, look, Mark, Outcome} from './event-line.js'

/** @typedef {import('../shell/types.js').TurnTaken} TurnTaken */
/** @typedef {ReturnType<typeof import('./loading.js').useReview>} Known */

/**
 * @param {{known: Known, picture: import('../shell/protocol.js').Picture, names: string[], number: number,
 *   you: number | null, onGo: (number: number) => void}} props
 */
export default function Turns({known, picture, names, number, you, onGo}) {
  const list = useRef(/** @type {HTMLElement | null} */ (null))
  const open = openAt(known.turns, number, you)
  useLayoutEffect(() => {
    const box = list.current
    const row = /** @type {HTMLElement | null} */ (box?.querySelector('[aria-current]') ?? null)
    if (!box || !row) return
    const top = row.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop
    if (top < box.scrollTop) box.scrollTop = top - 40
    else if (top + row.offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = top + row.offsetHeight - box.clientHeight + 40
  }, [number, known.turns.length])
  return html`<section class="turns panel" aria-label="Turns">
    <h2>Turns</h2>
    <ol ref=${list} class=${picture.terms.games > 1 ? 'of-games' : ''} tabindex="0"
      aria-label="Turns, in the order of play">${known.turns.map(
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

/** The turn of an event; my turn if several seats share it. */
function openAt(
  /** @type {TurnTaken[]} */ turns,
  /** @type {number} */ number,
  /** @type {number | null} */ you,
) {
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
  const marks = own.map(({mark}) => mark).filter((mark) => mark)
  const place = `${games > 1 ? `${turn.game} · ` : ''}${turn.turn || 'Start'}`
  return html`<button type="button" class=${`turn ${current ? 'current' : ''}`}
    onClick=${() => onGo(turn.steps[0])} disabled=${!turn.steps.length}>
    <span class="nth"><span class="unseen">${games > 1 ? 'Game and turn ' : 'Turn '}</span>${place}</span>
    <span class=${`seat-dot seat-${turn.seat}`} aria-hidden="true"></span>
    <span class="who">${who}</span><span class="used">${turn.used}</span>
    <${Marks} marks=${marks} />
    <span class="luck">${
      known.counts &&
      own.length > 0 &&
      html`<span class="unseen">luck </span>
      ${signed(luck, known.counts)}`
    }</span>
  </button>`
}

/** @param {{marks: string[]}} props */
function Marks({marks}) {
  return html`<span class="marks">${marks.map((mark) => html`<${Mark} mark=${mark} /> `)}</span>`
}

/**
 * The events of a turn.
 * @param {{turn: TurnTaken, known: Known, picture: import('../shell/protocol.js').Picture, number: number,
 *   onGo: (number: number) => void}} props
 */
function Steps({turn, known, picture, number, onGo}) {
  return html`<ol class="steps">${turn.steps.map((step) => {
    const moment = known.at.get(step)?.find(({seat}) => seat === turn.seat)
    return html`<li key=${step}><button type="button" class="step" onClick=${() => onGo(step)}
      aria-current=${step === number ? 'step' : undefined}>
      <span>${moment ? html`<${Happened} moment=${moment} picture=${picture} brief />` : `Step ${step}`}
        </span>
      ${moment && html`<${Outcome} class=${`outcome ${look(moment.mark)}`} moment=${moment} />`}</button>
    </li>`
  })}</ol>`
}
