// Types that scripts share: what the server answers, and the state of a table. They are global, because
// nothing is imported or exported here.

type Seen = import('../src/fivedice/web/table/state.js').Seen
type Aim = import('../src/fivedice/web/table/state.js').Aim
type Round = import('../src/fivedice/web/table/state.js').Round
type Acts = ReturnType<typeof import('../src/fivedice/web/table/actions.js').useActs>
type Seat = import('../src/fivedice/web/table/client.js').Seat
type Known = ReturnType<typeof import('../src/fivedice/web/analysis/loading.js').useReview>
type Persona = {bot: string; name: string; strength: string; manner: string; in_game: Record<string, string>}
/** A log entry with the table after it, or the whole table. */
type Update = {
  type: 'table' | 'told'
  number: number
  entry?: Record<string, any>
  told?: string[]
  picture: Picture
  you: You
  left: number | null
  revealed?: Revealed[]
  feats?: Feat[]
  at?: number
  flight?: number
}
/** A house option: `count` values; 0 means one per seat, or none at all. */
type Option = {
  title: string
  meaning: string
  choices: string[]
  titles: string[]
  count: number
  usual: string | string[]
}
type GameTerms = {
  name: string
  title: string
  line: string
  more: boolean
  board: string
  set: string
  faces: string[][]
  seats: [number, number]
  max_games: number
  openings: string[]
  unit: string
  options: Record<string, Option>
  distribution: boolean
  lesson: boolean
}
/**
 * An option of a table in the form: a list of `choices`, or a check box. It has an effect only if the table
 * has the option that it `needs`, and not the one in `without`. `sentences` are those about its values.
 */
type FormControl = {
  name: keyof TableOptions
  usual: any
  label: string
  choices: [any, string][]
  needs: string
  without: string
  sentences: [any, string][]
}
type Offer = {
  games: GameTerms[]
  bots: string[]
  personas: Persona[]
  phrases: string[]
  table_options: FormControl[]
  absences: [number, string][]
  days: [number, string][]
  absence: number
  own_cards: boolean
  push: string
}
/**
 * The props of a board. `chosen` is the use or option that waits for confirmation; `sure` skips the
 * confirmation. A red die is `flight` milliseconds in the air.
 */
type BoardProps = {
  picture: Picture
  you: You
  onUse: (use: string, sure?: boolean) => void
  onChoose: (option: string) => void
  previous: Picture | null
  chosen?: string
  flight?: number
  box?: string
  onBox?: (box: string) => void
}
/** A step of a match in a review; `before` is the turn before its event. */
type Step = {
  number: number
  of: number
  event: Record<string, any> | null
  told: string[]
  picture: Picture
  before: SeenTurn | null
  you: number | null
  sat_at: boolean
}
/** The axis of a chart: its ends, and each tick with its label. */
type Axis = {low: number; high: number; ticks: [number, string][]}
type Counts = {aim: string; exact: boolean; chance: boolean; unit: string; decimals: number}
type Reason = {words: string; chosen: string; best: string; named_chosen: string; named_best: string}
/** One event from the point of view of one seat. */
type Moment = {
  number: number
  game: number
  turn: number
  seat: number
  event: Record<string, any>
  roll: string
  before: number
  after: number
  luck: number
  cost: number
  kind: string
  best: Record<string, any> | null
  mark: string
  told: string
  happened: string
  outcome: string
  by_game: boolean
  mixed: {decision: Record<string, any>; percent: string}[]
  reason: Reason | null
}
type TurnTaken = {game: number; turn: number; seat: number; steps: number[]; used: string}
/** Luck and choices of each player as the reader sees them; figures are formatted by the server. */
type Summary = {
  headlines: {seat: number; name: string; figures: {label: string; value: string}[]}[]
  estimate: string
  sentence: string
  rows: {label: string; cells: string[]}[]
  result: string[]
  marks: {mark: string; cells: number[]}[]
  lead: string
  legend: string
}
type Answer = {decision: Record<string, any>; named: string; told: string}
type When = {number: number; seat: number; game: number; turn: number}
/** A review, as far as it has been computed. */
type Review = {
  stage: 'knowing' | 'weighing' | 'totals' | 'done' | 'unknown'
  told: string
  counts: Counts | null
  axis: Axis | null
  of: number
  turns: TurnTaken[]
  moments: Moment[]
  review: {lines: [number, number][][]; solved: When | null} | null
  summary: Summary | null
  totals: {sentence: string; seats: {told: string}[]} | null
  you: number | null
}
/** A message from a page to a table. */
type Press = {type: string; dice?: string; use?: string}
/**
 * A step of a lesson: the number of the table before it, the press it asks for, and the messages that
 * follow.
 */
type LessonStep = {
  number: number
  caption: string
  asks: string
  press: Press
  meanwhile: string
  told: Update[]
}
/** A lesson: the first turns of a game, with fixed dice. */
type LessonScript = {
  game: string
  title: string
  start: {picture: Picture; you: You}
  steps: LessonStep[]
  ending: string
}
/** A decision to train. */
type Exercise = {key: string; picture: Picture; you: You}
type Chosen = {keep?: string; use?: string; choose?: string; named: string}
type Verdict = {
  grade: 'good' | 'hard' | 'again'
  told: string
  reason: string
  mine: Chosen
  best: Chosen
  again: string
}
/** Drills of a day, or a test with the given seed; no `exercise` is left at their end. */
type Session = {
  exercise: Exercise | null
  told: string
  number: number
  most: number
  today: number
  goal: number
  seed?: string
  result?: TestResult | null
}
type TestResult = {
  told: string
  standing: string
  lost: number
  marks: Record<string, number>
  missed: (Exercise & {best: Chosen; told: string})[]
  others: string[]
  unit: string
}
type Training = {
  goal: number
  today: number
  told: string
  next: string
  adds: boolean
  games: {game: string; title: string; told: string; test: string}[]
}
