/** The board itself: wood, squares, numbers, goals and the names of files and ranks. */

import { CELL, cornerOf, fileOf, rankOf, squareOnScreen } from "./squares.js";
import { LIGHT, lettering, svg } from "./svg.js";

/** @import { BoardView, Square } from "../types.js" */
/** @import { View } from "./squares.js" */

export const MARGIN = 46; // from the frame's side to the squares
export const THIN_MARGIN = 12; // where there is no room for more
const EDGE = 5; // how far the wood's thickness shows
const DEEPEST = 0.5; // how opaque the tint of the highest number is

/**
 * What a picture of a board shows of the plane.
 * @param {{width: number, height: number}} board in squares
 * @param {number} margin
 */
export function viewBox(board, margin) {
  const width = board.width * CELL + 2 * margin;
  const height = board.height * CELL + 2 * margin + EDGE;
  return { x: -margin, y: -margin, width, height };
}

/** All squares by rows of the screen, from the upper left. @param {View} view @returns {Square[][]} */
export function rows(view) {
  return Array.from({ length: view.height }, (_, row) =>
    Array.from({ length: view.width }, (_, column) => squareOnScreen(view, column, row)),
  );
}

/**
 * @param {BoardView} board @param {View} view @param {number} margin
 * @returns {{drawing: SVGGElement, numbers: Map<Square, SVGTextElement>}}
 */
export function drawSurface(board, view, margin) {
  const drawing = svg("g", { class: "board-surface" });
  const [width, height] = [view.width * CELL, view.height * CELL];
  const round = margin < MARGIN ? 12 : 30;
  const outer = { x: -margin, width: width + 2 * margin, height: height + 2 * margin, rx: round };
  drawing.append(
    svg("rect", { ...outer, y: -margin + EDGE, class: "wood-side" }),
    svg("rect", { ...outer, y: -margin, class: "wood" }),
    svg("rect", { ...outer, y: -margin, fill: `url(#${LIGHT})` }),
  );
  if (margin === MARGIN) drawing.append(svg("path", { d: grain(width, height), class: "grain" }));
  drawing.append(
    svg("rect", {
      x: 1.5 - margin,
      y: 1.5 - margin,
      width: outer.width - 3,
      height: outer.height - 3,
      rx: round - 1,
      class: "bevel",
    }),
    svg("rect", { x: -3, y: -3, width: width + 6, height: height + 6, rx: 13, class: "groove" }),
    svg("path", { d: tiles(view, rows(view).flat(), 2), class: "square-side" }),
    svg("path", { d: tiles(view, rows(view).flat()), class: "square" }),
  );
  const numbers = board.numbers ? drawNumbers(drawing, board.numbers, view) : new Map();
  if (board.goals) drawGoals(drawing, view, margin);
  drawLabels(drawing, view, margin, board.goals);
  return { drawing, numbers };
}

/** A few calm lines along the frame's wood. @param {number} width @param {number} height */
function grain(width, height) {
  const across = [-34, -22].map(
    (y, index) => `M${-MARGIN + 14} ${y}c${width / 3} ${4 - 8 * index} ${(width * 2) / 3} -4 ${width + 60} 2`,
  );
  const below = [20, 33].map(
    (y, index) =>
      `M${-MARGIN + 20} ${height + y}c${width / 3} ${-3 + 6 * index} ${(width * 2) / 3} 5 ${width + 50} 0`,
  );
  return [...across, ...below].join("");
}

/** Some squares as one path. @param {View} view @param {Square[]} squares @param {number} [down] */
function tiles(view, squares, down = 0) {
  const side = CELL - 18;
  const turn = "a7 7 0 0 1";
  const outline = `h${side}${turn} 7 7v${side}${turn}-7 7h-${side}${turn}-7-7v-${side}${turn} 7-7z`;
  return squares
    .map((square) => cornerOf(view, square))
    .map(({ x, y }) => `M${x + 9} ${y + 2 + down}${outline}`)
    .join("");
}

/** @param {SVGGElement} drawing @param {number[][]} numbers @param {View} view */
function drawNumbers(drawing, numbers, view) {
  const squares = rows(view).flat();
  const numberOf = (/** @type {Square} */ square) => numbers[rankOf(square)][fileOf(square)];
  const highest = Math.max(...numbers.flat());
  for (const number of new Set(numbers.flat().filter((one) => one > 0))) {
    const alike = squares.filter((square) => numberOf(square) === number);
    drawing.append(
      svg("path", { d: tiles(view, alike), class: "value", opacity: (DEEPEST * number) / highest }),
    );
  }
  /** @type {Map<Square, SVGTextElement>} */
  const figures = new Map();
  for (const square of squares) {
    const figure = lettering(String(numberOf(square)), 0, 0, "figure");
    const { x, y } = cornerOf(view, square);
    figure.style.setProperty("--x", `${x}px`);
    figure.style.setProperty("--y", `${y}px`);
    figures.set(square, figure);
    drawing.append(figure);
  }
  return figures;
}

/** The edges: Player 1's with dots, Player 2's with lines, the others plain.
 * @param {SVGGElement} drawing @param {View} view @param {number} margin */
function drawGoals(drawing, view, margin) {
  const [width, height] = [view.width * CELL, view.height * CELL];
  const thick = margin === MARGIN ? 14 : 9;
  const away = margin === MARGIN ? 5 : 2;
  for (const x of [-away - thick, width + away]) {
    drawing.append(svg("rect", { x, y: 4, width: thick, height: height - 8, rx: thick / 2, class: "edge" }));
  }
  for (const player of [1, 2]) {
    const below = player === view.orientation;
    const y = below ? height + away : -away - thick;
    const [start, dashes] = player === 1 ? [25, "0 25"] : [19, "12 13"];
    drawing.append(
      svg("rect", { x: 4, y, width: width - 8, height: thick, rx: thick / 2, class: `edge goal-${player}` }),
      svg("path", {
        d: `M${start} ${y + thick / 2}H${width - 18}`,
        "stroke-dasharray": dashes,
        class: `goal-mark-${player}`,
      }),
    );
  }
}

/** Letters for the files and figures for the ranks: on the frame, or in the squares where it is thin.
 * @param {SVGGElement} drawing @param {View} view @param {number} margin @param {boolean} goals */
function drawLabels(drawing, view, margin, goals) {
  const height = view.height * CELL;
  const away = goals ? 33 : 23;
  const names = rows(view);
  const inside = margin < MARGIN;
  names[view.height - 1].forEach((square, column) => {
    const [x, y] = inside ? [column * CELL + 88, height - 14] : [column * CELL + CELL / 2, height + away - 1];
    drawing.append(lettering(square[0], x, y, inside ? "label small" : "label"));
  });
  names.forEach((row, index) => {
    const [x, y] = inside ? [12, index * CELL + 86] : [-away, index * CELL + CELL / 2];
    drawing.append(lettering(row[0].slice(1), x, y, inside ? "label small" : "label"));
  });
}
