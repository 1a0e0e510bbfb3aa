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
 * A move and all that it did.
 * @param {GameView} game
 * @param {LastMove} played
 */
export function moveInWords({ game, board, state }, { move, player, steps }) {
  const name = playerName(state.players[player - 1], player);
  return t("web.said.move", { name, move, effects: toldSteps({ game, pieces: board.pieces, t }, player, steps) });
}
