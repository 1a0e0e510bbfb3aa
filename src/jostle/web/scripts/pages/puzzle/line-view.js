/** Moves to be looked at one by one: as buttons, with a way back and forth. */

import { icon, make, setShown } from "../../ui/element.js";
import { t } from "../../ui/messages.js";
import { seatName } from "../../ui/words.js";

/** @import { Line } from "./model.js" */

const WAYS = /** @type {const} */ (["first", "previous", "next", "last"]);

export class LineView {
  /** @type {import("../../net/puzzle-wire.js").ShownMove[] | null} */ #moves = null;
  /** @type {HTMLElement[]} */ #buttons = [];

  /**
   * @param {HTMLElement} root
   * @param {(way: typeof WAYS[number] | number) => void} go
   */
  constructor(root, go) {
    this.root = root;
    this.go = go;
    this.list = make("ol", { class: "puzzle-line-moves", "aria-label": t("web.puzzle.line") });
    this.ways = WAYS.map((way) =>
      make(
        "button",
        { type: "button", class: "button button-icon", "aria-label": t(`web.history.${way}`), title: t(`web.history.${way}`), onclick: () => go(way) },
        icon(way),
      ),
    );
    const ways = make("div", { class: "history-buttons", role: "group", "aria-label": t("web.game.go-through") }, ...this.ways);
    root.replaceChildren(this.list, ways);
  }

  /** @param {Line | null} line */
  update(line) {
    setShown(this.root, line !== null);
    if (!line) return;
    if (line.moves !== this.#moves) {
      this.#moves = line.moves;
      this.#buttons = line.moves.map(({ last: { player, move } }, index) =>
        make(
          "button",
          {
            type: "button",
            class: "moves-move",
            "aria-label": t("web.puzzle.move-number", { name: seatName(player), move }),
            onclick: () => this.go(index + 1),
          },
          move,
        ),
      );
      this.list.replaceChildren(...this.#buttons.map((button) => make("li", {}, button)));
    }
    for (const [index, button] of this.#buttons.entries()) {
      if (index + 1 === line.at) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
    const [first, previous, next, last] = this.ways;
    for (const way of [first, previous]) way.setAttribute("aria-disabled", String(line.at === 0));
    for (const way of [next, last]) way.setAttribute("aria-disabled", String(line.at === line.moves.length));
  }
}
