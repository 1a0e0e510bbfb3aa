/** Positions with their legal moves, fetched when they are needed and kept for a while. */

import * as api from "./api.js";

/** @import { MoveView } from "../types.js" */
/** @import { MovesView } from "./wire.js" */

/** Enough for taking moves back and going on again. */
const KEPT = 50;

/** @type {Map<string, Promise<MovesView>>} */
const known = new Map();

/**
 * A position by its text, with all its moves.
 * @param {string} variant
 * @param {string} position
 * @returns {Promise<MovesView>}
 */
export function positionOf(variant, position) {
  const key = `${variant} ${position}`;
  const found = known.get(key);
  if (found) return found;
  const answer = api.moves(variant, position);
  answer.catch(() => known.delete(key)); // whoever asked is told; the next one asks again
  keep(key, answer);
  return answer;
}

/**
 * All moves of a position with what they do.
 * @param {string} variant
 * @param {string} position
 * @returns {Promise<MoveView[]>}
 */
export async function movesOf(variant, position) {
  return (await positionOf(variant, position)).moves;
}

/**
 * Keep what was told together with something else.
 * @param {string} variant
 * @param {MovesView} told
 */
export function keepMoves(variant, { position, moves }) {
  keep(`${variant} ${position.text}`, Promise.resolve({ position, moves }));
}

/**
 * @param {string} key
 * @param {Promise<MovesView>} answer
 */
function keep(key, answer) {
  known.set(key, answer);
  const [oldest] = known.keys();
  if (known.size > KEPT) known.delete(oldest);
}
