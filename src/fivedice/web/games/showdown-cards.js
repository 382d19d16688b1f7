// Showdown's cards on the ring and in the rack, with their chips.
import {html} from '../vendor/htm-preact.js'
import {tr, withBreaks} from '../shell/language.js'
import {CARDS} from './ring.js'
import {Mark} from './seats.js'
import {svg} from '../drawings/svg.js'
import {face} from '../dice/faces.js'

/** @typedef {{space: number, owner: number, chips: number}} Held */
/** @typedef {{name: string, title: string, pays: number, act: string}} Offer */

/** @type {Record<string, string>} */
const ACTS = {place: tr('place', null, 'verb'), steal: tr('steal'), raise: tr('raise')}

/** The offers of my dice by card. @param {any[]} uses @returns {Record<string, Offer>} */
export function offersByCard(uses) {
  const offers = uses
    .filter((use) => /^(place|steal|raise)-/.test(use.name))
    .map((use) => {
      const [act, ...card] = use.name.split('-')
      return [card.join('-'), {...use, act}]
    })
  return Object.fromEntries(offers)
}

/** @param {{card: number}} props */
const Title = ({card}) => html`<span class="title">${withBreaks(CARDS[card].title)}</span>`

/** @param {{chips: number, card: number}} props */
function Chips({chips, card}) {
  const stack = Array.from({length: chips}, (_, chip) => html`<i key=${chip} class="chip"></i>`)
  const sockets =
    card < 6
      ? Array.from({length: 4 - chips}, (_, chip) => html`<i key=${`s${chip}`} class="socket"></i>`)
      : []
  return html`<span class="chips">${stack}${sockets}</span><b class="count" translate=${false}>${chips}</b>`
}

/**
 * A card on the ring, with a button if it can be stolen or raised.
 * @param {{card: number, held: Held, names: string[], offer?: Offer, onUse: (use: string) => void,
 *   chosen?: string, latest: boolean}} props
 */
export function PlacedCard({card, held, names, offer, onUse, chosen, latest}) {
  const drawn = html`<${Mark} seat=${held.owner} names=${names} /><${Emblem} card=${card} />
    <${Title} card=${card} />
    <span class="band"><${Chips} key=${held.owner} chips=${held.chips} card=${card} /></span>`
  const look = `placed seat-${held.owner} ${latest ? 'latest' : ''} ${offer ? 'open' : ''}`
  const badge =
    offer && html`<span class="badge"><span class="verb">${ACTS[offer.act]} </span>+${offer.pays}</span>`
  return html`<div class=${look} aria-hidden="true">${drawn}${badge}</div>
    ${offer && html`<${Take} words=${toDo(offer, card, held, names)} ...${{offer, onUse, chosen}} />`}`
}

/**
 * The button of an offer, over the drawing of its card.
 * @param {{words: string, offer: Offer, onUse: (use: string) => void, chosen?: string}} props
 */
function Take({words, offer, onUse, chosen}) {
  return html`<button type="button" class="offered" aria-label=${words} onClick=${() => onUse(offer.name)}
    data-use=${offer.name} aria-pressed=${chosen === offer.name ? 'true' : undefined}></button>`
}

/** @param {Offer} offer @param {number} card @param {Held} held @param {string[]} names */
function toDo(offer, card, held, names) {
  const values = {title: CARDS[card].title, name: names[held.owner], chips: offer.pays}
  return offer.act === 'raise'
    ? tr('Raise your {title} by {chips, plural, one {# chip} other {# chips}}', values)
    : tr('Steal {title} from {name}, with {chips, plural, one {# chip} other {# chips}}', values)
}

/**
 * The rack: cards off the board with their values, and the owners of the others.
 * @param {{cards: (Held | null)[], names: string[], offers: Record<string, Offer>,
 *   onUse: (use: string) => void, chosen?: string}} props
 */
export function Rack({cards, names, offers, onUse, chosen}) {
  const tiles = CARDS.map(
    ({name}, card) => html`<li key=${name} data-rack=${name}>
    <${Tile} card=${card} held=${cards[card]} names=${names} offer=${cards[card] ? undefined : offers[name]}
      onUse=${onUse} chosen=${chosen} />
  </li>`,
  )
  return html`<ul class="rack" aria-label=${tr('The twelve cards')}>${tiles}</ul>`
}

/**
 * @param {{card: number, held: Held | null, names: string[], offer?: Offer,
 *   onUse: (use: string) => void, chosen?: string}} props
 */
function Tile({card, held, names, offer, onUse, chosen}) {
  const {title, value} = CARDS[card]
  if (held) {
    const name = names[held.owner]
    return html`<div class=${`slab gone seat-${held.owner}`}>
      <span class="unseen">${tr('{title}: {name}, space {space}', {...held, title, name})}</span>
      <span class="line" aria-hidden="true"><${Emblem} card=${card} />
        <${Mark} seat=${held.owner} names=${names} /></span>
      <span class="caption" aria-hidden="true"><${Title} card=${card} /></span></div>`
  }
  const drawn = html`<span class="line"><${Emblem} card=${card} /><span class="worth"
    translate=${false}><i class="chip"></i>${value}</span></span><${Title} card=${card} />`
  if (!offer) {
    const chips = Number(value)
    const words = chips
      ? tr('{title}, {chips, plural, one {# chip} other {# chips}}, off the board', {title, chips})
      : tr('{title}, 1 to 4 chips, off the board', {title})
    return html`<div class="slab"><span class="unseen">${words}</span>
      <span class="all" aria-hidden="true">${drawn}</span></div>`
  }
  return html`<div class="slab open" aria-hidden="true"><span class="all">${drawn}</span><span class="badge">+
    ${offer.pays}</span></div>
    <${Take} ...${{offer, onUse, chosen}}
      words=${tr('Place {title}, with {pays, plural, one {# chip} other {# chips}}', {...offer, title})} />`
}

/** The emblem of a card by its index: six numbers, then the fixed cards. @param {{card: number}} props */
function Emblem({card}) {
  if (card < 6) return html`<span class="emblem pips">${face('pips', card + 1)}</span>`
  return html`<span class="emblem"><svg viewBox="0 0 100 100" aria-hidden="true" focusable="false"
    translate="no" ...${svg(`card-${CARDS[card].name}`)} /></span>`
}
