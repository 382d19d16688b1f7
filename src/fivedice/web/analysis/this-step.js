// The panel "This step": what happened, what was best and why.
import {html, useState} from '../vendor/htm-preact.js'
import {post, useRequest} from '../shell/api.js'
import {rich, tr} from '../shell/language.js'
import {myName} from '../shell/storage.js'
import {sit} from '../seats/open-table.js'
import {decides, isSaved} from './loading.js'
import {Better, Happened, look, Outcome} from './event-line.js'
import {Button} from '../shell/frame.js'
import {Sentence} from '../dice/faces.js'

/**
 * @param {{code: string, step: Step, moments: Moment[], names: string[], you: number | null, waits: string,
 *   onMistake: (() => void) | null}} props `waits` says how far an unfinished review is
 */
export default function Here({code, step, moments, names, you, waits, onMistake}) {
  const {picture} = step
  const mine = [...moments].sort((one, other) => Number(other.seat === you) - Number(one.seat === you))
  const also = mine.length ? step.told.slice(1) : step.told
  return html`<section class="this-step panel" aria-label=${tr('This step')}>
    <header><h2>${tr('This step')}</h2><${Button} look="small" disabled=${!onMistake}
      onClick=${onMistake}>${tr('Next mistake')}<//></header>
    <div class="said" tabindex="0" role="region" aria-label=${tr('What happened')}>
    <div role="status">
      ${mine.map(
        (moment) => html`<${One} key=${moment.seat} moment=${moment} picture=${picture}
        who=${names[moment.seat]} />`,
      )}
      ${also.map((line) => html`<p><${Sentence} text=${line} picture=${picture} /></p>`)}
      ${step.number === 0 && html`<p>${waits || tr('Before the first throw.')}</p>`}
    </div></div>
    <${Try} code=${code} step=${step} you=${you} moment=${mine[0]} />
  </section>`
}

/** An event: the reason, then the figures. @param {{moment: Moment, picture: Picture, who: string}} props */
export function One({moment, picture, who}) {
  const {mark, kind, reason, event, mixed} = moment
  const worst = look(mark)
  const choice = html`<${Better} moment=${moment} picture=${picture} />`
  const what = html`<${Happened} moment=${moment} picture=${picture} />`
  return html`<div class=${`weighed ${worst}`}>
    <p class="what">${
      // Translators: a player and an event, such as "Ann kept 3 3"; a colon may stand between them
      event.first === undefined ? rich('{who} {what}', {who: html`<b class="name">${who}</b>`, what}) : what
    }
      ${' '}<${Outcome} class=${`outcome ${kind ? 'choice' : 'luck'}`} moment=${moment} /></p>
    ${
      (reason || mixed.length > 0) &&
      html`<p class="best">${
        mixed.length > 0
          ? rich('Best here, chosen at random: {choice}', {choice})
          : rich('Best here: {choice}', {choice})
      }</p>`
    }
    ${
      reason &&
      html`<p class="why">${reason.words}</p>
      <p class="figures soft">${
        mixed.length > 0
          ? tr('Most likely: {best}. Chosen: {chosen}.', {...reason})
          : tr('Best: {best}. Chosen: {chosen}.', {...reason})
      }</p>`
    }
  </div>`
}

/**
 * The buttons for practice from this step against bots, and for a drill if the `moment` is my mistake.
 * Practice begins before the decision of the step.
 * @param {{code: string, step: Step, you: number | null, moment?: Moment}} props
 */
export function Try({code, step: {number, event, picture}, you, moment}) {
  const [wrong, request] = useRequest()
  const from = decides(event) ? number - 1 : number
  const seat = you ?? event?.seat ?? picture.awaits?.seats[0] ?? 0
  const name = myName() || (you === null ? tr('Player') : picture.chairs[you].name)
  const more = {from: {code, step: number, number: from}}
  const begin = () => request(sit(`/api/tables/${code}/try`, {number: from, seat, name}, picture.game, more))
  const isMistake = moment?.mark && moment.seat === you && !moment.by_game
  if (isSaved() || (picture.stage === 'over' && from === number)) return null
  return html`<p class="try"><${Button} look="small" onClick=${begin}>${tr('Try it yourself from here')}<//>
    ${isMistake && html`<${ToDrills} key=${number} ...${{code, number}} />`}
    ${wrong && html`<span class="wrong" role="alert">${wrong}</span>`}</p>`
}

/** The button that makes a drill of a mistake. @param {{code: string, number: number}} props */
function ToDrills({code, number}) {
  const [outcome, setOutcome] = useState('')
  const add = () =>
    post(`/api/tables/${code}/drills`, {number}).then(
      (answer) => setOutcome(answer.told),
      (error) => setOutcome(error.message),
    )
  return outcome
    ? html`<span role="status">${outcome}</span>`
    : html`<${Button} look="small" onClick=${add}>${tr('Add to my drills')}<//>`
}
