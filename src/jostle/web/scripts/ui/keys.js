/** The keys of a page: one table that runs them and lists them. */

import { make } from "./element.js";
import { openDialog } from "./dialog.js";
import { t } from "./messages.js";
import { preferences } from "./preferences.js";

/**
 * `shown` tells how the key is written in the list, if not as it is named. A key that is not
 * `always` there is a single character, which people can switch off.
 * @typedef {object} Key
 * @property {string} key as events name it
 * @property {string} words what it does
 * @property {() => void} run
 * @property {string} [shown]
 * @property {boolean} [always]
 */

/** @typedef {{title: string, keys: ReadonlyArray<{key: string, words: string}>}} Group */

/** @type {{title: string, keys: Key[]}[]} */
const groups = [];
/** @type {Group[]} */
const told = [];

/**
 * Make keys work, and list them under a title.
 * @param {string} title
 * @param {Key[]} keys
 */
export function addKeys(title, keys) {
  groups.push({ title, keys });
}

/**
 * List keys that something else obeys, such as the board.
 * @param {Group} group
 */
export function tellKeys(group) {
  told.push(group);
}

/** Begin to obey keys. */
export function listenToKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]") || isTyping(event.target)) return;
    const found = groups.flatMap((group) => group.keys).find((key) => key.key === event.key);
    if (!found || (!found.always && !preferences().keys)) return;
    if (event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End") {
      if (usesArrows(event.target)) return;
    }
    event.preventDefault();
    found.run();
  });
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "range"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** @param {EventTarget | null} target */
function usesArrows(target) {
  const element = target instanceof Element ? target : null;
  return element?.closest("input, [role=grid], [role=listbox], [role=radiogroup], .keeps-arrows") != null;
}

/** Show the list of keys. */
export function showKeys() {
  const lists = [...told, ...groups].map(({ title, keys }) =>
    make(
      "section",
      { class: "keys-group" },
      make("h3", {}, title),
      make(
        "dl",
        {},
        ...keys.map((key) =>
          make(
            "div",
            {},
            make("dt", {}, ...keycaps("shown" in key && key.shown ? String(key.shown) : key.key)),
            make("dd", {}, key.words),
          ),
        ),
      ),
    ),
  );
  const off = preferences().keys ? [] : [make("p", { class: "soft" }, t("web.keys.off"))];
  openDialog(t("web.keys.title"), [...off, make("div", { class: "keys" }, ...lists)], {
    class: "dialog-wide",
  });
}

/** @param {string} keys separated by spaces */
function keycaps(keys) {
  return keys.split(" ").map((key) => make("kbd", {}, key));
}
