// Challenges a friend to the dice of a match with a link, and compares the results of both.
import {html} from '../vendor/htm-preact.js'
import {PassOn, Share, useReach} from './links.js'
import {get} from '../shell/api.js'
import {tr} from '../shell/language.js'
import {present} from '../shell/storage.js'

export const ONLY_PLAYERS = tr('This table has no spectators, so only its players can play its dice again.')

/**
 * The link to a day's deal, or to the dice of a seat.
 * @param {{picture: Picture, seat: number | null, daily: string}} props
 */
export default function Challenge({picture: {code, game, title, terms}, seat, daily}) {
  const {origin, sentence} = useReach()
  if (!daily && !terms.watching) return html`<p class="soft" role="status">${ONLY_PLAYERS}</p>`
  const [path, words] = daily
    ? [`/daily/${daily}#${game}`, tr('This link leads to the same deal.')]
    : [
        `/same/${code}${seat === null ? '' : `?seat=${seat}`}`,
        tr('Anyone who opens this link plays the same dice from this seat.'),
      ]
  const link = origin + path
  return html`<${PassOn} ...${{link, sentence, words}}>
    <${Share} ...${{link, title}} text=${tr('Play the same dice: {title}', {title})} /><//>`
}

/** The seats with the same dice; any seat's for one alone. @param {Picture} earlier @param {Picture} later */
export function comparedSeats(earlier, later) {
  const seat = later.chairs.findIndex(({bot}) => !bot)
  return [later.chairs.length < earlier.chairs.length ? Number.parseInt(later.opens) : seat, seat]
}

/** The match whose dice a match repeats. @param {Picture} later @returns {Promise<Picture>} */
export async function earlierThan({code, same}) {
  present(same)
  const earlier = await get(`/api/tables/${same}`)
  present(code)
  return earlier
}

/**
 * The results of both in words, such as "You won 130 : 129", and whether the later one is higher.
 * @param {Picture} earlier @param {Picture} later
 * @param {string} [name] of the later player, if it is not the reader
 */
export function duel(earlier, later, name = '') {
  const [there, here] = comparedSeats(earlier, later)
  const [before, now] = [earlier.scores[there], later.scores[here]]
  const other = earlier.chairs[there].name
  const won = now > before
  const values = {other, name: won ? name : other, high: Math.max(before, now), low: Math.min(before, now)}
  if (now === before && name)
    return {told: tr('{other} and {name} tied {high} : {low}', {...values, name}), won}
  if (now === before) return {told: tr('{other} and you tied {high} : {low}', values), won}
  return {
    told: values.name ? tr('{name} won {high} : {low}', values) : tr('You won {high} : {low}', values),
    won,
  }
}
