/** Where newcomers begin: each game in a few moves, and the ways into it. */

import * as api from "../net/api.js";
import { demonstrations } from "../net/learning.js";
import { Demonstration } from "../ui/demonstration.js";
import { byId, icon, make, setShown } from "../ui/element.js";
import { t } from "../ui/messages.js";
import { preferences } from "../ui/preferences.js";
import { reached } from "./first-game/course.js";
import { frameReady, pageReady } from "./frame.js";

/** @import { DemonstrationView } from "../net/learning-wire.js" */

/** @type {Demonstration[]} */
const boards = [];
const still = matchMedia("(prefers-reduced-motion: reduce)");
/** Nothing moves by itself for those who have said so. */
let moves = !still.matches && preferences().speed > 0;

await frameReady;
const button = byId("pause", HTMLButtonElement);
button.addEventListener("click", () => {
  moves = !moves;
  showMotion();
});
document.addEventListener("visibilitychange", showMotion);
await showGames();
pageReady();

async function showGames() {
  const cards = byId("cards");
  try {
    const { games } = await demonstrations();
    const places = games.map(() => make("div", { class: "card-picture" }));
    cards.replaceChildren(...games.map((game, index) => card(game, places[index])));
    boards.push(...(await Promise.all(games.map((game, index) => Demonstration.create(places[index], game)))));
    setShown(button, true);
    showMotion();
  } catch (problem) {
    if (!(problem instanceof api.ApiError)) throw problem;
    cards.replaceChildren(make("p", { class: "problem" }, problem.message));
  }
  cards.removeAttribute("aria-busy");
}

function showMotion() {
  for (const board of boards) {
    if (moves && document.visibilityState === "visible") board.play();
    else board.pause();
  }
  button.replaceChildren(
    moves ? icon("pause") : icon("play"),
    make("span", {}, t(moves ? "web.learn.pause" : "web.learn.resume")),
  );
}

/**
 * @param {DemonstrationView} game
 * @param {HTMLElement} picture
 */
function card({ game, title, minutes, steps }, picture) {
  const { step, done } = reached(localStorage, game);
  const [words, label] = done
    ? [t("web.learn.again"), t("web.learn.again-at", { title })]
    : step > 0
      ? [t("web.learn.continue"), t("web.learn.continue-at", { title })]
      : [t("web.learn.first-game"), t("web.learn.first-game-at", { title })];
  const takes = t("web.learn.takes", { count: steps, minutes });
  const state = done ? t("web.learn.done") : step > 0 ? t("web.learn.going", { step: step + 1, count: steps }) : "";
  return make(
    "article",
    { class: "card" },
    picture,
    make("h2", {}, title),
    make("p", {}, t(`web.learn.about.${game}`)),
    make(
      "p",
      { class: "learn-takes" },
      done && icon("check"),
      make("span", {}, state ? `${state} · ${takes}` : takes),
    ),
    make(
      "div",
      { class: "card-buttons" },
      make("a", { class: "button button-primary", href: `/learn/${game}`, "aria-label": label }, words),
    ),
    make(
      "p",
      { class: "card-links" },
      make("a", { href: `/rules/${game}`, "aria-label": t("web.foot.rules", { title }) }, t("web.learn.rules")),
      make("a", { href: `/puzzles?game=${game}`, "aria-label": t("web.learn.puzzles-at", { title }) }, t("web.learn.puzzles")),
      make("a", { href: `/new?game=${game}`, "aria-label": t("web.learn.play-at", { title }) }, t("web.learn.play")),
    ),
  );
}
