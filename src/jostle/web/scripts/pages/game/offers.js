/** Offers that wait for an answer, told quietly beside the board. */

import { announce } from "../../ui/announce.js";
import { button, byId, make } from "../../ui/element.js";
import { t } from "../../ui/messages.js";
import { nameIn } from "../../ui/words.js";

/** @typedef {import("../../types.js").Offer} Offer */
/** @typedef {import("./model.js").GameModel} GameModel */

/** @type {Offer[]} */
const KINDS = ["draw", "takeback", "rematch"];

export class Offers {
  #root = byId("offers");
  #shown = "";

  /** @param {(answer: "accept" | "decline", what: Offer) => void} onAnswer */
  constructor(onAnswer) {
    this.onAnswer = onAnswer;
  }

  /**
   * The offer of the other player, if there is one.
   * @param {GameModel} model
   */
  incoming(model) {
    if (!model.isPlayer || model.isTable) return null;
    return KINDS.find((what) => model.state.offers[what] !== null && model.state.offers[what] === model.opponent) ?? null;
  }

  /**
   * @param {GameModel} model
   * @returns {boolean} whether there is a new offer of the other player
   */
  update(model) {
    const { offers } = model.state;
    const shown = JSON.stringify([offers, model.state.players]);
    if (shown === this.#shown) return false;
    this.#shown = shown;
    const rows = KINDS.filter((what) => offers[what] !== null && !(what === "rematch" && model.state.rematch));
    const before = this.#root.childElementCount;
    this.#root.replaceChildren(...rows.map((what) => this.#row(model, what)));
    const fresh = rows.length > before && this.incoming(model) !== null;
    if (fresh) announce(this.#root.lastElementChild?.querySelector("p")?.textContent ?? "");
    return fresh;
  }

  /**
   * @param {GameModel} model
   * @param {Offer} what
   */
  #row(model, what) {
    const by = /** @type {1 | 2} */ (model.state.offers[what]);
    if (by === model.me) return make("div", { class: "offer" }, make("p", {}, t(`web.offer.mine.${what}`)));
    const name = nameIn(model.game, by);
    const words = make("p", {}, t(`web.offer.theirs.${what}`, { name }));
    if (!model.isPlayer) return make("div", { class: "offer" }, words);
    return make(
      "div",
      { class: "offer offer-incoming" },
      words,
      make(
        "div",
        { class: "offer-buttons" },
        button("check", t("web.offer.accept"), () => this.onAnswer("accept", what), {
          class: "button button-primary",
          "aria-keyshortcuts": "y",
        }),
        button("cross", t("web.offer.decline"), () => this.onAnswer("decline", what), { "aria-keyshortcuts": "x" }),
      ),
    );
  }
}
