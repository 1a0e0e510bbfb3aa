/** Why a move is refused, with a link to the rule on this page. */

import { make } from "../../ui/element.js";
import { play } from "../../ui/sounds.js";
import { sentence } from "../../ui/words.js";

/** @import { ApiError } from "../../net/api.js" */

/**
 * @param {ApiError} error
 */
export function toldRefusal({ rule, message }) {
  play("refused");
  if (!rule) return make("p", {}, sentence(message));
  // The rule's id becomes a link, so the sentence need not begin with it.
  const words = message.startsWith(`${rule}: `) ? message.slice(rule.length + 2) : message;
  return make("p", {}, make("a", { class: "rule-link", href: `#${rule}` }, rule), " ", sentence(words));
}
