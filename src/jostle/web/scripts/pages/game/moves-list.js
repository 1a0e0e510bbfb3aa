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
  #rounds = make("ol");
  #none = make("p", { class: "moves-none" }, t("web.history.none"));
  /** @type {string[]} */ #shown = [];
  /** @type {Map<Way, HTMLButtonElement>} */ #buttons = new Map();

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
    this.#list(model.game.moves);
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

  /**
   * List the moves. Those that are listed already stay the same elements: a click on one is not lost
   * because the next move has come.
   * @param {PlayedMove[]} moves
   */
  #list(moves) {
    const content = moves.length ? this.#rounds : this.#none;
    if (content.parentElement !== this.#root) this.#root.replaceChildren(content);
    const texts = moves.map(({ move }) => move);
    const changed = texts.findIndex((text, index) => text !== this.#shown[index]);
    const kept = changed < 0 ? texts.length : changed;
    for (const item of [...this.#rounds.querySelectorAll("button")].slice(kept)) {
      const row = item.parentElement;
      item.remove();
      if (!row?.querySelector("button")) row?.remove();
    }
    moves.slice(kept).forEach((played, index) => {
      this.#row(played.round).append(this.#item(played, kept + index + 1));
    });
    this.#shown = texts;
  }

  /** The row of a round, which is the last one or new. @param {number} round */
  #row(round) {
    const last = this.#rounds.lastElementChild;
    if (last instanceof HTMLElement && last.dataset.round === String(round)) return last;
    const row = make("li", { "data-round": round }, make("span", { class: "moves-round" }, `${round}.`));
    this.#rounds.append(row);
    return row;
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
