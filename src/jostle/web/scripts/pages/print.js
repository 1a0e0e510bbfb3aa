/** Print and play: which game, by which rules, on which paper; a look at the pages, and the PDF. */

import * as api from "../net/api.js";
import * as files from "../net/files.js";
import { announce, toast } from "../ui/announce.js";
import { byId, make, setShown } from "../ui/element.js";
import { t } from "../ui/messages.js";
import { save } from "../ui/save.js";
import { sentence } from "../ui/words.js";
import { catalogue, frameReady, pageReady } from "./frame.js";
import { optionField, optionsInWords } from "./new/fields.js";
import { partsOf, variantOf } from "./new/variant.js";

/** @typedef {import("../net/wire.js").GameInfo} GameInfo */
/** @typedef {import("./new/fields.js").Field} Field */
/** @typedef {import("./new/variant.js").Settings} Settings */

/** Typing is checked after a pause of so many milliseconds. */
const PAUSE = 250;

await frameReady;
const form = byId("print-form", HTMLFormElement);
const { games } = await catalogue;
const asked = partsOf(new URLSearchParams(location.search).get("variant") ?? games[0].name);
/** @type {GameInfo} */
let game = games.find(({ name }) => name === asked.game) ?? games[0];
/** @type {Settings} the options chosen; the others are as usual */
let given = game.name === asked.game ? asked.given : {};
/** @type {Map<string, Field>} */
let fields = new Map();
/** @type {string | null} the option changed last */
let touched = null;
/** @type {AbortController | null} */
let asking = null;
let pause = 0;

byId("print-games").append(
  ...games.map((info) =>
    make(
      "label",
      { class: "choice" },
      make("input", {
        type: "radio",
        name: "game",
        value: info.name,
        checked: info === game,
        onchange: () => chooseGame(info, {}),
      }),
      make("span", { class: "choice-face" }, make("span", { class: "choice-name" }, info.title)),
    ),
  ),
);
for (const input of form.querySelectorAll("input[name=paper]")) input.addEventListener("change", () => void show());
form.addEventListener("submit", (event) => {
  event.preventDefault();
  void download();
});
chooseGame(game, given);
pageReady();

/** @param {GameInfo} info @param {Settings} options */
function chooseGame(info, options) {
  [game, given, touched] = [info, options, null];
  fields = new Map(
    game.options.map((option) => [option.name, optionField(option, (value) => choose(option.name, value))]),
  );
  byId("print-options").replaceChildren(...[...fields.values()].map(({ root }) => root));
  const main = byId("print-main-variants");
  setShown(main, game.main_variants.length > 1);
  main.replaceChildren(
    ...game.main_variants.map(({ variant }) => {
      const options = partsOf(variant).given;
      const use = () => {
        [given, touched] = [options, null];
        void show();
      };
      return make("button", { type: "button", "data-variant": variant, onclick: use }, optionsInWords(game, options));
    }),
  );
  byId("print-more", HTMLDetailsElement).open = Object.keys(given).length > 0;
  void show();
}

/** @param {string} name @param {string} value */
function choose(name, value) {
  given = { ...given, [name]: value };
  touched = name;
  asking?.abort(); // its answer would overwrite what is being written
  clearTimeout(pause);
  pause = window.setTimeout(show, PAUSE);
}

/** What is chosen now. */
function chosen() {
  const paper = String(new FormData(form).get("paper"));
  return { variant: variantOf(game.name, given), paper: paper === "letter" ? "letter" : "a4" };
}

/** Show the pages, or what is wrong with the variant. */
async function show() {
  clearTimeout(pause);
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  if (!areFieldsRight()) return;
  try {
    const { variant, paper } = chosen();
    const view = await api.variant(variant, signal);
    const printed = await api.printed(variant, paper, signal);
    for (const [name, field] of fields) {
      field.complain("");
      field.show(view.settings[name] ?? "");
    }
    byId("print-problem").textContent = "";
    setReady(true);
    for (const button of byId("print-main-variants").querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.dataset.variant === view.variant));
    }
    const facts = [t("web.print.squares", { size: printed.square })];
    facts.push(t(printed.double_sided ? "web.print.double-sided" : "web.print.one-sided"));
    byId("print-facts").textContent = facts.join(" ");
    byId("print-sheets").replaceChildren(
      ...printed.pages.map((name, index) =>
        make(
          "li",
          {},
          make("img", {
            class: "print-sheet",
            src: files.printedPage(variant, paper, index + 1),
            alt: t("web.print.page", { number: index + 1, name }),
          }),
          make("span", { "aria-hidden": "true" }, `${index + 1}. ${name}`),
        ),
      ),
    );
  } catch (problem) {
    if (problem instanceof DOMException) return; // a newer question is under way
    if (!(problem instanceof api.ApiError)) throw problem;
    complain(problem);
  }
}

/** Whether the fields hold what they can, as far as they know by themselves. */
function areFieldsRight() {
  let right = true;
  for (const [name, field] of fields) {
    const problem = name in given ? field.problem() : "";
    field.complain(problem);
    if (problem) right = false;
  }
  setReady(right);
  return right;
}

/** @param {api.ApiError} problem */
function complain(problem) {
  setReady(false);
  const field = fields.get(problem.field ?? touched ?? "");
  for (const other of fields.values()) other.complain("");
  if (field) byId("print-more", HTMLDetailsElement).open = true;
  if (field) field.complain(sentence(problem.message));
  byId("print-problem").textContent = field ? "" : sentence(problem.message);
}

/** @param {boolean} isReady */
function setReady(isReady) {
  byId("print-download", HTMLButtonElement).disabled = !isReady;
}

async function download() {
  const { variant, paper } = chosen();
  setReady(false);
  try {
    announce(t("web.print.making"));
    save(await files.booklet(variant, paper), `${variant.replace(/[^a-z0-9]+/g, "-")}-${paper}.pdf`);
  } catch (problem) {
    if (!(problem instanceof api.ApiError)) throw problem;
    toast(problem.message);
  } finally {
    setReady(true);
  }
}
