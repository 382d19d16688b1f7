// The chairs before the match as their opener sees them: remove a player, seat a bot, add a chair.
import {html, useEffect, useState} from '../vendor/htm-preact.js'
import {offer, post} from '../shell/api.js'
import {described} from '../shell/bot-personas.js'
import {ConfirmDialog} from '../shell/frame.js'
import {myRival} from '../shell/storage.js'
import {Chairs, openerOf} from './chairs.js'
import {NOBODY, USUAL_BOT} from './open-table.js'

/** @typedef {import('../shell/types.js').Picture} Picture */

/** The most chairs of any table, for a game that is not on offer: a card of one's own. */
const MOST = 10

/**
 * The chairs in the waiting room. What the opener changes, the server tells everybody at the table.
 * @param {{code: string, token: string, picture: Picture, me: number | null}} props
 */
export default function Arrange({code, token, picture, me}) {
  const {game, chairs} = picture
  const [asked, ask] = useState(/** @type {number | null} */ (null))
  const [bot, setBot] = useState(usualBot)
  const [wrong, setWrong] = useState('')
  const most = useOffered()?.games.find(({name}) => name === game)?.seats[1] ?? MOST
  if (!token || me === null || me !== openerOf(chairs))
    return html`<${Chairs} chairs=${chairs} me=${me} told />`
  const send = (/** @type {number} */ chair, body = {}) => {
    ask(null)
    setWrong('')
    post(`/api/tables/${code}/chairs/${chair}`, {token, ...body}).catch((error) => setWrong(error.message))
  }
  const press = (/** @type {number} */ chair) => (chairs[chair].bot ? send(chair) : ask(chair))
  const at = asked === null ? undefined : chairs[asked]
  return html`<div class="arrange"><${Chairs} chairs=${chairs} me=${me} told onPress=${press} />
    ${
      chairs.length < most &&
      html`<button type="button" class="button small plain" onClick=${() => send(chairs.length)}>
        Add a chair</button>`
    }
    ${wrong && html`<p class="wrong" role="alert">${wrong}</p>`}
    ${
      at?.open &&
      html`<${ConfirmDialog} title="Seat a bot in this chair?" no="Wait" onNo=${() => ask(null)}
        yes="Seat the bot" onYes=${() => send(asked ?? 0, {bot})}
        more=${html`<${WhichBot} ...${{game, bot}} onBot=${setBot} title="Bot for this chair" />`}>
        ${
          chairs.filter(({open}) => open).length === 1
            ? 'This is the last open chair: the match begins at once.'
            : 'You can remove it again before the match begins.'
        }<//>`
    }
    ${
      at && !at.open && !at.bot
        ? html`<${ConfirmDialog} title=${`Remove ${at.name}?`} no="Keep" onNo=${() => ask(null)}
            yes=${`Remove ${at.name}`} onYes=${() => send(asked ?? 0, {name: at.name})}>
            ${`${at.name} will see that you did this, and the chair will be open again.`}<//>`
        : null
    }
  </div>`
}

/** The last opponent of a match started with one press. */
export const usualBot = () => (myRival() === NOBODY ? '' : myRival()) || USUAL_BOT

/** What the server offers, once it is loaded. */
function useOffered() {
  const [offered, set] = useState(/** @type {import('../shell/types.js').Offer | null} */ (null))
  useEffect(
    () =>
      void offer().then(
        (found) => set(found),
        () => {},
      ),
    [],
  )
  return offered
}

/** @param {{game: string, bot: string, onBot: (bot: string) => void, title?: string}} props */
export function WhichBot({game, bot, onBot, title = 'Bot for the open chairs'}) {
  const personas = useOffered()?.personas ?? []
  return html`<label class="field">${title}
    <select class="input" value=${bot} onChange=${(/** @type {any} */ event) => onBot(event.target.value)}>
      ${personas.map((one) => html`<option value=${one.bot}>${described(one, game)}</option>`)}
    </select></label>`
}
