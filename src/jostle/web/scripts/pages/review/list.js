/** The moves with their judgements, the summary, and the cards of the turning points. */

import { button, make } from "../../ui/element.js";
import { t } from "../../ui/messages.js";
import { mark } from "../../ui/player-mark.js";
import { seatName } from "../../ui/words.js";
import { counts, JUDGEMENTS, SIGNS } from "./judgements.js";

/** @typedef {import("../../net/wire.js").ReviewView} ReviewView */
/** @typedef {import("../../net/wire.js").ReviewedMove} ReviewedMove */
/** @typedef {import("./judgements.js").Judgement} Judgement */

const PLAYERS = /** @type {const} */ ([1, 2]);

/** A judgement's sign; its word stands beside it or is told. @param {Judgement} judgement */
export const sign = (judgement) =>
  make("span", { class: `sign is-${judgement}`, "aria-hidden": "true" }, SIGNS[judgement]);

/** A move with its number and all that is known of it. @param {ReviewView} review @param {ReviewedMove} move */
export function moveInWords({ chances }, { ply, number, player, move, judgement }) {
  return t("web.review.move", {
    number,
    move,
    name: seatName(player),
    judgement: t(`web.review.judged.${judgement}`),
    chance: chances[ply].words,
  });
}

/**
 * All moves, a row for each round.
 * @param {ReviewView} review
 * @param {(ply: number) => void} onView
 */
export function movesList(review, onView) {
  /** @type {Map<number, HTMLLIElement>} */
  const rounds = new Map();
  for (const move of review.moves) {
    const round = Number.parseInt(move.number, 10);
    const row = rounds.get(round) ?? make("li", {}, make("span", { class: "moves-round" }, `${round}.`));
    row.append(
      make(
        "button",
        {
          type: "button",
          class: `moves-move moves-move-${move.player}`,
          "data-ply": move.ply,
          "aria-label": moveInWords(review, move),
          onclick: () => onView(move.ply),
        },
        move.move,
        sign(move.judgement),
      ),
    );
    rounds.set(round, row);
  }
  return make("ol", {}, ...rounds.values());
}

/** How often each judgement was given to each player. @param {ReviewView} review */
export function summary({ moves }) {
  const found = PLAYERS.map((player) => counts(moves, player));
  return make(
    "table",
    { class: "review-summary" },
    make("caption", { class: "visually-hidden" }, t("web.review.summary")),
    make(
      "thead",
      {},
      make(
        "tr",
        {},
        make("td", {}),
        ...PLAYERS.map((player) => make("th", { scope: "col" }, mark(player), seatName(player))),
      ),
    ),
    make(
      "tbody",
      {},
      ...JUDGEMENTS.map((judgement) =>
        make(
          "tr",
          {},
          make("th", { scope: "row" }, sign(judgement), t(`web.review.judgements.${judgement}`)),
          ...found.map((counted) => make("td", {}, String(counted[judgement]))),
        ),
      ),
    ),
  );
}

/**
 * The moves that decided the game, a card for each.
 * @param {ReviewView} review
 * @param {{showMove(ply: number): void, tryBetter(ply: number): void}} room
 */
export function turningPoints(review, room) {
  if (!review.turning_points.length) return [make("li", { class: "soft" }, t("web.review.no-turning-points"))];
  return review.turning_points.map(({ ply, words }) => {
    const { number, move, judgement, line } = review.moves[ply - 1];
    return make(
      "li",
      { class: "turning-point" },
      make("h3", {}, make("span", { class: "turning-move" }, `${number} ${move}`), sign(judgement), t(`web.review.judged.${judgement}`)),
      ...words.slice(1).map((sentence) => make("p", {}, sentence)),
      make(
        "div",
        { class: "turning-buttons" },
        button("eye", t("web.review.show"), () => room.showMove(ply), {
          "aria-label": t("web.review.show-move", { move: `${number} ${move}` }),
        }),
        button("turn", t("web.review.try"), () => room.tryBetter(ply), {
          class: "button button-primary",
          "aria-label": t("web.review.try-move", { better: line[0], move: `${number} ${move}` }),
        }),
      ),
    );
  });
}
