// The page "You": name and colour, twelve words, other devices, players on this device, and deletion.
import {html, useEffect, useState} from '../vendor/htm-preact.js'
import {patch, post, remove, useAnswer, useRequest} from '../shell/api.js'
import {
  Bar,
  Button,
  Check,
  ConfirmDialog,
  Field,
  Folded,
  Form,
  Link,
  longestName,
  NameField,
  usePage,
  Wrong,
} from '../shell/frame.js'
import {Name} from '../shell/bot-personas.js'
import {loadPlayer, reportSeats} from '../shell/player.js'
import {me, myName} from '../shell/storage.js'
import {PassLink} from '../seats/elsewhere.js'
import {stylesheet} from '../shell/lazy.js'
import {tr} from '../shell/language.js'

/** @typedef {import('../shell/player.js').Player} Player */
/** @typedef {{player: Player, onChange: (player: Player) => void}} Part */

stylesheet('records')

/** The colours of players with their names. */
const COLOURS = {
  '': tr('no colour'),
  red: tr('red'),
  orange: tr('orange'),
  yellow: tr('yellow'),
  green: tr('green'),
  teal: tr('teal'),
  blue: tr('blue'),
  purple: tr('purple'),
  pink: tr('pink'),
}
const PASS = /^#pass=([\w-]+)$/

/** The keys under which this browser stores data of the player, not of the device. */
const PERSONAL = ['seats', 'player', 'ended', 'hidden', 'shown', 'name', 'club'].map(
  (key) => `fivedice.${key}`,
)

/** Forgets the player before somebody else plays here. @param {boolean} all whether to forget everything */
function turn(all = false) {
  try {
    const mine = me().id ? [...PERSONAL, 'fivedice.uploads'] : PERSONAL // otherwise the next player gets them
    for (const key of Object.keys(localStorage))
      if (all ? key.startsWith('fivedice.') : mine.includes(key)) localStorage.removeItem(key)
  } finally {
    location.replace(location.pathname) // this forgets values that could not be stored
  }
}

export default function Me() {
  const [changed, setPlayer] = useState(/** @type {Player | null} */ (null))
  const {data, wrong} = useAnswer(loadPlayer)
  const player = changed ?? data?.player
  const [pass] = useState(() => PASS.exec(location.hash)?.[1] ?? '')
  useEffect(() => {
    history.replaceState(null, '', location.pathname) // a pass works once; keep it out of the history
  }, [])
  usePage(tr('You · fivedice'))
  const parts = player && PARTS.map((Part) => html`<${Part} player=${player} onChange=${setPlayer} />`)
  return html`<${Bar} /><main class="page records reading me" aria-busy=${!data && !wrong}>
    <div class="head"><h1>${tr('You', null, 'place')}</h1>
      ${player && html`<${Link} class="button small" href="/me/stats">${tr('Statistics')}<//>`}</div>
    <${Wrong} why=${wrong} />
    ${pass && data && html`<${Arrive} pass=${pass} player=${player} />`}
    ${
      player === null &&
      !pass &&
      html`<section
        class="panel empty"><p>${tr('Play a match, and this page is yours. No account, no password.')}</p>
        <${NameField} value=${myName()} onInput=${(/** @type {string} */ now) => myName(now.trim())} />
        <p class="row equal"><${Link} class="button main" href="/">${tr('Play a match')}<//>
          <${Link} class="button" href="/train">${tr('How good am I?')}<//></p></section>`
    }
    ${parts}
    ${data && html`<${Restore} player=${player} />`}
    ${player && html`<${Forget} player=${player} />`}
  </main>`
}

/** @param {{title: string, wrong?: string, children?: any}} props */
const Section = ({title, wrong = '', children}) =>
  html`<section class="panel empty"><h2>${title}</h2>${children}
    <p class="wrong" role="alert">${wrong}</p></section>`

/** A section that is rarely needed. @param {{title: string, wrong?: string, children?: any}} props */
const Rare = ({title, wrong = '', children}) =>
  html`<${Folded} title=${title}>${children}<p class="wrong" role="alert">${wrong}</p><//>`

/** @param {Part} props */
function NameAndColour({player, onChange}) {
  const [wrong, ask] = useRequest()
  const [done, setDone] = useState('')
  const change = async (/** @type {{name: string, colour: string}} */ {name, colour}) => {
    const now = await ask(patch('/api/player', {name: name.trim(), colour}))
    setDone(now ? tr('Saved.') : '')
    if (!now) return
    myName(now.name)
    me({...me(), name: now.name})
    onChange(now)
  }
  return html`<${Section} title=${tr('Name and colour')} wrong=${wrong}>
    <${Wrong} why=${player.barred && tr('The host has barred you: {reason}', {reason: player.barred})} />
    <${Form} class="row" onSend=${change}>
      <${NameField} name="name" value=${player.name} required />
      <fieldset class="swatches"><legend>${tr('Your colour')}</legend>${Object.entries(COLOURS).map(
        ([colour, words]) => html`<label data-colour=${colour} title=${words}><input type="radio"
          name="colour" value=${colour} checked=${player.colour === colour} aria-label=${words} /></label>`,
      )}</fieldset>
      <button class="button">${tr('Save')}</button><p class="right" role="status">${done}</p><//>
    <p class="soft">${tr('Others see both at your seat, from the next match on.')}</p><//>`
}

/** @param {Part} props */
function Words({player, onChange}) {
  const [words, setWords] = useState(/** @type {string[]} */ ([]))
  const [status, setStatus] = useState('')
  const [wrong, ask] = useRequest()
  const make = async () => {
    const answer = await ask(post('/api/player/words', {}))
    if (answer) setWords(answer.words.split(' '))
  }
  const written = () => {
    setStatus(tr('These words bring you back on any device.'))
    setWords([])
    onChange({...player, words: true})
  }
  return html`<${Rare} title=${tr('Twelve words')} wrong=${wrong}>
    ${
      !words.length &&
      html`<p class="soft">${
        player.words
          ? tr('You have twelve words. New ones replace them.')
          : tr('Write down twelve words, and they bring you back if you lose this device.')
      }</p><${Button} onClick=${make}>${player.words ? tr('Get new words') : tr('Get twelve words')}<//>`
    }
    ${
      words.length > 0 &&
      html`<p>${tr('They are shown only now. Whoever has them is you.')}</p>
      <ol class="twelve" translate=${false}>${words.map((word) => html`<li>${word}</li>`)}</ol>
      <${Button} look="main" onClick=${written}>${tr('I wrote them down')}<//>`
    }
    <p role="status">${status}</p><//>`
}

/** The link that adds a device. */
const Elsewhere = () =>
  html`<${Section} title=${tr('Play on another device')}>
    <${PassLink} ask=${() => post('/api/player/pass', {})} path="/me#pass="
      title=${tr('Add a device')} /><//>`

/** Whether this player does not share the device. @param {Player} player */
const isAlone = ({people}) => people.length === 1

/** Asks whether to move this device's matches to the player. @param {{player: Player | null}} props */
const Together = ({player}) =>
  player &&
  html`<${Check} name="together" checked=${isAlone(player)}
    label=${tr('The matches of {name} on this device are mine, too', player)} />`

/** The form that adds a player to this device. @param {any} props */
function Come({player, path, body, title, yes, look = 'button', Part = Rare, children}) {
  const [wrong, ask] = useRequest()
  const come = async (/** @type {{together?: string, words?: string}} */ {together, words}) => {
    const proof = {words, ...body, together: Boolean(together)}
    if (await ask(reportSeats().then(() => post(`/api/player/${path}`, proof)))) turn()
  }
  return html`<${Part} title=${title} wrong=${wrong}>
    <${Form} class="row" onSend=${come}>${children}<${Together} player=${player} />
      <button class=${look}>${yes}</button><//><//>`
}

/** The form of a link from another device. @param {{pass: string, player: Player | null}} props */
const Arrive = ({pass, player}) =>
  html`<${Come} player=${player} path="move" body=${{pass}} title=${tr('Play here as well?')}
    yes=${tr('Play on this device')} look="button main" Part=${Section}>
    <p>${tr(
      'Your matches, statistics and drills will be here as well. Use this link only if you made it yourself.',
    )}</p><//>`

/** The form to return with twelve words. @param {{player: Player | null}} props */
const Restore = ({player}) =>
  html`<${Come} player=${player} path="restore"
    title=${tr('Come back with twelve words')} yes=${tr('Come back')}>
    <${Field} label=${tr('Your twelve words')} look="field wide" as="textarea" name="words" rows="3"
      autocomplete="off" autocapitalize="none" spellcheck=${false} required /><//>`

/** The players on this device. @param {Part} props */
function Here({player}) {
  const [leaving, setLeaving] = useState(/** @type {import('../shell/player.js').Someone | null} */ (null))
  const [wrong, ask] = useRequest()
  const change = async (/** @type {string} */ path, /** @type {object} */ body) => {
    if (await ask(reportSeats().then(() => post(`/api/player/${path}`, body)))) turn()
  }
  const add = (/** @type {{other: string}} */ {other}) => change('others', {name: other.trim()})
  return html`<${Section} title=${tr('Who is playing here?')} wrong=${wrong}>
    <p class="soft">${tr('Everyone has their own matches, statistics and drills.')}</p>
    <ul class="people">${player.people.map(
      ({id, name, colour}) => html`<li class="row">
        <${Name} ...${{name, colour}} mine=${id === player.id} />
        ${
          id !== player.id &&
          html`<${Button} look="small" onClick=${() => change('turn', {player: id})}
            aria-label=${tr('{name} plays now', {name})}>${tr('Play')}<//>`
        }
        <${Button} look="small" onClick=${() => setLeaving({id, name, colour})}
          aria-label=${tr('Sign {name} out of this device', {name})}>${tr('Sign out')}<//></li>`,
    )}</ul>
    <${Form} class="row" onSend=${add}>
      <${Field} label=${tr('Name of somebody else')} name="other" maxlength=${longestName()} required />
      <button class="button">${tr('Add')}</button><//>
    ${
      leaving &&
      html`<${ConfirmDialog} title=${tr('Sign {name} out?', leaving)} no=${tr('Stay')} yes=${tr('Sign out')}
        onNo=${() => setLeaving(null)} onYes=${() => change('out', {player: leaving.id})}>
        ${tr('Only the twelve words or another device bring {name} back.', leaving)}<//>`
    }<//>`
}

/** @param {{player: Player}} props */
function Forget({player}) {
  const [sure, setSure] = useState(false)
  const [doing, setDoing] = useState('')
  const [wrong, ask] = useRequest()
  const forget = async () => {
    setSure(false)
    setDoing(tr('Deleting …'))
    if (await ask(remove('/api/player'))) turn(true)
    setDoing('')
  }
  return html`<${Rare} title=${tr('Forget me')} wrong=${wrong}>
    <p class="soft">${tr(
      'Deletes everything about you on this server. In matches with others your name becomes “someone”.',
    )}</p>
    <${Button} disabled=${Boolean(doing)} onClick=${() => setSure(true)}>
      ${tr('Forget me')}<//><p role="status">${doing}</p>
    ${
      sure &&
      html`<${ConfirmDialog}
        title=${tr('Forget {name}?', player)} no=${tr('Keep everything')} yes=${tr('Forget me')}
        onNo=${() => setSure(false)} onYes=${forget}>
        ${tr(
          'Your seats, matches, figures and words are deleted on all your devices. This cannot be undone.',
        )}<//>`
    }<//>`
}

/** The parts of the page for somebody who has played, the frequent ones first. */
const PARTS = [NameAndColour, Here, Elsewhere, Words]
