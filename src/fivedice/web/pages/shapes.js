// The shapes of what the server sends, for the type checker; nothing in this file runs.

/** @typedef {{name: string, bot: string, open: boolean, away: boolean}} Chair */
/** @typedef {{name: string, title: string, pays: number, note: string, waives: string}} Use */
/** @typedef {{step: number, thrower: number, hands: Record<string, string>, decided: number[]}} Turn */
/** @typedef {{kind: string, seats: number[], dice: number, told: string, asked: number[]}} Awaits */
/** @typedef {{boxes: (number | null)[], bonuses: number}} Card */
/** @typedef {{headings: string[], rows: string[][]}} Sheet */
/**
 * The table as everybody sees it; from `awaits` on only when the match has begun.
 * @typedef {{code: string, number: number, game: string, options: Record<string, any>, games: number,
 *   hints: boolean, watching: boolean, clock: number, stage: 'gathering' | 'playing' | 'over', closed:
 * boolean,
 *   next: string, chairs: Chair[], faces: string[][], suits: string[], unit: string, awaits: Awaits,
 *   rolloff: {seats: number[], counts: number[]} | null, turn: Turn | null, position: any, sheet: Sheet
 *   | null, scores: number[], finished: number[][],
 *   winners: number[], result: string, first: number}} Picture
 */
/**
 * What only one seat sees.
 * @typedef {{seat: number | null, asked: '' | 'throw' | 'keep' | 'use' | 'choose', uses: Use[],
 *   options: string[], decided: Record<string, any> | null, meanwhile: string[]}} You
 */
/**
 * @typedef {{event: Record<string, any>, worth: number, cost: number, beside: Record<string, number>,
 *   why: string}} Rated
 */
/** @typedef {{type: 'hinted', number: number, aim: string, exact: boolean, choices: Rated[]}} Hinted */
/**
 * A told entry, or the whole table.
 * @typedef {{type: 'table' | 'told', number: number, entry?: Record<string, any>, told?: string[],
 *   picture: Picture, you: You, left: number | null, at?: number}} Shown
 */
/** @typedef {{type: 'refused', sentence: string, stale: boolean}} Refused */
/** @typedef {{name: string, seats: [number, number], max_games: number, openings: string[],
 *   options: Record<string, string>, unit: string, faces: string[][]}} GameTerms */
/** @typedef {{games: GameTerms[], bots: string[], phrases: string[]}} Offer */
/**
 * What a game's board is given.
 * @typedef {{picture: Picture, you: You, onUse: (use: string) => void, onChoose: (option: string) => void,
 *   previous: Picture | null}} BoardProps
 */
export {}
