// The costliest choices as questions: first the position, then the cost of the choice and the reason.
import {html, useEffect, useRef, useState} from '../vendor/htm-preact.js'
import {useAnswer} from '../shell/api.js'
import {tr} from '../shell/language.js'
import {ask} from './loading.js'
import {One, Try} from './this-step.js'
import {costliest} from './summary.js'
import {since} from './event-line.js'
import {Button} from '../shell/frame.js'
import {Sentence} from '../dice/faces.js'
import {KEEPS} from '../table/panels/hint.js'
import {keptDice, toggled} from '../table/dice-slots.js'

/** @typedef {{queue: Moment[], place: number, aim: string, told: string, slots: Set<number>}} Asking */
/** @typedef {NonNullable<ReturnType<typeof useQuiz>['quiz']>} Quiz */

/**
 * The question at the current step, if any, and a function that asks the first one.
 * @param {Moment[]} moments @param {number | null} you @param {string} aim
 * @param {Pick<ReturnType<typeof import('./loading.js').useSteps>, 'step' | 'walk'>} steps
 */
export function useQuiz(moments, you, aim, {step, walk}) {
  const [asking, setAsking] = useState(/** @type {Asking | null} */ (null))
  const pose = (/** @type {Moment[]} */ queue, /** @type {number} */ place) => {
    setAsking({queue, place, aim, told: '', slots: new Set()})
    walk({to: queue[place].number - 1})
  }
  const begin = () => pose(costliest(moments, you), 0)
  const moment = asking?.queue[asking.place]
  const isThere = moment && step && [moment.number - 1, moment.number].includes(step.number)
  if (!asking || !isThere) return {quiz: null, begin}
  const quiz = {
    ...asking,
    moment,
    isOpen: step.number < moment.number,
    toggle: (/** @type {number} */ slot) => setAsking({...asking, slots: toggled(asking.slots, slot)}),
    answer: (/** @type {string} */ told) => {
      setAsking({...asking, told})
      walk({to: moment.number})
    },
    next: asking.place + 1 < asking.queue.length ? () => pose(asking.queue, asking.place + 1) : null,
    stop: () => setAsking(null),
  }
  return {quiz, begin}
}

/** @param {{code: string, quiz: Quiz, step: Step, names: string[], you: number | null}} props */
export default function Question({code, quiz, step, names, you}) {
  const {moment, queue, place, isOpen, told} = quiz
  const mistake = tr('Mistake {number} of {count}', {number: place + 1, count: queue.length})
  const head = useRef(/** @type {HTMLElement | null} */ (null))
  useEffect(() => {
    head.current?.focus({preventScroll: true})
    for (const part of ['.quiz', '.as-it-stood .hands'])
      document.querySelector(part)?.scrollIntoView({block: 'nearest'})
  }, [moment, isOpen])
  return html`<section class="this-step quiz panel" aria-labelledby="question">
    <header><h2 id="question" tabindex="-1" ref=${head}>${mistake}</h2>
      ${
        isOpen || !quiz.next
          ? html`<${Button} look="small"
              onClick=${quiz.stop}>${isOpen ? tr('Stop', null, 'the questions') : tr('Done')}<//>`
          : html`<${Button} look="small main" onClick=${quiz.next}>${tr('Next one')}<//>`
      }</header>
    ${
      isOpen
        ? html`<${Ask} code=${code} quiz=${quiz} step=${step} names=${names} />`
        : html`<div class="said" tabindex="0" role="region" aria-label=${tr('What it cost')}>
            <div role="status">
            ${told && html`<p class="answer"><b>${told}</b></p>`}
            <${One} moment=${moment} picture=${step.picture} who=${names[moment.seat]} /></div></div>
          <${Try} code=${code} step=${step} you=${you} moment=${moment} />`
    }
  </section>`
}

/**
 * What would you do? Dice are set aside on the tray; uses and options are buttons.
 * @param {{code: string, quiz: Quiz, step: Step, names: string[]}} props
 */
function Ask({code, quiz, step: {picture}, names}) {
  const {moment, aim, slots, answer} = quiz
  /** @returns {Promise<Answer[]>} */
  const load = () => ask(code, `steps/${moment.number}/choices?aim=${aim}`)
  const answers = useAnswer(load, [code, moment, aim]).data ?? [] // without them "Show me" still works
  const keeps = moment.event.keep !== undefined
  const kept = keptDice(picture.turn?.hands[moment.seat] ?? '', slots)
  const mine = answers.find(({decision}) => decision.keep === kept)
  return html`<div class="said" tabindex="0" role="region" aria-label=${tr('The question')}><div>
      <p class="soft">${since(moment, names)}</p>
      <p class="ask">${tr('What would you do?')}</p>
      ${
        keeps
          ? html`<p>${tr('Press the dice that you would keep.')}</p>`
          : html`<div class="answers">${answers.map(
              ({named, told}) => html`<${Button} look="small"
              onClick=${() => answer(told)}><${Sentence} text=${named} picture=${picture} /><//>`,
            )}</div>`
      }
    </div></div>
    <div class="row">
      ${
        keeps &&
        html`<${Button} look="small main" disabled=${!mine}
        onClick=${() => mine && answer(mine.told)}>${keepWords(kept.length)}<//>`
      }
      <${Button} look="small" onClick=${() => answer('')}>${tr('Show me')}<//>
    </div>`
}

/** @param {number} kept how many dice */
const keepWords = (kept) => KEEPS[kept] ?? tr('Keep {kept}, throw {others}', {kept, others: 5 - kept})
