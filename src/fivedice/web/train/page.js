// The training page: the overview of games, drills, and the test of how well you play.
import {html, useEffect, useRef, useState} from '../vendor/htm-preact.js'
import {get, patch, post, useAnswer, useRequest} from '../shell/api.js'
import {Copy} from '../lobby/invite.js'
import {Bar, Button, Check, Folded, Link, Select, usePage, Wrong} from '../shell/frame.js'
import {listen} from '../shell/press.js'
import {stylesheet} from '../shell/lazy.js'
import {Sentence} from '../drawings/faces.js'
import OnBoard, {Hand} from './exercise.js'
import {comma, figure, tr} from '../shell/language.js'

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
    return {...session, count: (before?.count ?? 0) + 1}
  }
  /** @type {{data: Session & {count: number} | null, wrong: string, look: () => void}} */
  const {data: session, wrong, look} = useAnswer(ask, [path])
  useEffect(() => listen('hashchange', look), []) // another seed was opened in this tab
  const {exercise, result} = session ?? {}
  const grades = useRef(/** @type {string[]} */ ([]))
  const [more, setMore] = useState(false)
  const answer = async (/** @type {object} */ choice) => {
    const verdict = await post(path, {...choice, key: exercise?.key, zone: zone(), seed: seedHere()})
    grades.current.push(verdict.grade)
    return verdict
  }
  if (session?.goal && session.today === session.goal && grades.current.length && exercise && !more)
    return html`<${Reached} grades=${grades.current} goal=${session.goal} onMore=${() => setMore(true)} />`
  if (session && exercise)
    return html`<${OnBoard} key=${session.count} ...${{exercise, answer, wrong}} onNext=${look}>
      <${Place} ...${{session, test}} /><//>`
  if (result) return html`<${Result} ...${{game, result}} />`
  return html`<${Bar} /><main
    class="waiting" aria-busy=${String(!session && !wrong)}><h1>${tr('Training')}</h1>
    <p role="status">${wrong || session?.told || tr('One moment …')}</p>
    ${(session || wrong) && html`<p><${Link} class="button main" href="/train">${tr('All training')}<//></p>`}
  </main>`
}

/** The end of the drills of a day. @param {{grades: string[], goal: number, onMore: () => void}} props */
const Reached = ({grades, goal, onMore}) =>
  html`<${Bar} /><main class="waiting"><h1>${tr('{right} of {count} right', {
    right: grades.filter((grade) => grade === 'good').length,
    count: grades.length,
  })}</h1><p role="status">${tr(
    'You have reached your goal for today: {goal, plural, one {# drill} other {# drills}}. ' +
      'What you missed comes back by tomorrow, the rest later.',
    {goal},
  )}</p><p><${Link} class="button main" href="/train">${tr('All training')}<//>${' '}
    <${Button} onClick=${onMore}>${tr('More drills')}<//></p></main>`

/** The result of a test. @param {{game: string, result: TestResult}} props */
const Result = ({game, result: {told, standing, missed, others, ...scale}}) =>
  html`<${Bar} /><main class="page reading trains tested"><h1>${standing}</h1>
    <p role="status">${told}</p><${Scale} ...${scale} />
    ${
      missed.length > 0 &&
      html`<section class="panel missed"><div class="row"><h2>${tr('What cost you most')}</h2>
        <${Link} class="button main"
          href=${`/train/${game}#seed=${seedHere()}`}>${tr('Train these')}<//></div>
        <ul>${missed.map(
          ({picture, you: {seat}, best: {keep, named}, told: cost}) => html`<li>
            <${Hand} picture=${picture} keep=${keep ?? ''} hand=${picture.turn?.hands[seat ?? -1] ?? ''} />
            <p><b>${tr('Best:')} <${Sentence} picture=${picture}
              text=${keep === undefined ? named : tr('keep {dice}', {dice: named})} /></b><br />
              <span class="soft">${cost}</span></p></li>`,
        )}</ul></section>`
    }
    <section class="panel missed"><p>${tr('Everyone who opens this link gets the same test.')}
      ${others.length > 0 && ` ${tr('Others lost {figures}.', {figures: comma(others)})}`}</p>
      <${Copy} text=${location.href} title=${tr('Copy the link')} plain />
      <p><${Link} href="/train">${tr('All training')}<//></p></section></main>`

const YOU = tr('You', null, 'on a scale')

/** What each bot and I lose per game. @param {Pick<TestResult, 'marks' | 'lost'>} props */
function Scale({marks, lost}) {
  const most = Math.max(...Object.values(marks))
  const all = Object.entries({...marks, [YOU]: lost}).sort(([, one], [, other]) => one - other)
  return html`<ol class="panel scale" aria-label=${tr('Lost per game')}>${all.map(
    ([name, each]) => html`<li class=${name === YOU ? 'you' : ''}><b>${name}</b>
      <progress max=${most} value=${Math.min(each, most)} aria-hidden="true"></progress>
      <span>${each > most ? '>' : ''}${figure(Number(Math.min(each, most).toPrecision(2)))}</span></li>`,
  )}</ol>`
}

/** What and which the exercise is. @param {{session: Session, test: boolean}} props */
function Place({session: {told, number, most, today, goal}, test}) {
  const [value, max] = test ? [number, most] : [Math.min(today, goal), goal]
  const which = tr('{number} of {last}', {number: today + 1, last: goal})
  const place = !test && today < goal ? `${which} · ` : ''
  return html`<div class="says"><p>${tr('What would you do?')}</p><p class="soft">${place}${told}</p></div>
    <div class="row along">${
      max > 0 &&
      html`<progress ...${{value, max}} aria-label=${test ? tr('Progress') : tr('Drills today')}></progress>`
    }<${Link} class="button small" href="/train">${tr('Stop')}<//></div>`
}
