/** A small picture of a position, for cards and lists: no labels, no interaction. */

import { draw } from "./element.js";

/** @typedef {import("../types.js").BoardView} BoardView */
/** @typedef {import("../types.js").PositionView} PositionView */
/** @typedef {import("../types.js").PlacedView} PlacedView */

const CELL = 100;
const MARGIN = 26;
const DEEPEST = 0.5;

/**
 * Draw a position of a game.
 * @param {string} game
 * @param {BoardView} board
 * @param {{pieces: PlacedView[]}} position
 * @param {string} words what the picture shows, for those who do not see it; "" if that stands beside it
 */
export function smallBoard(game, board, position, words = "") {
  const width = board.width * CELL;
  const height = board.height * CELL;
  const sizes = `${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}`;
  return draw(
    "svg",
    { class: "small-board", viewBox: sizes, ...(words ? { role: "img", "aria-label": words } : { "aria-hidden": "true" }) },
    rectangle(-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN, 24, "frame"),
    rectangle(-3, -3, width + 6, height + 6, 13, "groove"),
    ...squares(board, position),
    ...(board.goals ? goals(width, height) : []),
    ...position.pieces.map((placed) => piece(game, board, placed)),
  );
}

/**
 * @param {BoardView} board
 * @param {{pieces: PlacedView[]}} position
 */
function* squares(board, position) {
  const covered = new Set(position.pieces.flatMap(({ cells }) => cells));
  const highest = Math.max(1, ...(board.numbers ?? []).flat());
  for (let rank = 0; rank < board.height; rank += 1) {
    for (let file = 0; file < board.width; file += 1) {
      const [x, y] = [file * CELL, (board.height - 1 - rank) * CELL];
      yield rectangle(x + 2, y + 2, CELL - 4, CELL - 4, 7, "square");
      const number = board.numbers?.[rank][file] ?? 0;
      if (number) {
        const tint = rectangle(x + 2, y + 2, CELL - 4, CELL - 4, 7, "value");
        tint.setAttribute("opacity", String((DEEPEST * number) / highest));
        yield tint;
      }
      if (board.numbers && !covered.has(squareName(file, rank))) {
        const middle = { x: x + CELL / 2, y: y + CELL / 2, "text-anchor": "middle", "dominant-baseline": "central" };
        yield draw("text", middle, String(number));
      }
    }
  }
}

/**
 * @param {number} width
 * @param {number} height
 */
function goals(width, height) {
  return [
    rectangle(4, height + 6, width - 8, 12, 6, "player1"),
    rectangle(4, -18, width - 8, 12, 6, "player2"),
  ];
}

/**
 * A standing piece is mirrored in the falling diagonal, so that the light stays where it is.
 * @param {string} game
 * @param {BoardView} board
 * @param {PlacedView} placed
 */
function piece(game, board, placed) {
  const { symbol, axis, length } = board.pieces[placed.piece];
  const standing = axis === "v";
  const [file, rank] = coordinates(placed.cells[standing ? placed.cells.length - 1 : 0]);
  const [x, y] = [file * CELL, (board.height - 1 - rank) * CELL];
  return draw("use", {
    href: `/symbols/${game}.svg#${symbol}`,
    width: length * CELL,
    height: CELL,
    transform: standing ? `matrix(0 1 1 0 ${x} ${y})` : `translate(${x} ${y})`,
  });
}

/**
 * @param {number} file
 * @param {number} rank
 */
function squareName(file, rank) {
  return `${String.fromCharCode("a".charCodeAt(0) + file)}${rank + 1}`;
}

/** @param {string} square */
function coordinates(square) {
  return [square.charCodeAt(0) - "a".charCodeAt(0), Number(square.slice(1)) - 1];
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {number} radius
 * @param {string} colour
 */
function rectangle(x, y, width, height, radius, colour) {
  return draw("rect", { x, y, width, height, rx: radius, fill: `var(--${colour})` });
}
