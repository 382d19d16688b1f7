// The navigation of every page but the table, with badges for what waits for me, and the footer.
import {html, useState} from './vendor/htm-preact.js'
import {Icon} from './drawings/icons.js'
import {get, useAnswer} from './shell/api.js'
import {Button, Dialog, Document, LanguageChoice, Link} from './shell/frame.js'
import {later} from './shell/lazy.js'
import {asks, isMyTurn} from './seats/my-seats.js'
import {lively, me} from './shell/storage.js'
import {tr} from './shell/language.js'

const Preferences = later(() => import('./me/preferences.js'))

/** Address, name, icon, and addresses of the pages of each. @type {[string, string, string, RegExp][]} */
const PLACES = [
  ['/', tr('Play', null, 'place'), 'die', /^\/(kitchen|club|rules|$)/],
  ['/daily', tr('Today', null, 'place'), 'calendar', /^\/daily/],
  ['/train', tr('Train', null, 'place'), 'bulb', /^\/train/],
  ['/records', tr('Matches', null, 'place'), 'list', /^\/(records|review|replay|beside|same|dice)/],
  ['/me', tr('You', null, 'place'), 'person', /^\/me/],
]

/** Pages with a board or for a whole room, with a head of their own; style hides the places of exercises. */
const BOARDS = /^\/(t|watch|tv|learn)\/\w|\/screen/

/**
 * The matches where it is my turn, and the drills that are due, by address.
 * @returns {Promise<Record<string, [number, string]>>} the number, and what it means
 */
async function waiting() {
  const [mine, {due}] = await Promise.all([asks(lively()), get('/api/train')])
  const turns = mine.filter(isMyTurn).length
  return {
    '/records': [turns, tr('{turns, plural, one {# turn waiting} other {# turns waiting}}', {turns})],
    '/train': [due, tr('{drills, plural, one {# drill waiting} other {# drills waiting}}', {drills: due})],
  }
}

/** @param {{path: string}} props the address of the present page */
export function Places({path}) {
  const {data} = useAnswer(async () => (me().id ? waiting() : null), [path])
  if (BOARDS.test(path)) return null
  const letters = PLACES.map(([, title]) => title).join('').length // together they are as wide as a phone
  return html`<nav class="places" aria-label=${tr('Main')} style=${{'--letters': letters}}>${PLACES.map(
    ([to, title, icon, pages]) =>
      html`<${Link} href=${to} aria-current=${pages.test(path) ? 'page' : undefined}>
      <${Icon} name=${icon} />${title}<${Badge} counted=${data?.[to]} /><//>`,
  )}</nav>`
}

/** @param {{counted?: [number, string]}} props */
const Badge = ({counted: [number, meaning] = [0, '']}) =>
  number > 0 &&
  html`<b class="badge"><span aria-hidden="true">${number}</span>${' '}
    <span class="unseen">${meaning}</span></b>`

/** @param {{path: string}} props the address of the present page */
export function Footer({path}) {
  const [setting, setSetting] = useState(false)
  if (BOARDS.test(path)) return null
  return html`<footer class="foot"><nav aria-label=${tr('More')}>
      <${Link} href="/club">${tr('Club night')}<//><${Link} href="/rules">${tr('Rules and printing')}<//>
      <${Document} page="index.html">${tr('Documents', null, 'in English')}<//><${Link}
        href="/dice">${tr('All dice thrown here')}<//>
      <${Button} look="plain small" onClick=${() => setSetting(true)}>${tr('Settings')}<//></nav>
    <${LanguageChoice} />
    <p class="soft">${tr(
      'fivedice is not affiliated with any other product. Names of other games belong to their owners.',
    )}</p></footer>
    ${
      setting &&
      html`<${Dialog} title=${tr('Settings')} onClose=${() => setSetting(false)}>
        <div class="this-table"><${Preferences} /></div><//>`
    }`
}
