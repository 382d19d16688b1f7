import assert from 'node:assert/strict'
import {test} from 'node:test'
import './page.js'
import {followTranslations} from '../../src/fivedice/web/shell/page-translation.js'
import {html, render} from '../../src/fivedice/web/vendor/htm-preact.js'

followTranslations()

/** How a translator may put a text into elements of its own. */
const WAYS = {
  'another text': (text, inner, outer) => {
    inner.textContent = text.data
    text.replaceWith(outer)
  },
  'the same text': (text, inner, outer) => {
    text.replaceWith(outer)
    inner.append(text)
  },
  'another text, put there first': (text, inner, outer) => {
    inner.textContent = text.data
    text.before(outer)
    text.remove()
  },
}

for (const [way, put] of Object.entries(WAYS))
  test(`a text translated as ${way} stands until it changes, and other texts stay translated`, async () => {
    const place = document.createElement('p')
    document.body.replaceChildren(place)
    const read = async (content) => {
      if (content) render(content, place)
      await new Promise(setImmediate) // what follows translations runs then
      return place.textContent
    }
    const translate = (empty = false) => {
      const texts = [...place.childNodes].filter((one) => one instanceof Text && (one.data || empty))
      for (const text of texts) {
        const [outer, inner] = [document.createElement('font'), document.createElement('font')]
        outer.append(inner)
        put(text, inner, outer)
        if (inner.textContent) inner.textContent += "'" // so that it reads as translated
      }
    }
    const two = (one, other, more) => html`${one}, ${other}${more}`
    assert.equal(await read(two('a', 'b')), 'a, b')
    translate()
    assert.equal(await read(), "a', 'b'")
    assert.equal(await read(two('a', 'b')), "a', 'b'")
    assert.equal(await read(two('a', 'c')), "a', 'c")
    assert.equal(await read(two('a', '', html`<i>d</i>`)), "a', 'd")
    translate()
    assert.equal(await read(two('a', 'e', html`<i>d</i>`)), "a', 'ed")
    assert.equal(await read(two('a', null)), "a', '")
    for (const font of place.querySelectorAll('p > font')) font.remove()
    assert.equal(await read(), 'a, ')
    translate()
    assert.equal(await read(), "a', '")
    assert.equal(await read(html`<b>f</b>`), 'f')
    assert.equal(await read(two('g', 'h')), 'g, h')
    translate()
    await read()
    translate(true)
    assert.equal(await read(two('g', 'h')), "g', 'h'")
    assert.equal(await read(two('g', 'i')), "g', 'i")
    assert.equal(await read(html`<b>j</b>`), 'j')
  })
