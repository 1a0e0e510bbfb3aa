/** What the board's tests share: real positions and moves, and the catalogue's own sentences. */

import { readFileSync } from "node:fs";

import { translator } from "../../src/jostle/web/scripts/ui/messages.js";

/** @import { BoardView, LastMove, MoveView, PositionView } from "../../src/jostle/web/scripts/types.js" */
/** @import { GameModule } from "../../src/jostle/web/scripts/board/gestures.js" */
/** @typedef {{game: string, board: BoardView, positions: PositionView[], moves: LastMove[]}} PlayedGame */
/** @typedef {{game: string, board: BoardView, position: PositionView, moves: MoveView[]}} Given */

const here = new URL(".", import.meta.url);

/** @type {{games: PlayedGame[], situations: Record<string, Given>}} */
export const { games, situations } = JSON.parse(readFileSync(new URL("data/positions.json", here), "utf8"));

/** @type {Record<string, string>} */
const catalogue = {};
let section = "";
const text = readFileSync(new URL("../../src/jostle/core/messages/en.toml", here), "utf8");
for (const line of text.split("\n")) {
  const heading = /^\[(.+)\]$/.exec(line);
  if (heading) section = heading[1];
  const entry = /^"?([^"\s]+)"? = ("(?!"").*")$/.exec(line); // texts of several lines are not the board's
  if (entry) catalogue[`${section}.${entry[1]}`] = JSON.parse(entry[2]);
}

export const t = translator(catalogue);

/** @param {string} game @returns {Promise<GameModule>} */
export async function moduleOf(game) {
  return (await import(`../../src/jostle/web/scripts/games/${game}.js`)).default;
}
