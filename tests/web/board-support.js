/** What the board's tests share: real positions and moves, and the catalogue's own sentences. */

import { readFileSync } from "node:fs";

/** @import { BoardView, LastMove, MoveView, PositionView, Translate } from "../../src/jostle/web/scripts/types.js" */
/** @import { GameModule } from "../../src/jostle/web/scripts/board/gestures.js" */
/** @typedef {{game: string, board: BoardView, positions: PositionView[], moves: LastMove[]}} PlayedGame */
/** @typedef {{game: string, board: BoardView, position: PositionView, moves: MoveView[]}} Given */

const here = new URL(".", import.meta.url);

/** @type {{games: PlayedGame[], situations: Record<string, Given>}} */
export const { games, situations } = JSON.parse(readFileSync(new URL("data/positions.json", here), "utf8"));

/** @type {Map<string, string>} */
const catalogue = new Map();
let section = "";
const text = readFileSync(new URL("../../src/jostle/core/messages/en.toml", here), "utf8");
for (const line of text.split("\n")) {
  const heading = /^\[(.+)\]$/.exec(line);
  if (heading) section = heading[1];
  const entry = /^"?([^"\s]+)"? = (".*")$/.exec(line);
  if (entry) catalogue.set(`${section}.${entry[1]}`, JSON.parse(entry[2]));
}

/** @type {Translate} */
export function t(key, parameters = {}) {
  const template = catalogue.get(key);
  if (template === undefined) throw new Error(`no message ${key}`);
  return template.replace(/\{([\w-]+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name, one, many) => {
    const value = parameters[name];
    if (value === undefined) throw new Error(`${key} needs ${name}`);
    return one === undefined ? String(value) : value === 1 ? one : many;
  });
}

/** @param {string} game @returns {Promise<GameModule>} */
export async function moduleOf(game) {
  return (await import(`../../src/jostle/web/scripts/games/${game}.js`)).default;
}
