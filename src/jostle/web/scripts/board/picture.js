/** A still picture of a position, for choosing between outcomes. */

import { boxOf, CELL } from "./squares.js";
import { drawSurface, viewBox, THIN_MARGIN } from "./surface.js";
import { stepMarks } from "./marks.js";
import { pieceFace, svg, transformOf } from "./svg.js";

/** @import { BoardView, PieceView, PlacedView, Player, Square, StepView } from "../types.js" */

const BRINK = 34;

/**
 * @param {string} game @param {BoardView} board @param {PlacedView[]} pieces
 * @param {object} [look]
 * @param {Player} [look.orientation] whose side is at the bottom
 * @param {StepView[]} [look.steps] a move whose effects are marked
 * @param {Square[]} [look.around] the squares to show, with their neighbours; all of them otherwise
 * @param {(piece: PieceView) => boolean} [look.crushed]
 */
export function drawPicture(
  game,
  board,
  pieces,
  { orientation = 1, steps = [], around, crushed = () => false } = {},
) {
  const view = { width: board.width, height: board.height, orientation };
  const { drawing, numbers } = drawSurface(board, view, THIN_MARGIN);
  for (const square of pieces.flatMap(({ cells }) => cells)) numbers.get(square)?.classList.add("covered");
  const faces = pieces.map(({ piece, cells }) => {
    const face = svg("g", {}, [pieceFace(game, board.pieces[piece])]);
    face.style.transform = transformOf(boxOf(view, cells), board.pieces[piece]);
    return face;
  });
  const marks = stepMarks(view, steps, board.pieces, crushed);
  const whole = viewBox(view, THIN_MARGIN);
  const { x, y, width, height } = around ? within(boxOf(view, around), whole) : whole;
  return svg(
    "svg",
    {
      class: "board-picture",
      viewBox: `${x} ${y} ${width} ${height}`,
      "aria-hidden": "true",
      focusable: "false",
    },
    [drawing, svg("g", {}, faces), svg("g", { class: "board-last" }, marks)],
  );
}

/** A box with room around it, and the same height as width, but little more than the board.
 * @param {{x: number, y: number, width: number, height: number}} box
 * @param {{x: number, y: number, width: number, height: number}} whole */
function within(box, whole) {
  const side = Math.max(box.width, box.height) + CELL;
  const fit = (
    /** @type {number} */ start,
    /** @type {number} */ length,
    /** @type {number} */ low,
    /** @type {number} */ room,
  ) => {
    const size = Math.min(side, room);
    return [Math.min(Math.max(start + length / 2 - size / 2, low), low + room - size), size];
  };
  // A piece that leaves the board is seen to leave.
  const [x, width] = fit(box.x, box.width, whole.x - BRINK, whole.width + 2 * BRINK);
  const [y, height] = fit(box.y, box.height, whole.y - BRINK, whole.height + 2 * BRINK);
  return { x, y, width, height };
}
