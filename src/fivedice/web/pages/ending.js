// What is told of a match that is over beside its result: luck and choices, once the server has worked them
// out, and who is at the rematch. Knows no rule.
import {html, useEffect, useState} from './vendor/htm-preact.js'
import {get} from './api.js'
import {Sentence} from './faces.js'
import {Link} from './frame.js'
import {listed, personsOf} from './names.js'

/** @typedef {import('./shapes.js').Picture} Picture */
/** @typedef {{seat: number, account: string, others: string, throw: string, choice: string,
 *   choice_at: number}} Told */

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
  const step = `/review/${code}#${told?.choice_at}`
  const dearest = html`<${Link} href=${step}>The choice that cost you most<//>`
  const line = (/** @type {any} */ title, /** @type {string} */ text) =>
    text && html`<div><dt>${title}</dt><dd><${Sentence} text=${text} picture=${picture} /></dd></div>`
  return html`<div class="account" role="status">
    ${
      told
        ? html`<p class="plain-words">${told.account}</p>
          ${told.others && html`<p>${told.others}</p>`}
          <dl>${line('Best throw', told.throw)}${line(dearest, told.choice)}</dl>`
        : html`<p class="soft">Luck and choices are being worked out …</p>`
    }</div>`
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
