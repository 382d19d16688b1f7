// What is told of a match that is over beside its result: luck and choices, once the server has worked them
// out, how it ranks among my matches, who is at the rematch. Knows no rule.
import {html, useEffect, useState} from './vendor/htm-preact.js'
import {get, post} from './api.js'
import {Sentence} from './faces.js'
import {held} from './memory.js'
import {listed, personsOf} from './names.js'

/** @typedef {import('./shapes.js').Picture} Picture */
/** @typedef {{seat: number, account: string, others: string, throw: string, choice: string}} Told */

/**
 * My own luck and choices; until they are known a line says so, and where nothing is known nothing stands.
 * @param {{code: string, picture: Picture, seat: number}} props
 */
export function Account({code, picture, seat}) {
  const [told, setTold] = useState(/** @type {Told | null | undefined} */ (undefined))
  useEffect(() => {
    get(`/api/tables/${code}/ending`).then(
      (seats) => setTold(seats[seat] ?? null),
      () => setTold(null),
    )
  }, [code, seat])
  if (told === null) return null
  const line = (/** @type {string} */ title, /** @type {string} */ text) =>
    text && html`<div><dt>${title}</dt><dd><${Sentence} text=${text} picture=${picture} /></dd></div>`
  return html`<div class="account" role="status">
    ${
      told
        ? html`<p class="plain-words">${told.account}</p>
          ${told.others && html`<p>${told.others}</p>`}
          <dl>${line('Best throw', told.throw)}${line('The choice that cost you most', told.choice)}</dl>`
        : html`<p class="soft">Luck and choices are being worked out …</p>`
    }</div>`
}

/**
 * Which place this match has among those of the same kind that I have played from their start to the end.
 * @param {{code: string, picture: Picture, seat: number}} props
 */
export function Rank({code, picture, seat}) {
  const [others, setOthers] = useState(/** @type {number[]} */ ([]))
  useEffect(() => {
    const tokens = held().map(({code: other, token}) => [other, token])
    post('/api/mine', {tokens}).then(
      (mine) => setOthers(scoresLike(picture, mine, code)),
      () => {},
    )
  }, [code])
  if (!others.length || picture.practice) return null
  const place = 1 + others.filter((points) => points > picture.scores[seat]).length
  const words = place === 1 ? 'Your best' : `Your ${nth(place)} best`
  return html`<p class="rank">${`${words} of ${others.length + 1} matches of ${picture.title}.`}</p>`
}

/**
 * What I made in other matches that can be compared with this one.
 * @param {Picture} picture @param {any[]} mine @param {string} code @returns {number[]}
 */
const scoresLike = ({game, games, options}, mine, code) =>
  mine
    .filter(
      (other) => other.stage === 'over' && other.game === game && other.code !== code && !other.practice,
    )
    .filter((other) => other.games === games && JSON.stringify(other.options) === JSON.stringify(options))
    .map(({scores, seat}) => scores[seat])

/** @param {number} place */
export function nth(place) {
  const teens = place % 100 > 10 && place % 100 < 14
  return `${place}${(!teens && ['', 'st', 'nd', 'rd'][place % 10]) || 'th'}`
}

/**
 * Who is at the rematch by now, and who is still waited for.
 * @param {{picture: Picture, seat: number | null}} props
 */
export function Waiting({picture: {next, chairs}, seat}) {
  const [here, setHere] = useState(/** @type {string[]} */ ([]))
  useEffect(() => {
    const look = () =>
      get(`/api/tables/${next}`).then(
        (table) => setHere(personsOf(table.chairs)),
        () => {},
      )
    look()
    const again = setInterval(look, 5000)
    return () => clearInterval(again)
  }, [next])
  const missing = personsOf(chairs).filter((name) => !here.includes(name))
  if (!here.length) return null
  const asYou = (/** @type {string} */ name) => (name === chairs[seat ?? -1]?.name ? 'you' : name)
  const [are, wait] = here.length > 1 ? ['are', 'wait'] : ['is', 'waits']
  const waits = missing.length ? ` and ${wait} for ${listed(missing.map(asYou))}` : ''
  return html`<p class="at-rematch" role="status">${`${listed(here)} ${are} at the rematch${waits}.`}</p>`
}
