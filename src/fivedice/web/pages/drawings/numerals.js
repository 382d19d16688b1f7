// The Chinese numerals one to six as brush strokes. Knows points and widths, no font.

/** A brush stroke: points as x, y and the width of the brush there.
 * @typedef {[number, number, number][]} Stroke */

// prettier-ignore
/** @type {Record<number, Stroke[]>} */
const STROKES = {
  1: [[[13, 53, 5], [19, 51, 11], [36, 50.5, 8], [64, 48.5, 8], [79, 46, 13], [88, 51, 5]]],
  2: [
    [[25, 32, 4], [31, 31, 10], [48, 30, 7], [64, 28, 10], [74, 31, 4]],
    [[12, 73, 5], [19, 71, 11], [38, 70.5, 8], [64, 69.5, 8], [80, 67, 13], [89, 72, 5]],
  ],
  3: [
    [[22, 25, 4], [29, 24, 10], [49, 23, 7], [67, 21, 10], [77, 25, 4]],
    [[27, 50, 4], [33, 49, 9], [49, 48.5, 6], [63, 47, 9], [72, 50, 4]],
    [[12, 78, 5], [19, 76, 11], [38, 75.5, 8], [64, 74.5, 8], [80, 72, 12], [89, 77, 5]],
  ],
  4: [
    [[17, 25, 6], [20, 30, 10], [22, 52, 7], [25, 81, 9]],
    [[19, 28, 7], [48, 26, 7], [76, 23, 9], [83, 27, 11], [80, 50, 8], [77, 83, 9]],
    [[42, 30, 7], [42, 43, 7], [37, 54, 6], [29, 62, 3]],
    [[58, 29, 7], [57, 46, 7], [61, 55, 8], [71, 55, 7]],
    [[25, 76, 6], [50, 75, 7], [78, 74, 7]],
  ],
  5: [
    [[20, 22, 4], [27, 22, 10], [50, 21, 7], [70, 18, 11], [79, 22, 4]],
    [[50, 23, 9], [46, 45, 8], [38, 77, 8]],
    [[20, 48, 4], [27, 48, 9], [50, 46, 7], [66, 44, 9], [73, 48, 11], [70, 62, 8], [66, 78, 8]],
    [[10, 82, 4], [17, 80, 10], [40, 79, 8], [66, 78, 8], [81, 75, 12], [90, 80, 4]],
  ],
  6: [
    [[43, 12, 4], [50, 18, 9], [56, 27, 10]],
    [[11, 42, 4], [18, 41, 10], [40, 39, 7], [64, 38, 8], [80, 35, 12], [89, 40, 4]],
    [[42, 53, 10], [37, 65, 9], [28, 76, 7], [14, 86, 2]],
    [[57, 53, 5], [65, 62, 8], [75, 73, 11], [85, 84, 9]],
  ],
}

/** Numeral by value, as the data of one SVG path. @type {Record<number, string>} */
export const NUMERALS = Object.fromEntries(
  Object.entries(STROKES).map(([value, strokes]) => [value, strokes.map(outline).join(' ')]),
)

/** The outline of a stroke: along one side, round the end, back along the other. @param {Stroke} stroke */
function outline(stroke) {
  const left = stroke.map((_, at) => beside(stroke, at, 0.5))
  const right = stroke.map((_, at) => beside(stroke, at, -0.5)).reverse()
  const [start] = left
  const [turn] = right
  const end = point(stroke[stroke.length - 1])
  return `M${start} ${curve(left)} Q${end} ${turn} ${curve(right)} Q${point(stroke[0])} ${start}Z`
}

/** @param {Stroke} stroke @param {number} at @param {number} side */
function beside(stroke, at, side) {
  const [x0, y0] = stroke[Math.max(at - 1, 0)]
  const [x1, y1] = stroke[Math.min(at + 1, stroke.length - 1)]
  const [x, y, width] = stroke[at]
  const length = Math.hypot(x1 - x0, y1 - y0)
  return point([x - ((y1 - y0) / length) * width * side, y + ((x1 - x0) / length) * width * side, 0])
}

/** A smooth curve through points (Catmull-Rom). @param {string[]} points */
function curve(points) {
  const at = points.map((text) => text.split(' ').map(Number))
  const near = (/** @type {number} */ i) => at[Math.min(Math.max(i, 0), at.length - 1)]
  return at
    .slice(1)
    .map((end, i) => {
      const [before, start, after] = [near(i - 1), near(i), near(i + 2)]
      const pull = (/** @type {number[]} */ p, /** @type {number[]} */ a, /** @type {number[]} */ b) =>
        point([p[0] + (b[0] - a[0]) / 6, p[1] + (b[1] - a[1]) / 6, 0])
      return `C${pull(start, before, end)} ${pull(end, after, start)} ${point([end[0], end[1], 0])}`
    })
    .join(' ')
}

/** @param {number[]} of */
function point([x, y]) {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`
}
