// Answers what the pages' check says about each record of a list: JSON on the standard input and output.
import {readFileSync} from 'node:fs'
import {check} from '../../src/fivedice/web/verify/check.js'

const records = JSON.parse(readFileSync(0, 'utf8'))
const told = records.map((/** @type {string} */ record) => {
  const {verdict, sentence, line = null} = check(record)
  return {verdict, sentence, line}
})
process.stdout.write(JSON.stringify(told))
