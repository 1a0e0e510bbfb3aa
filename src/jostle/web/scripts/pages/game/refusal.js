/** Why a move was refused, near the board, with the rule to read. */

import * as api from "../../net/api.js";
import { byId, make } from "../../ui/element.js";
import { t } from "../../ui/messages.js";
import { play } from "../../ui/sounds.js";
import { sentence } from "../../ui/words.js";

/** @typedef {import("../../types.js").ErrorView} ErrorView */

const root = () => byId("refusal");

/**
 * Show a refusal; one of the rules can be opened.
 * @param {string} game
 * @param {ErrorView} error
 */
export function showRefusal(game, error) {
  const { rule } = error;
  // The rule's id becomes a button, so the sentence need not begin with it.
  const message = rule && error.message.startsWith(`${rule}: `) ? error.message.slice(rule.length + 2) : error.message;
  const words = make("p", {}, sentence(message));
  if (rule) {
    const link = make("button", { type: "button", class: "rule-link", "aria-haspopup": "dialog" }, rule);
    link.setAttribute("aria-label", t("web.rule.open", { rule }));
    link.addEventListener("click", () => showRule(game, rule));
    words.prepend(link, " ");
  }
  root().replaceChildren(words);
  play("refused");
}

/** Take the refusal away. */
export function clearRefusal() {
  root().replaceChildren();
}

/**
 * Open the text of a rule.
 * @param {string} game
 * @param {string} rule
 */
async function showRule(game, rule) {
  const { title, text } = await api.rule(game, rule).catch((problem) => {
    if (!(problem instanceof api.ApiError)) throw problem;
    return { title: "", text: problem.message };
  });
  byId("rule-title").textContent = `${rule} ${title}`;
  byId("rule-text").replaceChildren(...text.split(/\n{2,}/).map((part) => make("p", {}, part)));
  byId("rule-link", HTMLAnchorElement).href = `/rules/${game}#${rule}`;
  byId("rule").showPopover();
  byId("rule-title").focus();
}
