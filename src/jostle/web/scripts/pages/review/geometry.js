/** Where things lie in the graph of chances: pure, so that it can be tried without a screen. */

/** @typedef {{first: number, exact: boolean}} Chance */
/** @typedef {{x: number, y: number}} Point */

export const HEIGHT = 140;
const SIDE = 12; // so that the marks at both ends are seen whole
const EDGE = 10;

/**
 * The place of a position: Player 1's good ones are high.
 * @param {number} width @param {number} count how many positions there are @param {number} ply @param {number} first
 * @returns {Point}
 */
export function place(width, count, ply, first) {
  const step = count > 1 ? (width - 2 * SIDE) / (count - 1) : 0;
  return { x: SIDE + ply * step, y: EDGE + (1 - first) * (HEIGHT - 2 * EDGE) };
}

/** @param {number} width @param {Chance[]} chances @returns {Point[]} */
export const places = (width, chances) =>
  chances.map(({ first }, ply) => place(width, chances.length, ply, first));

/** The position nearest to a place. @param {number} width @param {number} count @param {number} x */
export function plyAt(width, count, x) {
  const step = (width - 2 * SIDE) / Math.max(1, count - 1);
  return Math.max(0, Math.min(count - 1, Math.round((x - SIDE) / step)));
}

/** @param {Point[]} points */
export const linePath = (points) => points.map(({ x, y }, index) => `${index ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

/** What is below the line, which is Player 1's share. @param {Point[]} points */
export function areaPath(points) {
  const { x: start } = points[0];
  const { x: end } = points[points.length - 1];
  return `${linePath(points)}L${end.toFixed(1)} ${HEIGHT}L${start.toFixed(1)} ${HEIGHT}z`;
}

/** The parts of the line whose both ends are proven. @param {Point[]} points @param {Chance[]} chances */
export function exactPath(points, chances) {
  return points
    .slice(1)
    .map((point, index) => (chances[index].exact && chances[index + 1].exact ? linePath([points[index], point]) : ""))
    .join("");
}

/**
 * The outline of a mark: a triangle for a mistake, a diamond for a blunder, and for less a small square.
 * @param {string} judgement @param {Point} at
 */
export function markPath(judgement, { x, y }) {
  if (judgement === "blunder") return `M${x} ${y - 8}L${x + 8} ${y}L${x} ${y + 8}L${x - 8} ${y}z`;
  if (judgement === "mistake") return `M${x} ${y - 7}L${x + 7} ${y + 6}L${x - 7} ${y + 6}z`;
  return `M${x - 3} ${y - 3}h6v6h-6z`;
}
