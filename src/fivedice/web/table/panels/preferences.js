// The personal settings, which apply at every table.
import {html, useState} from '../../vendor/htm-preact.js'
import {dress, set, settings, UNDO} from '../../shell/storage.js'
import {FaceIcon} from '../../drawings/faces.js'
import {Check, Select} from '../../shell/frame.js'
import {LanguageChoice} from '../../shell/language-choice.js'
import {tr} from '../../shell/language.js'
import {isRefused} from '../wake-lock.js'

const PACES = {
  calm: tr('Calm, with time to follow everything'),
  brisk: tr('Brisk'),
  quick: tr('Quick'),
  instant: tr('Instant, no animation'),
}

const TAKING = {
  undo: tr('Score at once, {seconds} seconds to take back', {seconds: UNDO / 1000}),
  touch: tr('Ask before scoring (touch only)'),
  confirm: tr('Always ask before scoring'),
  now: tr('Score at once'),
}

/**
 * A setting with several values.
 * @param {{title: string, name: 'pace' | 'taking' | 'faces' | 'theme', ways: Record<string, string>}} props
 */
function Liking({title, name, ways}) {
  const [way, setWay] = useState(/** @type {string} */ (settings()[name]))
  const change = (/** @type {string} */ chosen) => {
    setWay(set({[name]: chosen})[name])
    dress()
  }
  return html`<${Select} label=${title} value=${way} options=${Object.entries(ways)} onChange=${change} />`
}

/** On or off. @param {{title: string, name: 'chatter' | 'talk' | 'keys' | 'legend'}} props */
export function Wish({title, name}) {
  const [wanted, setWanted] = useState(settings()[name])
  const change = (/** @type {boolean} */ now) => {
    setWanted(set({[name]: now})[name])
    dress()
  }
  return html`<${Check} label=${title} checked=${wanted} onChange=${change} />`
}

const THEMES = {'': tr('Same as this device'), light: tr('Light'), dark: tr('Dark')}

const FACES = {
  '': tr("The game's own", null, 'faces of the dice'),
  pips: tr('Pips'),
  digits: tr('Digits'),
  chinese: tr('Chinese numerals'),
  piecepack: tr('Piecepack, from ace to null'),
}

const SMALL_DIGITS = tr('Small digits beside Chinese numerals')
const KEPT = tr('This game keeps its characters: its board shows them.')

const SIX = [1, 2, 3, 4, 5, 6]

/** The faces that the dice of every game show. @param {{set?: string}} props `set` is the set of this game */
export function FacesChoice({set: game = ''}) {
  const [chosen, choose] = useState(settings().faces)
  const change = (/** @type {any} */ event) => {
    choose(set({faces: event.target.value}).faces)
    dress()
  }
  return html`<fieldset class="chairs"><legend>${tr('Dice show')}</legend>${Object.entries(FACES).map(
    ([faces, words]) => html`<label class="check"><input type="radio" name="faces" value=${faces}
      checked=${chosen === faces} onChange=${change} />${words}</label>`,
  )}</fieldset>
  <p>${SIX.map((value) => html`<${FaceIcon} set=${chosen || game || 'pips'} value=${value} /> `)}</p>
  <${Wish} title=${SMALL_DIGITS} name="legend" />
  ${game === 'characters' && html`<p class="soft">${KEPT}</p>`}`
}

/** @param {{taking?: string}} props `taking` names the choice that is confirmed at this table */
export default function Preferences({taking = tr('How you confirm a choice')}) {
  return html`<${Liking} title=${tr("Pace of other players' turns")} name="pace" ways=${PACES} />
    <${Liking} title=${taking} name="taking" ways=${TAKING} />
    <${LanguageChoice} />
    <${Liking} title=${tr('Colours')} name="theme" ways=${THEMES} />
    <${Liking} title=${tr('Faces of the dice')} name="faces" ways=${FACES} />
    <${Wish} title=${SMALL_DIGITS} name="legend" />
    ${
      (!('wakeLock' in navigator) || isRefused()) &&
      html`<p class="soft">${tr(
        'This browser cannot keep the screen on here. ' +
          'Choose a longer screen timeout in the settings of the device.',
      )}</p>`
    }
    <${Wish} title=${tr('Bots chat now and then')} name="chatter" />
    <${Wish} title=${tr('Show messages from players')} name="talk" />`
}
