// What has happened, in sentences, newest last; a screen reader hears it. Understands none of it.
import {html, useRef, useState} from './vendor/htm-preact.js'
import {Sentence} from './faces.js'
import {useFitting} from './frame.js'
import {Icon} from './icons.js'

/**
 * @param {{lines: {number: number, text: string, kind: string}[],
 *   picture: import('./shapes.js').Picture}} props
 */
export default function Told({lines, picture}) {
  const place = useRef(/** @type {HTMLElement | null} */ (null))
  const [open, setOpen] = useState(false)
  useFitting(() => {
    if (place.current && lines.length) place.current.scrollTop = place.current.scrollHeight
  }, [lines, open])
  return html`<section class=${`told ${open ? 'open' : ''}`} aria-label="What has happened">
    <div class="log" ref=${place} role="log" aria-live="polite" aria-label="What has happened" tabindex="0">
      ${
        lines.length
          ? lines.map(
              ({number, text, kind}, at) => html`<p key=${`${number}.${at}`}
        class=${`told-${kind}`}><${Sentence} text=${text} picture=${picture} /></p>`,
            )
          : html`<p class="soft">What happens is told here.</p>`
      }
    </div>
    <button type="button" class="button plain icon more" aria-expanded=${String(open)}
      aria-label="All that has happened" onClick=${() => setOpen(!open)}><${Icon} name="list" /></button>
  </section>`
}
