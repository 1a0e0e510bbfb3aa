/** Which game and by which rules: the same fields as where a game is set up, closed until they are wanted. */

import * as api from "../../net/api.js";
import { byId, make, setShown } from "../../ui/element.js";
import { t } from "../../ui/messages.js";
import { sentence } from "../../ui/words.js";
import { optionField } from "../new/fields.js";
import { partsOf, variantOf } from "../new/variant.js";
import { GridEditor } from "./grid-editor.js";

/** @import { GameInfo, VariantView } from "../../net/wire.js" */
/** @import { Field } from "../new/fields.js" */
/** @import { Settings } from "../new/variant.js" */

const PAUSE = 250;
/** The option that is a board's numbers; it has an editor of its own. */
const NUMBERS = "grid";

export class VariantPicker {
  /** @param {GameInfo[]} games @param {(view: VariantView) => void} onChange */
  constructor(games, onChange) {
    this.games = games;
    this.onChange = onChange;
    this.game = games[0].name;
    /** @type {Settings} */
    this.given = {};
    /** @type {Map<string, Field>} */
    this.fields = new Map();
    /** @type {AbortController | null} */
    this.asking = null;
    this.pause = 0;
    this.waiting = false; // whether something was chosen that has not been answered yet
    this.numbers = new GridEditor(byId("numbers-editor"), (grid) => this.choose(NUMBERS, grid));
    byId("editor-games").append(
      ...games.map(({ name, title }) => {
        const input = make("input", { type: "radio", name: "editor-game", value: name });
        input.addEventListener("change", () => this.go(name, {}));
        return make("label", {}, input, make("span", {}, title));
      }),
    );
    byId("editor-reset").addEventListener("click", () => this.go(this.game, {}));
  }

  /** Show a variant that is chosen already, unless another choice has been made since. @param {VariantView | {variant: string, settings?: Record<string, string>}} view */
  async show(view) {
    const settings = view.settings ?? (await api.variant(view.variant)).settings;
    if (this.waiting) return;
    const { game, given } = partsOf(view.variant);
    const isNew = game !== this.game || !this.fields.size;
    this.game = game;
    this.given = given;
    if (isNew) this.lay();
    for (const [name, field] of this.fields) {
      field.complain("");
      field.show(settings[name] ?? "");
    }
    byId("editor-variant-problem").textContent = "";
    const info = this.info();
    if (settings[NUMBERS]) {
      this.numbers.show(settings[NUMBERS], info.options.find(({ name }) => name === NUMBERS)?.default ?? "");
    }
    const told = Object.entries(given).map(([name, value]) => {
      const label = info.options.find((option) => option.name === name)?.label ?? name;
      return t("web.new.option", { label, value });
    });
    byId("editor-variant").textContent = [info.title, ...told].join(" · ");
  }

  info() {
    return this.games.find(({ name }) => name === this.game) ?? this.games[0];
  }

  lay() {
    const { options } = this.info();
    const plain = options.filter(({ name }) => name !== NUMBERS);
    this.fields = new Map(
      plain.map((option) => [option.name, optionField(option, (value) => this.choose(option.name, value))]),
    );
    byId("editor-options").replaceChildren(...[...this.fields.values()].map(({ root }) => root));
    setShown(byId("numbers-section"), plain.length < options.length);
    for (const input of byId("editor-games").querySelectorAll("input")) input.checked = input.value === this.game;
  }

  /** @param {string} name @param {string} value */
  choose(name, value) {
    const given = { ...this.given, [name]: value };
    if (name === NUMBERS) delete given.pieces; // how many there can be follows from the size
    this.given = given;
    this.waiting = true;
    this.asking?.abort();
    clearTimeout(this.pause);
    this.pause = window.setTimeout(() => void this.check(name), PAUSE);
  }

  /** @param {string} game @param {Settings} given */
  go(game, given) {
    const isNew = game !== this.game;
    this.game = game;
    this.given = given;
    if (isNew) this.lay();
    this.waiting = true;
    void this.check(null);
  }

  /** @param {string | null} touched the option that was changed */
  async check(touched) {
    this.asking?.abort();
    this.asking = new AbortController();
    try {
      const view = await api.variant(variantOf(this.game, this.given), this.asking.signal);
      this.waiting = false;
      await this.show(view);
      this.onChange(view);
    } catch (problem) {
      if (problem instanceof DOMException) return;
      if (!(problem instanceof api.ApiError)) throw problem;
      this.waiting = false;
      const field = this.fields.get(touched ?? "");
      if (field) field.complain(sentence(problem.message));
      else byId("editor-variant-problem").textContent = sentence(problem.message);
    }
  }
}
