// The script of verify.html: checks the dice of a record that is dropped, chosen or pasted.
import {listed, tr} from '../shell/language.js'
import {check} from './check.js'

/** @typedef {import('./check.js').DiceCheck} DiceCheck */

const MOST_BYTES = 10_000_001

/** @param {string} id */
const part = (id) => /** @type {any} */ (document.getElementById(id))

/** An element with text or other elements in it. @param {string} tag @param {(string | Node)[]} inside */
function element(tag, ...inside) {
  const node = document.createElement(tag)
  node.append(...inside)
  return node
}

/** @param {DiceCheck} result */
const heading = ({verdict, line, contents}) =>
  ({
    verified: `✓ ${tr('Nobody changed a die')}`,
    wrong: `✗ ${tr('Line {line} is wrong', {line})}`,
    hidden: tr('These dice cannot be checked yet'),
    unknown: contents ? tr('These dice cannot be verified') : tr('This is not a record'),
  })[verdict]

/** Shows the verdict on a record. @param {string} text @param {string} name of its file */
function show(text, name) {
  const outcome = check(text)
  const line = outcome.line && text.split('\n')[outcome.line - 1]
  const result = part('result')
  result.dataset.verdict = outcome.verdict
  result.replaceChildren(
    element('h2', heading(outcome)),
    ...(outcome.verdict === 'verified' ? [] : [element('p', outcome.sentence)]),
    ...(line ? [element('pre', line.slice(0, 500))] : []),
    ...(name ? [element('small', name)] : []),
  )
  part('contents').replaceChildren(...contentsOf(outcome))
  result.scrollIntoView({block: 'nearest'})
}

/** The elements with a record's statements about its dice. @param {DiceCheck} outcome @returns {Node[]} */
function contentsOf({verdict, sentence, contents}) {
  if (!contents?.promised) return []
  const {players, promised, secret} = contents
  const rows = [
    [tr('Commitment'), promised.commitment],
    [tr('Secret'), secret || tr('not revealed', null, 'a secret')],
    ...(promised.match ? [[tr('Number of the match'), String(promised.match)]] : []),
    ...promised.contributions.map((one, seat) => [
      promised.opens
        ? tr('Contribution of seat {seat}', {seat})
        : tr('Contribution of {name}', {name: players[seat].name}),
      contribution(one),
    ]),
  ]
  const list = element('dl', ...rows.flatMap(([term, value]) => [element('dt', term), element('dd', value)]))
  if (verdict !== 'verified') return [element('details', element('summary', tr('The figures')), list)]
  const proof = [element('p', sentence), element('p', proven(contents))]
  return [element('details', element('summary', tr('How we know')), ...proof, list)]
}

/** @param {string} value */
const contribution = (value) =>
  ({'': tr('none'), server: tr('none: a bot, which plays on the server')})[value] ?? value

/** What correct dice prove. @param {import('./check.js').Contents} contents */
function proven({players, promised}) {
  if (promised?.opens)
    return tr(
      'Anyone with the record of the other match could know these dice beforehand. ' +
        'That record shows who contributed to them.',
    )
  const names = players.filter((_, seat) => promised?.contributions[seat].length === 32).map(({name}) => name)
  return [
    tr('All dice were fixed before the first throw, because only this secret has that commitment.'),
    names.length
      ? tr('The host could not choose them, because they also follow from what {names} contributed later.', {
          names: listed(names),
        })
      : tr('No player contributed to them, so the host may have tried secrets until the dice suited it.'),
    tr(
      'This holds if the commitment and your contribution are those that your table showed before the match.',
    ),
    tr('Moves and scores are not checked here; “fivedice verify” checks them too.'),
  ].join(' ')
}

/** Shows the verdict on a file; one that cannot be read is not a record. @param {File} file */
const showFile = async (file) =>
  show(
    await file
      .slice(0, MOST_BYTES)
      .text()
      .catch(() => ''),
    file.name,
  )

part('file').addEventListener('change', (/** @type {any} */ {target}) => {
  if (target.files[0]) showFile(target.files[0])
  target.value = '' // so that the same file can be chosen again
})
part('pasting').addEventListener('submit', (/** @type {Event} */ event) => {
  event.preventDefault()
  show(part('text').value.trim(), '')
})
addEventListener('dragover', (event) => event.preventDefault())
addEventListener('drop', (event) => {
  event.preventDefault()
  const [file] = event.dataTransfer?.files ?? []
  if (file) showFile(file)
  else show(event.dataTransfer?.getData('text') ?? '', '')
})
part('save').hidden = location.protocol === 'file:'
if (location.protocol !== 'file:') part('home').href = './'
