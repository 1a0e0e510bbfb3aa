/** The buttons under the board: turn, play, pass, cancel; each there when it can be used. */

/** @import { Translate } from "../types.js" */
/** @typedef {"turn" | "play" | "pass" | "cancel"} Action */

const ACTIONS = /** @type {const} */ (["turn", "play", "pass", "cancel"]);

export class Bar {
  /** @param {Translate} t @param {Record<Action, () => void>} actions */
  constructor(t, actions) {
    this.element = document.createElement("div");
    this.element.className = "board-bar";
    this.words = document.createElement("p");
    this.words.className = "board-words";
    this.words.setAttribute("aria-hidden", "true"); // the page announces it
    /** @type {Map<Action, HTMLButtonElement>} */
    this.buttons = new Map();
    for (const action of ACTIONS) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = `board-button ${action}`;
      button.textContent = t(`web.board.${action}`);
      button.hidden = true;
      button.addEventListener("click", actions[action]);
      this.buttons.set(action, button);
    }
    this.element.append(this.words, ...this.buttons.values());
  }

  /** @param {string} words @param {Partial<Record<Action, boolean>>} usable */
  update(words, usable) {
    if (this.words.textContent !== words) this.words.textContent = words;
    for (const [action, button] of this.buttons) {
      if (button.hidden === Boolean(usable[action])) button.hidden = !usable[action];
    }
  }
}
