/**
 * A figure of the rules: a picture that becomes a board, on which its move is played or refused and
 * the reader may go on.
 *
 * The element tells how far it has come: `data-state` is nothing for a picture, then "live", "played"
 * or "refused", and `data-now` is the text of the position.
 */

import * as api from "../../net/api.js";
import { positionOf } from "../../net/moves-cache.js";
import { button, make, setShown } from "../../ui/element.js";
import { t } from "../../ui/messages.js";
import { BoardStand } from "./board-stand.js";
import { toldRefusal } from "./refusal.js";

/** @import { PositionView } from "../../types.js" */
/** @import { PlayedView } from "../../net/wire.js" */

export class LiveFigure {
  /** @type {Promise<void> | null} */ #waking = null;
  /** @type {BoardStand | null} */ #stand = null;
  /** @type {PositionView | null} */ #first = null;

  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    const { variant = "", position = "", move = "", refused = "" } = element.dataset;
    this.given = { variant, position, move, refused };
    this.refusal = make("div", { class: "figure-refusal", role: "alert" });
    this.told = make("div", { class: "figure-told" });
    const look = refused
      ? { icon: "hand", words: t("web.rules.try"), kind: "button" }
      : { icon: "play", words: t("web.rules.play-move"), kind: "button button-primary" };
    this.start = button(look.icon, look.words, () => void this.play(), { class: look.kind });
    this.start.append(make("code", {}, move));
    this.again = button("again", t("web.rules.again"), () => void this.reset(), { hidden: true });
    const controls = make("div", { class: "figure-controls" }, move && this.start, this.again);
    element.append(controls, this.refusal, this.told);
  }

  /** Put the board in the picture's place; once is enough. */
  wake() {
    this.#waking ??= this.#wake().catch((problem) => {
      this.#waking = null;
      throw problem;
    });
    return this.#waking;
  }

  async #wake() {
    const { variant, position } = this.given;
    const [stand, { position: first }] = await Promise.all([
      BoardStand.create(variant, {
        onPlayed: (played) => this.#showPlayed(played),
        onRefused: (error) => this.#showRefused(error),
      }),
      positionOf(variant, position),
    ]);
    this.#stand = stand;
    this.#first = first;
    this.element.querySelector(".figure-picture")?.replaceWith(stand.element);
    await stand.show(first);
    this.#tell("live", first.text);
  }

  /** Play the figure's move, or try to, from where the figure begins. */
  async play() {
    try {
      await this.wake();
    } catch (problem) {
      if (!(problem instanceof api.ApiError)) throw problem;
      this.refusal.replaceChildren(toldRefusal(problem));
      return;
    }
    if (this.#stand?.free.position !== this.#first) await this.#begin();
    const { move, refused } = this.given;
    if (refused) await this.#stand?.free.attempt(move);
    else await this.#stand?.free.play(move);
  }

  /** Back to where the figure begins. */
  async reset() {
    await this.#begin();
    // The button goes with what it undid.
    if (this.given.move) this.start.focus();
    else this.#stand?.free.board.focus();
    setShown(this.again, false);
    this.#tell("live", this.#first?.text ?? "");
  }

  async #begin() {
    this.#clear();
    if (this.#first) await this.#stand?.show(this.#first);
  }

  /** @param {PlayedView} played */
  #showPlayed({ last, position }) {
    if (!this.#stand) return;
    this.#clear();
    this.told.append(...this.#stand.told(last).filter((part) => part !== false));
    this.#stand.showTurn();
    setShown(this.again, true);
    this.#tell("played", position.text);
  }

  /** @param {api.ApiError} error */
  #showRefused(error) {
    this.#clear();
    this.refusal.append(toldRefusal(error));
    this.element.dataset.refusedBy = error.rule ?? error.code;
    setShown(this.again, true);
    this.#tell("refused", this.#stand?.free.position?.text ?? "");
  }

  #clear() {
    this.refusal.replaceChildren();
    this.told.replaceChildren();
    delete this.element.dataset.refusedBy;
  }

  /** @param {"live" | "played" | "refused"} state @param {string} position */
  #tell(state, position) {
    this.element.dataset.state = state;
    this.element.dataset.now = position;
  }
}
