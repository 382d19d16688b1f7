// The hint panel: the choices, best first, each with a button.
import {html, useLayoutEffect, useRef} from '../../vendor/htm-preact.js'
import {aimOf} from '../state.js'
import {FaceIcon, Sentence} from '../../drawings/faces.js'
import {boardOf, wordsOf} from '../../games/index.js'
import {Icon} from '../../drawings/icons.js'
import {calm} from '../../shell/effects.js'
import {Button} from '../../shell/frame.js'
import {comma, tr} from '../../shell/language.js'
import {unitWords} from '../../shell/wording.js'

const SHOWN = 5
/** The button for keeping none or all dice, by their number. @type {Record<number, string>} */
const ASIDE = {0: tr('Set none aside'), 5: tr('Set all aside')}

/** @param {{seen: Seen, acts: Acts, onClose: () => void}} props */
export default function Hint({seen, acts, onClose}) {
  const {hint, hinting, picture} = seen
  const root = useRef(/** @type {HTMLElement | null} */ (null))
  useScrolledTo(root, hint)
  if (!picture || (!hint && !hinting)) return null
  const values = hint && {choice: inWords(hint.choices[0].event, seen), worth: hint.texts[0].worth}
  const best = values && tr('Best: {choice}, {worth}.', values)
  const ranks = hinting === 'wins' || hint?.aims.includes('wins')
  return html`<section class="hint panel" aria-label=${tr('Hint')} ref=${root}>
    <header><h2>${tr('Hint')}</h2>
      ${
        ranks &&
        html`<${Aims} aim=${hinting || (hint && aimOf(hint))} onAim=${acts.rank} unit=${picture.unit}
        label=${tr('Rank by')} />`
      }
      <p class=${hinting ? 'soft' : 'unseen'} role="status">${hinting ? tr('Calculating …') : best}</p>
      ${hint && !hinting && html`<p class="soft">${hint.counts}</p>`}
      <${Button} look="plain icon" onClick=${onClose} aria-label=${tr('Close the hint')}>
        <${Icon} name="close" /><//></header>
    ${hint && html`<${HintedChoices} ...${{seen, hint, picture, acts}} />`}
  </section>`
}

/** Scrolls to a hint below. @param {{current: HTMLElement | null}} root @param {HintedMessage | null} hint */
function useScrolledTo(root, hint) {
  useLayoutEffect(() => {
    const {top, bottom} = root.current?.getBoundingClientRect() ?? {top: 0, bottom: 0}
    const below = Math.min(bottom - innerHeight, top) // keeps its top in view
    if (hint && below > 0) scrollBy({top: below, behavior: calm() ? 'instant' : 'smooth'})
  }, [hint])
}

/** @param {{seen: Seen, hint: HintedMessage, picture: Picture, acts: Acts}} props */
function HintedChoices({seen, hint, picture, acts}) {
  const {mixed, note, legend} = hint
  return html`${note && html`<p class="note">${note}</p>`}
    ${mixed && html`<p class="mixed"><${Sentence} text=${mixed} picture=${picture} /></p>`}
    <ol>${hint.choices
      .slice(0, SHOWN)
      .map((rated, at) => html`<${Choice} ...${{rated, seen, acts}} text=${hint.texts[at]} />`)}</ol>
    ${legend && html`<p class="soft">${legend}</p>`}`
}

/** @param {{rated: HintedChoice, text: ChoiceText, seen: Seen, acts: Acts}} props */
function Choice({rated, text: {worth, loss, also = []}, seen, acts}) {
  const {event, cost, why} = rated
  const way = doing(event, seen, acts)
  return html`<li class=${cost < 1e-9 ? 'best' : ''}>
    <span class="what">${what(event, seen)}</span>
    <span class="worth" translate=${false}>${worth}${loss && html` <small>${loss}</small>`}</span>
    <span class="why">${[...also, why].join(' · ')}</span>
    ${
      way &&
      html`<${Button} look="small" disabled=${!acts.able}
      aria-label=${nameOf(way.words, event, seen)} onClick=${pressed(way.act)}>${way.words}<//>`
    }
  </li>`
}

/**
 * The button for a choice; for a keep it only sets the dice aside.
 * @param {Record<string, any>} event @param {Seen} seen @param {Acts} acts
 */
function doing(event, {you, picture}, acts) {
  if (you.asked === 'keep' && event.keep !== undefined)
    return {words: ASIDE[event.keep.length] ?? tr('Set aside'), act: () => acts.take(event.keep)}
  if (you.asked === 'use' && event.use !== undefined) {
    const zero = you.uses.find(({name}) => name === event.use)?.pays === 0
    const words =
      boardOf(picture?.board ?? '').answers?.[event.use] ?? (zero ? tr('Take the zero') : tr('Do it'))
    return {words, act: () => acts.use(event.use, true)}
  }
  if (you.asked === 'choose' && event.choose !== undefined)
    return {words: tr('Do it'), act: () => acts.choose(event.choose, true)}
  return null
}

/** Moves the focus after a press: to the main button after Enter, or to the table. @param {() => void} act */
const pressed = (act) => (/** @type {any} */ event) => {
  event.currentTarget.blur()
  if (!event.detail) /** @type {HTMLElement | null} */ (document.querySelector('.doing .main'))?.focus()
  act()
}

/** The choice with its dice drawn. @param {Record<string, any>} event @param {Seen} seen */
function what(event, seen) {
  const {picture} = seen
  if (!event.keep || ASIDE[event.keep.length]) return inWords(event, seen)
  return html`<span class="unseen">${tr('Keep', null, 'before drawn dice')} </span>${[...event.keep].map(
    (die) => html`<${FaceIcon} set=${picture?.set ?? 'pips'}
    value=${Number(die)} label=${picture?.faces[Number(die) - 1][1]} />`,
  )}`
}

/** The choice in words. @param {Record<string, any>} event @param {Seen} seen */
function inWords(event, {picture, you}) {
  if (event.use !== undefined) {
    const use = you.uses.find(({name}) => name === event.use)
    return use ? (use.waives ? tr('Zero in {title}', use) : use.title) : event.use
  }
  if (event.choose !== undefined) return wordsOf(picture?.board ?? '', you, event.choose)
  if (event.keep === '') return tr('Throw all five')
  return event.keep.length === 5 ? tr('Stop') : tr('Keep {dice}', {dice: dice(event.keep, picture)})
}

/**
 * The accessible name of a button, which makes sense without its row.
 * @param {string} words @param {Record<string, any>} event @param {Seen} seen
 */
function nameOf(words, event, seen) {
  if (event.keep === undefined) return tr('{action}: {choice}', {action: words, choice: inWords(event, seen)})
  return ASIDE[event.keep.length] ?? tr('Set aside {dice}', {dice: dice(event.keep, seen.picture)})
}

/** Such as "two, two, five"; without what faces do. @param {string} kept @param {Picture | null} picture */
const dice = (kept, picture) =>
  comma([...kept].map((die) => picture?.faces[Number(die) - 1][1].split(/[,，、]/)[0] ?? die))

/** @param {{aim: string, onAim: (aim: Aim) => void, unit: string, label: string}} props */
export function Aims({aim, onAim, unit, label}) {
  const one = (/** @type {Aim} */ value, /** @type {string} */ words) =>
    html`<${Button} look="small" aria-pressed=${String(aim === value)}
      onClick=${() => onAim(value)}>${words}<//>`
  return html`<span class="aims" role="group" aria-label=${label}>
    ${one('score', unitWords(unit))}${one('wins', tr('chance to win'))}</span>`
}
