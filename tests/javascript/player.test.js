import assert from 'node:assert/strict'
import {test} from 'node:test'
import {settled} from './page.js'
import {json} from './samples.js'
import {tell, whoPlays} from '../../src/fivedice/web/shell/player.js'
import {creating, mySeats, hold, keepUpload, me} from '../../src/fivedice/web/shell/storage.js'
import {myName, uploads} from '../../src/fivedice/web/shell/storage.js'

const ANN = {id: 'ann', name: 'Ann', at: 1, seats: []}
/** What was sent to the server. */
let sent = []

/** A server that keeps these records for Ann. */
function server(imports = []) {
  sent = []
  globalThis.fetch = async (path, {body}) => {
    sent.push(JSON.parse(body))
    return json({...ANN, imports})
  }
}

test('imported records become those of the player, and come back on other devices', async () => {
  me(ANN)
  keepUpload('MINE22')
  server(['OTHER2', 'MINE22'])
  await tell()
  assert.deepEqual(
    sent.map(({imports}) => imports),
    [['MINE22']],
  )
  assert.deepEqual(uploads(), ['MINE22', 'OTHER2'])
  await tell()
  assert.equal(sent.length, 1) // the server knows them
})

test('imported records alone create no player, and go with the first seat', async () => {
  keepUpload('FIRST2')
  server(['FIRST2'])
  await tell()
  assert.deepEqual(sent, [])
  hold({code: 'ABC234', token: 'secret', chair: 0}, 'junior')
  await tell()
  assert.deepEqual(sent, [{tokens: [['ABC234', 'secret']], imports: ['FIRST2'], name: ''}])
})

test('what a browser remembers moves to the server once, a hundred seats at a time', async () => {
  for (let at = 0; at < 112; at += 1) hold({code: `C${at}`, token: 't', chair: 0}, 'junior')
  server()
  await tell()
  assert.deepEqual(
    sent.map(({tokens}) => tokens.length),
    [100, 12],
  )
  assert.ok(mySeats().every(({kept}) => kept === 'ann'))
  await tell()
  assert.equal(sent.length, 2)
})

test('a name that was typed later is the name of the player everywhere, unless the server refuses it', async () => {
  const PLAYER = {...ANN, name: 'Player'}
  const named = async (taken) => {
    me(PLAYER)
    myName('Lena')
    globalThis.fetch = async (_, {body}) => {
      const answer = body && taken ? {...PLAYER, name: JSON.parse(body).name} : PLAYER
      return json(answer)
    }
    const {player} = await whoPlays()
    return [player.name, myName(), me().name]
  }
  assert.deepEqual(await named(false), ['Player', 'Player', 'Player'])
  assert.deepEqual(await named(true), ['Lena', 'Lena', 'Lena'])
})

test('over plain http a tab waits while another one creates the player', async () => {
  server()
  hold({code: 'ABC234', token: 'secret', chair: 0}, 'junior')
  creating(Date.now() + 5000) // in the other tab
  const told = tell()
  await settled()
  assert.deepEqual(sent, [])
  me(ANN)
  creating(0)
  await told
  assert.equal(sent.length, 1)
  assert.equal(mySeats()[0].kept, 'ann')
})

test('a tab that was closed while it created the player holds up no other for long', async () => {
  server()
  hold({code: 'ABC234', token: 'secret', chair: 0}, 'junior')
  creating(Date.now() - 1)
  await tell()
  assert.deepEqual([sent.length, me().id, creating()], [1, 'ann', 0])
})
