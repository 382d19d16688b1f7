// The lesson page: the first turns on the real board, step by step.
import {html, useEffect, useLayoutEffect, useState} from '../vendor/htm-preact.js'
import {useActs} from '../table/actions.js'
import {get} from '../shell/api.js'
import {land} from '../drawings/dice.js'
import {Bar, Link} from '../shell/frame.js'
import {BoardPlace, Undo} from '../table/board.js'
import {boardOf, wordsOf} from '../games/index.js'
import {useSounds, useTelling} from '../table/panels/announce.js'
import {Icon} from '../drawings/icons.js'
import {useKeys} from '../table/keys.js'
import {later, stylesheet} from '../shell/lazy.js'
import {myName} from '../shell/storage.js'
import Moment from '../table/celebration.js'
import Players from '../table/players.js'
import Tray from '../table/tray.js'
import {Caption, Ending} from './caption.js'
import {useRehearsal} from './rehearsal.js'
import {useWanted} from './wanted.js'

stylesheet('lesson')
const RulesDrawer = later(() => import('../table/panels/rules.js'))

/** @typedef {import('../table/client.js').Seen} Seen */
/** @typedef {import('../shell/types.js').LessonTold} LessonTold */

/** @param {{game: string}} props */
export default function Lesson({game}) {
  const [lesson, setLesson] = useState(/** @type {LessonTold | null} */ (null))
  const [wrong, setWrong] = useState('')
  useEffect(() => {
    get(`/api/lessons/${encodeURIComponent(game)}`).then(
      (told) => setLesson(withMe(told)),
      (error) => setWrong(error.message),
    )
  }, [game])
  useEffect(() => {
    if (!lesson) return
    document.documentElement.dataset.game = lesson.game
    document.title = `Learn ${lesson.title} · fivedice`
  }, [lesson])
  if (lesson) return html`<${Playing} lesson=${lesson} />`
  return html`<${Bar} /><main class="waiting" aria-busy=${String(!wrong)}>
    <h1 class=${wrong ? '' : 'unseen'}>${wrong ? 'There is no lesson here' : 'Lesson'}</h1>
    <p role="status">${wrong || 'One moment …'}</p>${wrong && html`<p><${Link} href="/">To the games<//></p>`}
  </main>`
}

/** With my own name in the first chair, if I have given it. @param {LessonTold} lesson */
function withMe(lesson) {
  for (const {picture} of [lesson.start, ...lesson.steps.flatMap(({told}) => told)])
    picture.chairs[0].name = myName() || picture.chairs[0].name
  return lesson
}

/**
 * A table at which nothing can be done any more, and nobody is to play.
 * @param {Seen} seen @returns {Seen}
 */
const asOver = (seen) => ({
  ...seen,
  lost: true,
  picture: seen.picture && {
    ...seen.picture,
    stage: 'over',
    awaits: {...seen.picture.awaits, kind: 'over', seats: []},
  },
})

/** @param {{lesson: LessonTold}} props */
function Playing({lesson}) {
  const {seat, at, settled} = useRehearsal(lesson)
  const {seen} = seat
  const acts = useActs(seat)
  const [skipped, setSkipped] = useState(false)
  const [panel, setPanel] = useState('')
  const rules = () => setPanel('rules')
  const done = skipped || (at === lesson.steps.length && settled)
  const {picture} = lesson.start
  const shown = done ? asOver(seen) : seen
  const chosen = !acts.held && acts.chosen === lesson.steps[at]?.press.use ? acts.chosen : ''
  const toConfirm = chosen && wordsOf(picture.board, seen.you, chosen)
  useKeys(seen, acts, setPanel)
  useSounds(seen)
  useTelling(seen)
  useLayoutEffect(() => {
    if (!seen.air) land()
  }, [seen.air])
  useWanted(done || !settled ? null : lesson.steps[at].press, acts, seen.picture?.turn?.hands[0] ?? '')
  if (!seen.picture) return null
  return html`<${Bar}><span class="at-game" aria-hidden="true">${lesson.title}</span>
      <button type="button" class="button plain icon" onClick=${rules} aria-label="Rules" title="Rules">
        <${Icon} name="book" /></button><//>
    <main class=${`page play learning board-${picture.board} ${done ? 'ended' : ''}`}>
      <h1 class="unseen">${`Learn ${lesson.title}`}</h1>
      ${!boardOf(picture.board).plates && html`<${Players} seen=${shown} />`}
      ${
        !done &&
        html`<${Caption} ...${{lesson, at, settled, toConfirm}} refused=${seen.refusal !== ''}
          onSkip=${() => setSkipped(true)} />`
      }
      <div class="side">${
        done
          ? html`<${Ending} lesson=${lesson} onRules=${rules} />`
          : html`<${Tray} seen=${seen} acts=${acts} />`
      }</div>
      <${BoardPlace} seen=${shown} acts=${acts} />
    </main>
    ${!done && html`<${Moment} seen=${seen} />`}
    <${Undo} you=${seen.you} board=${picture.board} acts=${acts} />
    ${
      panel === 'rules' &&
      html`<${RulesDrawer} picture=${picture} from=${`/api/rules/${lesson.game}`}
        onClose=${() => setPanel('')} />`
    }`
}
