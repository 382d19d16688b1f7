// A match that has ended, step by step. Knows no rule: every step is a picture that the server gives.
import {html, useEffect, useRef, useState} from './vendor/htm-preact.js'
import {get} from './api.js'
import {Dice} from './dice.js'
import {Bar, Link} from './frame.js'
import {boardOf} from './games/index.js'
import {present} from './memory.js'
import {stylesheet} from './styled.js'

const PACE = 1100
const NOBODY = {
  seat: null,
  asked: /** @type {const} */ (''),
  uses: [],
  options: [],
  decided: null,
  meanwhile: [],
}

/** @typedef {{number: number, of: number, told: string[], picture: import('./shapes.js').Picture}} Step */

/** @param {{code: string}} props */
export default function Replay({code}) {
  const [number, setNumber] = useState(0)
  const [playing, setPlaying] = useState(false)
  useEffect(() => present(code), [code])
  const {step, before, wrong} = useStep(code, number)
  const last = step?.of ?? 0
  const to = (/** @type {number} */ place) => setNumber(Math.max(0, Math.min(last, place)))
  useEffect(() => stylesheet('records'), [])
  useEffect(() => {
    if (!playing || !step || step.number !== number) return undefined
    if (number >= last) return setPlaying(false)
    const soon = setTimeout(() => to(number + 1), PACE)
    return () => clearTimeout(soon)
  }, [playing, number, step])
  useKeys({to, number, last, turn: () => setPlaying(!playing)})
  if (wrong)
    return html`<${Bar} /><main class="waiting"><h1>There is nothing to replay</h1><p>${wrong}</p><p>
      <${Link} href="/records">My matches<//></p></main>`
  if (!step)
    return html`<${Bar} /><main class="waiting" aria-busy="true"><h1 class="unseen">Replay</h1>
      Fetching the match …</main>`
  return html`<${Bar} /><main class="page replay">
    <${Heading} code=${code} picture=${step.picture} />
    <${Controls} number=${number} last=${last} playing=${playing} to=${to} turn=${() => setPlaying(!playing)}
      />
    <div class="told" role="status">${
      step.told.length ? step.told.map((line) => html`<p>${line}</p>`) : html`<p>Before the first throw.</p>`
    }</div>
    <${Hands} picture=${step.picture} />
    <${TheBoard} picture=${step.picture} previous=${before} />
  </main>`
}

/**
 * The step wanted, and the picture of the one before it; what was fetched is kept.
 * @param {string} code
 * @param {number} number
 */
function useStep(code, number) {
  const kept = useRef(/** @type {Map<number, Promise<Step>>} */ (new Map()))
  const [shown, setShown] = useState({
    step: /** @type {Step | null} */ (null),
    before: /** @type {any} */ (null),
    wrong: '',
  })
  useEffect(() => {
    let wanted = true
    fetched(kept.current, code, number).then(
      (step) => {
        if (!wanted) return
        setShown(({step: old}) => ({
          step,
          before: old?.number === number - 1 ? old.picture : null,
          wrong: '',
        }))
        if (number < step.of) fetched(kept.current, code, number + 1).catch(() => {})
      },
      (error) => wanted && setShown(({step, before}) => ({step, before, wrong: step ? '' : error.message})),
    )
    return () => {
      wanted = false
    }
  }, [code, number])
  return shown
}

/** @param {Map<number, Promise<Step>>} kept @param {string} code @param {number} number */
function fetched(kept, code, number) {
  const step = kept.get(number) ?? get(`/api/tables/${code}/steps/${number}`)
  kept.set(number, step)
  step.catch(() => kept.delete(number))
  return step
}

/** @param {{to: (place: number) => void, number: number, last: number, turn: () => void}} what */
function useKeys({to, number, last, turn}) {
  useEffect(() => {
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => to(number - 1),
      ArrowRight: () => to(number + 1),
      Home: () => to(0),
      End: () => to(last),
    }
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === ' ' && !(event.target instanceof HTMLButtonElement)) turn()
      else if (keys[event.key]) keys[event.key]()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  })
}

/** @param {{code: string, picture: import('./shapes.js').Picture}} props */
function Heading({code, picture}) {
  useEffect(() => {
    document.documentElement.dataset.game = picture.game
    document.title = `Replay of ${code} · fivedice`
  }, [picture.game])
  return html`<header class="replay-head">
    <div><h1>${picture.title}</h1><p class="soft">
      ${picture.chairs.map(({name}) => name).join(', ')}</p></div>
    <p class="row"><a class="button small" href=${`/review/${code}`}>Review</a>
      <a class="button small" href=${`/api/tables/${code}/record`} download>Record</a></p>
  </header>`
}

/**
 * @param {{number: number, last: number, playing: boolean, to: (place: number) => void,
 *   turn: () => void}} props
 */
function Controls({number, last, playing, to, turn}) {
  return html`<div class="controls panel" role="group" aria-label="Replay">
    <button type="button" class="button small" onClick=${() => to(0)} disabled=${number === 0}>Start</button>
    <button type="button" class="button small" onClick=${() => to(number - 1)} disabled=${number === 0}>Back
      </button>
    <button type="button" class="button small main" onClick=${turn} aria-pressed=${String(playing)}>
      ${playing ? 'Pause' : 'Play'}</button>
    <button type="button" class="button small" onClick=${() => to(number + 1)} disabled=${number >= last}>Next
      </button>
    <button type="button" class="button small" onClick=${() => to(last)} disabled=${number >= last}>End
      </button>
    <label class="along"><span class="unseen">Step</span>
      <input type="range" min="0" max=${last} value=${number}
        onInput=${(/** @type {any} */ event) => to(Number(event.target.value))} />
      <output>${number} of ${last}</output></label>
  </div>`
}

/**
 * The dice on the table; in challenge everybody's.
 * @param {{picture: import('./shapes.js').Picture}} props
 */
function Hands({picture}) {
  const hands = Object.entries(picture.turn?.hands ?? {})
  if (!hands.length) return null
  return html`<div class="tray hands" data-count=${hands.length}>${hands.map(
    ([seat, hand]) => html`<div key=${seat}>
    <p class="whose">${picture.chairs[Number(seat)].name}</p>
    <${Dice} hand=${hand} faces=${picture.faces} set=${picture.set} suits=${picture.suits}
      label=${`Dice of ${picture.chairs[Number(seat)].name}`} small=${hands.length > 1} />
  </div>`,
  )}</div>`
}

/** @param {{picture: import('./shapes.js').Picture, previous: import('./shapes.js').Picture | null}} props */
function TheBoard({picture, previous}) {
  const [board, setBoard] = useState(/** @type {{Board: any} | null} */ (null))
  useEffect(() => {
    boardOf(picture.board)
      .load()
      .then((module) => setBoard({Board: module.default}))
  }, [picture.board])
  if (!board || !picture.position) return null
  const nothing = () => {}
  return html`<${board.Board} picture=${picture} you=${NOBODY} onUse=${nothing} onChoose=${nothing}
    previous=${previous} />`
}
