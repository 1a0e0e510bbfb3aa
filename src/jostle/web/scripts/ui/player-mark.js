/** The sign of a player, as on the tiles. */

import { draw } from "./element.js";

/** @import { Player } from "../types.js" */

/**
 * Draw it: a dot or a line.
 * @param {Player} player
 */
export function mark(player) {
  const sign =
    player === 1
      ? draw("circle", { cx: 12, cy: 12, r: 4.6, fill: "var(--player1-ink)" })
      : draw("rect", { x: 6, y: 9.6, width: 12, height: 4.8, rx: 2.4, fill: "var(--player2-ink)" });
  return draw(
    "svg",
    { class: "player-mark", viewBox: "0 0 24 24", "aria-hidden": "true" },
    draw("rect", { x: 1, y: 1, width: 22, height: 22, rx: 6, fill: `var(--player${player})` }),
    sign,
  );
}
