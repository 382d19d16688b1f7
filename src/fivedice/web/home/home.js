// The home page: games, my tables, and joining by code.
import {html, useEffect, useState} from '../vendor/htm-preact.js'
import {offer} from '../shell/api.js'
import ByCode from '../lobby/by-code.js'
import {Bar, Link} from '../shell/frame.js'
import {face} from '../drawings/faces.js'
import {lookOf} from '../games/index.js'
import {GoingOn} from './my-tables.js'
import {later} from '../shell/lazy.js'
import {keepRival, myName, myRival, nameMe} from '../shell/storage.js'
import {isForOne, NOBODY, playNow, rivalIn, USUAL_BOT, usualChairs} from '../lobby/open-table.js'
import {briefly, described, Face} from '../shell/bot-personas.js'

/** @typedef {import('../shell/types.js').GameTerms} GameTerms */

const TITLE = 'fivedice: games with five dice'
const ALONE = 'Alone: just you and the dice'
const NOTHING = /** @type {import('../shell/types.js').Offer} */ ({
  games: [],
  bots: [],
  personas: [],
  phrases: [],
  longest_name: Infinity,
  clocks: [],
  absences: [],
  days: [],
  absence: 0,
  own_cards: false,
  push: '',
})

const Friends = later(() => import('../lobby/new-table.js'))
const OwnCard = later(() => import('../lobby/own-card.js'))

export default function Home() {
  const [name, setName] = useState(myName())
  const [offered, setOffered] = useState(NOTHING)
  const [inviting, setInviting] = useState(/** @type {{terms: GameTerms, written?: string} | null} */ (null))
  const [writing, setWriting] = useState(false)
  const [wrong, setWrong] = useState('')
  const [rival, setRival] = useState(myRival() || USUAL_BOT)
  const against = (/** @type {string} */ bot) => {
    setRival(bot)
    keepRival(bot)
  }
  useEffect(() => {
    document.title = TITLE
    offer().then(setOffered, (error) => setWrong(error.message))
  }, [])
  const called = (/** @type {string} */ now) => {
    setName(now)
    nameMe(now.trim())
  }
  const play = (/** @type {GameTerms} */ terms) => {
    setWrong('')
    playNow(terms, setWrong)
  }
  const read = (/** @type {GameTerms} */ terms, /** @type {string} */ written) => {
    setWriting(false)
    setInviting({terms, written})
  }
  return html`<${Bar}><${Link} class="button plain small" href="/records">My matches<//><//>
    <main class="page home">
      <${Welcome} longest=${offered.longest_name} name=${name} onName=${called} />
      ${wrong && html`<p class="wrong" role="alert">${wrong}</p>`}
      <${GoingOn} title=${TITLE} />
      <${Games} offered=${offered} onPlay=${play} rival=${rival} onRival=${against}
        onInvite=${(/** @type {GameTerms} */ terms) => setInviting({terms})}
        onWrite=${() => setWriting(true)} />
      ${
        offered.games.length > 0 &&
        html`<p class="small-print soft">
          fivedice is nobody's product but its own. Names of other games belong to their owners.</p>`
      }
    </main>
    ${writing && html`<${OwnCard} onRead=${read} onClose=${() => setWriting(false)} />`}
    ${
      inviting &&
      html`<${Friends} ...${inviting} offered=${offered} name=${name.trim()} onName=${called}
        onClose=${() => setInviting(null)} />`
    }`
}

/**
 * The introduction, my name, and the form to join by code.
 * @param {{longest?: number, name: string, onName: (name: string) => void}} props
 */
function Welcome({longest, name, onName}) {
  return html`<section class="welcome">
    <div><h1>Pull up a chair.</h1><p class="soft">
      Five dice, many games: against the house, or with friends by a link.</p></div>
    <div class="desk panel">
      <label class="field">Your name
        <input class="input" value=${name} maxlength=${longest} placeholder="Player" autocomplete="nickname"
          onInput=${(/** @type {any} */ event) => onName(event.target.value)} />
      </label>
      <${ByCode} />
    </div>
  </section>`
}

/**
 * The five games, then more cards and the way to a custom card.
 * @param {{offered: import('../shell/types.js').Offer, rival: string, onRival: (bot: string) => void, onPlay:
 *   (terms: GameTerms) => void, onInvite: (terms: GameTerms) => void, onWrite: () => void}} props
 */
function Games({offered: {games, personas, own_cards: own}, rival, onRival, onPlay, onInvite, onWrite}) {
  const tile = (
    /** @type {GameTerms} */ terms,
  ) => html`<${Tile} key=${terms.name} ...${{terms, personas, rival, onRival}}
    onPlay=${() => onPlay(terms)} onInvite=${() => onInvite(terms)} />`
  const more = games.filter((terms) => terms.more)
  return html`<h2 class="unseen">The games</h2>
    <ul class="games">${games.filter((terms) => !terms.more).map(tile)}</ul>
    ${
      (more.length > 0 || own) &&
      html`<h2 class="apart">More cards</h2>
        <ul class="games more">${more.map(tile)}${own && html`<${Bring} onWrite=${onWrite} />`}</ul>`
    }`
}

/** The tile for a custom card. @param {{onWrite: () => void}} props */
function Bring({onWrite}) {
  return html`<li class="tile bring-card"><div class="words"><h3>A card of your own</h3>
      <p>Write down what your family plays, and play it here: with bots, hints and a review.</p></div>
    <div class="row"><button type="button" class="button" onClick=${onWrite}>Bring a card</button></div></li>`
}

/**
 * One game.
 * @param {{terms: GameTerms, personas: import('../shell/types.js').Persona[], rival: string,
 *   onRival: (bot: string) => void, onPlay: () => void, onInvite: () => void}} props
 */
function Tile({terms, personas, rival: wanted, onRival, onPlay, onInvite}) {
  const {name, title, line, set, seats, lesson} = terms
  const rival = rivalIn(terms, wanted)
  const who = personas.find(({bot}) => bot === rival)
  const about = rival === NOBODY ? ALONE : who && described(who, name)
  const {hand, suits = []} = lookOf(name)
  const [starting, setStarting] = useState(false)
  const play = () => {
    setStarting(true)
    onPlay()
    setTimeout(() => setStarting(false), 3000)
  }
  return html`<li class="tile" data-game=${name}>
    <div class="cloth" aria-hidden="true">${hand.map(
      (value, place) => html`<span
      class=${`chip-die at-${place}`} data-set=${set}>${face(set, value, suits[place] ?? '')}</span>`,
    )}</div>
    <div class="words"><h3>${title}</h3><p class="kind">${players(seats)}</p><p>${line}</p></div>
    <div class="row">
      <button type="button" class="button main" disabled=${starting} onClick=${play}
        aria-label=${`Play now: ${title}`}>Play now</button>
      ${usualChairs(terms) > 1 && html`<${Rival} ...${{terms, personas, rival, onRival}} />`}
      <button type="button" class="button" onClick=${onInvite} aria-label=${`With friends: ${title}`}>
        With friends</button>
      ${
        lesson &&
        html`<${Link} class="button plain" href=${`/learn/${name}`}
          aria-label=${`Learn in a minute: ${title}`}>
          Learn in a minute<//>`
      }
    </div>
    ${about && usualChairs(terms) > 1 && html`<p class="soft about" id=${`about-${name}`}>${about}.</p>`}
  </li>`
}

/**
 * The choice of the opponent for "Play now", with the face.
 * @param {{terms: GameTerms, personas: import('../shell/types.js').Persona[], rival: string,
 *   onRival: (bot: string) => void}} props
 */
function Rival({terms, personas, rival, onRival}) {
  const who = personas.find(({bot}) => bot === rival)
  return html`<span class="rival"><${Face} character=${who?.bot ?? ''} />
    <select class="input" aria-label=${`Against whom: ${terms.title}`} value=${rival}
      aria-describedby=${`about-${terms.name}`}
      onChange=${(/** @type {any} */ event) => onRival(event.target.value)}>
      ${personas.map((one) => html`<option value=${one.bot}>${briefly(one)}</option>`)}
      ${isForOne(terms) && html`<option value=${NOBODY}>Nobody, alone</option>`}</select></span>`
}

/** @param {[number, number]} seats */
const players = ([least, most]) =>
  most === 1 ? 'For one player' : `${least === most ? '' : `${least} to `}${most} players`
