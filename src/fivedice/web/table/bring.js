// Moves a seat from another device to this one.
import {html, useEffect, useState} from '../vendor/htm-preact.js'
import {get, post} from '../shell/api.js'
import {Bar, Button} from '../shell/frame.js'
import {tr} from '../shell/language.js'
import {tell} from '../shell/player.js'
import {hold, holdAlso, tokensOf} from '../shell/storage.js'

/** Moves a seat to this device. @param {{code: string, pass: string, onBrought: () => void}} props */
export default function Bring({code, pass, onBrought}) {
  const [wrong, setWrong] = useState('')
  useEffect(() => {
    history.replaceState(null, '', location.pathname) // a pass works once; keep it out of the history
    bring(code, pass).then(onBrought, (error) => setWrong(error.message))
  }, [])
  return html`<${Bar} /><main class="waiting" aria-busy=${String(!wrong)}>
    <h1>${tr('Table {code}', {code})}</h1>
    <p role="status">${wrong || tr('Moving your seat to this device …')}</p>
    ${wrong && html`<p><${Button} onClick=${onBrought}>${tr('Go to the table')}<//></p>`}
    </main>`
}

/** Takes a seat over, beside those of others on this device. @param {string} code @param {string} pass */
async function bring(code, pass) {
  const seat = await post(`/api/tables/${code}/seat`, {pass})
  if (tokensOf(code).length) holdAlso(code, seat.token)
  else hold(seat, (await get(`/api/tables/${code}`)).game)
  tell()
}
