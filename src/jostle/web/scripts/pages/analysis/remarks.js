/** What is said about the move that is looked at: its mark, a comment, and what becomes of its variation. */

import { button, byId, make } from "../../ui/element.js";
import { t } from "../../ui/messages.js";
import { MARKS } from "./tree.js";

/** @import { Tree } from "./tree.js" */

/** What the marks mean, by names that the catalogue knows. @type {Record<string, string>} */
const MEANINGS = {
  "!!": "brilliant", "!": "good", "!?": "interesting", "?!": "doubtful", "?": "mistake", "??": "blunder",
};

export class Remarks {
  #comment = byId("comment", HTMLTextAreaElement);
  /** @type {HTMLButtonElement[]} */ #marks;
  /** @type {HTMLButtonElement[]} */ #branch;

  /**
   * @param {() => Tree} tree
   * @param {{onChange: () => void, promote: () => void, remove: () => void}} listener
   */
  constructor(tree, listener) {
    this.#marks = MARKS.map((mark) => {
      const words = t(`web.analysis.mark.${MEANINGS[mark]}`);
      const run = () => {
        if (tree().current === tree().root) return;
        tree().mark(mark);
        listener.onChange();
      };
      return make("button", { type: "button", "aria-label": `${mark} ${words}`, title: words, onclick: run }, mark);
    });
    byId("marks").append(...this.#marks);
    this.#comment.addEventListener("input", () => {
      tree().current.comment = this.#comment.value;
      listener.onChange();
    });
    this.#branch = [
      button("promote", t("web.analysis.promote"), listener.promote),
      button("remove", t("web.analysis.remove"), listener.remove),
    ];
    byId("branch-buttons").append(...this.#branch);
  }

  /** @param {Tree} tree */
  update(tree) {
    const { current } = tree;
    const isStart = current === tree.root;
    byId("remarks-title").textContent = isStart
      ? t("web.analysis.about-start")
      : t("web.analysis.about-move", { move: current.move });
    if (this.#comment.value !== current.comment) this.#comment.value = current.comment;
    for (const [index, item] of this.#marks.entries()) {
      item.setAttribute("aria-pressed", String(current.marks.includes(MARKS[index])));
      item.setAttribute("aria-disabled", String(isStart));
    }
    const [promote, remove] = this.#branch;
    promote.setAttribute("aria-disabled", String(tree.isMain(current)));
    remove.setAttribute("aria-disabled", String(isStart));
  }
}
