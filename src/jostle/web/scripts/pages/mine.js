/** My games by their state, and my name. */

import * as api from "../net/api.js";
import { toast } from "../ui/announce.js";
import { byId, setShown } from "../ui/element.js";
import { refreshedGames, refreshing } from "../ui/game-list.js";
import { t } from "../ui/messages.js";
import { frameReady, pageReady } from "./frame.js";

/** @typedef {import("../types.js").GameSummary} GameSummary */

const REFRESH_SECONDS = 15;

/** @type {{id: string, action: string, holds: (game: GameSummary) => boolean}[]} */
const SECTIONS = [
  { id: "turn", action: "web.list.continue", holds: (game) => game.status === "playing" && isMyTurn(game) },
  {
    id: "waiting",
    action: "web.list.open",
    holds: (game) => game.status === "open" || (game.status === "playing" && !isMyTurn(game)),
  },
  { id: "over", action: "web.list.look", holds: ({ status }) => status === "over" || status === "withdrawn" },
];

let pages = 1;

await frameReady;
const lists = SECTIONS.map(({ id, action }) => {
  const list = /** @type {HTMLElement} */ (byId(id).querySelector("ul"));
  return refreshedGames(list, () => t(action), (count) => setShown(byId(id), count > 0));
});
await Promise.all([prepareName(), refresh()]);
refreshing(refresh, REFRESH_SECONDS);
byId("more").addEventListener("click", () => {
  pages += 1;
  void refresh();
});
pageReady();

/** @param {GameSummary} game */
function isMyTurn({ you, position }) {
  return you.includes(position.mover);
}

async function refresh() {
  try {
    const { games, next } = await firstPages();
    SECTIONS.forEach(({ holds }, index) => lists[index].take(games.filter(holds)));
    setShown(byId("mine-empty"), games.length === 0);
    setShown(byId("more"), next !== null);
  } catch (problem) {
    if (!(problem instanceof api.ApiError)) throw problem;
    toast(problem.message);
  }
}

async function firstPages() {
  let { games, next } = await api.games("mine");
  for (let page = 1; page < pages && next !== null; page += 1) {
    const further = await api.games("mine", next);
    games = [...games, ...further.games];
    next = further.next;
  }
  return { games, next };
}

async function prepareName() {
  const field = byId("my-name", HTMLInputElement);
  const problems = byId("my-name-problem");
  byId("name-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    problems.textContent = "";
    try {
      field.value = (await api.rename(field.value)).name;
      toast(t("web.preferences.renamed", { name: field.value }));
    } catch (problem) {
      if (!(problem instanceof api.ApiError)) throw problem;
      problems.textContent = problem.message;
    }
  });
  try {
    field.value = (await api.me()).name;
  } catch (problem) {
    if (!(problem instanceof api.ApiError)) throw problem;
    problems.textContent = problem.message;
  }
}
