// What is told of a match that is over beside its result: luck and choices, once the server has worked
// them out.
import {html, useEffect, useState} from '../../vendor/htm-preact.js'
import {get} from '../../shell/api.js'
import {Sentence} from '../../drawings/faces.js'
import {Link} from '../../shell/frame.js'
import {remember} from '../../shell/storage.js'

/** @typedef {import('../../shell/types.js').Picture} Picture */
/** @typedef {{seat: number, cost: number, account: string, others: string, throw: string, choice: string,
 *   choice_at: number}} Told */

/**
 * My own luck and choices; until they are known a line says so, and where nothing is known nothing stands.
 * @param {{code: string, picture: Picture, seat: number}} props
 */
export function Account({code, picture, seat}) {
  const [told, setTold] = useState(/** @type {Told | null | undefined} */ (undefined))
  useEffect(() => {
    get(`/api/tables/${code}/ending`).then(
      (seats) => {
        setTold(seats[seat] ?? null)
        remember(code, {cost: seats[seat]?.cost ?? null})
      },
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
