/**
 * Arrows for the best moves: each has its rank as a number and is narrower than the one before it,
 * so that they are told apart without their colours.
 */

import { boxOf, centreOf } from "./squares.js";
import { lettering, svg } from "./svg.js";

/** @import { Arrow } from "../types.js" */
/** @import { View } from "./squares.js" */

const WIDEST = 13; // half of the best arrow's shaft
const NARROWER = 2.6; // for each rank
const NARROWEST = 4;

/** @param {View} view @param {Arrow[]} arrows @returns {SVGElement[]} */
export function rankedArrows(view, arrows) {
  // The best one is drawn last, above the others.
  return arrows.toReversed().flatMap(({ rank, steps }) => {
    const effect = steps.flat().find(({ piece, by }) => piece !== null && by === null);
    if (!effect) return [];
    if (effect.from.length && effect.to.length) {
      const [start, end] = [centreOf(view, effect.from), centreOf(view, effect.to)];
      if (start.x !== end.x || start.y !== end.y) return [shaft(start, end, rank)];
    }
    const cells = effect.to.length ? effect.to : effect.from;
    return cells.length ? [place(view, cells, rank)] : [];
  });
}

/**
 * @param {{x: number, y: number}} start @param {{x: number, y: number}} end @param {number} rank
 */
function shaft(start, end, rank) {
  const half = Math.max(NARROWEST, WIDEST - NARROWER * (rank - 1));
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  const along = { x: (end.x - start.x) / length, y: (end.y - start.y) / length };
  const tip = length - 12;
  const neck = tip - 2.4 * half;
  const outline = [[22, half], [neck, half], [neck, 2.1 * half], [tip, 0], [neck, -2.1 * half], [neck, -half], [22, -half]];
  const d = outline
    .map(([forward, aside]) => {
      const x = start.x + forward * along.x + aside * along.y;
      const y = start.y + forward * along.y - aside * along.x;
      return `${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join(" ");
  return svg("g", { class: `ranked ranked-${rank}` }, [
    svg("path", { d: `M${d}z` }),
    number(rank, start.x + along.x * 24, start.y + along.y * 24),
  ]);
}

/** Where a piece is placed or turned. @param {View} view @param {string[]} cells @param {number} rank */
function place(view, cells, rank) {
  const { x, y, width, height } = boxOf(view, cells);
  const inset = 8 + 5 * (rank - 1);
  const shape = { x: x + inset, y: y + inset, width: width - 2 * inset, height: height - 2 * inset, rx: 12 };
  return svg("g", { class: `ranked ranked-${rank} ranked-place` }, [
    svg("rect", { ...shape, class: "under" }),
    svg("rect", shape),
    number(rank, x + 17 + 20 * (rank - 1), y + 17),
  ]);
}

/** @param {number} rank @param {number} x @param {number} y */
function number(rank, x, y) {
  return svg("g", { class: "badge" }, [svg("circle", { cx: x, cy: y, r: 13 }), lettering(String(rank), x, y, "")]);
}
