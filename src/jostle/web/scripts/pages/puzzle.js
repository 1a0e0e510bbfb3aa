/** The page of one puzzle: finds it and sets the board up. */

import { ApiError } from "../net/api.js";
import * as api from "../net/puzzles.js";
import { byId } from "../ui/element.js";
import { t } from "../ui/messages.js";
import { frameReady, pageReady } from "./frame.js";
import { prepareKeys } from "./puzzle/actions.js";
import { Solver } from "./puzzle/solver.js";

await frameReady;
await open(decodeURIComponent(location.pathname.split("/")[2] ?? ""));
pageReady();

/** @param {string} id */
async function open(id) {
  try {
    const solver = await Solver.set(await api.puzzle(id));
    byId("game").dataset.status = "playing";
    prepareKeys(solver);
    await solver.start();
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem;
    byId("game").dataset.status = "missing";
    const isUnknown = problem.code === "unknown" || problem.code === "format";
    byId("puzzle-title").textContent = t(isUnknown ? "web.puzzle.unknown" : "web.puzzle.unreachable");
    byId("puzzle-about").textContent = isUnknown ? "" : problem.message;
  }
}
