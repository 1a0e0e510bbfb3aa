/** Handing a file to whoever sits before the browser. */

import { make } from "./element.js";

/**
 * Let the browser save a file under a name.
 * @param {Blob} file
 * @param {string} name
 */
export function save(file, name) {
  const address = URL.createObjectURL(file);
  make("a", { href: address, download: name }).click();
  // The browser has begun to read it by then; until the page is left it would be kept otherwise.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
