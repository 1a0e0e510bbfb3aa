/** What happened in a game, in words; the same messages as everywhere else in Jostle. */

import { toldSteps } from "../board/telling.js";
import { t } from "./messages.js";

/** @typedef {import("../types.js").GameView} GameView */
/** @typedef {import("../types.js").LastMove} LastMove */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").PlayerView} PlayerView */

/** @param {Player} number */
export function seatName(number) {
  return t("player.name", { number });
}

/**
 * How a player is called on the page.
 * @param {PlayerView} player
 * @param {Player} number
 */
export function playerName(player, number) {
  if (player.kind === "computer") return t("web.player.computer", { level: player.level ?? 0 });
  if (player.kind === "free") return t("web.player.free");
  return player.name || seatName(number);
}

/**
 * Who played which move.
 * @param {GameView} game
 * @param {{move: string, player: Player}} played
 */
export function playInWords({ state }, { move, player }) {
  return t("web.said.play", { name: playerName(state.players[player - 1], player), move });
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
