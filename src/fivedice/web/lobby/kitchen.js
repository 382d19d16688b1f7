// The kitchen table: several people at one device, with dice on screen or real dice.
import {html, useEffect, useState} from '../vendor/htm-preact.js'
import {post, useOffer} from '../shell/api.js'
import {described} from '../shell/bot-personas.js'
import {Bar, Button, Choice, longestName, Select, Unready, usePage, Wrong} from '../shell/frame.js'
import {optional} from '../shell/lazy.js'
import {keepKitchen, kitchen, myCard, myName} from '../shell/storage.js'
import {capital} from '../shell/wording.js'
import {Icon} from '../drawings/icons.js'
import {detailOptions, diceTerms} from './chairs.js'
import {opening, USUAL} from './new-table.js'
import {open, USUAL_BOT} from './open-table.js'

const TableOptions = optional(() => import('./table-options.js'))

/** @typedef {import('../shell/types.js').GameTerms} GameTerms */
/** @typedef {import('../shell/types.js').Offer} Offer */

const TITLE = 'Kitchen table'
/** The prefix of a player at this device; the name follows. Others are bots, or '' for their own device. */
const HERE = 'here:'
const isHere = (/** @type {string} */ who) => who.startsWith(HERE)

/** @type {Record<string, string>} */
const MEANING = {
  every: 'Hints at every decision, and a full review.',
  final: 'Five dice a turn: the game works out the points.',
  score: 'A box and its points: one of you keeps score for everyone.',
}

export default function Kitchen() {
  const {found, wrong} = useOffer()
  usePage(`${TITLE} · fivedice`)
  return found
    ? html`<${Bar} /><${KitchenForm} offered=${found} />`
    : html`<${Unready} title=${TITLE} wrong=${wrong} />`
}

/** The form, filled in as it was last time. @param {{offered: Offer}} props */
function KitchenForm({offered}) {
  const own = useOwnCard(offered)
  const [plan, setPlan] = useState(() => ({
    ...{game: '', who: [HERE + myName(), HERE], chosen: {}},
    ...kitchen(),
    agreed: {...USUAL, ...kitchen().agreed, absence: offered.absence},
  }))
  const [wrong, setWrong] = useState('')
  const games = own ? [...offered.games, own] : offered.games
  const terms = games.find(({name}) => name === plan.game) ?? games[0]
  const who = seated(plan.who, terms.seats)
  const {agreed, chosen} = plan
  const change = (/** @type {object} */ more) => setPlan({...plan, ...more})
  const agree = (/** @type {object} */ more) => change({agreed: {...agreed, ...more}})
  const start = (/** @type {Event} */ event) => {
    event.preventDefault()
    keepKitchen(plan)
    const here = who.flatMap((one, chair) => (isHere(one) ? [{name: nameOf(one), chair}] : []))
    const others = who.slice(1).map((one) => (isHere(one) ? '' : one))
    const written = terms === own ? myCard() : ''
    open(opening(terms, nameOf(who[0]), others, agreed, chosen, written), setWrong, false, here.slice(1))
  }
  return html`<main class="page door" data-game=${terms.name}><form class="panel card-of-table kitchen"
      onSubmit=${start}>
    <h1>${TITLE}</h1>
    <p class="soft">Everybody at this device, with its dice or your own.</p>
    <${Sitters} terms=${terms} personas=${offered.personas} who=${who}
      onWho=${(/** @type {string[]} */ now) => change({who: now})} />
    <${Select} label="Game" value=${terms.name} options=${games.map(({name, title}) => [name, title])}
      onChange=${(/** @type {string} */ game) => change({game, chosen: {}})} />
    <${Dice} board=${terms.board} dice=${agreed.dice}
      onDice=${(/** @type {string} */ dice) => agree({dice})} />
    <${TableOptions} ...${{terms, agreed, chosen}} chairs=${who.length} onChange=${agree}
      onChosen=${(/** @type {object} */ now) => change({chosen: now})} />
    <${Wrong} why=${wrong} />
    <button class="button main">Start</button>
  </form></main>`
}

/** My custom card as a game, if this server allows it. @param {Offer} offered */
function useOwnCard({own_cards: allowed}) {
  const [own, setOwn] = useState(/** @type {GameTerms | null} */ (null))
  useEffect(() => {
    if (allowed && myCard()) post('/api/cards', {written: myCard()}).then(setOwn, () => {})
  }, [])
  return own
}

/** As many of them as the game takes. @param {string[]} who @param {[number, number]} seats */
const seated = (who, [least, most]) =>
  [...who, ...Array(Math.max(least - who.length, 0)).fill(HERE)].slice(0, most)

/** @param {string} who */
const nameOf = (who) => who.slice(HERE.length).trim()

/**
 * The players: a name for each person at this device, a list for each of the others.
 * @param {{terms: GameTerms, personas: any[], who: string[], onWho: (who: string[]) => void}} props
 */
function Sitters({terms: {name, seats}, personas, who, onWho}) {
  const [least, most] = seats
  const others = [...personas.map((one) => [one.bot, described(one, name)]), ['', 'Someone on a phone']]
  const put = (/** @type {number} */ place) => (/** @type {string} */ one) =>
    onWho(who.toSpliced(place, 1, one))
  const add = (/** @type {string} */ one, /** @type {string} */ words) =>
    html`<${Button} look="small" disabled=${who.length >= most} onClick=${() => onWho([...who, one])}>
      ${words}<//>`
  return html`<fieldset class="chairs"><legend>Who plays</legend>
    <ol>${who.map((one, place) => {
      const label = {'aria-label': `Player ${place + 1}`}
      return html`<li key=${place}><span class=${`seat-dot seat-${place}`}></span>
        ${
          isHere(one)
            ? html`<input class="input" ...${label} placeholder="Name" required maxlength=${longestName()}
                value=${one.slice(HERE.length)} autofocus=${!nameOf(one)}
                onInput=${(/** @type {any} */ {target}) => put(place)(HERE + target.value)} />`
            : html`<${Choice} ...${label} value=${one} options=${others} onChange=${put(place)} />`
        }
        <${Button} look="plain icon" aria-label=${`Remove player ${place + 1}`} title="Remove"
          disabled=${who.length <= least || !isHere(who[place ? 0 : 1])}
          onClick=${() => onWho(who.toSpliced(place, 1))}><${Icon} name="close" /><//></li>`
    })}</ol>
    <div class="row">${add(HERE, 'Add a player')}${add(USUAL_BOT, 'Bot or phone')}</div>
  </fieldset>`
}

/**
 * The choice between dice on screen and real dice, and how much of those is entered.
 * @param {{board: string, dice: string, onDice: (dice: string) => void}} props
 */
function Dice({board, dice, onDice}) {
  const detail = dice && diceTerms(/** @type {any} */ (dice), {board}).detail
  const way = (/** @type {string} */ words, /** @type {string} */ value) =>
    html`<label class="check"><input type="radio" name="dice" checked=${!value === !dice}
      onChange=${() => onDice(value)} />${words}</label>`
  const details = detailOptions(board).map(([one, words]) => [one, capital(words)])
  return html`<fieldset class="chairs"><legend>Dice</legend>
    <div class="row">${way('On screen', '')}${way('Real dice', 'score')}</div>
    ${
      detail &&
      html`<label class="field">You enter<${Choice} value=${detail} options=${details}
          onChange=${onDice} /><small class="soft">${MEANING[detail]}</small></label>`
    }</fieldset>`
}
