import assert from 'node:assert/strict'
import {test} from 'node:test'
import {settled} from './page.js'
import {html, render} from '../../src/fivedice/web/vendor/htm-preact.js'
import {later} from '../../src/fivedice/web/shell/lazy.js'

test('a part that arrives while its page is drawn anew is shown', async () => {
  let arrive = () => {}
  const loading = new Promise((come) => (arrive = () => come({default: () => html`<p>here</p>`})))
  const Part = later(() => loading)
  const root = document.createElement('div')
  render(html`<${Part} key="before" />`, root)
  await settled()
  render(html`<${Part} key="after" />`, root)
  arrive()
  await settled()
  assert.equal(root.textContent, 'here')
})
