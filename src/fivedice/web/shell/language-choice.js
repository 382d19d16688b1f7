// The choice of a language, which is kept with the player.
import {html} from '../vendor/htm-preact.js'
import {patch} from './api.js'
import {Select} from './frame.js'
import {choose, language, LANGUAGES, tr} from './language.js'
import {me} from './storage.js'

/** @param {string} tag */
const change = (tag) =>
  (me().id ? patch('/api/player', {settings: {language: tag}}) : Promise.resolve())
    .catch(() => {})
    .then(() => choose(tag))

export const LanguageChoice = () =>
  html`<${Select} label=${tr('Language')} value=${language}
    options=${Object.entries(LANGUAGES)} onChange=${change} />`
