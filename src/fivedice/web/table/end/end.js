// The end of a match: who won, by how much, and what to do next.
import {html, useEffect, useLayoutEffect, useState} from '../../vendor/htm-preact.js'
import {Among} from './standings.js'
import {beside} from '../../shell/wording.js'
import {BackToReview, counts} from '../../shell/my-seats.js'
import {Link} from '../../shell/frame.js'
import {useKept} from '../keys.js'
import {finish, present, remember, triedFrom} from '../../shell/storage.js'
import {Rematch, useRematch, Waiting, WatchRematch} from './rematch.js'
import {get, post} from '../../shell/api.js'
import {Sentence} from '../../drawings/faces.js'
import {at} from '../../shell/address.js'

/** @param {{code: string, token: string, seen: import('../state.js').Seen}} props */
export default function End({code, token, seen}) {
  const {picture, you} = seen
  const [wrong, setWrong] = useState('')
  const [shared, setShared] = useState('')
  const there = useRematch(picture?.next ?? '')
  useLayoutEffect(() => {
    finish([code])
    present(code)
  }, [code])
  useKept('#result')
  // the result appears above the board, and browsers would keep the board in view
  useLayoutEffect(() => scrollTo(0, 0), [])
  if (!picture) return null
  const {seat} = you
  const credit = seat === null ? undefined : picture.credit[seat]
  const won = seat !== null && picture.winners.includes(seat)
  const mine = seat !== null && counts(picture, seat)
  const look = !mine || picture.chairs.length < 2 ? '' : won ? 'won' : 'beaten'
  const summary = `${headline(picture).replace(/\.$/, '')} – ${picture.title}, fivedice`
  const shareResult = () =>
    import('./share.js').then(
      ({share}) => share(picture, headline(picture), summary).then(setShared),
      () => setWrong('The picture cannot be made now; try again in a moment.'),
    )
  return html`<section class=${`end panel ${look}`} aria-labelledby="result">
    ${(seat === null || look === 'won') && picture.chairs.length > 1 && html`<${Laurel} />`}
    <p class="kind">${(look && credit?.place) || 'The match is over'}</p>
    <h2 id="result" tabindex="-1">${headline(picture)}</h2>
    ${credit?.told && html`<p class="credit">${credit.told}</p>`}
    <ol class="ranking">${ranking(picture).map(
      ({name, seat, points, wins}) => html`<li class=${wins ? 'won' : ''}>
      <span class=${`seat-dot seat-${seat}`} aria-hidden="true"></span><span class="who">${name}</span>
        <strong>${`${points} ${beside(points, picture.unit)}`}</strong></li>`,
    )}</ol>
    <div class="row">
      ${token && html`<${Rematch} ...${{code, token, picture, seat, there}} onWrong=${setWrong} />`}
      <${WatchRematch} picture=${picture} there=${there} />
      <${Link} class="button" href=${`/review/${code}`}>Review<//>
      <a class="button plain" href=${at(`/api/tables/${code}/record`)}
        download=${`fivedice-${code}.jsonl`}>Record</a>
      <button type="button" class="button plain" onClick=${shareResult}>Share</button>
      <${Link} class="button plain" href="/">Games<//>
    </div>
    ${wrong && html`<p class="wrong" role="alert">${wrong}</p>`}
    ${shared && html`<p class="soft" role="status">${shared}</p>`}
    <${Waiting} picture=${picture} seat=${seat} there=${there} /><${BackToReview} code=${code} />
    <${Practised} code=${code} token=${token} />
    ${
      seat !== null &&
      html`<${Account} ...${{code, picture, seat}} /><${Among} ...${{code, picture, seat}} />`
    }
  </section>`
}

/**
 * The final ranking. The winner of a roll-off has no more than others.
 * @param {import('../../shell/types.js').Picture} picture
 */
export const ranking = ({chairs, scores, winners}) =>
  chairs
    .map(({name}, seat) => ({name, seat, points: scores[seat], wins: winners.includes(seat)}))
    .sort((one, other) => Number(other.wins) - Number(one.wins) || other.points - one.points)

/** @param {import('../../shell/types.js').Picture} picture */
const headline = (picture) => picture.result.replace(/^The match is over: /, '')

/** The wreath of the winner. */
function Laurel() {
  const leaf = (/** @type {number} */ side, /** @type {number} */ at, /** @type {number} */ out) => {
    const angle = ((22 + at * 23) * Math.PI) / 180
    const x = 50 + side * (31 + out) * Math.sin(angle)
    const y = 42 + (31 + out) * Math.cos(angle)
    return html`<ellipse cx=${x} cy=${y} rx="3.6" ry="8.6"
      transform=${`rotate(${side * (68 - at * 23 + out * 5)} ${x} ${y})`} />`
  }
  const leaves = [0, 1, 2, 3, 4, 5].flatMap((at) =>
    [1, -1].flatMap((side) => [leaf(side, at, 5), leaf(side, at + 0.4, -4)]),
  )
  return html`<svg class="laurel" viewBox="0 0 100 84" aria-hidden="true" focusable="false">${leaves}</svg>`
}

/**
 * How practice compares with the match that it continued, in a sentence of the server.
 * @param {{code: string, token: string}} props
 */
export function Practised({code, token}) {
  const [told, setTold] = useState('')
  useEffect(() => {
    const from = triedFrom(code)
    if (from?.number === undefined || !token) return
    present(from.code)
    post(`/api/tables/${from.code}/tried`, {number: from.number, practice: code, token}).then(
      ({sentence}) => setTold(sentence),
      () => {}, // nothing to compare with
    )
  }, [code, token])
  return told && html`<p class="practised" role="status">${told}</p>`
}

/** @typedef {import('../../shell/types.js').Picture} Picture */

/** @typedef {{seat: number, cost: number, account: string, others: string, throw: string, choice: string,
 *   choice_at: number}} Told */

/**
 * My own luck and choices, once the server has computed them; nothing if it cannot.
 * @param {{code: string, picture: Picture, seat: number}} props
 */
function Account({code, picture, seat}) {
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
  const dearest = html`<${Link} href=${step}>Your costliest choice<//>`
  const line = (/** @type {any} */ title, /** @type {string} */ text) =>
    text && html`<div><dt>${title}</dt><dd><${Sentence} text=${text} picture=${picture} /></dd></div>`
  return html`<div class="account" role="status">
    ${
      told
        ? html`<p class="plain-words">${told.account}</p>
          ${told.others && html`<p>${told.others}</p>`}
          <dl>${line('Best throw', told.throw)}${line(dearest, told.choice)}</dl>`
        : html`<p class="soft">Calculating luck and choices …</p>`
    }</div>`
}
