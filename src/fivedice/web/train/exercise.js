// An exercise: a decision on the real board, then its cost, the reason, and the best choice beside it.
import {html, useEffect, useLayoutEffect, useRef, useState} from '../vendor/htm-preact.js'
import {useActs} from '../table/actions.js'
import {useMessages} from '../table/client.js'
import {slotsOf} from '../table/dice-slots.js'
import {useKeys} from '../table/keys.js'
import Tray, {useAsked} from '../table/tray.js'
import {Dice} from '../dice/dice.js'
import {Sentence} from '../dice/faces.js'
import {useRequest} from '../shell/api.js'
import BoardPage from '../lesson/board-page.js'
import {sit} from '../seats/open-table.js'
import {Button, Link, Wrong} from '../shell/frame.js'
import {isEcho} from '../shell/press.js'
import {myName, NAMELESS} from '../shell/storage.js'
import {tr} from '../shell/language.js'

/**
 * @param {{exercise: Exercise, answer: (choice: object) => Promise<Verdict>, onNext: () => void,
 *   wrong: string, children?: any}} props `children` are above the question; the next exercise may be `wrong`
 */
export default function OnBoard({exercise, answer, onNext, wrong, children}) {
  const [verdict, setVerdict] = useState(/** @type {Verdict | null} */ (null))
  const [panel, setPanel] = useState('')
  const seat = useExercise(exercise, (choice) => answer(choice).then(setVerdict))
  const {seen} = seat
  const acts = useActs(seat)
  useKeys(seen, acts, setPanel)
  useAsked(seen, acts)
  useLayoutEffect(() => scrollTo(0, 0), [verdict])
  const {picture} = seen
  if (!picture) return null
  const above = html`<section class="lesson panel" aria-label=${tr('Exercise')}>${children}
    <${Wrong} why=${seen.refusal} /></section>`
  const side = verdict
    ? html`<${Answered} ...${{exercise, verdict, picture, onNext, wrong}} />`
    : html`<${Tray} seen=${seen} acts=${acts} />`
  return html`<${BoardPage} title=${tr('Train {game}', {game: picture.title})}
    look=${`training ${verdict ? 'answered' : ''}`}
    seen=${verdict ? {...seen, lost: true} : seen} acts=${acts} panel=${panel} onPanel=${setPanel}
    above=${above} side=${side} />`
}

/** @param {Exercise} exercise @param {(choice: object) => Promise<void>} onChoice */
function useExercise({picture, you}, onChoice) {
  const seat = useMessages((hear) => {
    hear({type: 'table', number: 0, picture, you, left: null, log: []})
    return {
      /** @param {any} message */
      send({dice, use, option}) {
        hear({type: 'hush'})
        onChoice({keep: dice, use, choose: option}).catch((error) =>
          hear({type: 'refused', sentence: error.message}),
        )
        return true
      },
      close() {},
    }
  }, [])
  // the answer ends the exercise, so nothing can be taken back: a press chooses, and the button goes on
  return {...seat, taking: 'confirm'}
}

export const HEADINGS = {good: tr('Right'), hard: tr('Almost'), again: tr('Not the best')}

/**
 * @param {{exercise: Exercise, verdict: Verdict, picture: Picture, onNext: () => void, wrong: string}} props
 */
function Answered({exercise, verdict, picture, onNext, wrong}) {
  const {key, you} = exercise
  const {grade, told, reason, mine, best, again} = verdict
  const [failed, request] = useRequest()
  const next = useRef(/** @type {HTMLElement | null} */ (null))
  const since = useRef(performance.now())
  useEffect(() => next.current?.focus({preventScroll: true}), [])
  const goOn = () => !isEcho(since.current) && onNext()
  const tryIt = () => request(sit('/api/train/try', {key, name: myName() || NAMELESS}, picture.game))
  const hand = picture.turn?.hands[you.seat ?? -1] ?? ''
  const asDice = (/** @type {Chosen} */ {keep, named}) =>
    keep === undefined
      ? html`<b><${Sentence} text=${named} picture=${picture} /></b>`
      : html`<${Hand} ...${{hand, keep, picture}} />`
  return html`<section class=${`verdict panel ${grade}`} aria-labelledby="verdict">
    <div role="status"><h2 id="verdict">${HEADINGS[grade]}</h2>
      <p><${Sentence} text=${told} picture=${picture} /></p>
      ${
        mine.named !== best.named &&
        html`<p class="unseen"><${Sentence} picture=${picture}
          text=${tr('The best: {choice}.', {choice: best.named})} /></p>`
      }</div>
    ${hand && mine.keep === undefined && html`<${Hand} ...${{hand, keep: '', picture}} />`}
    <dl><div><dt>${tr('Your choice')}</dt><dd>${asDice(mine)}</dd></div>
      ${mine.named !== best.named && html`<div><dt>${tr('The best')}</dt><dd>${asDice(best)}</dd></div>`}</dl>
    ${reason && html`<p class="why"><${Sentence} text=${reason} picture=${picture} /></p>`}
    <div class="row"><button type="button" class="button main" ref=${next}
      onClick=${goOn}>${tr('Next')}</button>
      <${Button} onClick=${tryIt}>${tr('Try it from here')}<//>
      <${Link} class="button plain" href="/train">${tr('Stop', null, 'the questions')}<//></div>
    ${again && html`<p class="soft">${again}</p>`}
    <${Wrong} why=${wrong || failed} />
  </section>`
}

/** Dice and those kept of them. @param {{hand: string, keep: string, picture: Picture}} props */
export function Hand({hand, keep, picture: {faces, set, suits}}) {
  const slots = new Set(slotsOf(hand, keep))
  return html`<div class="tray"><${Dice} ...${{hand, slots, faces, set, suits}} flight=${0} small /></div>`
}
