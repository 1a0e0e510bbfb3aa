/** What all pages have: the messages, the preferences, the keys, and the links to the rules. */

import * as api from "../net/api.js";
import { toast } from "../ui/announce.js";
import { byId, make } from "../ui/element.js";
import { addKeys, listenToKeys, showKeys } from "../ui/keys.js";
import { loadMessages, t } from "../ui/messages.js";
import { onPreferences, prefer, preferences } from "../ui/preferences.js";
import { play } from "../ui/sounds.js";

/** The catalogue of games, fetched once for a page. */
export const catalogue = api.catalogue();

/** Resolved when what all pages share works; a page's script waits for it. */
export const frameReady = start();

/** Say that the page's own script works too: held input is replayed (early/held-input.js). */
export function pageReady() {
  document.dispatchEvent(new Event("page-ready"));
}

async function start() {
  await loadMessages();
  markPlace();
  preparePreferences();
  prepareLanguages();
  prepareKeys();
  // Whether a page can do without the catalogue has shown by then.
  document.addEventListener("page-ready", linkRules, { once: true });
}

/** Pages that no link of the navigation leads to, and the link that they belong to. */
const BELONGS = { rules: "learn", print: "learn", editor: "analysis", explorer: "analysis", review: "analysis" };

/** Mark the link to this page, or to the one that it belongs to. */
function markPlace() {
  const first = location.pathname.split("/")[1];
  const place = `/${Object.hasOwn(BELONGS, first) ? Object(BELONGS)[first] : first}`;
  for (const link of document.querySelectorAll(".site-nav a")) {
    const address = link.getAttribute("href");
    if (address === place) link.setAttribute("aria-current", address === location.pathname ? "page" : "true");
  }
}

async function linkRules() {
  const { games } = await catalogue.catch((problem) => {
    byId("load-problem").hidden = false;
    throw problem;
  });
  byId("rules-links").append(
    ...games.map(({ name, title }) =>
      make("li", {}, make("a", { href: `/rules/${name}` }, t("web.foot.rules", { title }))),
    ),
  );
}

function preparePreferences() {
  const form = byId("preferences", HTMLFormElement);
  const name = byId("preference-name", HTMLInputElement);

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    if (Object.hasOwn(preferences(), target.name)) prefer(chosen(target));
  });
  form.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && ["sounds", "volume"].includes(target.name)) play("place");
  });
  let shown = "";
  /** @param {{name: string}} visitor */
  const showName = (visitor) => (name.value = shown = visitor.name);
  const askForName = async () => {
    if (!form.matches(":popover-open")) return;
    const visitor = await api.me();
    if (name.value === shown) showName(visitor); // else another name is being written
  };
  form.addEventListener("toggle", askForName);
  void askForName(); // it may have been opened before this script ran
  name.addEventListener("change", async () => {
    try {
      showName(await api.rename(name.value));
      toast(t("web.preferences.renamed", { name: name.value }));
    } catch (problem) {
      if (!(problem instanceof api.ApiError)) throw problem;
      toast(problem.message);
    }
  });

  onPreferences((now) => {
    const { theme } = now;
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    for (const input of form.querySelectorAll("input")) show(input, now);
  });
}

/** The server speaks the language that it is told, from the next page on; here, the same page again. */
function prepareLanguages() {
  const form = byId("languages", HTMLFormElement);
  /** @param {string} language */
  const choose = async (language) => {
    try {
      // Where the answer leads would lose the part of the address that only this page knows.
      await fetch(form.action, { method: "POST", body: new URLSearchParams({ language }), redirect: "manual" });
      location.reload();
    } catch {
      toast(t("web.error.network"));
    }
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (event.submitter instanceof HTMLButtonElement) void choose(event.submitter.value);
  });
  byId("language-choices").addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement) void choose(target.value);
  });
}

/**
 * @param {HTMLInputElement} input
 * @returns {Partial<import("../ui/preferences.js").Preferences>}
 */
function chosen(input) {
  if (input.type === "checkbox") return { [input.name]: input.checked };
  if (input.name === "theme") return { theme: /** @type {"system"} */ (input.value) };
  return { [input.name]: Number(input.value) };
}

/**
 * @param {HTMLInputElement} input
 * @param {import("../ui/preferences.js").Preferences} now
 */
function show(input, now) {
  const value = Object(now)[input.name];
  if (value === undefined) return;
  if (input.type === "checkbox") input.checked = value;
  else if (input.type === "radio") input.checked = input.value === String(value);
  else input.value = String(value);
}

function prepareKeys() {
  const panel = byId("preferences");
  /** @param {string} address */
  const go = (address) => () => location.assign(address);
  addKeys(t("web.keys.everywhere"), [
    { key: "?", words: t("web.keys.show"), run: showKeys },
    { key: ",", words: t("web.preferences.title"), run: () => panel.togglePopover() },
    { key: "h", words: t("web.nav.home"), run: go("/") },
    { key: "n", words: t("web.nav.new"), run: go("/new") },
    { key: "l", words: t("web.nav.lobby"), run: go("/lobby") },
    { key: "m", words: t("web.nav.mine"), run: go("/mine") },
    { key: "L", words: t("web.nav.learn"), run: go("/learn") },
    { key: "P", words: t("web.nav.puzzles"), run: go("/puzzles") },
    { key: "A", words: t("web.nav.analysis"), run: go("/analysis") },
    {
      key: "s",
      words: t("web.keys.sounds"),
      run: () => {
        prefer({ sounds: !preferences().sounds });
        toast(t(preferences().sounds ? "web.preferences.sounds-on" : "web.preferences.sounds-off"));
      },
    },
  ]);
  listenToKeys();
  byId("show-keys").addEventListener("click", showKeys);
  byId("show-keys-foot").addEventListener("click", showKeys);
}
