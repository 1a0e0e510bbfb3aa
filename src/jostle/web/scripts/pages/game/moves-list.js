/** The list of moves, and the buttons that go through the game. */

import { byId, icon, make } from "../../ui/element.js";
import { t } from "../../ui/messages.js";

/** @typedef {import("../../types.js").PlayedMove} PlayedMove */
/** @typedef {import("./model.js").GameModel} GameModel */

/** @typedef {"first" | "previous" | "next" | "last"} Way */

/** @type {{way: Way, key: string}[]} */
export const WAYS = [
  { way: "first", key: "Home" },
  { way: "previous", key: "ArrowLeft" },
  { way: "next", key: "ArrowRight" },
  { way: "last", key: "End" },
];

export class MovesList {
  #root = byId("moves");
  /** @type {Map<Way, HTMLButtonElement>} */ #buttons = new Map();
  #shown = "";

  /**
   * @param {(ply: number) => void} onView
   * @param {(way: Way) => void} onGo
   */
  constructor(onView, onGo) {
    this.onView = onView;
    for (const { way } of WAYS) {
      const words = t(`web.history.${way}`);
      const attributes = { type: "button", class: "button button-icon", "aria-label": words, title: words };
      this.#buttons.set(way, make("button", { ...attributes, onclick: () => onGo(way) }, icon(way)));
    }
    byId("history-buttons").append(...this.#buttons.values());
  }

  /** @param {GameModel} model */
  update(model) {
    const { moves } = model.game;
    const text = moves.map(({ move }) => move).join(" ");
    if (text !== this.#shown || !this.#root.hasChildNodes()) this.#list(moves);
    this.#shown = text;
    for (const item of this.#root.querySelectorAll("button")) {
      const current = Number(item.dataset.ply) === model.viewed;
      if (current) {
        item.setAttribute("aria-current", "step");
        this.#reveal(item);
      } else item.removeAttribute("aria-current");
    }
    const atStart = model.viewed === 0;
    for (const [way, button] of this.#buttons) {
      // Not `disabled`, which would take the focus away from somebody who goes through the game.
      const off = way === "first" || way === "previous" ? atStart : model.isLive;
      button.setAttribute("aria-disabled", String(off));
    }
  }

  /**
   * Scroll the list, and never the page, so that a move can be seen.
   * @param {HTMLElement} item
   */
  #reveal(item) {
    const above = item.offsetTop - this.#root.offsetTop;
    const { scrollTop, clientHeight } = this.#root;
    if (above < scrollTop) this.#root.scrollTop = above;
    else if (above + item.offsetHeight > scrollTop + clientHeight) {
      this.#root.scrollTop = above + item.offsetHeight - clientHeight;
    }
  }

  /** @param {PlayedMove[]} moves */
  #list(moves) {
    if (!moves.length) {
      this.#root.replaceChildren(make("p", { class: "moves-none" }, t("web.history.none")));
      return;
    }
    /** @type {Map<number, HTMLLIElement>} */
    const rounds = new Map();
    moves.forEach((played, index) => {
      const row = rounds.get(played.round) ?? make("li", {}, make("span", { class: "moves-round" }, `${played.round}.`));
      row.append(this.#item(played, index + 1));
      rounds.set(played.round, row);
    });
    this.#root.replaceChildren(make("ol", {}, ...rounds.values()));
  }

  /**
   * @param {PlayedMove} played
   * @param {number} ply the number of moves played with it
   */
  #item({ player, move }, ply) {
    const words = t("web.history.move", { move, name: t("player.name", { number: player }) });
    return make(
      "button",
      {
        type: "button",
        class: `moves-move moves-move-${player}`,
        "data-ply": ply,
        "aria-label": words,
        onclick: () => this.onView(ply),
      },
      move,
    );
  }
}
