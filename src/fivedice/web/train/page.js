// The training page: the overview of games, drills, and the test of how well you play.
import {html, useEffect, useState} from '../vendor/htm-preact.js'
import {get, patch, post, useAnswer, useRequest} from '../shell/api.js'
import {Copy} from '../lobby/invite.js'
import {Bar, Check, Link, Select, usePage, Wrong} from '../shell/frame.js'
import {MyPages} from '../me/links.js'
import {stylesheet} from '../shell/lazy.js'
import OnBoard from './exercise.js'

stylesheet('lesson', 'records', 'train')

/** @typedef {import('../shell/types.js').Training} Training */
/** @typedef {import('../shell/types.js').Session} Session */

/** @param {{game?: string, test?: boolean}} props */
export default function Train({game, test = false}) {
  usePage('Training · fivedice', game)
  return game ? html`<${Exercises} ...${{game, test}} />` : html`<${Overview} />`
}

/** The goal, and the available training for each game. */
function Overview() {
  const {found, wrong: failed} = useAnswer(() => get(`/api/train?${new URLSearchParams({zone: zone()})}`))
  const [changed, setChanged] = useState(/** @type {Training | null} */ (null))
  const [refused, ask] = useRequest()
  const change = async (/** @type {object} */ more) =>
    setChanged((await ask(patch('/api/train', {...more, zone: zone()}))) ?? changed)
  /** @type {Training | null} */
  const training = changed ?? found
  const wrong = refused || failed
  return html`<${Bar} /><main class="page trains">
    <div class="head"><h1>Training</h1><${MyPages} here="/train" /></div>
    <p class="soft">Positions from your own matches where a choice was costly, then positions that cost
      bots of ordinary strength most. Each comes back after some days: the better you answer, the later.</p>
    <${Wrong} why=${wrong} />
    ${
      training
        ? html`<${Goal} ...${{training, change}} /><ul class="matches">${training.games.map(
            (one) => html`<${Game} key=${one.game} one=${one} />`,
          )}</ul>`
        : !wrong && html`<p class="soft" aria-busy="true">One moment …</p>`
    }
  </main>`
}

/** @param {{one: Training['games'][0]}} props */
function Game({one: {game, title, told, test}}) {
  return html`<li class="panel match" data-game=${game}>
    <div><h2>${title}</h2><p class="soft">${told}</p>${test && html`<p class="soft">${test}</p>`}</div>
    <p class="row">
      <${Link} class="button small main" href=${`/train/${game}`} aria-label=${`Train: ${title}`}>Train<//>
      <${Link} class="button small" href=${`/train/${game}/test`} aria-label=${`How good am I? ${title}`}>
        How good am I?<//></p>
  </li>`
}

const GOALS = [0, 3, 5, 10, 20]

/** @param {{training: Training, change: (changed: object) => void}} props */
function Goal({training: {goal, told, adds}, change}) {
  return html`<section class="panel daily" aria-label="Daily goal">
    <p role="status">${told}</p>
    <${Select} label="Drills a day" value=${goal}
      options=${[...new Set([...GOALS, goal])].map((many) => [many, many || 'No goal'])}
      onChange=${(/** @type {string} */ many) => change({goal: Number(many)})} />
    <${Check} label="Add my costly mistakes automatically" checked=${adds}
      onChange=${(/** @type {boolean} */ now) => change({adds: now})} />
  </section>`
}

/** The player's time zone, in which a day begins. */
const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The seed of a test in the address, so that others can take the same one. */
const seedHere = () => new URLSearchParams(location.hash.slice(1)).get('seed') ?? ''

/** Exercises one after another. @param {{game: string, test: boolean}} props */
function Exercises({game, test}) {
  const [session, setSession] = useState(/** @type {Session | null} */ (null))
  const [wrong, setWrong] = useState('')
  const [count, setCount] = useState(0)
  const path = `/api/train/${encodeURIComponent(game)}${test ? '/test' : ''}`
  const next = async () => {
    const asked = new URLSearchParams({zone: zone(), ...(test && {seed: seedHere()})})
    const told = await get(`${path}?${asked}`)
    if (told.seed) history.replaceState(null, '', `#${new URLSearchParams({seed: told.seed})}`)
    setSession(told)
    setCount((before) => before + 1)
  }
  useEffect(() => {
    const begin = () => void next().catch((error) => setWrong(error.message))
    begin()
    addEventListener('hashchange', begin) // another seed was opened in this tab
    return () => removeEventListener('hashchange', begin)
  }, [path])
  const {exercise} = session ?? {}
  const answer = (/** @type {object} */ choice) =>
    post(path, {...choice, key: exercise?.key, zone: zone(), ...(test && {seed: session?.seed})})
  if (session && exercise)
    return html`<${OnBoard} key=${count} ...${{exercise, answer}} onNext=${next}>
      <${Place} ...${{session, test}} /><//>`
  return html`<${Bar} /><main class="waiting" aria-busy=${String(!session && !wrong)}>
    <h1>${session?.result ? 'Your test' : 'Training'}</h1>
    <p role="status">${wrong || session?.result?.told || session?.told || 'One moment …'}</p>
    ${
      session?.result &&
      html`<${Others} others=${session.result.others} />
        <p class="soft">Everyone who opens this link gets the same test.</p>
        <${Copy} text=${location.href} title="Copy the link" plain />`
    }
    ${(session || wrong) && html`<p><${Link} class="button main" href="/train">All training<//></p>`}
  </main>`
}

/**
 * The description of the exercise, and the number of exercises.
 * @param {{session: Session, test: boolean}} props
 */
function Place({session: {told, number, most, today, goal}, test}) {
  const [value, max] = test ? [number, most] : [Math.min(today, goal), goal]
  return html`<div class="says"><p>What would you do?</p><p class="soft">${told}</p></div>
    <div class="row along">${
      max > 0 &&
      html`<progress ...${{value, max}} aria-label=${test ? 'Progress' : 'Drills today'}></progress>`
    }<${Link} class="button small" href="/train">Stop<//></div>`
}

/** The results of others. @param {{others: {name: string, told: string}[]}} props */
const Others = ({others}) =>
  others.length > 0 &&
  html`<dl class="others panel">${others.map(
    ({name, told}) => html`<div><dt>${name}</dt><dd>${told}</dd></div>`,
  )}</dl>`
