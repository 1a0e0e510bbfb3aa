/** All puzzles: what somebody has achieved in them, one to go on with, and a list to choose from. */

import { ApiError } from "../net/api.js";
import * as api from "../net/puzzles.js";
import { announce, toast } from "../ui/announce.js";
import { byId, icon, make, setShown } from "../ui/element.js";
import { t } from "../ui/messages.js";
import { smallBoard } from "../ui/small-board.js";
import { frameReady, pageReady } from "./frame.js";

/** @import { GamePuzzles, PuzzleState, PuzzleSummary } from "../net/puzzle-wire.js" */

const ICONS = { solved: "check", failed: "again", untried: "" };

/** @type {GamePuzzles[]} */
let games = [];
/** @type {{game: string, band: string}} */
let wanted = { game: "", band: "" };
let after = 0;

await frameReady;
byId("choice").addEventListener("submit", (event) => event.preventDefault());
byId("choice").addEventListener("change", choose);
byId("next").addEventListener("click", () => games.length && void asking(goOn));
byId("more").addEventListener("click", () => void asking(showMore));
// Whoever comes back from a puzzle sees what came of it.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) location.reload();
});
await asking(async () => {
  ({ games } = await api.progress());
  wanted = asked();
  showChoice();
  await showChosen();
});
pageReady();

/** What the address asks for, as far as there is such a thing. */
function asked() {
  const given = new URLSearchParams(location.search);
  const game = games.find(({ game }) => game === given.get("game")) ?? games[0];
  const band = game.bands.find(({ band }) => band === given.get("band"))?.band ?? "";
  return { game: game.game, band };
}

function chosenGame() {
  return /** @type {GamePuzzles} */ (games.find(({ game }) => game === wanted.game));
}

function choose() {
  const form = new FormData(byId("choice", HTMLFormElement));
  wanted = { game: String(form.get("game")), band: String(form.get("band")) };
  history.replaceState(null, "", `?${new URLSearchParams({ game: wanted.game, ...(wanted.band && { band: wanted.band }) })}`);
  showBands();
  void asking(showChosen);
}

function showChoice() {
  byId("games").replaceChildren(
    ...games.map(({ game, title }) => segment("game", game, title, game === wanted.game)),
  );
  showBands();
}

/** The bands say how many puzzles there are, which differs from game to game. */
function showBands() {
  const { bands, count } = chosenGame();
  const all = { band: "", name: t("web.puzzles.all-bands"), count };
  const shown = [all, ...bands.filter(({ count }) => count)];
  const root = byId("bands");
  if (root.childElementCount === shown.length && root.dataset.game === wanted.game) return;
  root.dataset.game = wanted.game;
  const focused = root.contains(document.activeElement);
  root.replaceChildren(
    ...shown.map(({ band, name, count }) => segment("band", band, name, band === wanted.band, count)),
  );
  if (focused) root.querySelector("input")?.focus();
}

/**
 * @param {string} name
 * @param {string} value
 * @param {string} words
 * @param {boolean} checked
 * @param {number} [count]
 */
function segment(name, value, words, checked, count) {
  const label = words.charAt(0).toUpperCase() + words.slice(1);
  return make(
    "label",
    {},
    make("input", { type: "radio", name, value, checked }),
    make("span", {}, label, count !== undefined && make("small", {}, String(count))),
  );
}

async function showChosen() {
  showStanding();
  const chosen = wanted;
  const { puzzles, next, total } = await api.list(chosen, 0);
  if (chosen !== wanted) return;
  byId("list").replaceChildren(...puzzles.map(card));
  after = next ?? total;
  setShown(byId("more"), next !== null);
}

async function showMore() {
  const chosen = wanted;
  const { puzzles, next, total } = await api.list(chosen, after);
  if (chosen !== wanted) return;
  const cards = puzzles.map(card);
  byId("list").append(...cards);
  after = next ?? total;
  setShown(byId("more"), next !== null);
  cards[0]?.querySelector("a")?.focus();
}

function showStanding() {
  const { standing, bands, count } = chosenGame();
  const band = bands.find(({ band }) => band === wanted.band);
  const { solved, of } = band ? { solved: band.solved, of: band.count } : { solved: standing.solved, of: count };
  const rating = standing.rating === null ? t("web.puzzles.unrated") : String(standing.rating);
  const bar = make("progress", { max: of, value: solved, "aria-hidden": "true" });
  byId("standing-values").replaceChildren(
    value(t("web.puzzles.rating"), rating, standing.rating === null ? "is-none" : ""),
    value(
      t("web.puzzles.streak"),
      String(standing.streak),
      "",
      standing.best_streak ? t("web.puzzles.best-streak", { count: standing.best_streak }) : "",
    ),
    value(t("web.puzzles.solved"), t("web.puzzles.solved-of", { solved, count: of }), "is-long", bar),
  );
  byId("next-note").textContent = standing.tried ? "" : t("web.puzzles.newcomer");
}

/**
 * @param {string} name
 * @param {string} shown
 * @param {string} looks
 * @param {HTMLElement | string} [more]
 */
function value(name, shown, looks, more) {
  return make(
    "div",
    { class: looks },
    make("dt", {}, name),
    make("dd", {}, shown, more && (typeof more === "string" ? make("small", {}, more) : more)),
  );
}

async function goOn() {
  const id = await api.next(wanted);
  const note = byId("next-note");
  if (id !== null) location.assign(address(id));
  else note.textContent = t("web.puzzles.all-solved");
}

/** @param {string} id */
function address(id) {
  return `/puzzles/${id}${wanted.band && `?band=${wanted.band}`}`;
}

/** @param {PuzzleSummary} puzzle */
function card({ id, number, game, board, position, task, band_name: band, rating, state }) {
  return make(
    "li",
    { class: "puzzle-card", "data-state": state },
    make("div", { class: "puzzle-card-board" }, smallBoard(game, board, position)),
    make("h3", {}, make("a", { href: address(id) }, t("web.puzzles.number", { number }))),
    make("p", { class: "puzzle-card-task" }, task),
    make("p", { class: "soft" }, t("web.puzzles.rated", { band, rating })),
    mark(state),
  );
}

/** What you have made of a puzzle: a word, and a sign with a shape of its own. @param {PuzzleState} state */
function mark(state) {
  const sign = ICONS[state];
  return make("p", { class: "puzzle-mark" }, sign && icon(sign), make("span", {}, t(`web.puzzles.state.${state}`)));
}

/** @param {() => Promise<void>} ask */
async function asking(ask) {
  try {
    await ask();
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem;
    toast(problem.message);
    announce(problem.message);
  }
}
