// The real board with a panel above it, for lessons and exercises.
import {html} from '../vendor/htm-preact.js'
import {Icon} from '../drawings/icons.js'
import {boardOf} from '../games/index.js'
import {Bar, Button} from '../shell/frame.js'
import {tr} from '../shell/language.js'
import {later} from '../shell/lazy.js'
import {BoardPlace} from '../table/board.js'
import Players from '../table/players.js'

const RulesDrawer = later(() => import('../table/panels/rules.js'))

/**
 * @param {{title: string, look: string, seen: Seen, acts: Acts, panel: string, onPanel: (panel: string) =>
 *   void, above: any, side: any, children?: any}} props `above` is over the dice, `side` is in their place
 */
export default function BoardPage({title, look, seen, acts, panel, onPanel, above, side, children}) {
  const {picture} = seen
  if (!picture) return null
  return html`<${Bar}><span class="at-game" aria-hidden="true">${picture.title}</span>
      <${Button} look="plain icon" onClick=${() => onPanel('rules')} aria-label=${tr('Rules')}
        title=${tr('Rules')}>
        <${Icon} name="book" /><//><//>
    <main class=${`page play learning board-${picture.board} ${look}`}>
      <h1 class="unseen">${title}</h1>
      ${!boardOf(picture.board).plates && html`<${Players} seen=${seen} />`}
      ${above}
      <div class="side">${side}</div>
      <${BoardPlace} seen=${seen} acts=${acts} />
    </main>
    ${children}
    ${panel === 'rules' && html`<${RulesDrawer} picture=${picture} onClose=${() => onPanel('')} />`}`
}
