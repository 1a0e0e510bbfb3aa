/** Hints in a game against the computer: each press tells more, first the piece, then the move, then why. */

import * as api from "../../net/api.js";
import { announce, toast } from "../../ui/announce.js";
import { button, byId, icon, make, setShown } from "../../ui/element.js";
import { t } from "../../ui/messages.js";

/** @typedef {import("../../types.js").Board} Board */
/** @typedef {import("../../net/wire.js").HintView} HintView */
/** @typedef {import("./model.js").GameModel} GameModel */

const LAST_GRADE = 3;

/** @param {GameModel} model */
export const mayAskForHint = (model) => model.game.mode === "computer" && model.mayMove && model.isLive;

export class Hints {
  #root = byId("hint");
  /** @type {HintView[]} what has been told of this position, a grade each */ #told = [];
  #asking = false;

  /**
   * @param {() => GameModel} model
   * @param {Board} board
   */
  constructor(model, board) {
    this.model = model;
    this.board = board;
  }

  /** Ask for the next grade. */
  async ask() {
    const { game, state } = this.model();
    if (this.#asking || this.#told.length === LAST_GRADE) return;
    this.#asking = true;
    try {
      const hint = await api.hint(game.id, state.ply, this.#told.length + 1);
      if (this.#isOf(hint)) this.#tell(hint);
    } catch (problem) {
      if (!(problem instanceof api.ApiError)) throw problem;
      toast(problem.message);
    } finally {
      this.#asking = false;
    }
  }

  /** Forget what was told of another position. */
  update() {
    if (this.#told.length && !this.#isOf(this.#told[0])) this.close();
  }

  close() {
    this.#told = [];
    this.board.setMarks(null);
    setShown(this.#root, false);
    this.#root.replaceChildren();
  }

  /** @param {HintView} hint */
  #isOf(hint) {
    const model = this.model();
    return mayAskForHint(model) && hint.ply === model.state.ply;
  }

  /** @param {HintView} hint */
  #tell(hint) {
    this.#told.push(hint);
    const { squares, steps } = hint;
    // An arrow from the piece says more than a ring round it.
    this.board.setMarks({ squares: steps ? [] : squares, steps: steps ?? [], words: t("web.hint.marked") });
    const hadFocus = this.#root.contains(document.activeElement);
    this.#draw(hint.grade);
    if (hadFocus) this.#root.querySelector("button")?.focus();
    announce(`${t("web.hint.title", { grade: hint.grade })}. ${hint.words}`);
  }

  /** @param {number} grade */
  #draw(grade) {
    const close = make(
      "button",
      {
        type: "button",
        class: "button button-quiet button-icon",
        "aria-label": t("web.hint.close"),
        title: t("web.hint.close"),
        onclick: () => this.close(),
      },
      icon("cross"),
    );
    this.#root.replaceChildren(
      icon("hint"),
      make("h2", { id: "hint-title" }, t("web.hint.title", { grade })),
      make("div", { class: "hint-words" }, ...this.#told.map(({ words }) => make("p", {}, words))),
      grade < LAST_GRADE ? button("", t(grade === 1 ? "web.hint.which-move" : "web.hint.why"), () => void this.ask()) : "",
      close,
    );
    setShown(this.#root, true);
    this.#root.scrollIntoView({ block: "nearest" }); // on a phone it is below the board
  }
}
