/** The end of a game: what became of it, in words, and what can be done next. */

import { byId, make, setShown } from "../../ui/element.js";
import { t } from "../../ui/messages.js";
import { sentence } from "../../ui/words.js";
import { mark } from "../../ui/player-mark.js";

/** @typedef {import("./model.js").GameModel} GameModel */

/**
 * How an ended game feels to whoever looks at it.
 * @param {GameModel} model
 * @returns {"win" | "lose" | "draw"}
 */
export function feeling(model) {
  const winner = model.state.outcome?.winner ?? null;
  if (winner === null) return "draw";
  return model.me === null || model.me === winner ? "win" : "lose";
}

/** @param {GameModel} model */
function headline(model) {
  const winner = model.state.outcome?.winner ?? null;
  if (winner === null) return t("web.outcome.draw");
  if (model.me === null) return t("web.outcome.over");
  return t(model.me === winner ? "web.outcome.won" : "web.outcome.lost");
}

/** @param {GameModel} model */
export function updateOutcome(model) {
  const root = byId("outcome");
  const { outcome, status, rematch } = model.state;
  setShown(root, outcome !== null || status === "withdrawn");
  if (root.hidden) return;
  if (!outcome) {
    root.replaceChildren(make("h2", {}, t("web.outcome.withdrawn")));
    return;
  }
  root.dataset.feeling = feeling(model);
  root.replaceChildren(
    outcome.winner ? mark(outcome.winner) : "",
    make("h2", {}, headline(model)),
    make("p", { class: "outcome-result" }, outcome.result.replace("-", " – ").replaceAll("1/2", "½")),
    make("p", { class: "outcome-words" }, sentence(outcome.words)),
    rematch ? make("a", { class: "button button-primary", href: `/games/${rematch}` }, t("web.outcome.rematch")) : "",
  );
}
