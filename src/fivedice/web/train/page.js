// The training page: the overview of games, drills, and the test of how well you play.
import {html, useEffect, useRef, useState} from '../vendor/htm-preact.js'
import {get, patch, post, useAnswer, useRequest} from '../shell/api.js'
import {Copy} from '../seats/links.js'
import {Bar, Button, Check, Folded, Link, Select, usePage, Wrong} from '../shell/frame.js'
import {listen} from '../shell/press.js'
import {stylesheet} from '../shell/lazy.js'
import {Sentence} from '../dice/faces.js'
import OnBoard, {Hand, HEADINGS} from './exercise.js'
import {comma, figure, rich, tr} from '../shell/language.js'

stylesheet('lesson', 'records', 'train')

/** @param {{game?: string, test?: boolean}} props */
export default function Train({game, test = false}) {
  usePage(tr('Training · fivedice'), game)
  return game ? html`<${Exercises} ...${{game, test}} />` : html`<${Overview} />`
}

/** The goal, and the available training for each game. */
function Overview() {
  /** @returns {Promise<Training>} */
  const see = () => get(`/api/train?${new URLSearchParams({zone: zone()})}`)
  const {data: training, wrong: failed, look} = useAnswer(see)
  const [refused, ask] = useRequest()
  const change = (/** @type {object} */ more) => ask(patch('/api/train', {...more, zone: zone()})).then(look)
  const wrong = refused || failed
  return html`<${Bar} /><main class="page reading trains"><h1>${tr('Training')}</h1>
    <p class="soft">${tr(
      'Decide one position at a time, your own costly mistakes first. ' +
        'The better you answer, the later it comes back.',
    )}</p>
    <${Wrong} why=${wrong} />
    ${
      training
        ? html`<${Today} ...${training} /><ul class="matches">${training.games.map(
            (one) => html`<${Game} key=${one.game} one=${one} />`,
          )}</ul><${Goal} ...${{training, change}} />`
        : !wrong && html`<p class="soft" aria-busy="true">${tr('One moment …')}</p>`
    }
  </main>`
}

/** The drills of today. @param {Training} props */
const Today = ({told, goal, today, next}) =>
  html`<section class="daily"><p role="status">${told}</p>
    ${
      goal > 0 &&
      html`<progress value=${Math.min(today, goal)} max=${goal} aria-label=${tr('Drills today')}></progress>`
    }
    <${Link} class="button main" href=${`/train/${next}`}>
      ${
        today >= goal ? tr('More drills') : today ? tr("Continue today's drills") : tr("Start today's drills")
      }<//>
  </section>`

/** @param {{one: Training['games'][0]}} props */
function Game({one: {game, title, told, test}}) {
  return html`<li class="panel match" data-game=${game}>
    <div><h2>${title}</h2><p class="soft">${told}</p>${test && html`<p class="soft">${test}</p>`}</div>
    <p class="row">
      <${Link} class="button small" href=${`/train/${game}`}
        aria-label=${tr('Train: {title}', {title})}>${tr('Train')}<//>
      <${Link} class="button small" href=${`/train/${game}/test`}
        aria-label=${tr('How good am I? {title}', {title})}>
        ${tr('How good am I?')}<//></p>
  </li>`
}

const GOALS = [0, 3, 5, 10, 20]

/** @param {{training: Training, change: (changed: object) => void}} props */
const Goal = ({training: {goal, adds}, change}) =>
  html`<${Folded} title=${tr('Goal and settings')}>
    <${Select} label=${tr('Drills a day')} value=${goal}
      options=${[...new Set([...GOALS, goal])].map((many) => [many, many || tr('No goal')])}
      onChange=${(/** @type {string} */ many) => change({goal: Number(many)})} />
    <${Check} label=${tr('Add my costly mistakes automatically')} checked=${adds}
      onChange=${(/** @type {boolean} */ now) => change({adds: now})} /><//>`

/** The player's time zone, in which a day begins. */
const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The seed in the address: of a test, which others can take too, or of one whose mistakes are trained. */
const seedHere = () => new URLSearchParams(location.hash.slice(1)).get('seed') ?? ''

/** Exercises one after another. @param {{game: string, test: boolean}} props */
function Exercises({game, test}) {
  const path = `/api/train/${encodeURIComponent(game)}${test ? '/test' : ''}`
  const ask = async (/** @type {any} */ before) => {
    const session = await get(`${path}?${new URLSearchParams({zone: zone(), seed: seedHere()})}`)
    if (session.seed) history.replaceState(null, '', `#${new URLSearchParams({seed: session.seed})}`)
    const said = session.told === before?.said ? '' : session.told // each source once
    return {...session, told: said, said: session.told, count: (before?.count ?? 0) + 1}
  }
  /** @type {{data: Session & {count: number} | null, wrong: string, look: () => void}} */
  const {data: session, wrong, look} = useAnswer(ask, [path])
  useEffect(() => listen('hashchange', look), []) // another seed was opened in this tab
  const [repeated, setRepeated] = useState(/** @type {Exercise[]} */ ([]))
  const [next] = repeated
  const {result} = session ?? {}
  const exercise = next ?? session?.exercise
  const answers = useRef(/** @type {Answered[]} */ ([]))
  const [begun, setBegun] = useState(!test)
  const [more, setMore] = useState(false)
  const answer = async (/** @type {object} */ choice) => {
    const verdict = await post(path, {...choice, key: exercise?.key, zone: zone(), seed: seedHere()})
    if (exercise) answers.current.push({exercise, ...verdict})
    return verdict
  }
  const repeat = (/** @type {Answered[]} */ missed) => {
    answers.current = []
    setRepeated(missed.map((one) => one.exercise))
  }
  if (session?.goal && session.today >= session.goal && answers.current.length && !next && !more)
    return html`<${Reached} answers=${answers.current} goal=${session.goal} onRepeat=${repeat}
      onMore=${() => setMore(true)} />`
  if (session && exercise && !session.number && !begun)
    return html`<${Introduction} onBegin=${() => setBegun(true)} />`
  if (session && exercise)
    return html`<${OnBoard} key=${`${session.count} ${repeated.length}`} ...${{exercise, answer, wrong}}
      onNext=${next ? () => setRepeated(repeated.slice(1)) : look}>
      <${Place} ...${{session, test}} /><//>`
  if (result) return html`<${Result} ...${{game, result}} answers=${answers.current} />`
  return html`<${Bar} /><main
    class="waiting" aria-busy=${String(!session && !wrong)}><h1>${tr('Training')}</h1>
    <p role="status">${wrong || session?.told || tr('One moment …')}</p>
    ${(session || wrong) && html`<p><${Link} class="button main" href="/train">${tr('All training')}<//></p>`}
  </main>`
}

/** @typedef {Verdict & {exercise: Exercise, cost: number}} Answered */

/** What a test is, before its first position. @param {{onBegin: () => void}} props */
const Introduction = ({onBegin}) =>
  html`<${Bar} /><main class="waiting"><h1>${tr('How good am I?')}</h1>
    <p>${tr(
      'Decide 20 to 40 positions, as in a match: about ten minutes. ' +
        'Then you know what you lose per game, which bot plays like you, and what cost you most.',
    )}</p>
    <p><${Button} look="main" onClick=${onBegin}>${tr('Begin')}<//>${' '}
      <${Link} class="button" href="/train">${tr('All training')}<//></p></main>`

const SIGNS = {good: '✓', hard: '≈', again: '✗'}

/**
 * The end of the drills of a day.
 * @param {{answers: Answered[], goal: number, onMore: () => void,
 *   onRepeat: (missed: Answered[]) => void}} props
 */
function Reached({answers, goal, onMore, onRepeat}) {
  const missed = answers.filter(({grade}) => grade !== 'good')
  const [worst] = [...missed].sort((one, other) => other.cost - one.cost)
  const values = {right: answers.length - missed.length, count: answers.length}
  return html`<${Bar} /><main class="page reading trains tested">
    <h1>${tr('{goal, plural, one {One drill} other {# drills}} done: your goal for today', {goal})}</h1>
    <ol class="drill-marks">${answers.map(
      ({grade}) => html`<li class=${grade}><span aria-hidden="true">${SIGNS[grade]}</span>
        <span class="unseen">${HEADINGS[grade]}</span></li>`,
    )}</ol>
    <p role="status">${tr('{right} of {count} right.', values)}</p>
    ${missed.length > 0 && html`<p>${tr('What you missed comes back by tomorrow.')}</p>`}
    ${
      worst &&
      html`<section class="panel missed"><h2>${tr('What cost you most')}</h2>
        <ul><${Missed} ...${worst} /></ul></section>`
    }
    <p class="row">${
      worst &&
      html`<${Button} look="main" onClick=${() => onRepeat(missed)}>${tr('Once more: what I missed')}<//>`
    }<${Button} onClick=${onMore}>${tr('More drills')}<//>
      <${Link} class=${worst ? 'button plain' : 'button main'} href="/train">${tr('All training')}<//></p>
    </main>`
}

/** A choice in words. @param {Chosen} choice @param {Picture} picture */
const inWords = ({keep, named}, picture) =>
  html`<${Sentence} picture=${picture}
    text=${keep === undefined ? named : tr('keep {dice}', {dice: named})} />`

/**
 * A position that was missed: my choice, if known, and the best one.
 * @param {{exercise: Exercise, best: Chosen, told: string, mine?: Chosen}} props
 */
const Missed = ({exercise: {picture, you}, best, told, mine}) =>
  html`<li>
    <${Hand} picture=${picture} keep=${best.keep ?? ''} hand=${picture.turn?.hands[you.seat ?? -1] ?? ''} />
    <p>${mine && html`${rich('Your choice: {choice}', {choice: inWords(mine, picture)})}<br />`}
      <b>${rich('Best: {choice}', {choice: inWords(best, picture)})}</b><br />
      <span class="soft">${told}</span></p></li>`

/** The result of a test. @param {{game: string, result: TestResult, answers: Answered[]}} props */
function Result({game, result: {told, standing, missed, others, ...scale}, answers}) {
  const mineAt = (/** @type {string} */ key) => answers.find(({exercise}) => exercise.key === key)?.mine
  return html`<${Bar} /><main class="page reading trains tested"><h1>${standing}</h1>
    <p role="status">${told}</p><${Scale} ...${scale} />
    ${
      missed.length > 0 &&
      html`<section class="panel missed"><div class="row"><h2>${tr('What cost you most')}</h2>
        <${Link} class="button main"
          href=${`/train/${game}#seed=${seedHere()}`}>${tr('Train these')}<//></div>
        <ul>${missed.map(
          (one) => html`<${Missed} exercise=${one} ...${one} mine=${mineAt(one.key)} />`,
        )}</ul></section>`
    }
    <section class="panel missed"><p>${tr('Everyone who opens this link gets the same test.')}</p>
      ${others.length > 0 && html`<p>${tr('Others lost {figures}.', {figures: comma(others)})}</p>`}
      <${Copy} text=${location.href} title=${tr('Copy the link')} plain />
      <p><${Link} href="/train">${tr('All training')}<//></p></section></main>`
}

const YOU = tr('You', null, 'on a scale')

/** What each bot and I lose per game. @param {Pick<TestResult, 'marks' | 'lost' | 'unit'>} props */
function Scale({marks, lost, unit}) {
  const most = Math.max(...Object.values(marks))
  const all = Object.entries({...marks, [YOU]: lost}).sort(([, one], [, other]) => one - other)
  return html`<section class="panel scale"><h2>${tr('Lost per game, in {unit}', {unit})}</h2><ol>${all.map(
    ([name, each]) => html`<li class=${name === YOU ? 'you' : ''}><b>${name}</b>
      <progress max=${most} value=${Math.min(each, most)} aria-hidden="true"></progress>
      <span>${each > most ? '>' : ''}${figure(Number(Math.min(each, most).toPrecision(2)))}</span></li>`,
  )}</ol></section>`
}

/** What and which the exercise is. @param {{session: Session, test: boolean}} props */
function Place({session: {told, number, most, today, goal}, test}) {
  const [value, max] = test ? [number, most] : [Math.min(today, goal), goal]
  const place = !test && today < goal && tr('{number} of {last}', {number: today + 1, last: goal}, 'exercise')
  const words = [place, told].filter(Boolean).join(' · ')
  return html`<div class="says"><p>${tr('What would you do?')}</p><p class="soft">${words}</p></div>
    <div class="row along">${
      max > 0 &&
      html`<progress ...${{value, max}} aria-label=${test ? tr('Progress') : tr('Drills today')}></progress>`
    }<${Link} class="button small" href="/train">${tr('Stop', null, 'the questions')}<//></div>`
}
