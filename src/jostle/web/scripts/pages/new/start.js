/** The position that a game is to start from, where the address names one; another variant has another start. */

import * as api from "../../net/api.js";
import { byId, setShown } from "../../ui/element.js";
import { editFrom } from "../import/handing-over.js";
import { sentence } from "../../ui/words.js";

/** @import { PositionView } from "../../types.js" */
/** @import { VariantView } from "../../net/wire.js" */

export class Start {
  /** @param {string | undefined} text a position string @param {() => void} onClear */
  constructor(text, onClear) {
    this.text = text ?? null;
    /** @type {string | null} the variant that it is a position of, as the server writes it */
    this.variant = null;
    byId("set-up-clear").addEventListener("click", () => {
      this.drop();
      onClear();
    });
  }

  /**
   * The position that a game of this variant starts from.
   * @param {VariantView} view
   * @returns {Promise<PositionView>}
   */
  async of({ variant, start }) {
    if (this.text === null) return start;
    this.variant ??= variant;
    if (this.variant !== variant) {
      this.drop();
      return start;
    }
    try {
      const { position } = await api.moves(variant, this.text);
      byId("set-up-edit", HTMLAnchorElement).href = editFrom(variant, this.text);
      setShown(byId("set-up"), true);
      return position;
    } catch (problem) {
      if (!(problem instanceof api.ApiError)) throw problem;
      this.drop();
      byId("set-up-problem").textContent = sentence(problem.message);
      return start;
    }
  }

  drop() {
    this.text = null;
    setShown(byId("set-up"), false);
    byId("set-up-problem").textContent = "";
  }
}
