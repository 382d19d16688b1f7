// The kitchen table: several people at one device, with dice on screen or real dice.
import {html, useState} from '../vendor/htm-preact.js'
import {post, useAnswer, useOffer, useRequest} from '../shell/api.js'
import {Bar, Choice, Form, Select, Unready, usePage, Wrong} from '../shell/frame.js'
import {optional} from '../shell/lazy.js'
import {kitchen, myCard, myName} from '../shell/storage.js'
import {detailOptions, diceTerms} from '../seats/chairs.js'
import {HERE, openFor, seated, Sitters, usualTerms} from './new-table.js'
import {USUAL_BOT} from '../seats/open-table.js'
import {tr} from '../shell/language.js'

const TableOptions = optional(() => import('./table-options.js'))

const TITLE = tr('Kitchen table')
const ADDS = [
  [HERE, tr('Add a player')],
  [USUAL_BOT, tr('Bot or phone')],
]
/** @type {Record<string, string>} */
const MEANING = {
  every: tr('Hints at every decision, and a full review.'),
  final: tr('Five dice a turn: the game works out the points.'),
  score: tr('A box and its points: one keeps score for all.'),
}

export default function Kitchen() {
  const {data, wrong} = useOffer()
  usePage(`${TITLE} · fivedice`)
  return data
    ? html`<${Bar} /><${KitchenForm} offered=${data} />`
    : html`<${Unready} title=${TITLE} wrong=${wrong} />`
}

/** The form, filled in as it was last time. @param {{offered: Offer}} props */
function KitchenForm({offered}) {
  const own = useOwnCard(offered)
  const [plan, setPlan] = useState(() => ({
    ...{game: '', who: [HERE + myName(), HERE], chosen: {}},
    ...kitchen(),
    agreed: {...usualTerms(offered), ...kitchen().agreed, absence: offered.absence},
  }))
  const [wrong, request] = useRequest()
  const games = own ? [...offered.games, own] : offered.games
  const terms = games.find(({name}) => name === plan.game) ?? games[0]
  const who = seated(plan.who, terms.seats, HERE)
  const {agreed, chosen} = plan
  const controls = offered.table_options.filter(({name}) => name !== 'clock')
  const change = (/** @type {object} */ more) => setPlan({...plan, ...more})
  const agree = (/** @type {object} */ more) => change({agreed: {...agreed, ...more}})
  const start = () => {
    kitchen(plan)
    request(openFor(who, terms, offered, {agreed, chosen, written: terms === own ? myCard() : ''}))
  }
  return html`<main class="page door" data-game=${terms.name}><${Form} class="panel card-of-table kitchen"
      onSend=${start}>
    <h1>${TITLE}</h1>
    <p class="soft">${tr('One device, with its dice or your own.')}</p>
    <${Sitters} terms=${terms} personas=${offered.personas} who=${who} adds=${ADDS}
      friend=${tr('Someone on a phone')} onWho=${(/** @type {string[]} */ now) => change({who: now})} />
    <${Select} label=${tr('Game')} value=${terms.name} options=${games.map(({name, title}) => [name, title])}
      onChange=${(/** @type {string} */ game) =>
        change({game, chosen: {}, agreed: {...agreed, games: 1, first: ''}})} />
    <${Dice} board=${terms.board} dice=${agreed.dice}
      onDice=${(/** @type {string} */ dice) => agree({dice})} />
    <${TableOptions} ...${{terms, controls, agreed, chosen}} chairs=${who.length} onChange=${agree}
      onChosen=${(/** @type {object} */ now) => change({chosen: now})} />
    <${Wrong} why=${wrong} />
    <button class="button main">${tr('Start', null, 'a match')}</button>
  <//></main>`
}

/** My custom card as a game, if this server allows it. @param {Offer} offered */
const useOwnCard = ({own_cards: allowed}) =>
  useAnswer(async () => (allowed && myCard() ? post('/api/cards', {written: myCard()}) : null)).data

/**
 * The choice between dice on screen and real dice, and how much of those is entered.
 * @param {{board: string, dice: string, onDice: (dice: string) => void}} props
 */
function Dice({board, dice, onDice}) {
  const detail = dice && diceTerms(/** @type {any} */ (dice), {board}).detail
  const way = (/** @type {string} */ words, /** @type {string} */ value) =>
    html`<label class="check"><input type="radio" name="dice" checked=${!value === !dice}
      onChange=${() => onDice(value)} />${words}</label>`
  return html`<fieldset class="chairs"><legend>${tr('Dice')}</legend>
    <div class="row">${way(tr('On screen'), '')}${way(tr('Real dice'), 'score')}</div>
    ${
      detail &&
      html`<label class="field">${tr('You enter')}<${Choice} value=${detail} options=${detailOptions(board)}
          onChange=${onDice} /><small class="soft">${MEANING[detail]}</small></label>`
    }</fieldset>`
}
