/** The explorer of openings: what was played on this server, move by move. */

import { FreeBoard } from "../board/free-board.js";
import * as api from "../net/api.js";
import { announce } from "../ui/announce.js";
import { byId, make, setShown } from "../ui/element.js";
import { showGames } from "../ui/game-list.js";
import { addKeys, tellKeys } from "../ui/keys.js";
import { t } from "../ui/messages.js";
import { Stage } from "../ui/stage.js";
import { sentence } from "../ui/words.js";
import { LEVELS, question, readPlace, shares, writePlace } from "./explorer/place.js";
import { catalogue, frameReady, pageReady } from "./frame.js";
import { clearRefusal, showRefusal } from "./game/refusal.js";
import { analyseFrom } from "./import/handing-over.js";

/** @import { OpeningMove, OpeningsView, ResultsView } from "../net/openings-wire.js" */
/** @import { Place } from "./explorer/place.js" */

/** What can be wrong with an address. */
const IN_ADDRESS = new Set(["variant", "position", "notation", "illegal", "over", "format"]);

class Explorer {
  /** @type {FreeBoard | null} */ board = null;
  /** @type {OpeningsView | null} */ view = null;
  asked = 0;

  /** @param {string} usual the variant where the address names none */
  constructor(usual) {
    this.usual = usual;
    this.place = readPlace(location.search, usual);
    this.root = byId("explorer");
    this.stage = new Stage(this.root, t("web.explorer.board"));
    this.stage.near.append(make("div", { class: "refusal", id: "refusal", role: "alert" }));
  }

  /**
   * Go somewhere else; the browser's own buttons lead back.
   * @param {Partial<Place>} changes
   */
  go(changes) {
    this.place = { ...this.place, ...changes };
    history.pushState(null, "", writePlace(this.place));
    return this.load();
  }

  back() {
    if (this.place.moves.length) void this.go({ moves: this.place.moves.slice(0, -1) });
  }

  /** Ask what was played here, and show it. @param {boolean} [isShown] whether the board shows it already */
  async load(isShown = false) {
    const number = (this.asked += 1);
    this.root.dataset.phase = "asking";
    clearRefusal();
    try {
      /** @type {OpeningsView} */
      const view = await api.request(question(this.place));
      if (number !== this.asked) return;
      this.view = view;
      await this.show(view, isShown);
      if (number === this.asked) this.root.dataset.phase = "shown";
    } catch (problem) {
      if (!(problem instanceof api.ApiError)) throw problem;
      if (number !== this.asked) return;
      // An address that leads nowhere leads to the start; what is wrong with it is told there.
      if (!this.view && IN_ADDRESS.has(problem.code)) {
        const variant = problem.code === "variant" ? this.usual : this.place.variant;
        this.place = { ...this.place, variant, start: null, moves: [] };
        await this.load();
      }
      this.root.dataset.phase = "failed";
      this.root.dataset.status = "playing";
      this.refuse(problem);
    }
  }

  /** @param {OpeningsView} view @param {boolean} isShown */
  async show(view, isShown) {
    const { place } = this;
    byId("variant-title").textContent = view.title;
    this.showVariant(view);
    byId("level", HTMLSelectElement).value = place.level;
    byId("mine", HTMLInputElement).checked = place.mine;
    this.showLine(view);
    this.showMoves(view);
    this.showRecent(view);
    byId("play-link", HTMLAnchorElement).href = `/new?variant=${encodeURIComponent(view.variant)}`;
    byId("analyse-link", HTMLAnchorElement).href = analyseFrom(view.variant, view.position.text);
    this.stage.showTurn(view.position);
    const board = await this.boardFor(view);
    if (!isShown) await board.show(view.position);
    this.root.dataset.status = "playing";
  }

  /** @param {OpeningsView} view */
  async boardFor({ variant, board }) {
    if (this.board?.options.variant === variant) return this.board;
    this.board?.destroy();
    this.stage.fit(board);
    this.board = await FreeBoard.create({
      frame: this.stage.frame,
      trays: this.stage.trays,
      variant,
      board,
      onPlayed: ({ last }) => {
        this.place = { ...this.place, moves: [...this.place.moves, last.move] };
        history.pushState(null, "", writePlace(this.place));
        void this.load(true);
      },
      onRefused: (error) => this.refuse(error),
    });
    return this.board;
  }

  /** @param {api.ApiError} error */
  refuse({ code, message, rule }) {
    const game = this.view?.game ?? this.place.variant.split(":")[0];
    showRefusal(game, { code, message, rule: rule ?? undefined });
  }

  /** A variant that is not in the list is added to it. @param {OpeningsView} view */
  showVariant({ variant, title }) {
    const choice = byId("variant", HTMLSelectElement);
    if (![...choice.options].some(({ value }) => value === variant)) {
      choice.append(make("option", { value: variant }, title));
    }
    choice.value = variant;
  }

  /** @param {OpeningsView} view */
  showLine({ line }) {
    const moves = line.map(({ move }) => move);
    const steps = [t("web.explorer.start"), ...moves].map((words, index) =>
      make(
        "li",
        {},
        make(
          "button",
          {
            type: "button",
            class: "line-move",
            "aria-current": index === moves.length && "step",
            onclick: () => void this.go({ moves: moves.slice(0, index) }),
          },
          words,
        ),
      ),
    );
    byId("line").replaceChildren(...steps);
    byId("back", HTMLButtonElement).disabled = moves.length === 0;
  }

  /** @param {OpeningsView} view */
  showMoves(view) {
    const { moves, results, deepest, line, position } = view;
    const none = results.total === 0;
    const summary = none ? "" : t("web.explorer.total", { count: results.total, results: inWords(results) });
    byId("summary").textContent = summary;
    byId("moves").replaceChildren(...moves.map((move) => this.row(move, results.total)));
    setShown(byId("moves"), !none);
    setShown(byId("nothing"), none);
    const why = position.outcome
      ? sentence(position.outcome.words)
      : line.length >= deepest
        ? t("web.explorer.deepest", { count: deepest })
        : this.place.mine
          ? t("web.explorer.none-of-mine")
          : line.length || this.place.start
            ? t("web.explorer.none-here")
            : t("web.explorer.none");
    byId("nothing-words").textContent = why;
    announce(none ? why : summary);
  }

  /** @param {OpeningMove} move @param {number} all how many games there are */
  row({ move, results }, all) {
    const parts = shares(results).map((share, index) => {
      const part = make("span", { class: `portion portion-${index}` });
      part.style.setProperty("--share", `${share}%`);
      return part;
    });
    const percent = Math.round((100 * results.total) / Math.max(1, all));
    return make(
      "li",
      {},
      make(
        "button",
        {
          type: "button",
          class: "opening",
          "aria-label": t("web.explorer.move", { move, count: results.total, results: inWords(results) }),
          onclick: () => void this.board?.play(move),
        },
        make("span", { class: "opening-move" }, move),
        make("span", { class: "opening-count" }, `${results.total}`, make("small", {}, ` ${percent} %`)),
        make("span", { class: "opening-bar", "aria-hidden": "true" }, ...parts),
        make(
          "span",
          { class: "opening-results", "aria-hidden": "true" },
          ...[results.first, results.draws, results.second].map((count) => make("span", {}, String(count))),
        ),
      ),
    );
  }

  /** @param {OpeningsView} view */
  showRecent({ games }) {
    setShown(byId("recent"), games.length > 0);
    showGames(byId("recent-games"), games, () => t("web.explorer.look"));
  }
}

/** @param {ResultsView} results */
function inWords({ first, draws, second }) {
  return t("web.explorer.results", { first, draws, second });
}

await frameReady;
const { games } = await catalogue;
const explorer = new Explorer(games[0].name);
const variants = byId("variant", HTMLSelectElement);
variants.replaceChildren(
  ...games.map(({ title, main_variants }) =>
    make(
      "optgroup",
      { label: title },
      ...main_variants.map((one) => make("option", { value: one.variant }, one.title)),
    ),
  ),
);
byId("level").replaceChildren(
  ...LEVELS.map((level) => make("option", { value: level }, t(`web.explorer.level-${level}`))),
);
variants.addEventListener("change", () => void explorer.go({ variant: variants.value, start: null, moves: [] }));
byId("level").addEventListener("change", ({ target }) => {
  const value = target instanceof HTMLSelectElement ? target.value : "";
  void explorer.go({ level: LEVELS.find((level) => level === value) ?? "all" });
});
byId("mine").addEventListener("change", ({ target }) => {
  void explorer.go({ mine: target instanceof HTMLInputElement && target.checked });
});
byId("back").addEventListener("click", () => explorer.back());
addEventListener("popstate", () => {
  explorer.place = readPlace(location.search, explorer.usual);
  void explorer.load();
});
tellKeys({
  title: t("web.keys.board"),
  keys: ["arrows", "choose", "turn", "cancel"].map((name) => ({
    key: t(`web.keys.board-${name}-key`),
    words: t(`web.keys.board-${name}`),
  })),
});
addKeys(t("web.explorer.keys"), [
  { key: "ArrowLeft", shown: t("web.keys.previous"), words: t("web.explorer.back"), run: () => explorer.back(), always: true },
  { key: "Home", shown: t("web.keys.first"), words: t("web.explorer.to-start"), run: () => void explorer.go({ moves: [] }), always: true },
  { key: "b", words: t("web.explorer.to-board"), run: () => explorer.board?.board.focus() },
]);
await explorer.load();
pageReady();
