/** Where one is in the explorer, as it stands in the address; and how results are shared out. */

/** @import { ResultsView } from "../../net/openings-wire.js" */

export const LEVELS = /** @type {const} */ (["all", "people", "1-3", "4-6", "7-10"]);

/** @typedef {typeof LEVELS[number]} Level */
/**
 * `start` is a position to begin from, or null for the game's own; `moves` lead on from there.
 * @typedef {{variant: string, start: string | null, moves: string[], level: Level, mine: boolean}} Place
 */

/**
 * The place that an address names; what it leaves out is as usual.
 * @param {string} search
 * @param {string} usual the variant
 * @returns {Place}
 */
export function readPlace(search, usual) {
  const given = new URLSearchParams(search);
  const level = LEVELS.find((one) => one === given.get("level")) ?? "all";
  return {
    variant: given.get("variant") || usual,
    start: given.get("position") || null,
    moves: (given.get("line") ?? "").split(" ").filter(Boolean),
    level,
    mine: given.get("mine") === "1",
  };
}

/**
 * The part of the address that names a place.
 * @param {Place} place
 */
export function writePlace({ variant, start, moves, level, mine }) {
  const told = new URLSearchParams({ variant });
  if (start !== null) told.set("position", start);
  if (moves.length) told.set("line", moves.join(" "));
  if (level !== "all") told.set("level", level);
  if (mine) told.set("mine", "1");
  return `?${told}`;
}

/**
 * What is asked of the server.
 * @param {Place} place
 */
export function question({ variant, start, moves, level, mine }) {
  const asked = new URLSearchParams({ variant, level, mine: String(mine) });
  if (start !== null) asked.set("position", start);
  for (const move of moves) asked.append("move", move);
  return `/api/openings?${asked}`;
}

/**
 * How much of a bar each result takes, in percent; nothing that happened is invisible.
 * @param {ResultsView} results
 */
export function shares({ total, first, draws, second }) {
  const least = 4;
  const raw = [first, draws, second].map((count) => (count ? Math.max(least, (100 * count) / Math.max(1, total)) : 0));
  const sum = raw.reduce((one, other) => one + other, 0) || 1;
  return raw.map((share) => (100 * share) / sum);
}
