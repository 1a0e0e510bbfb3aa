/**
 * Marks on the board: what can be chosen, where it can go, what a move does.
 *
 * Everything is told by shape: a dot for an empty target and corners round an occupied one, a full
 * arrow for the piece that acts and a hollow one for those it pushes, a ring where a piece is placed, a
 * broken ring where one is turned, a cross where one is taken.
 */

import { CELL, boxOf, centreOf, cornerOf, onScreen } from "./squares.js";
import { goesOver, headingOf } from "./standings.js";
import { lettering, svg } from "./svg.js";

/** @import { EffectView, PieceView, Square, StepView } from "../types.js" */
/** @import { Point, View } from "./squares.js" */
/** @typedef {(piece: PieceView) => boolean} Crushed */

/**
 * A square where the chosen piece can go.
 * @param {View} view @param {Square} square @param {boolean} occupied @param {boolean} low
 */
export function targetMark(view, square, occupied, low) {
  const { x, y } = cornerOf(view, square);
  if (!occupied)
    return svg("circle", { cx: x + 50, cy: y + (low ? 84 : 50), r: low ? 7 : 12, class: "target" });
  const corners = [
    [7, 7, 1, 1],
    [93, 7, -1, 1],
    [93, 93, -1, -1],
    [7, 93, 1, -1],
  ];
  const d = corners.map(
    ([left, top, right, down]) =>
      `M${x + left} ${y + top + 22 * down}v${-14 * down}q0 ${-8 * down} ${8 * right} ${-8 * down}h${14 * right}`,
  );
  return svg("g", { class: "target" }, [
    svg("path", { d: d.join(""), class: "under" }),
    svg("path", { d: d.join("") }),
  ]);
}

/** A ring round some squares. @param {View} view @param {Square[]} cells @param {string} kind */
export function ringMark(view, cells, kind) {
  const { x, y, width, height } = boxOf(view, cells);
  const shape = { x: x + 3, y: y + 3, width: width - 6, height: height - 6, rx: 12 };
  return svg("g", { class: `ring ${kind}` }, [svg("rect", { ...shape, class: "under" }), svg("rect", shape)]);
}

/** Where somebody points: a broken ring with a sign. @param {View} view @param {Square[]} cells */
export function pointerMark(view, cells) {
  const { x, y, width } = boxOf(view, cells);
  return svg("g", { class: "pointer" }, [ringMark(view, cells, "pointed"), badge("?", x + width - 14, y + 14)]);
}

/**
 * What a move does; a step after the first puts its number on its arrows.
 * @param {View} view @param {StepView[]} steps @param {PieceView[]} pieces @param {Crushed} crushed
 * @returns {SVGElement[]}
 */
export function stepMarks(view, steps, pieces, crushed) {
  return steps.flatMap((step, number) =>
    step.flatMap((effect) => {
      if (effect.piece === null) return [];
      const label = number ? String(number) : "";
      if (effect.from.length === 0) return [ringMark(view, effect.to, "placed")];
      if (effect.kind === "turned") return [ringMark(view, effect.to, "turned")];
      const start = centreOf(view, effect.from);
      const hollow = effect.by !== null;
      if (effect.to.length > 0) {
        const end = centreOf(view, effect.to);
        return [arrow(start, { x: end.x - start.x, y: end.y - start.y }, label, hollow)];
      }
      if (crushed(pieces[effect.piece]) || !goesOver(view, step, effect)) return [cross(view, effect)];
      return [arrow(start, departure(view, step, effect), label, true, true)];
    }),
  );
}

/**
 * A way whose middle is the edge, or before it where there is no room beyond.
 * @param {View} view @param {StepView} step @param {EffectView} effect
 */
function departure(view, step, effect) {
  const way = onScreen(view, headingOf(step, effect));
  const { width, height } = boxOf(view, effect.from);
  const far = (way.x ? width : height) / CELL - (view.thin ? 0.44 : 0);
  return { x: way.x * far, y: way.y * far };
}

/** @param {View} view @param {EffectView} effect */
function cross(view, effect) {
  const { x, y } = cornerOf(view, effect.from[0]);
  return badge("×", x + 83, y + 17);
}

/**
 * An arrow half-way along `way`, across the line between two squares, where it hides least; one that
 * leads over the edge has a bar behind it.
 * @param {Point} start @param {Point} way @param {string} label @param {boolean} hollow @param {boolean} [leaves]
 */
function arrow(start, way, label, hollow, leaves = false) {
  const length = Math.hypot(way.x, way.y);
  const along = { x: way.x / length, y: way.y / length };
  const middle = { x: start.x + way.x / 2, y: start.y + way.y / 2 };
  const [tail, tip] = label ? [-24, 32] : [-28, 28];
  const half = [
    [tail, 4.5],
    [tip - 19, 4.5],
    [tip - 19, 13.5],
  ];
  const outline = [...half, [tip, 0], ...half.reverse().map(([forward, aside]) => [forward, -aside])];
  const at = (/** @type {number} */ forward, /** @type {number} */ aside) => {
    const x = middle.x + forward * along.x + aside * along.y;
    const y = middle.y + forward * along.y - aside * along.x;
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  const d = `M${outline.map(([forward, aside]) => at(forward, aside)).join(" ")}z`;
  const parts = [svg("path", { d, class: hollow ? "arrow hollow" : "arrow" })];
  if (leaves) parts.push(svg("path", { d: `M${at(tip + 7, -15)} ${at(tip + 7, 15)}`, class: "brink" }));
  return svg("g", {}, label ? [...parts, badge(label, middle.x, middle.y)] : parts);
}

/** @param {string} label @param {number} x @param {number} y */
function badge(label, x, y) {
  return svg("g", { class: "badge" }, [svg("circle", { cx: x, cy: y, r: 13 }), lettering(label, x, y, "")]);
}
