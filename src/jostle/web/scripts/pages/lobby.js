/** Open challenges, and games to watch. */

import * as api from "../net/api.js";
import { toast } from "../ui/announce.js";
import { byId, setShown } from "../ui/element.js";
import { refreshedGames, refreshing } from "../ui/game-list.js";
import { t } from "../ui/messages.js";
import { frameReady, pageReady } from "./frame.js";

/** @typedef {import("../types.js").GameSummary} GameSummary */

const REFRESH_SECONDS = 5;

/** @type {GameSummary[]} games from further pages of the list, which are not refreshed */
let further = [];
/** @type {string | null} */
let next = null;

await frameReady;
const openGames = refreshedGames(
  byId("open-games"),
  ({ you }) => t(you.length ? "web.list.mine" : "web.list.play"),
  (count) => setShown(byId("open-empty"), count === 0),
);
const playingGames = refreshedGames(
  byId("playing-games"),
  ({ you }) => t(you.length ? "web.list.continue" : "web.list.watch"),
  (count) => setShown(byId("playing-empty"), count === 0),
);
await refresh();
refreshing(refresh, REFRESH_SECONDS);

const more = byId("more");
more.addEventListener("click", async () => {
  if (next === null) return;
  const page = await told(api.games("playing", next));
  if (!page) return;
  further = [...further, ...page.games];
  next = page.next;
  await refresh();
});
pageReady();

async function refresh() {
  const lists = await told(Promise.all([api.games("open"), api.games("playing")]));
  if (!lists) return;
  const [open, playing] = lists;
  if (!further.length) next = playing.next;
  const first = new Set(playing.games.map(({ id }) => id));
  const all = [...playing.games, ...further.filter(({ id }) => !first.has(id))];
  openGames.take(open.games);
  playingGames.take(all);
  setShown(byId("more"), next !== null);
}

/**
 * What a request gives, or null with a word about what was wrong.
 * @template Value
 * @param {Promise<Value>} request
 * @returns {Promise<Value | null>}
 */
async function told(request) {
  try {
    return await request;
  } catch (problem) {
    if (!(problem instanceof api.ApiError)) throw problem;
    toast(problem.message);
    return null;
  }
}
