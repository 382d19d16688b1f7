// The home page: games, my tables, and joining by code.
import {html, useEffect, useState} from '../vendor/htm-preact.js'
import {useOffer} from '../shell/api.js'
import ByCode from '../lobby/by-code.js'
import {Bar, Button, Choice, Dialog, Link, NameField, Wrong} from '../shell/frame.js'
import {Icon} from '../drawings/icons.js'
import {face, worn} from '../drawings/faces.js'
import {lookOf} from '../games/index.js'
import {GoingOn} from './my-tables.js'
import {later, optional} from '../shell/lazy.js'
import {capital} from '../shell/wording.js'
import {keepDice, keepRival, myDice, myName, myRival, nameMe, tonight} from '../shell/storage.js'
import {NOBODY, playNow, USUAL_BOT} from '../lobby/open-table.js'
import {diceOptions} from '../lobby/chairs.js'
import {briefly, Face} from '../shell/bot-personas.js'

/** @typedef {import('../shell/types.js').GameTerms} GameTerms */

const TITLE = 'fivedice: games with five dice'
/** The game that starts when the dice on this page are thrown. */
const HERO = 'traditional'

const Friends = later(() => import('../lobby/new-table.js'))
const OwnCard = later(() => import('../lobby/own-card.js'))
const ClubNight = optional(() => import('../club/round.js'))
const RulesDrawer = later(() => import('../table/panels/rules.js'))
const Preferences = later(() => import('../table/panels/preferences.js'))

const SHARED = /^#card=([\w-]+)$/

/** The card in the address, if any, which is then removed from the address. */
function cardHere() {
  const shared = SHARED.exec(location.hash)?.[1]
  if (!shared) return null
  history.replaceState(null, '', location.pathname)
  return {shared}
}

export default function Home() {
  const [name, setName] = useState(myName())
  const offer = useOffer()
  const offered = offer.found
  const [inviting, setInviting] = useState(/** @type {{terms: GameTerms, written?: string} | null} */ (null))
  const [writing, setWriting] = useState(cardHere)
  const [reading, setReading] = useState(/** @type {GameTerms | null} */ (null))
  const [setting, setSetting] = useState(false)
  const [wrong, setWrong] = useState('')
  const [rival, setRival] = useState(myRival() || USUAL_BOT)
  const against = (/** @type {string} */ bot) => {
    setRival(bot)
    keepRival(bot)
  }
  useEffect(() => {
    document.title = TITLE
    const arrived = () => setWriting((before) => cardHere() ?? before) // the link was opened in this tab
    addEventListener('hashchange', arrived)
    return () => removeEventListener('hashchange', arrived)
  }, [])
  const called = (/** @type {string} */ now) => {
    setName(now)
    nameMe(now.trim())
  }
  const play = (/** @type {GameTerms} */ terms, throws = false) => {
    setWrong('')
    playNow(terms, setWrong, throws)
  }
  const read = (/** @type {GameTerms} */ terms, /** @type {string} */ written) => {
    setWriting(null)
    setInviting({terms, written})
  }
  const first = offered?.games[0]
  return html`<${Bar}><${Link} class="button plain small" href="/records">My matches<//>
    <${Button} look="plain icon to-gear" onClick=${() => setSetting(true)}
      aria-label="Settings" title="Settings"><${Icon} name="gear" /><//><//>
    <main class="page home">
      <${Hero} terms=${first} onThrow=${() => first && play(first, true)} />
      <${Wrong} why=${wrong || offer.wrong} />
      ${tonight() && html`<${ClubNight} code=${tonight()} back />`}
      <${GoingOn} title=${TITLE} />
      ${
        offered &&
        html`<${Rival} personas=${offered.personas} rival=${rival} onRival=${against} />
        <${Games} offered=${offered} onPlay=${play} onRules=${setReading}
          onInvite=${(/** @type {GameTerms} */ terms) => setInviting({terms})}
          onWrite=${() => setWriting({shared: ''})} />
        <${Desk} name=${name} onName=${called} />
        <p class="small-print soft">
          fivedice is not affiliated with any other product. Names of other games belong to their owners.</p>`
      }
    </main>
    ${
      writing &&
      html`<${OwnCard} key=${writing.shared} ...${writing} onRead=${read}
        onClose=${() => setWriting(null)} />`
    }
    ${
      reading &&
      html`<${RulesDrawer} picture=${{...reading, game: reading.name}} from=${`/api/rules/${reading.name}`}
        onClose=${() => setReading(null)} />`
    }
    ${
      setting &&
      html`<${Dialog} title="Settings" onClose=${() => setSetting(false)}>
        <div class="this-table"><${Preferences} /></div><//>`
    }
    ${
      inviting &&
      html`<${Friends} ...${inviting} offered=${offered} name=${name.trim()} onName=${called}
        onClose=${() => setInviting(null)} />`
    }`
}

/**
 * The greeting, and five dice; throwing them is the first throw of a match.
 * @param {{terms?: GameTerms, onThrow: () => void}} props
 */
function Hero({terms, onThrow}) {
  const [thrown, throwOnce] = useOnce(onThrow)
  return html`<section class="hero">
    <div><h1>Pull up a chair.</h1>
      <p class="soft">Games with five dice. Play against bots, send friends a link, or${' '}
        <${Link} href="/train">train<//>.</p>
      <${Link} class="button small" href="/daily">Today's deal<//></div>
    <button type="button" class=${`cloth ${thrown ? 'thrown' : ''}`} data-game=${HERO}
      disabled=${!terms || thrown} onClick=${throwOnce}
      aria-label=${`Throw the dice: play ${terms?.title ?? 'now'}`}>
      <span class="hand">${dice(HERO, terms?.set ?? 'chinese')}</span>
      <span class="button main">Throw the dice</span></button>
  </section>`
}

/**
 * Whether the action was run in the last seconds, and a function that runs it unless it was.
 * @param {() => void} act @returns {[boolean, () => void]}
 */
function useOnce(act) {
  const [done, setDone] = useState(false)
  return [
    done,
    () => {
      setDone(true)
      act()
      setTimeout(() => setDone(false), 3000)
    },
  ]
}

/** Five small dice of a game. @param {string} game @param {string} set */
function dice(game, set) {
  const {hand, suits = []} = lookOf(game)
  return hand.map(
    (value, place) => html`<span class=${`chip-die at-${place}`} data-set=${worn(set)}>
      ${face(set, value, suits[place] ?? '')}</span>`,
  )
}

/** The form to join by code, and my name. @param {{name: string, onName: (name: string) => void}} props */
const Desk = ({name, onName}) =>
  html`<section class="desk panel" aria-labelledby="desk"><h2 id="desk">Invited by a friend?</h2>
    <${NameField} value=${name} placeholder="Player" onInput=${onName} />
    <${Link} class="soft" href="/me">You and your devices<//>
    <${ByCode} />
  </section>`

/**
 * The five games, then more cards and the way to a custom card.
 * @param {{offered: import('../shell/types.js').Offer, onPlay: (terms: GameTerms) => void,
 *   onRules: (terms: GameTerms) => void, onInvite: (terms: GameTerms) => void, onWrite: () => void}} props
 */
function Games({offered: {games, own_cards: own}, onPlay, onRules, onInvite, onWrite}) {
  const tile = (
    /** @type {GameTerms} */ terms,
  ) => html`<${Tile} key=${terms.name} terms=${terms} onPlay=${() => onPlay(terms)}
    onRules=${() => onRules(terms)} onInvite=${() => onInvite(terms)} />`
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
  return html`<li class="tile bring-card"><div class="words"><h3>Your own card</h3>
      <p>Write down your family's rules and play by them here, with bots, hints and a review.</p></div>
    <div class="row"><${Button} onClick=${onWrite}>Add a card<//></div></li>`
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
    <div class="words"><h3>${title}</h3><p class="kind">${players(seats)}</p><p>${line}</p></div>
    <div class="row">
      <${Button} look="main whole" disabled=${starting} onClick=${play}
        aria-label=${`Play now: ${title}`}>Play<//>
      <${Button} onClick=${onInvite} aria-label=${`With friends: ${title}`}>With friends<//>
      ${
        lesson &&
        html`<${Link} class="button plain" href=${`/learn/${name}`}
          aria-label=${`Learn in a minute: ${title}`}>Learn<//>`
      }
      <${Button} look="plain" onClick=${onRules} aria-label=${`Rules: ${title}`}>Rules<//>
    </div>
  </li>`
}

/**
 * The choice of the opponent for "Play", with the face.
 * @param {{personas: import('../shell/types.js').Persona[], rival: string, onRival: (bot: string) => void}}
 *   props
 */
function Rival({personas, rival, onRival}) {
  const who = personas.find(({bot}) => bot === rival)
  const [dice, setDice] = useState(myDice())
  const throws = (/** @type {any} */ way) => {
    setDice(way)
    keepDice(way)
  }
  const bots = personas.map((one) => [one.bot, briefly(one)])
  const about = rival === NOBODY ? alone(personas) : who && capital(who.manner)
  return html`<section class="rival">
    <div class="whom"><label for="rival">You play against</label>
    <span><${Face} character=${who?.bot ?? ''} />
      <${Choice} id="rival" value=${rival} aria-describedby="about-rival" onChange=${onRival}
        options=${[...bots, [NOBODY, 'Nobody (play alone)']]} /></span></div>
    <p class="soft" id="about-rival">${about}.</p>
    <label class="whose">Dice
      <${Choice} value=${dice} options=${diceOptions()} onChange=${throws} /></label>
  </section>`
}

/** @param {[number, number]} seats */
const players = ([least, most]) =>
  most === 1 ? 'For one player' : `${least === most ? '' : `${least} to `}${most} players`

/** Explains playing alone. @param {import('../shell/types.js').Persona[]} personas */
function alone(personas) {
  const usual = personas.find(({bot}) => bot === USUAL_BOT)
  return `Just you and the dice. Games for two or more players are against ${usual?.name ?? 'a bot'}`
}
