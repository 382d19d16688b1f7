// The board of showdown.
import {html, useEffect, useRef} from '../vendor/htm-preact.js'
import {say} from '../shell/frame.js'
import {comma, tr} from '../shell/language.js'
import {RedDie} from '../dice/dice.js'
import {svg} from '../drawings/svg.js'
import {useInView} from '../shell/effects.js'
import {CARDS, cell, isCorner, SPACES} from './ring.js'
import {namesOf, Pawn, Plates} from './seats.js'
import {offersByCard, PlacedCard, Rack} from './showdown-cards.js'
import {awaitsRed, standOf, useLatest, useMoves, useRed} from './showdown-moves.js'
import {stylesheet} from '../shell/lazy.js'

stylesheet('showdown')

/** @param {BoardProps} props */
export default function Board({picture, you, onUse, onChoose, previous, chosen, flight}) {
  const root = useRef(/** @type {HTMLElement | null} */ (null))
  const red = useRed(picture, previous)
  const latest = useLatest(picture, previous)
  useMoves(root, picture, previous)
  const {position} = picture
  const names = namesOf(picture)
  const offers = offersByCard(you?.uses ?? [])
  const turn = picture.stage === 'playing' ? position.seat : null
  useInView(root, turn === null ? '' : `[data-space="${position.pawns[turn]}"]`)
  const trail = red.thrown === picture.number ? red.path : []
  const spaces = Array.from(
    {length: SPACES},
    (_, space) => html`<${Space} key=${space}
    ...${{space, position, names, offers, onUse, chosen, latest, turn, step: trail.indexOf(space)}} />`,
  )
  return html`<section class="showdown" ref=${root} aria-label=${tr('The board')}>
    <${Plates} picture=${picture} you=${you} turn=${turn} />
    <div class="frame"><div class="table">
      <ol class="spaces" start="0" aria-label=${tr('The ring of sixteen spaces')}>${spaces}</ol>
      <div class="middle">
        <${Head} picture=${picture} position=${position} red=${red} flight=${flight} />
        <${Rack} cards=${position.cards} names=${names} offers=${offers} onUse=${onUse} chosen=${chosen} />
        <${Question} ...${{picture, you, onUse, onChoose, chosen, late: trail.length > 0}} />
      </div>
      ${position.pawns.map(
        (/** @type {number} */ _, /** @type {number} */ seat) =>
          html`<${Standing} key=${seat} seat=${seat} pawns=${position.pawns} names=${names} turn=${turn} />`,
      )}
    </div></div>
  </section>`
}

/** A space of the ring with its card; its text also names the pawns on it. @param {any} props */
function Space({space, position, names, offers, onUse, chosen, latest, turn, step}) {
  const card = position.cards.findIndex((/** @type {any} */ held) => held?.space === space)
  const held = position.cards[card]
  const {column, row} = cell(space)
  const look = [
    'space',
    isCorner(space) ? 'corner' : 'diamond',
    step >= 0 ? 'trail' : '',
    turn !== null && position.pawns[turn] === space ? 'here' : '',
  ]
  return html`<li class=${look.join(' ')} data-space=${space}
    style=${{gridArea: `${row + 1} / ${column + 1}`, '--step': step}}>
    <span class="unseen">${words(space, card, position, names)}</span>
    <span class="number" aria-hidden="true" translate=${false}>${space}</span>
    ${
      held
        ? html`<${PlacedCard} ...${{card, held, names, onUse, chosen}} offer=${offers[CARDS[card].name]}
            latest=${card === latest} />`
        : isCorner(space) && html`<${Wild} />`
    }
  </li>`
}

/** @param {number} space @param {number} card @param {any} position @param {string[]} names */
function words(space, card, position, names) {
  const held = position.cards[card]
  const pawns = names.filter((_, seat) => position.pawns[seat] === space)
  const placed = {...held, title: CARDS[card]?.title, name: names[held?.owner]}
  const empty = isCorner(space) ? tr('Wild') : tr('empty diamond')
  const covered = held ? tr('{title}, {name}, {chips, plural, one {# chip} other {# chips}}', placed) : empty
  const values = {space, covered, count: pawns.length, names: comma(pawns)}
  return pawns.length
    ? tr('Space {space}: {covered}. {count, plural, one {Pawn} other {Pawns}}: {names}', values)
    : tr('Space {space}: {covered}', values)
}

/** The emblem of a Wild corner. */
const Wild = () =>
  html`<span class="wild" aria-hidden="true">
    <svg viewBox="0 0 100 100" focusable="false" ...${svg('wild')} /><span>${tr('Wild')}</span></span>`

/** A pawn by the outer edge of its space. @param {any} props */
function Standing({seat, pawns, names, turn}) {
  const {x, y} = standOf(pawns, seat)
  const style = {left: `${x * 20}%`, top: `${y * 20}%`}
  return html`<span class=${`pawn ${seat === turn ? 'turn' : ''}`} data-pawn=${seat} style=${style}
    aria-hidden="true">
    <${Pawn} seat=${seat} names=${names} /></span>`
}

/** The red die and the progress of the match. @param {any} props */
function Head({picture, position, red, flight}) {
  const off = position.cards.filter((/** @type {any} */ held) => !held).length
  const waiting = picture.stage === 'playing' && Boolean(awaitsRed(picture))
  const turns = position.left > 0 && tr('{left, plural, one {# turn left} other {# turns left}}', position)
  const [what, more] =
    position.left === null
      ? [tr('{off, plural, one {# card} other {# cards}}', {off}), tr('off the board')]
      : [tr('Showdown Round'), turns]
  return html`<div class=${`head ${position.left === null ? '' : 'round'}`}>
    <${RedDie} value=${red.value} thrown=${red.thrown} waiting=${waiting} flight=${flight} />
    <p><b>${what}</b>${more && html`<small>${more}</small>`}</p></div>`
}

/** Questions that no card answers: move or stay, or end a turn that gains nothing. @param {any} props */
function Question({picture: {position, words: named}, you, onUse, onChoose, chosen, late}) {
  const card = [...position.cards].findIndex((held) => held?.space === position.pawns[you?.seat])
  const words =
    you?.asked === 'choose' &&
    tr('Your pawn is on your {card}: move on, or stay and throw to raise it?', {card: CARDS[card]?.title})
  useEffect(() => {
    if (words) say(words)
  }, [words])
  const gainsNothing = you?.asked === 'use' && you.uses.length === 1 && you.uses[0].name === 'nothing'
  if (!words && !gainsNothing) return null
  const [answers, act] = words ? [[...you.options], onChoose] : [['nothing'], onUse]
  return html`<div class=${`question ${late ? 'late' : ''}`} role="group"
    aria-label=${words ? named.choice : tr('Nothing gained')}>
    <p>${words || tr('These dice gain nothing here.')}</p>
    ${answers.map(
      (answer) => html`<button type="button" class="answer" onClick=${() => act(answer)}
        aria-pressed=${words && chosen === answer ? 'true' : undefined}>
        ${named[answer] ?? answer}</button>`,
    )}
  </div>`
}
