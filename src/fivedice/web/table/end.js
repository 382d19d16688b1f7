// The end of a match: the result, its rank among my other matches, and the next actions.
import {html, useLayoutEffect, useState} from '../vendor/htm-preact.js'
import {listed, tr} from '../shell/language.js'
import {dealOf, personsOf} from '../shell/wording.js'
import {asks, countedMatches, counts, hasWon} from '../seats/my-seats.js'
import {Button, Link, Wrong} from '../shell/frame.js'
import {later, part} from '../shell/lazy.js'
import {BackToReview} from './away.js'
import {useKept} from './keys.js'
import {dailyOf, finish, mySeats, isShared, present, seatAt} from '../shell/storage.js'
import {Rematch, useRematch, Waiting, WatchRematch} from '../seats/rematch.js'
import {get, post, useAnswer, useRequest} from '../shell/api.js'
import {copied} from '../seats/links.js'
import {boardOf} from '../games/index.js'
import {CharacterIcon, Sentence} from '../dice/faces.js'
import {Name} from '../shell/bot-personas.js'
import {svg} from '../drawings/svg.js'

/** Milliseconds between two requests for my place in a day's deal, which is counted after the match. */
const AGAIN = 1500

const Challenge = later(() => import('../seats/challenge.js'))
const Meanwhile = (/** @type {any} */ {children}) => children
const NextMatch = later(() => part(import('../club/standings.js'), 'NextMatch'), Meanwhile, Meanwhile)

/** @typedef {{wins: Map<string, number>, matches: number}} Tally */

/** @param {{code: string, token: string, seen: Seen, acts: Acts}} props */
export default function End({code, token, seen, acts}) {
  const {picture, you} = seen
  const [wrong, request] = useRequest()
  const [shared, setShared] = useState('')
  const [inviting, setInviting] = useState(false)
  const there = useRematch(picture?.next ?? '')
  const compare = async () => {
    if (!picture?.same || you.seat === null) return null
    const {duel, earlierThan} = await import('../seats/challenge.js')
    return duel(await earlierThan(picture), picture)
  }
  const {data: duel, wrong: alone} = useAnswer(compare, [code])
  const daily = dailyOf(code)
  const place = usePlace(code, daily && `/api/daily/${picture?.game}?date=${daily}`)
  useLayoutEffect(() => {
    finish([code])
    present(code)
  }, [code])
  useKept('#result')
  // the result appears above the board, and browsers would keep the board in view
  useLayoutEffect(() => scrollTo(0, 0), [])
  if (!picture) return null
  const {seat} = you
  const isForChildren = Boolean(boardOf(picture.board).childlike)
  const credit = seat === null ? undefined : picture.credit[seat]
  const won = duel ? duel.won : seat !== null && picture.winners.includes(seat)
  const mine = seat !== null && counts(picture, seat) && !isShared(code)
  const look = !mine || (picture.chairs.length < 2 && !duel) ? '' : won ? 'won' : 'beaten'
  const isCompared = picture.same && seat !== null && !alone
  const headline = tr('{outcome}.', picture)
  const result = isCompared ? (duel?.told ?? tr('Comparing …')) : place || (mine && credit?.place) || headline
  const summary = tr('{outcome} – {title}, fivedice', picture)
  const share = async () => {
    if (navigator.share) return navigator.share({text: summary}).catch(() => {}) // sharing was cancelled
    setShared((await copied(summary)) ? tr('The result is copied as text.') : summary)
  }
  const rematch = token && html`<${Rematch} ...${{code, token, picture, seat, there, request}} />`
  const onward = onwardFrom(picture, daily)
  const wayOn = onward && html`<${Link} class="button main" href=${onward[0]}>${onward[1]}<//>`
  const invites = picture.commitment && !picture.club
  const dice = `/review/${code}?dice`
  const hasOthers = picture.chairs.length > 1
  const isCheered = hasOthers && (isForChildren || look === 'won' || seat === null)
  return html`<section class=${`end panel ${look}`} aria-labelledby="result">
    ${isCheered && html`<${Laurel} />`}
    ${(daily || picture.same) && html`<p class="kind">${daily ? dealOf(daily) : tr('The same dice')}</p>`}
    <h2 id="result" tabindex="-1">${isForChildren && hasOthers ? cheer(picture) : result}</h2>
    ${isForChildren && html`<${Party} />`}
    ${credit?.told && html`<p class="credit">${credit.told}</p>`}
    ${!isCompared && hasOthers && !isForChildren && html`<${Ranking} picture=${picture} />`}
    <div class="row">
      ${
        picture.club
          ? html`<${NextMatch} code=${picture.club} after=${code}>${wayOn}<//>`
          : (wayOn ?? rematch)
      }
      <${WatchRematch} picture=${picture} there=${there} />
      <${Link} class="button" href=${`/review/${code}`}>${tr('Review', null, 'a link')}<//>
      ${picture.commitment && html`<${Link} class="button plain" href=${dice}>${tr('Check dice')}<//>`}
    </div>
    <${Waiting} picture=${picture} seat=${seat} there=${there} /><${BackToReview} code=${code} />
    <${PracticeResult} code=${code} token=${token} />
    ${seat !== null && !isForChildren && html`<${Account} ...${{code, picture, seat}} />`}
    <div class="row">
      ${
        invites &&
        html`<${Button} look="plain" onClick=${() => setInviting(true)}>${tr('Challenge a friend')}<//>`
      }
      <${Link} class="button plain" href="/">${tr('Home')}<//>
      <${Button} look="plain" onClick=${share}>${tr('Share')}<//>
      ${picture.same && rematch}
      ${acts.takesBack && html`<${Button} look="plain" onClick=${acts.takeBack}>${tr('Take back')}<//>`}
    </div>
    <${Wrong} why=${wrong} />
    ${inviting && html`<${Challenge} ...${{picture, seat, daily}} />`}
    ${shared && html`<p class="soft" role="status">${shared}</p>`}
    ${seat !== null && !isForChildren && html`<${Among} ...${{code, picture, seat}} />`}
  </section>`
}

/** My result and place in a day's deal, once it is on the board. @param {string} code @param {string} path */
function usePlace(code, path) {
  const ask = async () => (path ? get(path) : null)
  const isCounting = (/** @type {any} */ day) => day?.mine?.code === code && !day.mine.share
  const {data} = useAnswer(ask, [code], ({data: day}) => (isCounting(day) ? AGAIN : 0))
  return data?.mine?.code === code ? data.standing : ''
}

/**
 * The address and the name of the place that a match belongs to, in front of a rematch.
 * @param {Picture} picture @param {string} daily @returns {[string, string] | null}
 */
function onwardFrom({code, game, club, same}, daily) {
  if (club) return [`/club/${club}`, tr('Back to the club night')]
  if (daily) return [`/daily/${daily}#${game}`, tr('The board', null, 'of the players of a day')]
  return same ? [`/beside/${code}`, tr('Where you differed')] : null
}

const Party = () => html`<p class="party" aria-hidden="true">
  ${[1, 2, 3, 4, 5, 6].map((value) => html`<${CharacterIcon} value=${value} />`)}</p>`

/** Who wins, in a few words for children. @param {Picture} picture */
const cheer = ({chairs, winners}) =>
  tr('{count, plural, one {{names} wins!} other {{names} win!}}', {
    ...{count: winners.length, names: listed(winners.map((seat) => chairs[seat].name))},
  })

/** @param {{picture: Picture}} props */
const Ranking = ({picture}) =>
  html`<ol class="ranking">${ranking(picture).map(
    ({name, colour, seat, wins}) => html`<li class=${wins ? 'won' : ''}>
      <span class=${`seat-dot seat-${seat}`} aria-hidden="true"></span><${Name} ...${{name, colour}} />
        <strong>${picture.amounts[seat]}</strong></li>`,
  )}</ol>`

/** The final ranking. The winner of a roll-off may have the same score as others. @param {Picture} picture */
export const ranking = ({chairs, scores, winners}) =>
  chairs
    .map(({name, colour}, seat) => ({name, colour, seat, points: scores[seat], wins: winners.includes(seat)}))
    .sort((one, other) => Number(other.wins) - Number(one.wins) || other.points - one.points)

/** The wreath of the winner. */
const Laurel = () =>
  html`<svg class="laurel" viewBox="0 0 100 84" aria-hidden="true" focusable="false" ...${svg('laurel')} />`

/** Compares practice with the match that it continued. @param {{code: string, token: string}} props */
export function PracticeResult({code, token}) {
  const ask = async () => {
    const from = seatAt(code)?.from
    if (from?.number === undefined || !token) return null
    present(from.code)
    return post(`/api/tables/${from.code}/tried`, {number: from.number, practice: code, token})
  }
  const {data} = useAnswer(ask, [code, token])
  return data && html`<p class="practised" role="status">${data.sentence}</p>`
}

/**
 * My luck and choices, once the server has computed them, and the choice to learn from; empty if it cannot.
 * @param {{code: string, picture: Picture, seat: number}} props
 */
function Account({code, picture, seat}) {
  const {data, wrong} = useAnswer(() => get(`/api/tables/${code}/ending`), [code])
  /** @type {{account: string, choice: string, choice_at: number} | undefined} */
  const ending = data?.[seat]
  if (wrong || (data && !ending)) return null
  if (!ending)
    return html`<div class="account" role="status">
      <p class="soft">${tr('Calculating luck and choices …')}</p></div>`
  const step = `/review/${code}#${ending.choice_at}`
  return html`<div class="account" role="status">
    <p class="plain-words">${ending.account}</p>
    ${
      ending.choice &&
      html`<p class="learn-from"><${Link} href=${step}>${tr('Your costliest choice')}<//>
        <${Sentence} text=${ending.choice} picture=${picture} /></p>`
    }</div>`
}

/** The longest pause between two matches of one evening, in milliseconds. */
const PAUSE = 6 * 3_600_000

/** The board where scores do not depend on the number of players. */
const OWN_SHEETS = 'cards'

/** My rank, and the wins of the evening. @param {{code: string, picture: Picture, seat: number}} props */
function Among({code, picture, seat}) {
  const {data: mine} = useAnswer(() => asks(mySeats()), [code])
  const over = picture.practice || !mine ? [] : countedMatches(mine)
  if (!over.some((one) => one.code === code)) return null
  const won = tally(over, code)
  return html`${place(over, picture, code, seat)}
    ${won && html`<p class="tally">${tallyInWords(won)}</p>`}`
}

/** The tally in words, the most wins first. @param {Tally} won */
function tallyInWords({wins, matches}) {
  const most = [...wins].sort(([, one], [, other]) => other - one)
  const each = listed(most.map(([name, many]) => tr('{name} {wins}', {name, wins: many})))
  return tr('Wins in the last {matches} matches on this device: {each}.', {matches, each})
}

/**
 * The rank of this match among my finished matches of the same kind.
 * @param {any[]} over @param {Picture} picture @param {string} code @param {number} seat
 */
function place(over, picture, code, seat) {
  const others = over.filter((other) => other.code !== code && isLike(other, picture))
  if (!others.length) return null
  const rank = 1 + others.filter((other) => other.scores[other.seat] > picture.scores[seat]).length
  const values = {...picture, rank, matches: others.length + 1, players: picture.chairs.length}
  const all = tr('{title} with {players, plural, one {# player} other {# players}}', values)
  const like = {...values, game: picture.board === OWN_SHEETS ? picture.title : all}
  return rank === 1
    ? html`<p class="rank best">${tr('Your best of {matches} matches of {game}.', like)}</p>`
    : html`<p class="rank">${tr('Rank {rank} among your {matches} matches of {game}.', like)}</p>`
}

/** Whether the scores of two matches are comparable. @param {any} one @param {Picture} other */
const isLike = (one, {game, board, terms, options, chairs}) =>
  one.game === game &&
  one.games === terms.games &&
  JSON.stringify(one.options) === JSON.stringify(options) &&
  (board === OWN_SHEETS || one.chairs.length === chairs.length)

/**
 * The wins in consecutive matches of this game with the same people, up to this one; null for a first match
 * or for correspondence play.
 * @param {any[]} over @param {string} code @returns {Tally | null}
 */
function tally(over, code) {
  const here = over.find((table) => table.code === code)
  if (!here || here.days) return null
  const beginOf = (/** @type {string} */ one) => seatAt(one)?.when ?? 0
  const before = over
    .filter((table) => !table.days && table.game === here.game && isWith(table, here))
    .map((table) => ({...table, when: beginOf(table.code)}))
    .filter(({when}) => when <= beginOf(code))
    .sort((one, other) => other.when - one.when)
  const paused = before.findIndex(({when}, at) => at > 0 && before[at - 1].when - when > PAUSE)
  const row = paused < 0 ? before : before.slice(0, paused)
  return row.length > 1 ? {wins: wins(row, here.chairs[here.seat].name), matches: row.length} : null
}

/**
 * The wins by name; mine count under my current name.
 * @param {any[]} row of matches @param {string} me @returns {Map<string, number>}
 */
function wins(row, me) {
  const won = new Map()
  for (const one of row)
    one.chairs.forEach((/** @type {{name: string}} */ {name}, /** @type {number} */ seat) => {
      const player = seat === one.seat ? me : name
      won.set(player, (won.get(player) ?? 0) + (hasWon(one, seat) ? 1 : 0))
    })
  return won
}

/** Whether two matches have a common opponent: a person, or a bot if no other person plays. */
const isWith = (/** @type {any} */ one, /** @type {any} */ other) =>
  company(one).some((name) => company(other).includes(name))

/** @param {any} table @returns {string[]} who played with me */
function company({chairs, seat}) {
  const others = chairs.filter((/** @type {unknown} */ _, /** @type {number} */ at) => at !== seat)
  const persons = personsOf(others)
  return persons.length ? persons : others.map((/** @type {{name: string}} */ {name}) => name)
}
