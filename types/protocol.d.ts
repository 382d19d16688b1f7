// Types of what a table sends. Generated from the messages: python -m tests.table.protocol
type ChoiceText = {
  worth: string
  loss?: string
  also?: string[]
}
type Feat = {
  kind: 'bonus' | 'column' | 'comeback' | 'steal' | 'straight' | 'yahtzee'
  seat: number
  what: string
  pays: number
}
type HintedChoice = {
  event: Record<string, any>
  worth: number
  cost: number
  beside: Record<string, number>
  why: string
}
type HintedMessage = {
  type: 'hinted'
  number: number
  aim: string
  exact: boolean
  choices: HintedChoice[]
  chances: string[]
  mixed: string
  aims: ('score' | 'wins')[]
  note: string
  texts: ChoiceText[]
  counts: string
  legend: string
  advice: string
}
type LogLine = {
  number: number
  kind: string
  told: string[]
  seat?: number | null
}
type PadScore = {
  seat: number
  use: string
  pays: number
  five: boolean
  box: string
  cell: string
}
type Picture = {
  fivedice_table: 3
  code: string
  game: string
  title: string
  board: 'cards' | 'ring' | 'scoreboard'
  words: Record<string, string>
  set: string
  terms: TableOptions
  commitment: string
  detail: 'every' | 'final' | 'score'
  closed: boolean
  chairs: SeenChair[]
  stage: 'gathering' | 'over' | 'playing'
  options: Record<string, any>
  house: string[]
  opens: string
  club: string
  practice: boolean
  same: string
  closed_told: string
  next: string
  faces: [string, string][]
  suits: string[]
  unit: string
  number: number
  first: number
  winners: number[]
  result: string
  outcome: string
  credit: SeenCredit[]
  awaits: SeenAwaited
  rolloff: RollOffState | null
  turn: SeenTurn | null
  finished: number[][]
  scores: number[]
  amounts: string[]
  position: any
  sheet: Sheet | null
}
type Revealed = {
  seat: number
  keep?: string
  use?: string
  title?: string
  pays?: number
}
type RollOffState = {
  seats: number[]
  counts: number[]
}
type SeenAwaited = {
  kind: 'choose' | 'final' | 'first' | 'keep' | 'over' | 'throw' | 'use'
  seats: number[]
  dice: number
  told: string
  prompt: string
  asked: number[]
}
type SeenChair = {
  name: string
  bot: string
  persona: string
  character: string
  open: boolean
  away: boolean
  colour?: string
}
type SeenCredit = {
  by_game: number
  of: number
  counts: boolean
  told: string
  place: string
}
type SeenTurn = {
  step: 1 | 2 | 3
  thrower: number
  hands: Record<string, string>
  decided: number[]
}
type SeenUse = {
  name: string
  title: string
  pays: number
  note: string
  waives: string
  instead: string
}
type Sheet = {
  headings: string[]
  rows: SheetRow[]
}
type SheetRow = {
  kind: 'bonus' | 'box' | 'sum' | 'total'
  title: string
  cells: string[]
  face: number
  use: string
  goal: number
  note: string
  needs: string
}
type TableOptions = {
  games: number
  first: number | 'random' | 'roll' | null
  clock: number
  hints: boolean
  costs: boolean
  watching: boolean
  contributed: boolean
  dice: 'own' | 'program'
  detail: 'every' | 'final' | 'score'
  absence: number
  days: number
}
type You = {
  seat: number | null
  asked: '' | 'choose' | 'enter' | 'first' | 'keep' | 'throw' | 'use'
  uses: SeenUse[]
  explained: string
  options: string[]
  enters: number[]
  scores: PadScore[]
  decided: Record<string, any> | null
  meanwhile: string[]
  handed: number | null
}
