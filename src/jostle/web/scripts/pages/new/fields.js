/** One field for each option of a game, made from what the server says of it. */

import { make } from "../../ui/element.js";
import { t } from "../../ui/messages.js";
import { asLines, asRows } from "./variant.js";

/** @typedef {import("../../net/wire.js").GameInfo} GameInfo */
/** @typedef {import("../../net/wire.js").OptionView} OptionView */

/** A range up to this many numbers is offered as a list. */
const LONGEST_LIST = 20;

/**
 * A field: shows a value, shows what is wrong with it, and tells when it is changed.
 * @typedef {object} Field
 * @property {HTMLElement} root
 * @property {(value: string) => void} show
 * @property {(problem: string) => void} complain
 * @property {() => string} problem what is wrong with it without asking anybody
 */

/**
 * @param {OptionView} option
 * @param {(value: string) => void} onChange
 * @returns {Field}
 */
export function optionField(option, onChange) {
  const id = `option-${option.name}`;
  const problem = make("p", { class: "field-problem", id: `${id}-problem`, role: "alert" });
  const note = make("p", { class: "field-note", id: `${id}-note` }, option.allowed);
  const described = `${note.id} ${problem.id}`;
  const control = controlOf(option, id, described, onChange);
  const label = control.isGroup ? make("legend", {}, option.label) : make("label", { for: id }, option.label);
  const root = make(control.isGroup ? "fieldset" : "div", { class: "field" }, label, control.root, note, problem);
  return {
    root,
    show: control.show,
    problem: control.problem ?? (() => ""),
    complain: (words) => {
      problem.textContent = words;
      root.classList.toggle("is-wrong", words !== "");
      for (const input of root.querySelectorAll("input, select, textarea")) {
        if (words) input.setAttribute("aria-invalid", "true");
        else input.removeAttribute("aria-invalid");
      }
    },
  };
}

/**
 * @typedef {object} Control
 * @property {HTMLElement} root
 * @property {(value: string) => void} show
 * @property {() => string} [problem]
 * @property {boolean} [isGroup]
 */

/**
 * @param {OptionView} option
 * @param {string} id
 * @param {string} described
 * @param {(value: string) => void} onChange
 * @returns {Control}
 */
function controlOf(option, id, described, onChange) {
  const words = option.words ?? [];
  if (option.kind === "words") return segments(option, words, onChange);
  if (option.kind === "text") return textControl(option, id, described, onChange);
  const [lowest, highest] = [option.lowest ?? 0, option.highest ?? 0];
  if (highest - lowest > LONGEST_LIST) return numberControl(option, id, described, onChange);
  const numbers = Array.from({ length: highest - lowest + 1 }, (_, index) => String(lowest + index));
  const select = make(
    "select",
    { id, "aria-describedby": described, onchange: () => onChange(select.value) },
    ...[...numbers, ...words].map((value) => make("option", { value }, value)),
  );
  return { root: select, show: (value) => (select.value = value) };
}

/**
 * @param {OptionView} option
 * @param {readonly string[]} words
 * @param {(value: string) => void} onChange
 * @returns {Control}
 */
function segments(option, words, onChange) {
  const inputs = words.map((value) =>
    make("input", { type: "radio", name: `option-${option.name}`, value, onchange: () => onChange(value) }),
  );
  const root = make(
    "div",
    { class: "segments" },
    ...inputs.map((input) => make("label", {}, input, make("span", {}, input.value))),
  );
  const show = (/** @type {string} */ value) => inputs.forEach((input) => (input.checked = input.value === value));
  return { root, show, isGroup: true };
}

/**
 * @param {OptionView} option
 * @param {string} id
 * @param {string} described
 * @param {(value: string) => void} onChange
 * @returns {Control}
 */
function textControl(option, id, described, onChange) {
  const attributes = { id, "aria-describedby": described, autocomplete: "off", spellcheck: "false", class: "code" };
  if (option.default.includes("/")) {
    const area = make("textarea", { ...attributes, rows: option.default.split("/").length });
    area.addEventListener("input", () => onChange(asRows(area.value)));
    return { root: area, show: (value) => asRows(area.value) !== value && (area.value = asLines(value)) };
  }
  const field = make("input", { ...attributes, type: "text", maxlength: 40 });
  field.addEventListener("input", () => onChange(field.value.trim().toLowerCase()));
  return { root: field, show: (value) => document.activeElement !== field && (field.value = value) };
}

/**
 * A number to write, and a switch for each word that may stand in its place.
 * @param {OptionView} option
 * @param {string} id
 * @param {string} described
 * @param {(value: string) => void} onChange
 * @returns {Control}
 */
function numberControl(option, id, described, onChange) {
  const field = make("input", {
    id,
    type: "number",
    "aria-describedby": described,
    min: option.lowest ?? 0,
    max: option.highest ?? 0,
    inputmode: "numeric",
    value: option.default,
  });
  const words = (option.words ?? []).map((word) => make("input", { type: "checkbox", value: word }));
  const change = () => {
    const word = words.find((input) => input.checked);
    field.disabled = word !== undefined;
    onChange(word?.value ?? (field.value || "0"));
  };
  field.addEventListener("input", change);
  words.forEach((input) => input.addEventListener("change", change));
  const switches = words.map((input) =>
    make("label", { class: "switch" }, input, make("span", {}, t("web.new.instead", { word: input.value }))),
  );
  const root = make("div", { class: "field-row" }, field, ...switches);
  const show = (/** @type {string} */ value) => {
    words.forEach((input) => (input.checked = input.value === value));
    field.disabled = words.some((input) => input.checked);
    if (!field.disabled && document.activeElement !== field) field.value = value;
  };
  const problem = () => {
    if (field.disabled || (field.value && field.validity.valid)) return "";
    return t("web.new.out-of-range", { lowest: field.min, highest: field.max });
  };
  return { root, show, problem };
}

/**
 * What is not as usual in a variant.
 * @param {GameInfo} game
 * @param {Record<string, string>} options
 */
export function optionsInWords(game, options) {
  const told = Object.entries(options).map(([name, value]) => {
    const label = game.options.find((option) => option.name === name)?.label ?? name;
    return t("web.new.option", { label, value });
  });
  return told.join(", ") || t("web.new.usual");
}
