// The dialog for a custom score card from a form, a text, a file or a link.
import {html, useEffect, useLayoutEffect, useRef, useState} from '../vendor/htm-preact.js'
import {post} from '../shell/api.js'
import {Button, Dialog, Document, Field, Form} from '../shell/frame.js'
import {myCard} from '../shell/storage.js'
import CardForm from './card-form.js'
import {fromToml, packed, toToml, unpacked, withoutLines} from './card-text.js'
import {PassOn, useReach} from '../seats/links.js'
import {tr} from '../shell/language.js'

/** The largest file in bytes that may be a card; a photo would freeze the page. */
const LARGEST = 40_000

const NO_CARD = tr('This link contains no card; ask for a new one.')

/**
 * `shared` is a card from a link.
 * @param {{shared?: string, onRead: (terms: GameTerms, written: string) => void, onClose: () => void}} props
 */
export default function OwnCard({shared = '', onRead, onClose}) {
  const [text, setText] = useState(() => (shared ? '' : myCard() || EXAMPLE))
  const [card, setCard] = useState(() => fromToml(text)) // shown in the form; null while it shows the text
  const [link, setLink] = useState('') // it holds the whole card; the server stores nothing
  const {origin} = useReach()
  const [wrong, setWrong] = useState('')
  const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null))
  useLayoutEffect(() => point(field.current, wrong), [wrong])
  const write = (/** @type {string} */ now) => {
    setText(now)
    setWrong('')
    setLink('')
  }
  useEffect(() => {
    if (!shared) return
    const show = (/** @type {string} */ toml) => {
      write(toml)
      setCard(fromToml(toml))
    }
    unpacked(shared).then(show, () => setWrong(NO_CARD))
  }, [shared])
  const change = (/** @type {import('./card-text.js').Card} */ now) => {
    setCard(now)
    write(toToml(now))
  }
  const fetchFile = async (/** @type {any} */ {target}) => {
    const [file] = target.files
    if (file?.size > LARGEST) setWrong(tr('A card can have at most 10,000 characters.'))
    else if (file) write(await file.text())
    target.value = '' // or the same file, chosen again, would be no news
  }
  const read = async () => {
    setWrong('')
    try {
      const terms = await post('/api/cards', {written: text})
      myCard(text)
      onRead(terms, text)
    } catch (error) {
      const {message} = /** @type {Error} */ (error)
      setWrong(card ? withoutLines(message, text) : message)
    }
  }
  const form = fromToml(text)
  const share = () => packed(text).then(setLink)
  const foot = html`<div class="row"><button
    class="button main" form="own-card">${tr('Play with this card')}</button>
    <${Button} onClick=${share}>${tr('Share')}<//>
    ${wrong && html`<p class="wrong" role="alert" id="card-wrong">${wrong}</p>`}</div>`
  return html`<${Dialog} title=${tr('Your own card')} onClose=${onClose} foot=${foot}>
    <${Form} id="own-card" class="own-card" onSend=${read}>
      <p class="soft">${tr(
        'Change the example into what your family plays. Bots, hints and the review follow from it.',
      )} </p>
      ${
        link &&
        html`<${PassOn} link=${`${origin}/#card=${link}`} words=${tr(
          'Whoever opens this link sees the card and can play it on this server.',
        )} />`
      }
      ${card && html`<${CardForm} card=${card} onCard=${change} />`}
      ${
        !card &&
        html`<${Field} label=${tr('From a file')} type="file" accept=".toml,text/plain"
            onChange=${fetchFile} />
          <label class="field">${tr('The card, in TOML')}
            <textarea class="input" ref=${field} rows="16" spellcheck=${false} wrap="off" value=${text}
              aria-invalid=${wrong ? 'true' : undefined} aria-describedby=${wrong ? 'card-wrong' : undefined}
              onInput=${(/** @type {any} */ event) => write(event.target.value)} /></label>
          <p><${Document} page="reference/card-file.html" target="_blank">${tr(
            'What a card can say',
            null,
            'in English',
          )}<//></p>`
      }
      <div class="row"><${Button} look="small plain" disabled=${!form}
          onClick=${() => setCard(card ? null : form)}>${card ? tr('As text') : tr('In a form')}<//>
        ${!form && html`<span class="soft">${tr('This card says more than the form can show.')}</span>`}</div>
    <//>
  <//>`
}

/** Selects an error's line, in view. @param {HTMLTextAreaElement | null} field @param {string} sentence */
function point(field, sentence) {
  const [, number] = /^line (\d+)/.exec(sentence) ?? []
  if (!field || !number) return
  const above = Number(number) - 1
  const lines = field.value.split('\n')
  const start = lines.slice(0, above).join('\n').length + Math.min(above, 1)
  field.blur() // the focus scrolls to the selection only when it comes
  field.setSelectionRange(start, start + (lines[above] ?? '').length)
  field.focus()
}

const EXAMPLE = toToml({
  title: tr('Ours', null, 'title of a card'),
  goal: '30',
  bonus: '20',
  boxes: [
    {name: tr('Fours'), needs: 'face 4', pays: 'these dice'},
    {name: tr('Fives'), needs: 'face 5', pays: 'these dice'},
    {name: tr('Sixes'), needs: 'face 6', pays: 'these dice'},
    {name: tr('Two Pairs'), needs: 'two pairs', pays: 'these dice'},
    {name: tr('Straight'), needs: 'run of 4', pays: '30'},
    {name: tr('Chance'), needs: 'any dice', pays: 'all dice'},
  ],
})
