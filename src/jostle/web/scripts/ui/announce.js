/** Telling those who hear the page what happened, and everybody small passing things. */

import { byId, make } from "./element.js";

const TOAST_SECONDS = 4;

/**
 * Say something politely; what was said before is not cut off.
 * @param {string} words
 */
export function announce(words) {
  const region = byId("announcements");
  region.append(make("p", {}, words));
  // A few old lines are kept: a reader may not have come to them yet.
  while (region.childElementCount > 5) region.firstElementChild?.remove();
}

/**
 * Show a short notice that goes away by itself; it is announced as well.
 * @param {string} words
 */
export function toast(words) {
  const notice = make("p", { class: "toast" }, words);
  byId("toasts").append(notice);
  announce(words);
  setTimeout(() => notice.remove(), TOAST_SECONDS * 1000);
}
