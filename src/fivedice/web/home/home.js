// The home page: what to go on with, the dice, ways to play, and the games.
import {html, useEffect, useState} from '../vendor/htm-preact.js'
import {get, offer as fetchOffer, useAnswer, useRequest} from '../shell/api.js'
import {Bar, Button, Choice, LanguageChoice, Link, Wrong} from '../shell/frame.js'
import {face, worn} from '../dice/faces.js'
import {lookOf} from '../games/index.js'
import {GoingOn} from './my-tables.js'
import {listen} from '../shell/press.js'
import {later, optional, part} from '../shell/lazy.js'
import {whoPlays} from '../shell/player.js'
import {mySeats, myRival, me, myName, tonight} from '../shell/storage.js'
import {NOBODY, playNow, rivalIn, USUAL_BOT} from '../seats/open-table.js'
import {briefly, Face} from '../shell/bot-personas.js'
import {comma, rich, tr, unbroken} from '../shell/language.js'

const TITLE = tr('fivedice: games with five dice')

const Friends = later(() => import('../lobby/new-table.js'))
const OwnCard = later(() => import('../lobby/own-card.js'))
const ClubNight = optional(() => part(import('../club/standings.js'), 'RoundNotice'))
const RulesDrawer = later(() => import('../table/panels/rules.js'))

const SEVERAL = 'several' // bots, in the form with all chairs
const SHARED = /^#card=([\w-]+)$/

/** The card in the address, if any, which is then removed from the address. */
function cardHere() {
  const shared = SHARED.exec(location.hash)?.[1]
  if (!shared) return null
  history.replaceState(null, '', location.pathname)
  return {shared}
}

/** @typedef {{terms: GameTerms, written?: string, bot?: string}} Inviting */

/** The game that the dice on this page start: the last one, or the first. @param {GameTerms[]} games */
const lastGame = (games) => games.find(({name}) => name === mySeats()[0]?.game) ?? games[0]

/** What is on offer, once lost seats are restored, so that *Continue* pushes nothing away that is pressed. */
const offerToPlayer = async () => (await Promise.all([fetchOffer(), me().id ? null : whoPlays()]))[0]

/** @param {{seats: string}} props `seats` changes once lost seats are restored */
export default function Home({seats}) {
  const offer = useAnswer(offerToPlayer)
  const offered = offer.data
  const [inviting, setInviting] = useState(/** @type {Inviting | null} */ (null))
  const [writing, setWriting] = useState(cardHere)
  const [reading, setReading] = useState(/** @type {GameTerms | null} */ (null))
  const [wrong, request] = useRequest()
  const [rival, setRival] = useState(myRival() || USUAL_BOT)
  const against = (/** @type {string} */ bot) => {
    if (bot === SEVERAL) return last && setInviting({terms: last, bot: rivalIn(last, USUAL_BOT)})
    setRival(bot)
    myRival(bot)
  }
  useEffect(() => {
    document.title = TITLE
    return listen('hashchange', () => setWriting((before) => cardHere() ?? before)) // opened in this tab
  }, [])
  const play = (/** @type {GameTerms} */ terms, throws = false) => request(playNow(terms, throws))
  const invite = (/** @type {GameTerms} */ terms, written = '') => {
    setWriting(null)
    setInviting({terms, written})
  }
  const last = offered && lastGame(offered.games)
  return html`<${Bar}>${!me().id && html`<${LanguageChoice} word="unseen" />`}<//>
    <main class="page home" aria-busy=${!offered && !offer.wrong}>
      <${Wrong} why=${wrong || offer.wrong} />
      ${tonight() && html`<${ClubNight} code=${tonight()} back />`}
      <${GoingOn} key=${seats} title=${TITLE} />
      <${Hero} ...${{terms: last, rival, offered}} onRival=${against}
        onThrow=${() => last && play(last, true)} />
      ${
        last &&
        html`<${Doors} onInvite=${() => invite(last)} />
        <${Games} offered=${offered} onPlay=${play} onRules=${setReading} onInvite=${invite}
          onWrite=${() => setWriting({shared: ''})} />`
      }
    </main>
    ${
      writing &&
      html`<${OwnCard} key=${writing.shared} ...${writing} onRead=${invite}
        onClose=${() => setWriting(null)} />`
    }
    ${
      reading &&
      html`<${RulesDrawer} picture=${{...reading, game: reading.name}} onClose=${() => setReading(null)} />`
    }
    ${
      inviting &&
      html`<${Friends} ...${{...inviting, offered}} onTerms=${invite} onClose=${() => setInviting(null)} />`
    }`
}

/**
 * The greeting, the opponent, and five dice; throwing them is the first throw of a match.
 * @param {{terms: GameTerms | null, offered: Offer | null, rival: string,
 *   onRival: (bot: string) => void, onThrow: () => void}} props
 */
function Hero({terms, offered, rival, onRival, onThrow}) {
  const [thrown, throwOnce] = useOnce(onThrow)
  const game = terms?.name ?? 'traditional'
  const bot = terms && offered?.personas.find((one) => one.bot === rivalIn(terms, rival))
  return html`<section class="hero">
    <div class="greeting"><h1>${tr('Pull up a chair.')}</h1>
      <p class="soft">${
        myName()
          ? rich('Playing as <you>{name}</you>', {name: myName(), you: toMe})
          : toMe(tr('Choose your name'))
      }</p></div>
    <button type="button" class=${`cloth ${thrown ? 'thrown' : ''}`} data-game=${game}
      disabled=${!terms || thrown} onClick=${throwOnce}
        aria-label=${tr('Throw the dice: play {game}', {game: terms?.title ?? ''})}>
      <span class="hand">${dice(game, terms?.set ?? 'chinese')}</span>
      <span class="button main">${tr('Throw the dice')}</span>
      <span class="which">${terms && against(terms.title, bot?.name)}</span></button>
    ${offered && html`<${Rival} ...${{rival, onRival, personas: offered.personas}} />`}
  </section>`
}

/** @param {any} words */
const toMe = (words) => html`<${Link} href="/me">${words}<//>`

/** @param {string} game @param {string} [bot] */
const against = (game, bot) => (bot ? tr('{game} against {bot}', {game, bot}) : tr('{game}, alone', {game}))

/** The other ways to play. @param {{onInvite: () => void}} props */
const Doors = ({onInvite}) =>
  html`<section class="doors" aria-label=${tr('Ways to play')}>
    <${Link} class="panel" href="/daily"><strong>${tr("Today's deal")}</strong><${Played} /><//>
    <button type="button" class="panel" onClick=${onInvite}><strong>${tr('With friends')}</strong>
      <span class="soft">${unbroken(tr('Send a link, or join by code'))}</span></button>
    <${Link} class="panel" href="/kitchen"><strong>${tr('Kitchen table')}</strong>
      <span class="soft">${unbroken(tr('All on this device, or with real dice'))}</span><//>
  </section>`

/** The results of today's deal, once played. */
function Played() {
  const {data} = useAnswer(async () => (me().id ? get('/api/daily') : null))
  const over = (data?.games ?? []).filter((/** @type {any} */ {state}) => state === 'over')
  const results = over.map((/** @type {any} */ {title, points}) => `${title} ${points}`)
  return html`<span class="soft">${comma(results) || tr('The same dice for everybody')}</span>`
}

/**
 * Whether the action was run in the last seconds, and a function that runs it unless it was.
 * @param {() => void} act @returns {[boolean, () => void]}
 */
function useOnce(act) {
  const [done, setDone] = useState(false)
  return [done, () => [setDone(true), act(), setTimeout(() => setDone(false), 3000)]]
}

/** Five small dice of a game. @param {string} game @param {string} set */
function dice(game, set) {
  const {hand, suits = []} = lookOf(game)
  return hand.map(
    (value, place) => html`<span class=${`chip-die at-${place}`} data-set=${worn(set)}>
      ${face(set, value, suits[place] ?? '')}</span>`,
  )
}

/**
 * The five games, then more cards and the way to a custom card.
 * @param {{offered: Offer, onPlay: (terms: GameTerms) => void,
 *   onRules: (terms: GameTerms) => void, onInvite: (terms: GameTerms) => void, onWrite: () => void}} props
 */
function Games({offered: {games, own_cards: own}, onPlay, onRules, onInvite, onWrite}) {
  /** @param {GameTerms} terms */
  const tile = (terms) => html`<${Tile} key=${terms.name} terms=${terms} onPlay=${() => onPlay(terms)}
    onRules=${() => onRules(terms)} onInvite=${() => onInvite(terms)} />`
  const more = games.filter((terms) => terms.more)
  return html`<h2 class="unseen">${tr('The games')}</h2>
    <ul class="games">${games.filter((terms) => !terms.more).map(tile)}</ul>
    ${
      (more.length > 0 || own) &&
      html`<h2 class="apart">${tr('More cards')}</h2>
        <ul class="games more">${more.map(tile)}${own && html`<${Bring} onWrite=${onWrite} />`}</ul>`
    }`
}

/** The tile for a custom card. @param {{onWrite: () => void}} props */
function Bring({onWrite}) {
  return html`<li class="tile bring-card"><div class="words"><h3>${tr('Your own card')}</h3>
      <p>${tr(
        "Write down your family's rules and play by them here, with bots, hints and a review.",
      )}</p></div>
    <div class="row"><${Button} onClick=${onWrite}>${tr('Add a card')}<//></div></li>`
}

/**
 * One game. A press anywhere on its tile plays it, except on another of its controls.
 * @param {{terms: GameTerms, onPlay: () => void, onRules: () => void, onInvite: () => void}} props
 */
function Tile({terms, onPlay, onRules, onInvite}) {
  const {name, title, line, set, seats, lesson} = terms
  const [starting, play] = useOnce(onPlay)
  return html`<li class="tile" data-game=${name}>
    <div class="cloth" aria-hidden="true">${dice(name, set)}</div>
    <div class="words"><h3>${title}</h3><p class="kind">${players(seats)}</p><p>${unbroken(line)}</p></div>
    <div class="row">
      <${Button} look="main whole" disabled=${starting} onClick=${play}
        aria-label=${tr('Play now: {title}', {title})}>${tr('Play')}<//>
      <${Button} onClick=${onInvite}
        aria-label=${tr('With friends: {title}', {title})}>${tr('With friends')}<//>
      ${
        lesson
          ? html`<${Link} class="button plain" href=${`/learn/${name}`}
            aria-label=${tr('Learn in a minute: {title}', {title})}>${tr('Learn')}<//>`
          : html`<${Button} look="plain" onClick=${onRules}
            aria-label=${tr('Rules: {title}', {title})}>${tr('Rules')}<//>`
      }
    </div>
  </li>`
}

/** @param {{personas: Persona[], rival: string, onRival: (bot: string) => void}} props */
function Rival({personas, rival, onRival}) {
  const who = personas.find(({bot}) => bot === rival)
  const bots = [...personas.map((one) => [one.bot, briefly(one)]), [SEVERAL, tr('Several bots …')]]
  return html`<div class="rival"><label for="rival">${tr('You play against')}</label>
    <span><${Face} character=${who?.bot ?? ''} />
      <${Choice} id="rival" value=${rival} onChange=${onRival}
        options=${[...bots, [NOBODY, tr('Nobody (play alone)')]]} /></span></div>`
}

/** @param {[number, number]} seats */
const players = ([least, most]) => {
  if (most === 1) return tr('For one player')
  return least === most ? tr('{most} players', {most}) : tr('{least} to {most} players', {least, most})
}
