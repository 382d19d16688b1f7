// The five games as the pages present them: names, a line, dice, and where their boards are. Knows no rule.

/**
 * @typedef {{title: string, line: string, kind: string, set: string, hand: number[], suits: string[],
 *   plates?: boolean, board: () => Promise<{default: any}>}} Look
 */
// `plates`: the board itself shows who plays and how they stand.

const card = () => import('./scorecard.js')

/** @type {Record<string, Look>} */
export const GAMES = {
  traditional: {
    title: 'Traditional',
    line: 'Thirteen boxes, three throws a turn, and a hundred for every Yahtzee more.',
    kind: 'Score card, one after another',
    set: 'chinese',
    hand: [1, 4, 4, 4, 6],
    suits: [],
    board: card,
  },
  challenge: {
    title: 'Challenge',
    line: 'The same dice for everybody. Decide in secret, and make more of them.',
    kind: 'Everybody at once',
    set: 'pips',
    hand: [2, 3, 4, 5, 1],
    suits: [],
    board: card,
  },
  showdown: {
    title: 'Showdown',
    line: 'Move your pawn round the ring, place cards, steal theirs, raise your own.',
    kind: 'Board game with cards and chips',
    set: 'pips',
    hand: [6, 6, 6, 5, 5],
    suits: [],
    plates: true,
    board: () => import('./showdown.js'),
  },
  piecepack: {
    title: 'Piecepack',
    line: 'Suns, moons, crowns and arms. The null counts six, and luck alone counts nothing.',
    kind: 'Score card with piecepack dice',
    set: 'piecepack',
    hand: [1, 2, 3, 4, 6],
    suits: ['sun', 'moon', 'crown', 'arms', 'sun'],
    board: card,
  },
  junior: {
    title: 'Junior',
    line: 'Collect characters and take the best column first. The star is wild.',
    kind: 'For the youngest, and quick',
    set: 'characters',
    hand: [1, 2, 3, 4, 6],
    suits: [],
    plates: true,
    board: () => import('./junior.js'),
  },
}

/** @param {string} game @returns {Look} */
export const lookOf = (game) => GAMES[game] ?? GAMES.traditional
