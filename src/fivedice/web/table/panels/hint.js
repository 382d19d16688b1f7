// The hint panel: the best choice as a button, its reason, and all choices with their figures.
import {html, useLayoutEffect, useRef} from '../../vendor/htm-preact.js'
import {aimOf} from '../state.js'
import {FaceIcon, Sentence} from '../../dice/faces.js'
import {boardOf, wordsOf} from '../../games/index.js'
import {Icon} from '../../drawings/icons.js'
import {calm} from '../../shell/effects.js'
import {Button, Toggles} from '../../shell/frame.js'
import {comma, rich, tr} from '../../shell/language.js'

const SHOWN = 5
/** The words for keeping none or all dice, by their number. @type {Record<number, string>} */
export const KEEPS = {0: tr('Throw all five'), 5: tr('Keep all five')}

/** @param {{seen: Seen, acts: Acts, onClose: () => void}} props */
export default function Hint({seen, acts, onClose}) {
  const {hint, hinting, picture} = seen
  const root = useRef(/** @type {HTMLElement | null} */ (null))
  useScrolledTo(root, hint)
  if (!picture || (!hint && !hinting)) return null
  const best = hint?.choices[0].event
  const way = best && doing(best, seen, acts)
  const words = best && tr('{sentence}.', {sentence: inWords(best, seen)})
  return html`<section class="hint panel" aria-label=${tr('Hint')} ref=${root}>
    ${
      way &&
      html`<${Button} look="main advice" disabled=${!acts.able || hinting} onClick=${pressed(way.act)}>
        ${way.advice}<//>`
    }
    <p class=${hinting ? 'soft' : ''} role="status">${
      best && !hinting ? html`<span class="unseen">${words} </span>${hint.advice}` : tr('Calculating …')
    }</p>
    ${hint && !boardOf(picture.board).childlike && html`<${Figures} ...${{seen, hint, picture, acts}} />`}
    <${Button} look="plain icon" onClick=${onClose} aria-label=${tr('Close the hint')}>
      <${Icon} name="close" /><//>
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

/**
 * All choices with their figures.
 * @param {{seen: Seen, hint: HintedMessage, picture: Picture, acts: Acts}} props
 */
function Figures({seen, hint, picture, acts}) {
  const {mixed, note, legend, counts} = hint
  const aim = seen.hinting || aimOf(hint)
  return html`<details><summary>${tr('Why?')}</summary>
    ${
      (aim === 'wins' || hint.aims.includes('wins')) &&
      html`<${Aims} aim=${aim} onAim=${acts.rank} unit=${picture.words.unit} label=${tr('Rank by')} />`
    }
    <p class="soft">${counts}</p>
    ${note && html`<p class="note">${note}</p>`}
    ${mixed && html`<p class="mixed"><${Sentence} text=${mixed} picture=${picture} /></p>`}
    <ol>${hint.choices
      .slice(0, SHOWN)
      .map((rated, at) => html`<${Choice} ...${{rated, seen, acts}} text=${hint.texts[at]} />`)}</ol>
    ${legend && html`<p class="soft">${legend}</p>`}</details>`
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
 * What makes a choice: in a word, as advice, and the action. Dice to keep are only marked.
 * @param {Record<string, any>} event @param {Seen} seen @param {Acts} acts
 */
function doing(event, seen, acts) {
  const {you, picture} = seen
  if (!picture) return null
  if (you.asked === 'keep' && event.keep !== undefined) {
    const act = () => [acts.take(event.keep), event.keep || acts.roll()]
    const words = event.keep ? tr('Keep') : tr('Throw', null, 'button')
    return {words, advice: what(event, seen), act}
  }
  if (you.asked === 'use' && event.use !== undefined) {
    const use = you.uses.find(({name}) => name === event.use)
    const words = picture.words[event.use] ?? (use?.pays === 0 ? tr('Take the zero') : tr('Do it'))
    const {childlike} = boardOf(picture.board)
    const advice = childlike ? tr('Place on {title}', use) : wordsOf(picture, you, event.use)
    return {words, advice, act: () => acts.use(event.use, true)}
  }
  if (you.asked === 'choose' && event.choose !== undefined) {
    const advice = wordsOf(picture, you, event.choose)
    return {words: tr('Do it'), advice, act: () => acts.choose(event.choose, true)}
  }
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
  if (!event.keep || KEEPS[event.keep.length]) return inWords(event, seen)
  const dice = [...event.keep].map(
    (die) => html`<${FaceIcon} set=${picture?.set ?? 'pips'}
    value=${Number(die)} label=${picture?.faces[Number(die) - 1][1]} />`,
  )
  return rich('Keep {dice}', {dice})
}

/** The choice in words. @param {Record<string, any>} event @param {Seen} seen */
function inWords(event, {picture, you}) {
  if (event.use !== undefined) {
    const use = you.uses.find(({name}) => name === event.use)
    return use ? (use.waives ? tr('Zero in {title}', use) : use.title) : event.use
  }
  if (event.choose !== undefined) return picture ? wordsOf(picture, you, event.choose) : ''
  return KEEPS[event.keep.length] ?? tr('Keep {dice}', {dice: dice(event.keep, picture)})
}

/**
 * The accessible name of a button, which makes sense without its row.
 * @param {string} words @param {Record<string, any>} event @param {Seen} seen
 */
function nameOf(words, event, seen) {
  const choice = inWords(event, seen)
  return event.keep === undefined ? tr('{action}: {choice}', {action: words, choice}) : choice
}

/** Such as "two, two, five"; without what faces do. @param {string} kept @param {Picture | null} picture */
const dice = (kept, picture) =>
  comma([...kept].map((die) => picture?.faces[Number(die) - 1][1].split(/[,，、]/)[0] ?? die))

/** @param {{aim: string, onAim: (aim: Aim) => void, unit: string, label: string}} props */
export const Aims = ({aim, onAim, unit, label}) =>
  html`<${Toggles} look="aims" label=${label} value=${aim} onChange=${onAim}
    options=${Object.entries({score: unit, wins: tr('chance to win')})} />`
