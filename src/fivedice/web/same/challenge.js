// Challenges a friend to the dice of a match with a link, and compares the results of both.
import {copied, reachable} from '../lobby/invite.js'
import {get} from '../shell/api.js'
import {tr} from '../shell/language.js'
import {present} from '../shell/storage.js'

export const ONLY_PLAYERS = tr('This table has no spectators, so only its players can play its dice again.')

/**
 * @param {Picture} match @param {number | null} seat whose dice the friend plays
 * @returns {Promise<string>} the outcome, if the device does not show it itself
 */
export async function challenge({code, title, terms}, seat) {
  if (!terms.watching) return ONLY_PLAYERS
  const link = `${await reachable()}/same/${code}${seat === null ? '' : `?seat=${seat}`}`
  if (navigator.share) {
    const text = tr('Play the same dice: {title}', {title})
    await navigator.share({title, text, url: link}).catch(() => {}) // sharing was cancelled
    return ''
  }
  return (await copied(link))
    ? tr('The link is copied. Anyone who opens it plays the same dice from this seat.')
    : tr('Send this link: {link}', {link})
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
