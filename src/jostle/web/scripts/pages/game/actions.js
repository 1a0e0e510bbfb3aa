/** What a player can do besides moving: one table that makes the buttons and the keys. */

import { button, byId, setShown } from "../../ui/element.js";
import { addKeys } from "../../ui/keys.js";
import { t } from "../../ui/messages.js";

/** @typedef {import("./model.js").GameModel} GameModel */

/**
 * @typedef {object} GameAction
 * @property {string} name its words are `web.action.NAME`
 * @property {string} icon
 * @property {string} key
 * @property {(model: GameModel) => boolean} possible
 * @property {() => void} run
 * @property {boolean} [primary]
 */

export class Actions {
  /** @type {{action: GameAction, button: HTMLButtonElement}[]} */ #rows;

  /**
   * @param {GameAction[]} actions
   * @param {(possible: (model: GameModel) => boolean, run: () => void) => void} attempt runs what is possible
   */
  constructor(actions, attempt) {
    this.#rows = actions.map((action) => ({
      action,
      button: button(action.icon, t(`web.action.${action.name}`), action.run, {
        class: action.primary ? "button button-primary" : "button",
        "data-action": action.name,
        "aria-keyshortcuts": action.key,
        title: t("web.action.with-key", { words: t(`web.action.${action.name}`), key: action.key }),
      }),
    }));
    byId("actions").append(...this.#rows.map((row) => row.button));
    const keys = actions.map(({ name, key, possible, run }) => ({
      key,
      words: t(`web.action.${name}`),
      run: () => attempt(possible, run),
    }));
    addKeys(t("web.keys.game"), keys);
  }

  /** @param {GameModel} model */
  update(model) {
    for (const row of this.#rows) setShown(row.button, row.action.possible(model));
  }
}
