// What my choices cost per match, with reviews for matches that lack it.
import {html, useEffect, useRef, useState} from '../vendor/htm-preact.js'
import {get} from '../shell/api.js'
import {alike, called, kind} from '../home/bests.js'
import Course, {FEWEST} from './cost-chart.js'
import {held, remember} from '../shell/storage.js'

/** @typedef {import('./records.js').Mine} Mine */
/** @typedef {Record<string, number | null>} Known match by match, as far as I have heard */

/** @returns {Known} */
const costs = () =>
  Object.fromEntries(held().flatMap(({code, cost}) => (cost === undefined ? [] : [[code, cost]])))

/** @param {{ended: Mine[]}} props the newest first */
export default function Costs({ended}) {
  const [known, setKnown] = useState(costs)
  const kinds = alike(ended, kind)
    .map((some) => ({first: some[0], made: aGame(some, known)}))
    .filter(({made}) => made.length)
  const missing = ended.filter(({code}) => !(code in known))
  if (!kinds.length && !missing.length) return null
  return html`<section aria-labelledby="costs"><h2 id="costs">What your choices cost</h2>
    ${
      kinds.some(({made}) => made.length >= FEWEST) &&
      html`<p class="soft">
      A dot for each match, the newest on the right; the line is the mean of up to five.</p>`
    }
    ${kinds.map(
      ({first, made}) =>
        html`<${Course} key=${first.code} title=${called(first)} unit=${first.unit} costs=${made} />`,
    )}
    <${LookBack} missing=${missing} onHeard=${() => setKnown(costs())} />
  </section>`
}

/** What they cost for each game, the oldest match first. @param {Mine[]} ended @param {Known} known */
function aGame(ended, known) {
  const made = ended.flatMap(({code, games}) => {
    const cost = known[code]
    return typeof cost === 'number' ? [cost / games] : []
  })
  return made.reverse()
}

/** @param {{missing: Mine[], onHeard: () => void}} props */
function LookBack({missing, onHeard}) {
  const [looking, setLooking] = useState(false)
  const [wrong, setWrong] = useState('')
  const here = useRef(true)
  useEffect(() => () => void (here.current = false), [])
  const many = missing.length === 1 ? 'one match' : `${missing.length} matches`
  const hearAll = async () => {
    for (const one of missing) {
      await hear(one)
      if (!here.current) return
      onHeard()
    }
  }
  const start = () => {
    setLooking(true)
    setWrong('')
    hearAll()
      .catch((error) => setWrong(error.message))
      .finally(() => setLooking(false))
  }
  return html`<p role="status">${wrong || (looking && missing.length > 0 && `Looking back at ${many} …`)}</p>
    ${
      missing.length > 0 &&
      !looking &&
      html`<button class="button small" onClick=${start}>${`Look back at ${many}`}</button>`
    }`
}

/** @param {Mine} one a match that the server looks back at; what that says is kept */
async function hear({code, seat}) {
  const seats = await get(`/api/tables/${code}/ending`)
  remember(code, {cost: seats[Number(seat)]?.cost ?? null})
}
