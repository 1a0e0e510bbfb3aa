/** How moves are judged: the kinds, their signs, and how often each was given. */

/** @typedef {import("../../types.js").Player} Player */
/** @typedef {"best" | "good" | "inaccuracy" | "mistake" | "blunder"} Judgement */

/** @type {readonly Judgement[]} */
export const JUDGEMENTS = ["best", "good", "inaccuracy", "mistake", "blunder"];

/** @type {Record<Judgement, string>} */
export const SIGNS = { best: "★", good: "✓", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** Those after which something better is worth a look. @param {Judgement} judgement */
export const isAmiss = (judgement) => judgement !== "best" && judgement !== "good";

/**
 * How many of a player's moves were of each kind.
 * @param {{player: Player, judgement: Judgement}[]} moves
 * @param {Player} player
 */
export function counts(moves, player) {
  /** @type {Record<Judgement, number>} */
  const found = { best: 0, good: 0, inaccuracy: 0, mistake: 0, blunder: 0 };
  for (const move of moves) if (move.player === player) found[move.judgement] += 1;
  return found;
}
