// The page for playing the dice of a finished match again, without having seen them.
import {html, useState} from '../vendor/htm-preact.js'
import {get, useAnswer, useRequest} from '../shell/api.js'
import {Form, NameField, PanelPage, Select, Unready, usePage, Wrong} from '../shell/frame.js'
import {tr} from '../shell/language.js'
import {myName, NAMELESS, present, tokenOf} from '../shell/storage.js'
import {Agreed} from '../seats/chairs.js'
import {sit} from '../seats/open-table.js'
import {ONLY_PLAYERS} from '../seats/challenge.js'

/** The seat that a link names. */
const linkedSeat = () => Number(new URLSearchParams(location.search).get('seat') ?? -1)

/** @param {{code: string}} props */
export default function Same({code}) {
  const ask = () => {
    present(code)
    return Promise.all([get(`/api/tables/${code}`), playableAlone(code)])
  }
  const {data, wrong} = useAnswer(ask, [code])
  /** @type {[Picture | null, number[]]} */
  const [table, alone] = data ?? [null, []]
  usePage(`${tr('Play the same dice')} · fivedice`, table?.game)
  const why = wrong || (table ? unplayable(table) : '')
  if (!table || why)
    return html`<${Unready} title=${tr('The same dice')} wrong=${why}
      lost=${tr('These dice cannot be played')} />`
  return html`<${Play} code=${code} table=${table} alone=${alone} />`
}

/** The seats that can be played alone. @param {string} code @returns {Promise<number[]>} */
const playableAlone = (code) =>
  get(`/api/tables/${code}/same`).then(
    ({alone}) => alone,
    () => [],
  )

/** @param {Picture} table */
const unplayable = ({code, stage, commitment, terms}) =>
  stage !== 'over'
    ? tr('The match is not over yet; its dice can be played afterwards.')
    : commitment
      ? !terms.watching && !tokenOf(code) && ONLY_PLAYERS
      : tr('The dice of this match were not fixed beforehand: they were real dice, or the match is too old.')

/** @param {{code: string, table: Picture, alone: number[]}} props the seats that can be played alone */
function Play({code, table, alone}) {
  const [name, setName] = useState(myName())
  const person = table.chairs.findIndex(({bot}) => !bot)
  const [seat, setSeat] = useState(linkedSeat() in table.chairs ? linkedSeat() : Math.max(0, person))
  const [wrong, request] = useRequest()
  const isAlone = alone.includes(seat)
  const play = () => {
    myName(name.trim())
    const body = {seat, name: name.trim() || NAMELESS, alone: isAlone}
    request(sit(`/api/tables/${code}/same`, body, table.game))
  }
  const result = {name: table.chairs[seat].name, points: table.amounts[seat]}
  return html`<${PanelPage} kind=${tr('{title}, the same dice', table)}
    title=${tr('Can you beat {name}?', result)}>
  <p>${tr('{name} made {points}. You throw the same dice, and then see both matches compared.', result)}</p>
  <${Form} onSend=${play}>
    <${NameField} value=${name} placeholder=${NAMELESS} onInput=${setName} />
    <${Wrong} why=${wrong} />
    <button class="button main">${tr('Play', null, 'a match')}</button>
    <details><summary>${tr('Options')}</summary>
      <${Agreed} picture=${table} />
      ${
        table.chairs.length > 1 &&
        html`<${Select} label=${tr('Whose dice')} value=${seat}
          options=${table.chairs.map(({name}, place) => [place, name])}
          onChange=${(/** @type {string} */ place) => setSeat(Number(place))} />
        ${!isAlone && html`<p class="soft">${tr('Computers play the other seats.')}</p>`}`
      }
    </details>
  <//><//>`
}
