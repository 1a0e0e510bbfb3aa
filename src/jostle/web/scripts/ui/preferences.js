/**
 * What this browser's user likes, kept in the browser.
 *
 * Storage may be forbidden or hold anything; then the usual values stand for this visit.
 */

/**
 * @typedef {object} Preferences
 * @property {"system" | "light" | "dark"} theme
 * @property {boolean} sounds
 * @property {number} volume from 0 to 1
 * @property {number} speed of animations, from 0 (none) to 3
 * @property {boolean} turnBoard whether the board turns to the mover when two share a screen
 * @property {boolean} keys whether single letters are shortcuts
 * @property {number} level the last used level of the computer
 * @property {Record<string, any>} newGame the last choices on the page for a new game
 * @property {Record<string, any>} analysis how the engine is asked on the page for analysis
 */

const PLACE = "jostle";

/** @type {Preferences} */
const USUAL = {
  theme: "system",
  sounds: true,
  volume: 0.6,
  speed: 1,
  turnBoard: false,
  keys: true,
  level: 2,
  newGame: {},
  analysis: {},
};

/** @type {Set<(preferences: Preferences) => void>} */
const listeners = new Set();

/** @type {Preferences} */
let current = read();

/** @returns {Preferences} */
function read() {
  /** @type {Record<string, unknown>} */
  let kept = {};
  try {
    kept = Object(JSON.parse(localStorage.getItem(PLACE) ?? "{}"));
  } catch {
    // Forbidden or spoilt: see above.
  }
  const entries = Object.entries(USUAL).map(([name, usual]) => {
    const value = kept[name];
    return [name, typeof value === typeof usual && value !== null ? value : usual];
  });
  return Object.fromEntries(entries);
}

/** The preferences as they are now. */
export function preferences() {
  return current;
}

/** Whether the page is shown in dark colours now. */
export function isDark() {
  const { theme } = current;
  return theme === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
}

/**
 * Change some preferences, and keep them.
 * @param {Partial<Preferences>} changes
 */
export function prefer(changes) {
  current = { ...current, ...changes };
  try {
    localStorage.setItem(PLACE, JSON.stringify(current));
  } catch {
    // Forbidden or full: see above.
  }
  tell();
}

/**
 * Hear of every change, in this tab or another, and of the present values at once.
 * @param {(preferences: Preferences) => void} listener
 * @returns {() => void} what ends it
 */
export function onPreferences(listener) {
  listeners.add(listener);
  listener(current);
  return () => listeners.delete(listener);
}

function tell() {
  for (const listener of listeners) listener(current);
}

if (typeof window !== "undefined") {
  window.addEventListener("storage", (event) => {
    if (event.key !== PLACE) return;
    current = read();
    tell();
  });
}
