/** The first page: the games, one click from a first move; games to go on with; open challenges. */

import * as api from "../net/api.js";
import { toast } from "../ui/announce.js";
import { button, byId, make, setShown } from "../ui/element.js";
import { refreshedGames, refreshing } from "../ui/game-list.js";
import { t } from "../ui/messages.js";
import { preferences } from "../ui/preferences.js";
import { smallBoard } from "../ui/small-board.js";
import { sentence } from "../ui/words.js";
import { catalogue, frameReady, pageReady } from "./frame.js";
import { SHOWCASE } from "./showcase.js";

/** @typedef {import("../net/wire.js").GameInfo} GameInfo */
/** @typedef {import("../net/wire.js").Opponent} Opponent */

const REFRESH_SECONDS = 15;
const MOST_SHOWN = 4;

/** A second click while the game is being made makes no second game. */
let isStarting = false;
// The page may come back as it was left, by the browser's button.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) isStarting = false;
});

await frameReady;
const continued = refreshedGames(
  byId("continue-games"),
  () => t("web.list.continue"),
  (count) => setShown(byId("continue"), count > 0),
);
const challenges = refreshedGames(
  byId("open-games"),
  () => t("web.list.play"),
  (count) => setShown(byId("open"), count > 0),
);
await Promise.all([showCards(), showLists()]);
refreshing(showLists, REFRESH_SECONDS);
pageReady();

async function showCards() {
  const cards = byId("cards");
  try {
    const { games } = await catalogue;
    cards.replaceChildren(...games.map(card));
  } catch (problem) {
    if (!(problem instanceof api.ApiError)) throw problem;
    cards.replaceChildren(make("p", { class: "problem" }, problem.message));
  }
  cards.removeAttribute("aria-busy");
}

/** @param {GameInfo} game */
function card({ name, title, summary }) {
  const picture = make("div", { class: "card-picture" });
  void drawInto(picture, name);
  return make(
    "article",
    { class: "card" },
    picture,
    make("h2", {}, title),
    make("p", {}, sentence(summary)),
    make(
      "div",
      { class: "card-buttons" },
      button("computer", t("web.home.computer"), () => start(name, { kind: "computer", level: preferences().level }), {
        class: "button button-primary",
        "aria-label": t("web.home.computer-at", { title, level: preferences().level }),
      }),
      button("link", t("web.home.friend"), () => start(name, { kind: "person" }), {
        "aria-label": t("web.home.friend-at", { title }),
      }),
    ),
    make(
      "p",
      { class: "card-links" },
      make("a", { href: `/new?game=${name}`, "aria-label": t("web.home.more-at", { title }) }, t("web.home.more")),
      make("a", { href: `/rules/${name}`, "aria-label": t("web.foot.rules", { title }) }, t("web.home.rules")),
    ),
  );
}

/**
 * @param {HTMLElement} place
 * @param {string} game
 */
async function drawInto(place, game) {
  const shown = SHOWCASE[game];
  try {
    const [{ board, start }, found] = await Promise.all([api.variant(game), shown ? api.moves(game, shown) : null]);
    place.replaceChildren(smallBoard(game, board, found?.position ?? start));
  } catch (problem) {
    // A card without its picture still starts a game.
    if (!(problem instanceof api.ApiError)) throw problem;
  }
}

/**
 * Make a game with the usual settings and go to it.
 * @param {string} variant
 * @param {Opponent} opponent
 */
async function start(variant, opponent) {
  if (isStarting) return;
  isStarting = true;
  // Whoever comes for the first time begins, and has a move to make at once.
  const side = opponent.kind === "computer" ? 1 : "random";
  try {
    const game = await api.createGame({ variant, opponent, side, clock: null, public: false });
    location.assign(`/games/${game.id}`);
  } catch (problem) {
    if (!(problem instanceof api.ApiError)) throw problem;
    toast(problem.message);
    isStarting = false;
  }
}

async function showLists() {
  try {
    const [mine, open] = await Promise.all([api.games("mine"), api.games("open")]);
    const running = mine.games.filter(({ status }) => status === "playing" || status === "open");
    continued.take(running.slice(0, MOST_SHOWN));
    challenges.take(open.games.filter(({ you }) => you.length === 0).slice(0, MOST_SHOWN));
  } catch (problem) {
    // The lists are an extra here, and will be asked for again.
    if (!(problem instanceof api.ApiError)) throw problem;
  }
}
