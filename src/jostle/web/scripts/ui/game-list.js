/** Games in a list: a small picture, who plays, and what a click does. */

import { clockInWords } from "./clock.js";
import { make } from "./element.js";
import { t } from "./messages.js";
import { smallBoard } from "./small-board.js";
import { SteadyView } from "./steady-view.js";
import { playerName } from "./words.js";

/** @typedef {import("../types.js").GameSummary} GameSummary */

/**
 * Show games in a list element; the whole of an entry is its link.
 * @param {HTMLElement} list
 * @param {GameSummary[]} games
 * @param {(game: GameSummary) => string} action what a click does, in words
 */
export function showGames(list, games, action) {
  list.replaceChildren(...games.map((game) => entry(game, action(game))));
}

/**
 * A list of games that changes by itself; it holds still under a pointer or the focus.
 * @param {HTMLElement} list
 * @param {(game: GameSummary) => string} action
 * @param {(count: number) => void} onShown called when so many games are shown
 * @returns {SteadyView<GameSummary[]>}
 */
export function refreshedGames(list, action, onShown) {
  return new SteadyView(list, (games) => {
    showGames(list, games, action);
    onShown(games.length);
  });
}

/**
 * @param {GameSummary} game
 * @param {string} action
 */
function entry(game, action) {
  return make(
    "li",
    { class: "game-entry" },
    make("div", { class: "game-entry-board" }, smallBoard(game.game, game.board, game.position)),
    make(
      "div",
      { class: "game-entry-words" },
      make("h3", {}, make("a", { href: `/games/${game.id}` }, heading(game))),
      make("p", {}, details(game)),
      make("p", { class: "soft" }, state(game)),
    ),
    make("span", { class: "game-entry-action", "aria-hidden": "true" }, action),
  );
}

/** @param {GameSummary} game */
function heading(game) {
  const free = game.players.findIndex(({ kind }) => kind === "free");
  if (free !== -1) return named(game, free === 0 ? 2 : 1);
  return t("web.list.players", { first: named(game, 1), second: named(game, 2) });
}

/**
 * @param {GameSummary} game
 * @param {1 | 2} player
 */
function named({ players, you }, player) {
  const name = playerName(players[player - 1], player, you.length === 2);
  return you.length === 1 && you[0] === player ? t("web.list.you", { name }) : name;
}

/** @param {GameSummary} game */
function details({ game, variant, clock }) {
  const options = variant.split(":")[1]?.replaceAll(",", ", ");
  return [t(`${game}.title`), options, clock ? clockInWords(clock) : ""].filter(Boolean).join(" · ");
}

/** @param {GameSummary} game */
function state(game) {
  const when = ago(Date.now() - game.updated);
  if (game.outcome) return `${game.outcome.result.replaceAll("1/2", "½")} · ${when}`;
  if (game.status === "withdrawn") return `${t("web.outcome.withdrawn")} · ${when}`;
  if (game.status === "open") return t("web.list.waiting", { when });
  return t("web.list.moves", { count: game.ply, when });
}

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["day", 86_400_000], ["hour", 3_600_000], ["minute", 60_000]];

/**
 * How long ago something was, in the page's language.
 * @param {number} milliseconds
 */
function ago(milliseconds) {
  const format = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
  for (const [unit, size] of UNITS) {
    if (milliseconds >= size) return format.format(-Math.floor(milliseconds / size), unit);
  }
  return t("web.list.now");
}

/**
 * Call again and again while the page is looked at.
 * @param {() => Promise<void>} run
 * @param {number} seconds
 */
export function refreshing(run, seconds) {
  const again = () => {
    if (document.visibilityState === "visible") void run();
  };
  setInterval(again, seconds * 1000);
  document.addEventListener("visibilitychange", again);
}
