/** What happened in a game, in words; the same messages as everywhere else in Jostle. */

import { toldSteps } from "../board/telling.js";
import { t } from "./messages.js";

/** @typedef {import("../types.js").GameView} GameView */
/** @typedef {import("../types.js").LastMove} LastMove */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").PlayerView} PlayerView */

/** The name of a square, which is written small even where a sentence begins. */
const SQUARE = /^[a-h][1-8]\b/;

/**
 * Words of the catalogue as a sentence of their own.
 * @param {string} words
 */
export function sentence(words) {
  const begun = SQUARE.test(words) ? words : words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}

/** @param {Player} number */
export function seatName(number) {
  return t("player.name", { number });
}

/**
 * How a player is called on the page.
 * @param {PlayerView} player
 * @param {Player} number
 * @param {boolean} [isTable] whether two people share a screen, and so a name
 */
export function playerName(player, number, isTable = false) {
  if (isTable) return seatName(number);
  if (player.kind === "computer") return t("web.player.computer", { level: player.level ?? 0 });
  if (player.kind === "free") return t("web.player.free");
  return player.name || seatName(number);
}

/**
 * How a player of a game is called.
 * @param {GameView} game
 * @param {Player} number
 */
export function nameIn({ mode, state }, number) {
  return playerName(state.players[number - 1], number, mode === "table");
}

/**
 * Who played which move.
 * @param {GameView} game
 * @param {{move: string, player: Player}} played
 */
export function playInWords(game, { move, player }) {
  return t("web.said.play", { name: nameIn(game, player), move });
}

/**
 * A move and all that it did.
 * @param {GameView} game
 * @param {LastMove} played
 */
export function moveInWords(game, played) {
  const teller = { game: game.game, pieces: game.board.pieces, t };
  return `${playInWords(game, played)} ${toldSteps(teller, played.player, played.steps)}.`;
}
