// The review page: table, chart, turns and the best choices, step by step.
import {html, useEffect, useLayoutEffect, useRef, useState} from '../vendor/htm-preact.js'
import {Aims} from '../table/panels/hint.js'
import {useBoard} from '../table/board.js'
import {Bar, Button, Link, Unready, usePage} from '../shell/frame.js'
import {useTimeout} from '../shell/effects.js'
import {listen} from '../shell/press.js'
import {tr} from '../shell/language.js'
import {present, tokenOf} from '../shell/storage.js'
import {stylesheet} from '../shell/lazy.js'
import DiceCheck from './dice-check.js'
import Graph from './worth-chart.js'
import Here from './this-step.js'
import {isSaved, nextMarked, useReview, useSteps} from './loading.js'
import {costliest, Opening, Sums, Worst} from './summary.js'
import Question, {useQuiz} from './quiz.js'
import TheTable from './position.js'
import {namesFor, since} from './event-line.js'
import Turns from './turn-list.js'
import {at} from '../shell/api.js'
import {Print} from '../shell/printing.js'

stylesheet('analysis')

/** @typedef {ReturnType<typeof useSteps>} Steps */

const PACE = 1100

/** @param {{code: string}} props */
export default function Analysis({code}) {
  useEffect(() => present(code), [code]) // before the first request
  const [aim, setAim] = useState(/** @type {Aim} */ ('score'))
  const steps = useSteps(code)
  const known = useReview(code, aim, steps.step !== null)
  const [playing, setPlaying] = useState(false)
  const {step, number, last, walk, wrong} = steps
  const sought = useRef(-1)
  const seek = (/** @type {Step | null} */ shown) => {
    if (shown?.number !== sought.current) return
    sought.current = -1
    document.querySelector('.this-step')?.scrollIntoView({block: 'nearest'})
  }
  const {quiz, begin} = useQuiz(known.moments, step?.you ?? null, aim, steps)
  const isThere = useBoard(step?.picture.board ?? '') !== null
  const isLast = number >= last
  useTimeout(
    () => (isLast ? setPlaying(false) : walk({by: 1})),
    playing && step?.number === number && (isLast ? 0 : PACE),
    [playing, number, step],
  )
  useKeys(steps, () => setPlaying((on) => !on))
  usePage(isSaved() ? document.title : `${tr('Review of {code}', {code})} · fivedice`, step?.picture.game)
  useLayoutEffect(() => seek(step), [step])
  useFirstStep(known, steps)
  if (wrong || !step || !isThere)
    return html`<${Unready} title=${tr('Review')} wrong=${wrong} lost=${tr('There is nothing to review')}
      to="/records" way=${tr('My matches')}>${tr('Loading the match …')}<//>`
  const {picture, you} = step
  const {unit} = picture.words
  const names = namesFor(picture, you)
  // points may be known even if chances to win are not
  const isUnknown = known.stage === 'unknown' && aim === 'score'
  const hasAims = !isUnknown && !isSaved() && names.length > 1
  const go = (/** @type {number} */ to) => walk({to})
  const see = (/** @type {number} */ to) => {
    sought.current = to
    go(to)
    if (step.number === to) seek(step)
  }
  const mistake = nextMarked(known.moments, step.number, you)
  const isKnown = known.turns.length > 0 || isUnknown // all panels at once, so that nothing jumps
  const opens = step.number === 0 && (known.summary || !isKnown)
  const moments = (known.at.get(step.number) ?? []).filter((one) => concerns(known.turns, one))
  return html`${!isSaved() && html`<${Bar} />`}
  <main class=${`page analysis board-${picture.board} ${opens ? 'at-start' : ''} ${
    quiz ? 'asking' : ''
  }`} aria-busy=${step.number === number ? undefined : 'true'}>
    <header><h1>${picture.title}</h1><${Players} names=${names} />
      ${
        isSaved()
          ? html`<p class="soft">${tr('A saved review: every step, its worth, and what was best.')}</p>`
          : step.sat_at &&
            html`<${Link} class="button small" href=${`/${tokenOf(code) ? 't' : 'watch'}/${code}`}>
              ${tr('Go to the table')}<//>`
      }</header>
    <div class="left-column">
      ${
        opens
          ? html`<${Opening} known=${known} you=${you} />`
          : html`<div class="as-it-stood"><${TheTable} step=${step} previous=${steps.previous} names=${names}
            picked=${pickedIn(quiz)} /></div>`
      }
      <${Worst} ...${{known, picture, names, you}} onGo=${see} onAsk=${begin} />
    </div>
    <${Controls} steps=${steps} playing=${playing} turn=${() => setPlaying(!playing)} />
    ${
      isKnown &&
      html`<div class="looking">
      ${
        quiz
          ? html`<${Question} ...${{code, quiz, step, names, you}} />`
          : html`<${Here} code=${code} step=${step} moments=${moments} names=${names} you=${you}
            waits=${known.summary ? '' : known.told}
            onMistake=${mistake === undefined ? null : () => go(mistake)} />`
      }
      <section class=${`worths panel ${quiz?.isOpen ? 'covered' : ''}`} aria-labelledby="worths">
        <header><h2 id="worths">${tr('Worth over time')}</h2>
          ${hasAims && html`<${Aims} ...${{aim, unit}} onAim=${setAim} label=${tr('Worth in')} />`}
        </header>
        ${
          !isUnknown &&
          html`<${Graph} review=${known} names=${names} number=${number} last=${last} onGo=${go} />`
        }
        <${Progress} known=${known} names=${names} />
      </section>
    </div>
    <div class="listed"><${Turns} known=${known} picture=${picture} names=${names} number=${step.number}
      you=${you} onGo=${go} /></div>
    <div class="summed">${!isUnknown && html`<${Sums} known=${known} names=${names} />`}
      ${
        !isSaved() &&
        html`<${DiceCheck} code=${code} canRepeat=${Boolean(picture.commitment)} onGo=${see} />
          <${Take} code=${code} isDone=${known.stage === 'done'} />`
      }</div>`
    }
  </main>`
}

/** The dice to set aside in an open question. @param {import('./quiz.js').Quiz | null} quiz */
const pickedIn = (quiz) =>
  quiz?.isOpen && quiz.moment.event.keep !== undefined
    ? {seat: quiz.moment.seat, slots: quiz.slots, onToggle: quiz.toggle}
    : null

/** A shared throw does not concern who kept all five. @param {TurnTaken[]} turns @param {Moment} moment */
const concerns = (turns, {seat, number}) =>
  turns.some((turn) => turn.seat === seat && turn.steps.includes(number))

/** On a wide screen: the costliest choice, if no step is named. @param {Known} known @param {Steps} steps */
function useFirstStep({review, moments}, {step, number, walk}) {
  const [isFree] = useState(() => !location.hash && matchMedia('(min-width: 75rem)').matches)
  const [worst] = isFree && review && step ? costliest(moments, step.you) : []
  useEffect(() => void (worst && !number && walk({to: worst.number})), [worst])
}

/** @param {Steps} steps @param {() => void} turn */
function useKeys({walk, last}, turn) {
  useLayoutEffect(() => {
    /** @type {Record<string, import('./loading.js').Walk>} */
    const ways = {ArrowLeft: {by: -1}, ArrowRight: {by: 1}, Home: {to: 0}, End: {to: last}}
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === ' ' && !(event.target instanceof HTMLButtonElement)) turn()
      else if (ways[event.key]) walk(ways[event.key])
      else return
      event.preventDefault()
    }
    return listen('keydown', pressed)
  }, [last])
}

/** In the same place, near the thumb. @param {{steps: Steps, playing: boolean, turn: () => void}} props */
function Controls({steps: {number, last, walk}, playing, turn}) {
  /** @type {(words: string, way: import('./loading.js').Walk, off: boolean) => any} */
  const button = (words, way, off) => html`<${Button} look="small" onClick=${() => walk(way)}
    aria-disabled=${off ? 'true' : undefined}>${words}<//>`
  return html`<div class="controls panel" role="group" aria-label=${tr('Steps')}>
    ${button(tr('Start', null, 'first step'), {to: 0}, number === 0)}
    ${button(tr('Back', null, 'one step'), {by: -1}, number === 0)}
    <${Button} look="small main" onClick=${turn} aria-pressed=${String(playing)}>
      ${playing ? tr('Pause') : tr('Play', null, 'a recording')}<//>
    ${button(tr('Next', null, 'one step'), {by: 1}, number >= last)}
    ${button(tr('End', null, 'last step'), {to: last}, number >= last)}
    <label class="along"><span class="unseen">${tr('Step')}</span>
      <input type="range" min="0" max=${last} value=${number}
        onInput=${(/** @type {any} */ event) => walk({to: Number(event.target.value)})} />
      <output>${tr('{number} of {last}', {number, last})}</output></label>
  </div>`
}

/** The progress of the review. @param {{known: Known, names: string[]}} props */
function Progress({known: {stage, told, moments, of, counts, review}, names}) {
  if (stage === 'unknown')
    return html`<p class="progress" role="status">
      ${tr('{told} You can step through the match, but choices are not rated.', {told})}</p>`
  if (stage === 'done') {
    const when = review?.solved && since(review.solved, names)
    const estimate = when
      ? tr('The best available estimate; solved exactly from here on: {when}.', {when})
      : tr('The best available estimate.')
    return html`<p class="progress soft" role="status">${
      counts?.exact ? tr('Solved exactly: worth is the expected result under best play.') : estimate
    }</p>`
  }
  return html`<p class="progress" role="status" aria-busy="true">${told}
    <progress max=${of || 1} value=${moments.length} aria-label=${tr('Progress of the review')}></progress>
    </p>`
}

/** @param {{code: string, isDone: boolean}} props */
const Take = ({code, isDone}) =>
  html`<p class="take row"><${Print} of=${`/review/${code}/print`} />
    ${
      isDone &&
      html`<a class="button small" href=${at(`/review/${code}/report`)} download=${`fivedice-${code}.html`}>
        ${tr('Download this review')}</a>`
    }
    <a class="button small" href=${at(`/api/tables/${code}/record`)} download>
      ${tr('Download the record')}</a></p>`

/** @param {{names: string[]}} props */
const Players = ({names}) =>
  html`<ul class="names">${names.map(
    (name, seat) => html`<li class="who"><span class=${`seat-dot seat-${seat}`}></span>
      <span class="name">${name}</span></li>`,
  )}</ul>`
