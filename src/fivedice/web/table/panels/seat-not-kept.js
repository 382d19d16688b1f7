// The warning that this browser forgets my seat, and the link for another device.
import {html, useState} from '../../vendor/htm-preact.js'
import {Dialog} from '../../shell/frame.js'
import {Elsewhere} from '../../lobby/invite.js'
import {NOT_KEPT} from '../../shell/storage.js'

const ELSEWHERE = 'Continue on another device'

/** Once on this page it is enough. */
let isRead = false

/** @param {{code: string, token: string}} props */
export default function SeatNotKept({code, token}) {
  const [read, setRead] = useState(isRead)
  const [moves, setMoves] = useState(false)
  const close = () => {
    isRead = true
    setRead(true)
  }
  if (read) return null
  return html`<section class="notice not-kept panel" role="status">
    <p>${NOT_KEPT}</p>
    <div class="row">
      <button type="button" class="button small" onClick=${() => setMoves(true)}>${ELSEWHERE}</button>
      <button type="button" class="button small plain" onClick=${close}>OK</button></div>
    ${
      moves &&
      html`<${Dialog} title=${ELSEWHERE} onClose=${() => setMoves(false)}>
        <${Elsewhere} code=${code} token=${token} now /><//>`
    }</section>`
}
