// Rules and printing: for each game its lesson, its rules, a page to print and everything that it needs.
import {html, useState} from '../vendor/htm-preact.js'
import {useOffer} from '../shell/api.js'
import {Bar, Button, Link, usePage, Wrong} from '../shell/frame.js'
import {later, stylesheet} from '../shell/lazy.js'
import {hasPdf, Prints} from '../shell/printing.js'
import {tr, unbroken} from '../shell/language.js'

stylesheet('records')

const RulesDrawer = later(() => import('../table/panels/rules.js'))

export default function Rules() {
  const {data, wrong} = useOffer()
  const [reading, setReading] = useState(/** @type {GameTerms | null} */ (null))
  usePage(tr('Rules and printing · fivedice'))
  return html`<${Bar} /><main class="page records reading" aria-busy=${!data && !wrong}>
    <h1>${tr('Rules and printing')}</h1>
    <${Wrong} why=${wrong} />
    ${
      !hasPdf() &&
      html`<p class="soft">
      ${tr('Printing is off until the host installs the extra “print”.')}</p>`
    }
    <ul class="matches">${data?.games.map(
      (terms) => html`<${OneGame} key=${terms.name} terms=${terms} onRead=${() => setReading(terms)} />`,
    )}</ul></main>
    ${
      reading &&
      html`<${RulesDrawer} picture=${{...reading, game: reading.name}} onClose=${() => setReading(null)} />`
    }`
}

/** @param {{terms: GameTerms, onRead: () => void}} props */
const OneGame = ({terms: {name, title, line, lesson, board}, onRead}) =>
  html`<li class="panel match" data-game=${name}><div><h2>${title}</h2>
    <p class="soft">${unbroken(line)}</p></div>
    <p class="row"><${Button} look="small" onClick=${onRead}
      aria-label=${tr('Read the rules: {title}', {title})}>${tr('Read')}<//>
      ${
        lesson &&
        html`<${Link} class="button small plain" href=${`/learn/${name}`}
          aria-label=${tr('Learn: {title}', {title})}>${tr('Learn')}<//>`
      }</p>
    <${Prints} of=${`/api/rules/${name}/print`} board=${board} /></li>`
