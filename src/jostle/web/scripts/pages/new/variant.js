/**
 * Variant strings as a form needs them. What a variant may be, the server knows alone.
 *
 * Only what the player has chosen is given: other options follow from it by the game's defaults.
 */

/** @typedef {Record<string, string>} Settings */

/**
 * The variant string of a game with some options.
 * @param {string} game
 * @param {Settings} given
 */
export function variantOf(game, given) {
  const names = Object.keys(given).sort();
  return names.length ? `${game}:${names.map((name) => `${name}=${given[name]}`).join(",")}` : game;
}

/**
 * A variant string taken apart.
 * @param {string} variant
 * @returns {{game: string, given: Settings}}
 */
export function partsOf(variant) {
  const [game, options = ""] = variant.split(":");
  const pairs = options.split(",").filter(Boolean).map((part) => part.split("="));
  return { game, given: Object.fromEntries(pairs) };
}

/**
 * Rows as lines, which are easier to write than rows joined by strokes.
 * @param {string} text
 */
export const asLines = (text) => text.replaceAll("/", "\n");

/** @param {string} lines */
export const asRows = (lines) => lines.trim().split(/\s+/).join("/");
