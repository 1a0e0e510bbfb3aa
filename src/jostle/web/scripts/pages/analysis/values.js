/** What a solved table knows: every move with its exact value, the best first. */

import * as api from "../../net/api.js";
import { byId, make, setShown } from "../../ui/element.js";
import { sentence } from "../../ui/words.js";

export class Values {
  #position = "";

  /**
   * @param {(move: string) => void} onPlay
   * @param {(move: string | null) => void} onLook
   */
  constructor(onPlay, onLook) {
    this.onPlay = onPlay;
    this.onLook = onLook;
  }

  /** @param {string} variant @param {string} position */
  async show(variant, position) {
    this.#position = position;
    const told = await api.values(variant, position).catch((problem) => {
      if (!(problem instanceof api.ApiError)) throw problem;
      return null; // the engine says what is refused
    });
    if (this.#position !== position) return;
    setShown(byId("values"), Boolean(told?.moves?.length));
    byId("values-words").textContent = told?.words ? sentence(told.words) : "";
    byId("values-moves").replaceChildren(
      ...(told?.moves ?? []).map(({ move, exact, words }) =>
        make(
          "tr",
          { class: `value-${exact.value}` },
          make(
            "td",
            {},
            make(
              "button",
              {
                type: "button",
                class: "moves-move",
                onclick: () => this.onPlay(move),
                onpointerenter: () => this.onLook(move), onpointerleave: () => this.onLook(null),
                onfocus: () => this.onLook(move), onblur: () => this.onLook(null),
              },
              move,
            ),
          ),
          make("td", {}, words),
        ),
      ),
    );
  }
}
