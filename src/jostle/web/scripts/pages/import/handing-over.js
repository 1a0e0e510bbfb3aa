/**
 * Taking what was read to another page. A position goes in the address; a whole game, which is too
 * long for one, is laid down in this tab and taken up again by the page it is meant for.
 */

/** @import { ImportedGame } from "../../net/wire.js" */

const KEPT = "jostle-brought";

/** @param {string} path @param {Record<string, string>} parameters */
const address = (path, parameters) => `${path}?${new URLSearchParams(parameters)}`;

/** @param {string} variant @param {string} start */
export const playFrom = (variant, start) => address("/new", { variant, start });

/** @param {string} variant @param {string} position */
export const analyseFrom = (variant, position) => address("/analysis", { variant, position });

/** @param {string} variant @param {string} position */
export const editFrom = (variant, position) => address("/editor", { variant, position });

/** @param {string} variant @param {string} position */
export const exploreFrom = (variant, position) => address("/explorer", { variant, position });

/**
 * Lay down a game for the page that is opened next in this tab.
 * @param {ImportedGame} read
 */
export function bring(read) {
  sessionStorage.setItem(KEPT, JSON.stringify(read));
}

/**
 * The game that was laid down for this page, once.
 * @returns {ImportedGame | null}
 */
export function brought() {
  const kept = sessionStorage.getItem(KEPT);
  sessionStorage.removeItem(KEPT);
  return kept === null ? null : JSON.parse(kept);
}
