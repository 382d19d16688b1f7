// The result of a match as a picture to share, and as a line of text.
import {copied} from '../../lobby/invite.js'
import {tr} from '../../shell/language.js'
import {amount} from '../../shell/wording.js'
import {OUTLINES} from '../../drawings/faces.js'
import {lookOf} from '../../games/index.js'

const [WIDTH, HEIGHT] = [1200, 630]
/** The maximum number of players named in the picture. */
const MOST = 5
const EDGE = 70

/**
 * Shares the picture with the device's share dialog, or downloads it and copies the text.
 * @param {Picture} picture @param {ReturnType<typeof import('./end.js').ranking>} ranked its players
 * @param {string} headline @param {string} text to go with it
 * @returns {Promise<string>} the outcome, if the device does not show it itself
 */
export async function share(picture, ranked, headline, text) {
  await document.fonts?.ready
  const canvas = draw(picture, ranked, headline)
  const name = `fivedice-${picture.code}.png`
  const image = await new Promise((done) => canvas.toBlob(done, 'image/png'))
  const file = new File([image], name, {type: 'image/png'})
  if (navigator.canShare?.({files: [file]})) {
    await navigator.share({files: [file], text}).catch(() => {}) // sharing was cancelled
    return ''
  }
  const link = document.createElement('a')
  Object.assign(link, {href: canvas.toDataURL('image/png'), download: name}).click()
  return (await copied(text))
    ? tr('The picture is saved, and the result is copied as text.')
    : tr('The picture is saved.')
}

/** A colour of the game in a format that every canvas supports. @param {string} name */
function ink(name) {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = `var(${name})`
  const colour = getComputedStyle(probe).color
  probe.remove()
  return colour
}

/** @param {Picture} picture @param {Parameters<typeof share>[1]} ranked @param {string} headline */
function draw(picture, ranked, headline) {
  const canvas = Object.assign(document.createElement('canvas'), {width: WIDTH, height: HEIGHT})
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'))
  const felt = pen.createLinearGradient(0, 0, 0, HEIGHT)
  felt.addColorStop(0, ink('--felt'))
  felt.addColorStop(1, ink('--felt-2'))
  pen.fillStyle = felt
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  pen.fillStyle = ink('--trim')
  pen.fillRect(0, HEIGHT - 12, WIDTH, 12)
  pen.fillStyle = ink('--felt-ink')
  write(pen, headline, EDGE, 130, 58, WIDTH - 2 * EDGE)
  ranked.slice(0, MOST).forEach(({name, points, wins}, place) => {
    const [y, size] = [225 + 66 * place, wins ? 44 : 38]
    write(pen, name, EDGE, y, size, 700)
    write(pen, amount(points, picture.unit), WIDTH - EDGE, y, size, 330, 'right')
  })
  write(pen, `${picture.title} · fivedice`, EDGE, HEIGHT - 45, 30, 700)
  lookOf(picture.game).hand.forEach((value, place) => drawDie(pen, value, WIDTH - EDGE - 105 * (5 - place)))
  return canvas
}

/** @param {CanvasRenderingContext2D} pen @param {number} value @param {number} x its left edge */
function drawDie(pen, value, x) {
  pen.save()
  pen.translate(x, HEIGHT - 135)
  pen.fillStyle = '#fffdf6'
  pen.beginPath()
  pen.roundRect(0, 0, 90, 90, 18)
  pen.fill()
  pen.scale(0.9, 0.9)
  pen.fillStyle = '#221d18'
  pen.fill(new Path2D(OUTLINES[value][0]))
  pen.restore()
}

/**
 * Writes a text, condensed if it is too wide.
 * @param {CanvasRenderingContext2D} pen @param {string} text @param {number} x @param {number} y
 * @param {number} size @param {number} most its width @param {CanvasTextAlign} [textAlign]
 */
function write(pen, text, x, y, size, most, textAlign = 'left') {
  Object.assign(pen, {font: `600 ${size}px Fraunces, Georgia, serif`, textAlign})
  pen.fillText(text, x, y, most)
}
