// The page for playing the dice of a finished match again, without having seen them.
import {html, useState} from '../vendor/htm-preact.js'
import {get, useAnswer} from '../shell/api.js'
import {Bar, NameField, Select, Unready, usePage, Wrong} from '../shell/frame.js'
import {myName, NAMELESS, nameMe, present, tokenOf} from '../shell/storage.js'
import {agreed} from '../lobby/chairs.js'
import {Copy, useReach} from '../lobby/invite.js'
import {sit} from '../lobby/open-table.js'
import {ONLY_PLAYERS} from './challenge.js'

/** @typedef {import('../shell/protocol.js').Picture} Picture */

/** The seat that a link names. */
const named = () => Number(new URLSearchParams(location.search).get('seat') ?? -1)

/** @param {{code: string}} props */
export default function Same({code}) {
  const ask = () => {
    present(code)
    return Promise.all([get(`/api/tables/${code}`), playableAlone(code)])
  }
  const {found, wrong} = useAnswer(ask, [code])
  /** @type {[Picture | null, number[]]} */
  const [table, alone] = found ?? [null, []]
  usePage('Play the same dice · fivedice', table?.game)
  const why = wrong || (table ? unplayable(table) : '')
  if (!table || why)
    return html`<${Unready} title="The same dice" wrong=${why} lost="These dice cannot be played" />`
  return html`<${Bar} /><main class="page door"><section class="panel card-of-table">
    <p class="kind">The same dice</p><h1>${table.title}</h1>
    <p>${`You meet the dice of a match that is over${from(table)}, and do not see them before.
      Afterwards both matches stand side by side.`}</p>
    <p class="soft agreed">${agreed(table)}</p>
    <${Play} code=${code} table=${table} alone=${alone} />
    ${table.terms.watching && html`<${Challenge} code=${code} />`}
  </section></main>`
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
    ? 'The match is not over yet; its dice can be played afterwards.'
    : commitment
      ? !terms.watching && !tokenOf(code) && ONLY_PLAYERS
      : 'The dice of this match were not fixed beforehand: they were real dice, or the match is too old.'

/** @param {Picture} table */
const from = ({chairs}) => {
  const people = chairs.filter(({bot}) => !bot).map(({name}) => name)
  return people.length ? ` (${people.join(', ')})` : ''
}

/** @param {{code: string, table: Picture, alone: number[]}} props the seats that can be played alone */
function Play({code, table, alone}) {
  const [name, setName] = useState(myName())
  const person = table.chairs.findIndex(({bot}) => !bot)
  const [seat, setSeat] = useState(named() in table.chairs ? named() : Math.max(0, person))
  const [isAlone, setIsAlone] = useState(false)
  const [wrong, setWrong] = useState('')
  const play = (/** @type {Event} */ event) => {
    event.preventDefault()
    nameMe(name.trim())
    const body = {seat, name: name.trim() || NAMELESS, alone: isAlone && alone.includes(seat)}
    sit(`/api/tables/${code}/same`, body, table.game, setWrong)
  }
  return html`<form onSubmit=${play}>
    ${
      table.chairs.length > 1 &&
      html`<${Select} label="Whose dice" value=${seat}
        options=${table.chairs.map(({name}, place) => [place, name])}
        onChange=${(/** @type {string} */ place) => setSeat(Number(place))} />
      <${Others} canBeAlone=${alone.includes(seat)} ...${{isAlone, setIsAlone}} />`
    }
    <${NameField} value=${name} placeholder=${NAMELESS} onInput=${setName} />
    <${Wrong} why=${wrong} />
    <div class="row"><button class="button main">Play</button></div>
  </form>`
}

const OTHERS = [
  ['', 'Computers play them'],
  ['alone', 'None: you play alone'],
]

/** @param {{canBeAlone: boolean, isAlone: boolean, setIsAlone: (isAlone: boolean) => void}} props */
const Others = ({canBeAlone, isAlone, setIsAlone}) =>
  canBeAlone
    ? html`<${Select} label="Other seats" options=${OTHERS} value=${isAlone ? 'alone' : ''}
        onChange=${(/** @type {string} */ others) => setIsAlone(others !== '')} />`
    : html`<p class="soft">Computers play the other seats.</p>`

/** @param {{code: string}} props */
function Challenge({code}) {
  const {origin} = useReach()
  const seat = named() < 0 ? '' : `?seat=${named()}`
  return html`<${Copy} text=${`${origin}/same/${code}${seat}`} title="Copy the link for a friend" />`
}
