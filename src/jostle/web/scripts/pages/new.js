/** Setting up a game: which one, by which rules, against whom, who begins, with which clock. */

import * as api from "../net/api.js";
import { clockInWords } from "../ui/clock.js";
import { byId, make, setShown } from "../ui/element.js";
import { t } from "../ui/messages.js";
import { prefer, preferences } from "../ui/preferences.js";
import { smallBoard } from "../ui/small-board.js";
import { sentence } from "../ui/words.js";
import { catalogue, frameReady, pageReady } from "./frame.js";
import { optionField, optionsInWords } from "./new/fields.js";
import { Start } from "./new/start.js";
import { partsOf, variantOf } from "./new/variant.js";

/** @typedef {import("../types.js").ClockSetting} ClockSetting */
/** @typedef {import("../net/wire.js").GameInfo} GameInfo */
/** @typedef {import("../net/wire.js").Opponent} Opponent */
/** @typedef {import("./new/fields.js").Field} Field */
/** @typedef {import("./new/variant.js").Settings} Settings */

/** Typing is checked after a pause of so many milliseconds. */
const PAUSE = 250;

/** What is kept of this form for the next time, beside the computer's level. */
const KEPT = ["game", "opponent", "side", "clock", "minutes", "increment", "days", "public"];

await frameReady;
const form = byId("new-game", HTMLFormElement);
const { games } = await catalogue;
/** @type {Record<string, Settings>} the options chosen, by game */
const given = { ...preferences().newGame.given };
/** @type {Map<string, Field>} of the game chosen */
let fields = new Map();
/** @type {AbortController | null} */
let checking = null;
/** @type {string | null} the option changed last */
let touched = null;
let valid = true;
let isStarting = false;
let pause = 0;
const start = new Start(new URLSearchParams(location.search).get("start") ?? undefined, () => void check());

showGames();
restore();
chooseGame();
update();
form.addEventListener("change", changed);
form.addEventListener("submit", submitted);
byId("level").addEventListener("input", update);
byId("level-down").addEventListener("click", () => stepLevel(-1));
byId("level-up").addEventListener("click", () => stepLevel(1));
// The page may come back as it was left, by the browser's button.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) isStarting = false;
});
byId("options-reset").addEventListener("click", () => setOptions({}));
pageReady();

/** @param {string} name */
function valueOf(name) {
  return String(new FormData(form).get(name) ?? "");
}

/** @returns {GameInfo} */
function chosenGame() {
  return games.find(({ name }) => name === valueOf("game")) ?? games[0];
}

function showGames() {
  byId("games").append(
    ...games.map(({ name, title }, index) =>
      make(
        "label",
        { class: "choice" },
        make("input", { type: "radio", name: "game", value: name, checked: index === 0 }),
        make("span", { class: "choice-face" }, make("span", { class: "choice-name" }, title)),
      ),
    ),
  );
}

/** Set the form as it was left, or as the address asks. */
function restore() {
  const asked = Object.fromEntries(new URLSearchParams(location.search));
  /** @type {Record<string, any>} */
  const values = { ...preferences().newGame, level: String(preferences().level), ...asked };
  if (asked.variant) {
    const parts = partsOf(asked.variant);
    values.game = parts.game;
    given[parts.game] = parts.given;
  }
  for (const name of [...KEPT, "level"]) {
    const control = form.elements.namedItem(name);
    const value = values[name];
    if (value === undefined || control === null) continue;
    if (control instanceof HTMLInputElement && control.type === "checkbox") control.checked = value === true;
    else if (control instanceof RadioNodeList) setRadio(control, String(value));
    else if (control instanceof HTMLInputElement) control.value = String(value);
  }
}

/**
 * Choose the button of this value, if there is one.
 * @param {RadioNodeList} buttons
 * @param {string} value
 */
function setRadio(buttons, value) {
  for (const button of buttons) {
    if (button instanceof HTMLInputElement && button.value === value) button.checked = true;
  }
}

/** @param {Event} event */
function changed({ target }) {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
  if (target.name === "game") chooseGame();
  update();
}

// ---- the rules -------------------------------------------------------------------------------------

/** Show the options of the game that is chosen. */
function chooseGame() {
  const game = chosenGame();
  touched = null;
  fields = new Map(
    game.options.map((option) => [option.name, optionField(option, (value) => choose(option.name, value))]),
  );
  byId("options").replaceChildren(...[...fields.values()].map(({ root }) => root));
  byId("rules-link", HTMLAnchorElement).href = `/rules/${game.name}`;
  const main = byId("main-variants");
  setShown(main, game.main_variants.length > 1);
  main.replaceChildren(
    ...game.main_variants.map(({ variant }) => {
      const options = partsOf(variant).given;
      const attributes = { type: "button", "data-variant": variant, onclick: () => setOptions(options) };
      return make("button", attributes, optionsInWords(game, options));
    }),
  );
  byId("options-more", HTMLDetailsElement).open = Object.keys(given[game.name] ?? {}).length > 0;
  void check();
}

/**
 * @param {string} name
 * @param {string} value
 */
function choose(name, value) {
  const game = chosenGame().name;
  given[game] = { ...given[game], [name]: value };
  touched = name;
  checking?.abort(); // its answer would overwrite what is being written
  clearTimeout(pause);
  pause = window.setTimeout(check, PAUSE);
}

/** @param {Settings} options */
function setOptions(options) {
  given[chosenGame().name] = options;
  touched = null;
  void check();
}

/** The variant as it is chosen now. */
function variant() {
  const game = chosenGame().name;
  return variantOf(game, given[game] ?? {});
}

/** Ask the server whether the variant is one, and show what it looks like. */
async function check() {
  clearTimeout(pause);
  checking?.abort();
  checking = new AbortController();
  const chosen = given[chosenGame().name] ?? {};
  valid = true;
  for (const [name, field] of fields) {
    const problem = name in chosen ? field.problem() : "";
    field.complain(problem);
    if (problem) valid = false;
  }
  if (!valid) return;
  try {
    const view = await api.variant(variant(), checking.signal);
    for (const [name, field] of fields) {
      field.complain("");
      field.show(view.settings[name] ?? "");
    }
    byId("variant-problem").textContent = "";
    const position = await start.of(view);
    byId("preview").replaceChildren(smallBoard(view.game, view.board, position, t("web.new.preview")));
    for (const button of byId("main-variants").querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.dataset.variant === view.variant));
    }
    valid = true;
  } catch (problem) {
    if (problem instanceof DOMException) return; // a newer question is under way
    if (!(problem instanceof api.ApiError)) throw problem;
    valid = false;
    complain(problem);
  }
}

/** @param {api.ApiError} problem */
function complain(problem) {
  const field = fields.get(problem.field ?? touched ?? "");
  for (const other of fields.values()) other.complain("");
  byId("options-more", HTMLDetailsElement).open = true;
  if (field) field.complain(sentence(problem.message));
  byId("variant-problem").textContent = field ? "" : sentence(problem.message);
}

// ---- the rest --------------------------------------------------------------------------------------

/** @param {number} by */
function stepLevel(by) {
  const level = byId("level", HTMLInputElement);
  level.value = String(Number(level.value) + by);
  update();
}

/** Show what belongs to the choices, and nothing else. */
function update() {
  const opponent = valueOf("opponent");
  const clock = valueOf("clock");
  const level = valueOf("level");
  byId("opponent-note").textContent = t(`web.new.${opponent}-note`);
  byId("level-words").textContent = t("web.new.level-words", { level, words: t(`web.level.${level}`) });
  byId("level").setAttribute("aria-valuetext", `${level}, ${t(`web.level.${level}`)}`);
  setShown(byId("level-field"), opponent === "computer");
  setShown(byId("public-field"), opponent === "computer" || opponent === "table");
  setShown(byId("side-field"), opponent !== "table");
  setShown(byId("clock-own"), clock === "own");
  setShown(byId("clock-days"), clock === "days");
  byId("clock-problem").textContent = "";
  const setting = clockSetting();
  byId("clock-note").textContent = setting ? clockInWords(setting) : "";
}

/** @returns {ClockSetting | null} */
function clockSetting() {
  const clock = valueOf("clock");
  if (clock === "none") return null;
  if (clock === "days") return { days: Number(valueOf("days")) };
  const [minutes, increment] = clock === "own" ? [valueOf("minutes"), valueOf("increment")] : clock.split("+");
  return { minutes: Number(minutes), increment: Number(increment) };
}

/** @returns {Opponent} */
function opponent() {
  const kind = valueOf("opponent");
  if (kind === "computer") return { kind, level: Number(valueOf("level")) };
  return { kind: kind === "table" ? "table" : "person" };
}

function remember() {
  const values = Object.fromEntries(KEPT.map((name) => [name, valueOf(name)]));
  prefer({ level: Number(valueOf("level")), newGame: { ...values, public: valueOf("public") === "on", given } });
}

/** Whether the numbers of the clock are in their bounds; says what is wrong with them if not. */
function clockIsRight() {
  const shown = [...form.querySelectorAll("input[type=number]")].filter(
    (input) => input instanceof HTMLInputElement && ["minutes", "increment", "days"].includes(input.name) &&
      !input.closest("[hidden]"),
  );
  const wrong = shown.find((input) => input instanceof HTMLInputElement && !input.checkValidity());
  if (!(wrong instanceof HTMLInputElement)) return true;
  byId("clock-problem").textContent = t("web.new.out-of-range", { lowest: wrong.min, highest: wrong.max });
  wrong.focus();
  return false;
}

/** @param {Event} event */
async function submitted(event) {
  event.preventDefault();
  byId("start-problem").textContent = "";
  if (isStarting || !clockIsRight()) return;
  isStarting = true;
  await check();
  if (!valid) {
    isStarting = false;
    form.querySelector("[aria-invalid]")?.scrollIntoView({ block: "center" });
    return;
  }
  remember();
  const side = valueOf("side");
  const kind = valueOf("opponent");
  const listed = kind === "anyone" || (kind !== "friend" && valueOf("public") === "on");
  try {
    const game = await api.createGame({
      variant: variant(),
      ...(start.text === null ? {} : { start: start.text }),
      opponent: opponent(),
      side: side === "1" ? 1 : side === "2" ? 2 : "random",
      clock: clockSetting(),
      public: listed,
    });
    location.assign(`/games/${game.id}`);
  } catch (problem) {
    if (!(problem instanceof api.ApiError)) throw problem;
    byId("start-problem").textContent = problem.message;
    isStarting = false;
  }
}
