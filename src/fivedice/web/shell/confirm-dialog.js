// A confirmation dialog, with the way back first.
import {html, useRef} from '../vendor/htm-preact.js'
import {Dialog} from './frame.js'
import {isEcho} from './press.js'

/**
 * The second press of a double one is no answer.
 * @param {{title: string, no: string, yes: string, onNo: () => void, onYes: () => void,
 *   more?: any, children?: any}} props `more` stands below what is asked
 */
export default function Question({title, no, yes, onNo, onYes, more, children}) {
  const opened = useRef(performance.now())
  const agree = () => {
    if (!isEcho(opened.current)) onYes()
  }
  return html`<${Dialog} title=${title} onClose=${onNo}>
    <p>${children}</p>${more}
    <div class="row doubt"><button type="button" class="button main" onClick=${onNo} autofocus>${no}</button>
      <button type="button" class="button" onClick=${agree}>${yes}</button></div>
  <//>`
}
