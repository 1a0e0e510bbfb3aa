/** The legal moves of positions, fetched when they are needed and kept for a while. */

import * as api from "./api.js";

/** @typedef {import("../types.js").MoveView} MoveView */

/** Enough for taking moves back and going on again. */
const KEPT = 50;

/** @type {Map<string, Promise<MoveView[]>>} */
const known = new Map();

/**
 * All moves of a position with what they do.
 * @param {string} variant
 * @param {string} position
 * @returns {Promise<MoveView[]>}
 */
export function movesOf(variant, position) {
  const key = `${variant} ${position}`;
  const found = known.get(key);
  if (found) return found;
  const moves = api.moves(variant, position).then((answer) => answer.moves);
  moves.catch(() => known.delete(key)); // whoever asked is told; the next one asks again
  known.set(key, moves);
  const [oldest] = known.keys();
  if (known.size > KEPT) known.delete(oldest);
  return moves;
}
