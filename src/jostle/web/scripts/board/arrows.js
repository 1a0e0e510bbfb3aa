/**
 * Arrows for the best moves: each has its rank as a number and is narrower than the one before it,
 * so that they are told apart without their colours.
 */

import { boxOf, centreOf } from "./squares.js";
import { lettering, svg } from "./svg.js";

/** @import { Arrow, PieceView, Square } from "../types.js" */
/** @import { Point, View } from "./squares.js" */

const WIDEST = 13; // half of the best arrow's shaft
const NARROWER = 2.6; // for each rank
const NARROWEST = 4;
const TAIL = 22; // from the middle of the piece

/** @param {View} view @param {Arrow[]} arrows @param {PieceView[]} pieces @returns {SVGElement[]} */
export function rankedArrows(view, arrows, pieces) {
  // The best one is drawn last, above the others, and all numbers above that.
  const drawn = arrows.toReversed().flatMap(({ rank, steps }) => {
    const effect = steps.flat().find(({ piece, by }) => piece !== null && by === null);
    if (!effect) return [];
    if (effect.from.length && effect.to.length) {
      const [start, end] = [centreOf(view, effect.from), centreOf(view, effect.to)];
      if (start.x !== end.x || start.y !== end.y) return [shaft(start, end, rank)];
    }
    const cells = effect.to.length ? effect.to : effect.from;
    const piece = pieces[effect.becomes ?? effect.piece ?? 0];
    return cells.length ? [place(view, cells, rank, piece)] : [];
  });
  return [...drawn.map(({ shape }) => shape), ...drawn.map(({ number }) => number)];
}

/** @param {Point} start @param {Point} end @param {number} rank */
function shaft(start, end, rank) {
  const half = Math.max(NARROWEST, WIDEST - NARROWER * (rank - 1));
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  const along = { x: (end.x - start.x) / length, y: (end.y - start.y) / length };
  const tip = length - 12;
  const neck = tip - 2.4 * half;
  const outline = [[TAIL, half], [neck, half], [neck, 2.1 * half], [tip, 0], [neck, -2.1 * half], [neck, -half], [TAIL, -half]];
  const d = outline
    .map(([forward, aside]) => {
      const x = start.x + forward * along.x + aside * along.y;
      const y = start.y + forward * along.y - aside * along.x;
      return `${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join(" ");
  return {
    shape: svg("g", { class: `ranked ranked-${rank}` }, [svg("path", { d: `M${d}z` })]),
    number: number(rank, start.x + along.x * TAIL, start.y + along.y * TAIL),
  };
}

/**
 * Where a piece is placed or turned; a line tells which way a piece lies that has but one square.
 * @param {View} view @param {Square[]} cells @param {number} rank @param {PieceView | undefined} piece
 */
function place(view, cells, rank, piece) {
  const { x, y, width, height } = boxOf(view, cells);
  const inset = 8 + 5 * (rank - 1);
  const shape = { x: x + inset, y: y + inset, width: width - 2 * inset, height: height - 2 * inset, rx: 12 };
  /** @type {SVGElement[]} */
  const parts = [svg("rect", { ...shape, class: "under" }), svg("rect", shape)];
  if (piece?.axis && piece.length === 1) {
    // Beside the middle, where the square may have a number.
    const line =
      piece.axis === "h"
        ? { x1: x + 30, y1: y + 73, x2: x + 70, y2: y + 73 }
        : { x1: x + 73, y1: y + 30, x2: x + 73, y2: y + 70 };
    parts.push(svg("line", { ...line, class: "under" }), svg("line", line));
  }
  return {
    shape: svg("g", { class: `ranked ranked-${rank} ranked-place` }, parts),
    number: number(rank, x + 17 + 26 * (rank - 1), y + 17),
  };
}

/** @param {number} rank @param {number} x @param {number} y */
function number(rank, x, y) {
  return svg("g", { class: "badge" }, [svg("circle", { cx: x, cy: y, r: 13 }), lettering(String(rank), x, y, "")]);
}
