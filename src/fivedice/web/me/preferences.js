// The personal settings, which apply at every table.
import {html, useState} from '../vendor/htm-preact.js'
import {dress, set, settings, UNDO} from '../shell/storage.js'
import {FaceIcon} from '../dice/faces.js'
import {Check, LanguageChoice, Select} from '../shell/frame.js'
import {tr} from '../shell/language.js'
import {isRefused} from '../shell/wake-lock.js'

/** @typedef {'pace' | 'taking' | 'faces' | 'theme'} Liked */
/** @typedef {'chatter' | 'talk' | 'keys' | 'legend'} Switch */

const PACES = {
  calm: tr('Calm', null, 'pace'),
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

/** A setting, and a function that changes it. @param {Liked | Switch} name */
function useSetting(name) {
  const [value, setValue] = useState(/** @type {any} */ (settings()[name]))
  const change = (/** @type {string | boolean} */ chosen) => {
    setValue(set({[name]: chosen})[name])
    dress()
  }
  return [value, change]
}

/** @param {{title: string, name: Liked, ways: Record<string, string>, Part?: any}} props */
function Liking({title, name, ways, Part = Select}) {
  const [value, onChange] = useSetting(name)
  return html`<${Part} label=${title} options=${Object.entries(ways)} ...${{name, value, onChange}} />`
}

/** A list with all its options in view, for long words. @param {any} props as for `Select` */
const Radios = ({label, name, options, value, onChange}) =>
  html`<fieldset class="chairs"><legend>${label}</legend>${options.map(
    (/** @type {string[]} */ [one, words]) => html`<label class="check"><input type="radio" name=${name}
      value=${one} checked=${value === one} onChange=${() => onChange(one)} />${words}</label>`,
  )}</fieldset>`

/** On or off. @param {{title: string, name: Switch}} props */
export function Wish({title, name}) {
  const [checked, onChange] = useSetting(name)
  return html`<${Check} label=${title} ...${{checked, onChange}} />`
}

const THEMES = {'': tr('Same as this device'), light: tr('Light'), dark: tr('Dark')}

const FACES = {
  '': tr("The game's own", null, 'faces of the dice'),
  pips: tr('Pips'),
  digits: tr('Digits'),
  chinese: tr('Chinese numerals'),
  piecepack: tr('Piecepack (A to N)'),
}

const SMALL_DIGITS = tr('Small digits beside Chinese numerals')
const KEPT = tr('This game keeps its characters: its board shows them.')

const SIX = [1, 2, 3, 4, 5, 6]

/** The faces that the dice of every game show. @param {{set?: string}} props `set` is the set of this game */
export function FacesChoice({set: game = ''}) {
  const [chosen, choose] = useSetting('faces')
  return html`<${Radios} label=${tr('Dice show')} options=${Object.entries(FACES)} name="faces"
    value=${chosen} onChange=${choose} />
  <p>${SIX.map((value) => html`<${FaceIcon} set=${chosen || game || 'pips'} value=${value} /> `)}</p>
  <${Wish} title=${SMALL_DIGITS} name="legend" />
  ${game === 'characters' && html`<p class="soft">${KEPT}</p>`}`
}

export default function Preferences() {
  return html`<${Liking} title=${tr("Pace of other players' turns")} name="pace" ways=${PACES} />
    <${Liking} title=${tr('How you confirm a choice')} name="taking" ways=${TAKING} Part=${Radios} />
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
