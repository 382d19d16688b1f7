// The lesson page: the first turns on the real board, step by step.
import {html, useEffect, useLayoutEffect, useRef, useState} from '../vendor/htm-preact.js'
import {useActs} from '../table/actions.js'
import {get, useAnswer, useRequest, useTerms} from '../shell/api.js'
import {land} from '../dice/dice.js'
import {Button, say, ToGames, Unready, usePage, Wrong} from '../shell/frame.js'
import {wordsOf} from '../games/index.js'
import {useSounds, useTelling} from '../table/panels/log.js'
import {ALL, among} from '../table/dice-slots.js'
import {useKeys} from '../table/keys.js'
import {tr, unbroken} from '../shell/language.js'
import {stylesheet} from '../shell/lazy.js'
import {myName} from '../shell/storage.js'
import {Celebration} from '../table/speech-bubbles.js'
import Tray, {labelOf} from '../table/tray.js'
import BoardPage from './board-page.js'
import {useRehearsal} from './rehearsal.js'
import {Sentence, spelt} from '../dice/faces.js'
import {playNow} from '../seats/open-table.js'

stylesheet('lesson')

/** @param {{game: string}} props */
export default function Lesson({game}) {
  const ask = async () => withMe(await get(`/api/lessons/${encodeURIComponent(game)}`))
  const {data: lesson, wrong} = useAnswer(ask, [game])
  usePage(`${tr('Learn {game}', {game: lesson?.title ?? game})} · fivedice`, lesson?.game)
  if (lesson) return html`<${Playing} lesson=${lesson} />`
  return html`<${Unready} ...${{wrong, title: tr('Lesson'), lost: tr('There is no lesson here')}} />`
}

/** Puts my own name in the first chair, if I have entered one. @param {LessonScript} lesson */
function withMe(lesson) {
  for (const {picture} of [lesson.start, ...lesson.steps.flatMap(({told}) => told)])
    picture.chairs[0].name = myName() || picture.chairs[0].name
  return lesson
}

/** The table after the lesson, where nobody can move. @param {Seen} seen @returns {Seen} */
const asOver = (seen) => ({
  ...seen,
  lost: true,
  picture: seen.picture && {
    ...seen.picture,
    stage: 'over',
    awaits: {...seen.picture.awaits, kind: 'over', seats: []},
  },
})

/** @param {{lesson: LessonScript}} props */
function Playing({lesson}) {
  const {seat, at, settled} = useRehearsal(lesson)
  const {seen} = seat
  const acts = useActs(seat)
  const [skipped, setSkipped] = useState(false)
  const [panel, setPanel] = useState('')
  const done = skipped || (at === lesson.steps.length && settled)
  const {picture} = lesson.start
  const visible = done ? asOver(seen) : seen
  const {press, asks = ''} = lesson.steps[at] ?? {}
  const confirms = !acts.held && acts.chosen && acts.chosen === press?.use
  const request = confirms
    ? tr('To confirm, press “{button}”.', {button: wordsOf(picture, seen.you, acts.chosen)})
    : asks.replace('{button}', labelOf(press?.dice, seen.picture))
  useKeys(seen, acts, setPanel)
  useSounds(seen)
  useTelling(seen)
  useLayoutEffect(() => void (seen.air ?? land()), [seen.air])
  useWanted((!done && settled && press) || null, acts, seen.picture?.turn?.hands[0] ?? '')
  const above =
    !done &&
    html`<${Caption} ...${{lesson, at, settled, request}} refused=${seen.refusal !== ''}
      onSkip=${() => setSkipped(true)} />`
  const side = done
    ? html`<${Ending} lesson=${lesson} onRules=${() => setPanel('rules')} />`
    : html`<${Tray} seen=${seen} acts=${acts} />`
  return html`<${BoardPage} title=${tr('Learn {game}', {game: lesson.title})} look=${done ? 'ended' : ''}
    seen=${visible} ...${{acts, panel, above, side}} onPanel=${setPanel}>
    ${!done && html`<${Celebration} seen=${seen} />`}<//>`
}

/**
 * @param {Press | null} press the press that the lesson asks for, if any
 * @param {Acts} acts @param {string} hand my dice
 */
function useWanted(press, acts, hand) {
  useLayoutEffect(() => {
    for (const marked of document.querySelectorAll('[data-wanted]')) marked.removeAttribute('data-wanted')
    if (!press) return
    for (const place of placesOf(press, acts, hand))
      for (const one of document.querySelectorAll(place)) one.setAttribute('data-wanted', '')
  })
}

const MAIN = '.doing .main'

/** @param {Press} press @param {Acts} acts @param {string} hand @returns {string[]} selectors */
function placesOf(press, {chosen, aside}, hand) {
  if (press.use) return chosen === press.use ? [MAIN] : [`.board [data-use="${CSS.escape(press.use)}"]`]
  const slots = press.dice === undefined ? [] : toPress(press.dice, aside, hand)
  return slots.length ? slots.map((slot) => `.tray .die:nth-child(${slot + 1})`) : [MAIN]
}

/**
 * The slots to press so that exactly these dice are set aside; as few as possible.
 * @param {string} dice @param {Set<number>} aside @param {string} hand
 */
function toPress(dice, aside, hand) {
  const slots = [...ALL].sort((one, other) => Number(aside.has(other)) - Number(aside.has(one)))
  const wanted = among(slots.map((slot) => hand[slot]).join(''), dice)
  return slots.filter((slot, place) => wanted[place] !== aside.has(slot))
}

const NOT_NOW = tr('You can do that in a game, but not in this lesson:')

/**
 * The caption of a step, which describes events while dice fly and others play, and what to press.
 * @param {{lesson: LessonScript, at: number, settled: boolean, refused: boolean, request: string, onSkip:
 *   () => void}} props
 */
function Caption({lesson: {steps, start}, at, settled, refused, request, onSkip}) {
  const {caption, meanwhile} = settled ? steps[at] : steps[Math.max(0, at - 1)]
  const words = settled ? caption : meanwhile || caption
  const hasRefused = settled && refused
  useAnnounced([words, hasRefused ? NOT_NOW : '', settled ? spelt(request, start.picture) : ''])
  return html`<section class="lesson panel" aria-label=${tr('Lesson')}>
    <div class="says">
      <p>${unbroken(words)}</p>
      ${hasRefused && html`<p class="not-now">${NOT_NOW}</p>`}
      ${settled && html`<p class="asks"><${Sentence} text=${request} picture=${start.picture} /></p>`}
    </div>
    <div class="row along">
      <progress max=${steps.length} value=${at} aria-label=${tr('Progress of the lesson')}></progress>
      <${Button} look="small" onClick=${onSkip}>${tr('Skip lesson')}<//>
    </div>
  </section>`
}

/** Announces the parts that are new. @param {string[]} parts */
function useAnnounced(parts) {
  const before = useRef(/** @type {string[]} */ ([]))
  useEffect(() => {
    for (const part of parts) if (part && !before.current.includes(part)) say(part)
    before.current = parts
  }, parts)
}

/** The end of the lesson, with links to go on. @param {{lesson: LessonScript, onRules: () => void}} props */
function Ending({lesson: {game, title, ending}, onRules}) {
  const heading = useRef(/** @type {HTMLElement | null} */ (null))
  const [wrong, request] = useRequest()
  useEffect(() => heading.current?.focus(), [])
  const terms = useTerms(game)
  const play = () => terms && request(playNow(terms))
  return html`<section class="learnt end panel" aria-labelledby="learnt">
    <h2 id="learnt" tabindex="-1" ref=${heading}>${tr('That is how you play {game}', {game: title})}</h2>
    <p>${ending}</p>
    <div class="row">
      <${Button} look="main" onClick=${play}>${tr('Play now')}<//>
      <${Button} onClick=${onRules}>${tr('Read the rules')}<//>
      <${ToGames} look="plain" />
    </div>
    <${Wrong} why=${wrong} />
  </section>`
}
