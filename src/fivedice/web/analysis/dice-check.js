// The panel "Dice": checks in the browser that the dice of the record follow from its commitment.
import {html, useEffect, useRef, useState} from '../vendor/htm-preact.js'
import {at, get} from '../shell/api.js'
import {Button, Document, Link} from '../shell/frame.js'
import {sentences, tr} from '../shell/language.js'
import {listen} from '../shell/press.js'
import {dailyOf, seatAt} from '../shell/storage.js'
import {remaining, untilRevealed} from '../shell/wording.js'
import {check} from '../verify/check.js'

/** @typedef {{sentence: string, isRight?: boolean, line?: number, text?: string, isLost?: boolean}} Result */

const OWN = tr('The bytes that this browser added are among them.')
const FOREIGN = tr(
  'But this browser stored other values when it sat down: these are not the dice that it contributed to.',
)

/** @param {{code: string, canRepeat: boolean, onGo: (number: number) => void}} props `onGo` shows an event */
export default function DiceCheck({code, canRepeat, onGo}) {
  const [result, setResult] = useState(/** @type {Result | null} */ (null))
  const fail = (/** @type {Error} */ {message}) => setResult({sentence: message, isLost: true})
  const press = () => checkTable(code).then(setResult, fail)
  const place = useRef(/** @type {HTMLElement | null} */ (null))
  const isMeant = useRef(location.search === '?dice')
  useEffect(() => void (isMeant.current && press()), [])
  useEffect(() => listen('wheel touchmove keydown pointerdown', () => (isMeant.current = false)), [])
  useEffect(() => {
    if (isMeant.current && result) place.current?.scrollIntoView({block: 'center'})
  }) // again when the review above has grown
  return html`<section class="dice-check panel" aria-labelledby="dice-check" ref=${place}>
    <h2 id="dice-check">${tr('Dice')}</h2>
    <div role="status">${result && html`<${Outcome} ...${{...result, onGo}} />`}</div>
    <p class="row">${
      (!result || result.isLost) &&
      html`<${Button} look="small" onClick=${press}>${tr('Check these dice')}<//>`
    }
      ${
        canRepeat &&
        html`<${Link} class="button small" href=${`/same/${code}`}>${tr('Play the same dice')}<//>`
      }</p>
    <details><summary>${tr('How we know')}</summary>${result?.isRight && html`<p>${result.sentence}</p>`}
    <p class="soft row"><span>${tr('Your browser does the checking.')}</span>
      <${Document} page="explanation/fair-dice.html">${tr('Why this convinces', null, 'in English')}<//>
      <a href=${at('/verify.html')}>${tr('Check without this server')}</a>
      <${Link} href="/dice">${tr('All dice thrown here')}<//></p></details>
  </section>`
}

/** @param {Result & {onGo: (number: number) => void}} props */
function Outcome({sentence, isRight, line, text, onGo}) {
  if (isRight) return html`<p class="right">✓ ${tr('Nobody changed a die')}</p>`
  if (!line) return html`<p>${sentence}</p>`
  const isEvent = !/^\{"(fivedice|result|secret)"/.test(text ?? '')
  return html`<p class="wrong">${tr('Line {line} of the record: {sentence}', {line, sentence})}</p>
    ${
      isEvent &&
      html`<p><code translate=${false}>${text}</code></p>
      <p><${Button} look="small" onClick=${() => onGo(line - 1)}>${tr('Show this event')}<//></p>`
    }`
}

/** The result of the check of a table's record. @param {string} code @returns {Promise<Result>} */
async function checkTable(code) {
  const answer = await fetch(at(`/api/tables/${code}/record`)).catch(() => null)
  if (!answer?.ok) throw new Error(tr('The record cannot be fetched; try again in a moment.'))
  const record = await answer.text()
  const {verdict, sentence, line} = check(record)
  if (verdict === 'hidden' && dailyOf(code)) return {sentence: await later(dailyOf(code))}
  const own = line ? undefined : hasOwn(code, record)
  return {
    sentence: sentences(sentence, own === undefined ? '' : own ? OWN : FOREIGN),
    isRight: verdict === 'verified' && own !== false,
    ...(line && {line, text: record.split('\n')[line - 1]}),
  }
}

/** When the dice of a day's deal can be checked. @param {string} date */
async function later(date) {
  const day = await get(`/api/daily?date=${date}`)
  return tr('These dice can be checked in {time}: {after}.', {
    ...{time: remaining(day.reveals - day.now), after: untilRevealed(day)},
  })
}

/**
 * Whether the record has what this browser stored; undefined if it stored nothing.
 * @param {string} code @param {string} record
 */
function hasOwn(code, record) {
  const mine = seatAt(code)
  const dice = JSON.parse(record.split('\n')[0]).dice
  if (!mine?.contribution || !dice) return undefined
  const isBound = !mine.commitment || mine.commitment === dice.commitment
  return isBound && dice.contributions.includes(mine.contribution)
}
