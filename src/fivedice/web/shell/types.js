// JSDoc types that scripts share: the server's answers, and the state of a table. They are global, like those
// of protocol.js, because nothing is imported or exported here.

/** @typedef {import('../table/state.js').Seen} Seen */
/** @typedef {import('../table/state.js').Aim} Aim */
/** @typedef {import('../table/state.js').Round} Round */
/** @typedef {ReturnType<typeof import('../table/actions.js').useActs>} Acts */
/** @typedef {import('../table/client.js').Seat} Seat */
/** @typedef {ReturnType<typeof import('../analysis/loading.js').useReview>} Known */
/**
 * @typedef {{bot: string, name: string, strength: string, manner: string,
 *   in_game: Record<string, string>}} Persona
 */
/**
 * A log entry with the table after it, or the whole table.
 * @typedef {{type: 'table' | 'told', number: number, entry?: Record<string, any>, told?: string[],
 *   picture: Picture, you: You, left: number | null, revealed?: Revealed[], feats?: Feat[],
 *   at?: number, flight?: number}} Update
 */
/**
 * A house option: `count` values; 0 means one per seat, or none at all.
 * @typedef {{title: string, meaning: string, choices: string[], titles: string[], count: number,
 *   usual: string | string[]}} Option
 */
/**
 * @typedef {{name: string, title: string, line: string, more: boolean, board: string, set: string,
 *   faces: string[][], seats: [number, number], max_games: number, openings: string[], unit: string,
 *   options: Record<string, Option>, distribution: boolean, lesson: boolean}} GameTerms
 */
/**
 * An option of a table in the form: a list of `choices`, or a check box. It has an effect only if the table
 * has the option that it `needs`, and not the one in `without`. `sentences` are those about its values.
 * @typedef {{name: keyof TableOptions, usual: any, label: string, choices: [any, string][], needs: string,
 *   without: string, sentences: [any, string][]}} FormControl
 */
/**
 * @typedef {{games: GameTerms[], bots: string[], personas: Persona[], phrases: string[],
 *   table_options: FormControl[], absences: [number, string][], days: [number, string][], absence: number,
 *   own_cards: boolean, push: string}} Offer
 */
/**
 * The props of a board. `chosen` is the use or option that waits for confirmation; `sure` skips the
 * confirmation. A red die is `flight` milliseconds in the air.
 * @typedef {{picture: Picture, you: You, onUse: (use: string, sure?: boolean) => void, onChoose: (option:
 *   string) => void, previous: Picture | null, chosen?: string, flight?: number, box?: string,
 *   onBox?: (box: string) => void}} BoardProps
 */
/**
 * A step of a match in a review; `before` is the turn before its event.
 * @typedef {{number: number, of: number, event: Record<string, any> | null, told: string[],
 *   picture: Picture, before: SeenTurn | null, you: number | null, sat_at: boolean}} Step
 */
/** The axis of a chart: its ends, and each tick with its label.
 * @typedef {{low: number, high: number, ticks: [number, string][]}} Axis */
/** @typedef {{aim: string, exact: boolean, chance: boolean, unit: string, decimals: number}} Counts */
/**
 * @typedef {{words: string, chosen: string, best: string, named_chosen: string, named_best: string}} Reason
 */
/**
 * One event from the point of view of one seat.
 * @typedef {{number: number, game: number, turn: number, seat: number, event: Record<string, any>, roll:
 *   string, before: number, after: number, luck: number, cost: number, kind: string, best: Record<string,
 *   any> | null, mark: string, told: string, happened: string, outcome: string, by_game: boolean, mixed:
 *   {decision: Record<string, any>, percent: string}[], reason: Reason | null}} Moment
 */
/** @typedef {{game: number, turn: number, seat: number, steps: number[], used: string}} TurnTaken */
/**
 * Luck and choices of each player as the reader sees them; figures are formatted by the server.
 * @typedef {{headlines: {seat: number, name: string, figures: {label: string, value: string}[]}[],
 *   estimate: string, sentence: string, rows: {label: string, cells: string[]}[], result: string[],
 *   marks: {mark: string, cells: number[]}[], lead: string, legend: string}} Summary
 */
/** @typedef {{decision: Record<string, any>, named: string, told: string}} Answer */
/** @typedef {{number: number, seat: number, game: number, turn: number}} When */
/**
 * A review, as far as it has been computed.
 * @typedef {{stage: 'knowing' | 'weighing' | 'totals' | 'done' | 'unknown', told: string,
 *   counts: Counts | null, axis: Axis | null, of: number, turns: TurnTaken[], moments: Moment[],
 *   review: {lines: [number, number][][], solved: When | null} | null, summary: Summary | null,
 *   totals: {sentence: string, seats: {told: string}[]} | null, you: number | null}} Review
 */
/** A message from a page to a table. @typedef {{type: string, dice?: string, use?: string}} Press */
/**
 * A step of a lesson: the number of the table before it, the press it asks for, and the messages that follow.
 * @typedef {{number: number, caption: string, asks: string, press: Press, meanwhile: string,
 *   told: Update[]}} LessonStep
 */
/**
 * A lesson: the first turns of a game, with fixed dice.
 * @typedef {{game: string, title: string, start: {picture: Picture, you: You}, steps: LessonStep[],
 *   ending: string}} LessonScript
 */
/** A decision to train. @typedef {{key: string, picture: Picture, you: You}} Exercise */
/** @typedef {{keep?: string, use?: string, choose?: string, named: string}} Chosen */
/**
 * @typedef {{grade: 'good' | 'hard' | 'again', told: string, reason: string, mine: Chosen, best: Chosen,
 *   again: string}} Verdict
 */
/**
 * Drills of a day, or a test with the given seed; no `exercise` is left at their end.
 * @typedef {{exercise: Exercise | null, told: string, number: number, most: number, today: number,
 *   goal: number, seed?: string, result?: TestResult | null}} Session
 */
/**
 * @typedef {{told: string, standing: string, lost: number, marks: Record<string, number>,
 *   missed: (Exercise & {best: Chosen, told: string})[], others: string[], unit: string}} TestResult
 */
/**
 * @typedef {{goal: number, today: number, told: string, next: string, adds: boolean,
 *   games: {game: string, title: string, told: string, test: string}[]}} Training
 */
