/** The page of one game: finds it, takes a free seat in it, and sets the table. */

import * as api from "../net/api.js";
import { byId } from "../ui/element.js";
import { t } from "../ui/messages.js";
import { frameReady, pageReady } from "./frame.js";
import { Table } from "./game/table.js";

await frameReady;
await open(decodeURIComponent(location.pathname.split("/")[2] ?? ""));
pageReady();

/** @param {string} id */
async function open(id) {
  try {
    const game = await entered(await api.game(id));
    byId("game").dataset.status = game.state.status;
    const table = await Table.set(game);
    await table.start();
  } catch (problem) {
    if (!(problem instanceof api.ApiError)) throw problem;
    byId("game").dataset.status = "missing";
    byId("game-title").textContent = t(problem.code === "unknown" ? "web.game.unknown" : "web.game.unreachable");
    byId("game-about").textContent = problem.message;
  }
}

/**
 * The first visitor takes the free seat; whoever comes too late watches.
 * @param {import("../types.js").GameView} game
 */
async function entered(game) {
  if (game.state.status !== "open" || game.you.length > 0) return game;
  try {
    return await api.join(game.id);
  } catch (problem) {
    if (problem instanceof api.ApiError && ["full", "closed"].includes(problem.code)) return api.game(game.id);
    throw problem;
  }
}
