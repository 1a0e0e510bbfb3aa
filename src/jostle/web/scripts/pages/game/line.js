/** Whether the page is connected, told in a line that counts down to the next attempt. */

import { announce } from "../../ui/announce.js";
import { byId, make, setShown } from "../../ui/element.js";
import { t } from "../../ui/messages.js";

/** @typedef {import("../../net/connection.js").Status} Status */

/** A line that breaks for a moment only is not worth a word. */
const QUIET = 700;

export class ConnectionLine {
  #root = byId("connection");
  #words = make("span", {});
  /** @type {Status} */ #status = { state: "stopped" };
  #since = 0;
  #told = false;

  /** @param {() => void} onRetry */
  constructor(onRetry) {
    this.retry = make("button", { type: "button", class: "link", onclick: onRetry }, t("web.connection.now"));
    this.#root.append(this.#words, " ", this.retry);
  }

  /**
   * @param {Status} status
   * @param {number} now
   */
  update(status, now) {
    if (this.#status.state === "open" || this.#status.state === "stopped") this.#since = now;
    this.#status = status;
    this.tick(now);
  }

  /** @param {number} now */
  tick(now) {
    const status = this.#status;
    const broken = status.state !== "open" && status.state !== "stopped";
    const shown = broken && now - this.#since >= QUIET;
    setShown(this.#root, shown);
    // The seconds are for the eye; the ear is told of the change only.
    if (shown !== this.#told) announce(t(shown ? "web.connection.lost" : "web.connection.back"));
    this.#told = shown;
    if (!shown) return;
    setShown(this.retry, status.state === "waiting");
    const words = this.#said(status, now);
    if (words !== this.#words.textContent) this.#words.textContent = words;
  }

  /**
   * @param {Status} status
   * @param {number} now
   */
  #said(status, now) {
    if (status.state === "refused") return t("web.connection.refused");
    if (status.state !== "waiting") return t("web.connection.connecting");
    return t("web.connection.waiting", { seconds: Math.max(1, Math.ceil((status.until - now) / 1000)) });
  }
}
