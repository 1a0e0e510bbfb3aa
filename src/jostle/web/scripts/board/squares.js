/** Where squares lie: names, neighbours, and places on the screen for either side of the table. */

/** @import { Player, Square } from "../types.js" */
/**
 * How the board is looked at: from whose side, and whether its frame is thin.
 * @typedef {{width: number, height: number, orientation: Player, thin?: boolean}} View
 */
/** @typedef {{x: number, y: number}} Point */

/** A square's side, in the units that the pieces' symbols are drawn in. */
export const CELL = 100;

/** @param {Square} square */
export const fileOf = (square) => square.charCodeAt(0) - 97;

/** @param {Square} square */
export const rankOf = (square) => Number(square.slice(1)) - 1;

/** @param {number} file @param {number} rank @returns {Square} */
export const squareAt = (file, rank) => String.fromCharCode(97 + file) + (rank + 1);

/** How far it is from one square to another. @param {Square} start @param {Square} end */
export function between(start, end) {
  return { files: fileOf(end) - fileOf(start), ranks: rankOf(end) - rankOf(start) };
}

/**
 * The square so many files and ranks further on; null beyond the board.
 * @param {{width: number, height: number}} board
 * @param {Square} square @param {number} files @param {number} ranks
 * @returns {Square | null}
 */
export function shifted(board, square, files, ranks) {
  const file = fileOf(square) + files;
  const rank = rankOf(square) + ranks;
  const inside = file >= 0 && rank >= 0 && file < board.width && rank < board.height;
  return inside ? squareAt(file, rank) : null;
}

/** The square in a row and a column of the screen, counted from the upper left.
 * @param {View} view @param {number} column @param {number} row */
export function squareOnScreen(view, column, row) {
  return view.orientation === 1
    ? squareAt(column, view.height - 1 - row)
    : squareAt(view.width - 1 - column, row);
}

/** The upper left corner of a square. @param {View} view @param {Square} square @returns {Point} */
export function cornerOf(view, square) {
  const file = fileOf(square);
  const rank = rankOf(square);
  return view.orientation === 1
    ? { x: file * CELL, y: (view.height - 1 - rank) * CELL }
    : { x: (view.width - 1 - file) * CELL, y: rank * CELL };
}

/** The smallest rectangle round some squares. @param {View} view @param {Square[]} cells */
export function boxOf(view, cells) {
  const corners = cells.map((cell) => cornerOf(view, cell));
  const x = Math.min(...corners.map((corner) => corner.x));
  const y = Math.min(...corners.map((corner) => corner.y));
  const width = Math.max(...corners.map((corner) => corner.x)) - x + CELL;
  const height = Math.max(...corners.map((corner) => corner.y)) - y + CELL;
  return { x, y, width, height };
}

/** @param {View} view @param {Square[]} cells @returns {Point} */
export function centreOf(view, cells) {
  const { x, y, width, height } = boxOf(view, cells);
  return { x: x + width / 2, y: y + height / 2 };
}

/** A way across the board as a way across the screen.
 * @param {View} view @param {{files: number, ranks: number}} way @returns {Point} */
export function onScreen(view, way) {
  const sign = view.orientation === 1 ? 1 : -1;
  return { x: sign * way.files * CELL, y: -sign * way.ranks * CELL };
}
