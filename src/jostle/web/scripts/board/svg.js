/** Making and placing SVG elements. */

/** @import { PieceView } from "../types.js" */
/** @import { Frame } from "./motion.js" */

import { CELL } from "./squares.js";

/** The light that falls on the wood, from the upper left as on the pieces. */
export const LIGHT = "board-light";

const NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name @param {Record<string, string | number>} [attributes] @param {Element[]} [children]
 * @returns {SVGElementTagNameMap[Name]}
 */
export function svg(name, attributes = {}, children = []) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** @param {string} text @param {number} x @param {number} y @param {string} kind */
export function lettering(text, x, y, kind) {
  const element = svg("text", { x, y, class: kind });
  element.textContent = text;
  return element;
}

/** @type {Map<string, Promise<void>>} */
const sheets = new Map();

/** The page's own copy of a game's symbols, fetched once. @param {string} game @returns {Promise<void>} */
export function loadSymbols(game) {
  let sheet = sheets.get(game);
  if (!sheet) {
    sheet = fetchSymbols(game);
    sheets.set(game, sheet);
    sheet.catch(() => sheets.delete(game)); // so that the next board tries again
  }
  return sheet;
}

/** @param {string} game */
async function fetchSymbols(game) {
  const response = await fetch(`/symbols/${game}.svg`);
  if (!response.ok) throw new Error(`/symbols/${game}.svg: ${response.status}`);
  const parsed = new DOMParser().parseFromString(await response.text(), "image/svg+xml");
  const symbols = [...parsed.querySelectorAll("symbol")].map((symbol) => {
    const copy = /** @type {SVGSymbolElement} */ (document.importNode(symbol, true));
    copy.id = symbolId(game, symbol.id);
    return copy;
  });
  const light = svg("linearGradient", { id: LIGHT, x2: 1, y2: 1 }, [
    svg("stop", { class: "light" }),
    svg("stop", { class: "dark", offset: 1 }),
  ]);
  const holder = svg("svg", { class: "board-symbols", width: 0, height: 0, "aria-hidden": "true" }, [
    light,
    ...symbols,
  ]);
  document.body.append(holder);
}

/** An id that no other game's symbol has. @param {string} game @param {string} name */
function symbolId(game, name) {
  const own = name.startsWith(`${game}-`) ? name.slice(game.length + 1) : name;
  return `symbol-${game}-${own}`;
}

/**
 * A piece, its upper left corner at the origin. A vertical one is mirrored in the falling diagonal,
 * not turned: light falls along it, and so comes from the same side for all pieces.
 * @param {string} game @param {PieceView} piece
 */
export function pieceFace(game, piece) {
  return svg("use", {
    href: `#${symbolId(game, piece.symbol)}`,
    width: piece.length * CELL,
    height: CELL,
    ...(piece.axis === "v" ? { transform: "matrix(0 1 1 0 0 0)" } : {}),
  });
}

/** How wide and how high a piece lies. @param {PieceView} piece */
export function extent(piece) {
  const long = piece.length * CELL;
  return piece.axis === "v" ? { width: CELL, height: long } : { width: long, height: CELL };
}

/** A frame as the CSS that shows it. @param {Omit<Frame, "at">} frame @param {PieceView} piece */
export function transformOf(frame, piece) {
  const { width, height } = extent(piece);
  const [x, y] = [width / 2, height / 2];
  return (
    `translate(${frame.x}px, ${frame.y}px) translate(${x}px, ${y}px) rotate(${frame.turn ?? 0}deg) ` +
    `scale(${frame.wide ?? 1}, ${frame.high ?? 1}) translate(${-x}px, ${-y}px)`
  );
}
