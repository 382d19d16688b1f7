// Challenges a friend to the dice of a match with a link, which the device shares or copies.
import {copied, reachable} from '../lobby/invite.js'

export const ONLY_PLAYERS = 'This table has no spectators, so only its players can play its dice again.'

/**
 * @param {import('../shell/protocol.js').Picture} match
 * @param {number | null} seat whose dice the friend plays
 * @returns {Promise<string>} the outcome, if the device does not show it itself
 */
export async function challenge({code, title, terms}, seat) {
  if (!terms.watching) return ONLY_PLAYERS
  const link = `${await reachable()}/same/${code}${seat === null ? '' : `?seat=${seat}`}`
  if (navigator.share) {
    const text = `Play the same dice: ${title}`
    await navigator.share({title, text, url: link}).catch(() => {}) // sharing was cancelled
    return ''
  }
  return (await copied(link))
    ? 'The link is copied. Anyone who opens it plays the same dice from this seat.'
    : `Send this link: ${link}`
}
