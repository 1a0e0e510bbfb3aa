/** What can be done in a game besides moving, when, and by which key. */

import * as api from "../../net/api.js";
import { toast } from "../../ui/announce.js";
import { confirm } from "../../ui/dialog.js";
import { byId } from "../../ui/element.js";
import { t } from "../../ui/messages.js";
import { mayAskForHint } from "./hints.js";

/** @typedef {import("../../types.js").Offer} Offer */
/** @typedef {import("./actions.js").GameAction} GameAction */
/** @typedef {import("./model.js").GameModel} GameModel */
/** @typedef {import("./table.js").Table} Table */

/**
 * @param {Table} table
 * @returns {GameAction[]}
 */
export function gameActions(table) {
  /** @param {GameModel} model */
  const playing = (model) => model.isPlaying && model.isPlayer;
  /** @param {GameModel} model */
  const claimable = (model) => model.claimIn(performance.now()) === 0;
  /** @param {Offer} what */
  const offer = (what) => () => void table.act({ type: "offer", what });
  /** @param {"win" | "draw"} result */
  const claim = (result) => () => void table.act({ type: "claim", result });
  return [
    {
      name: "rematch", icon: "again", key: "e", primary: true, run: offer("rematch"),
      possible: ({ state, isPlayer }) =>
        state.status === "over" && isPlayer && !state.rematch && state.offers.rematch === null,
    },
    {
      name: "review", icon: "graph", key: "v", run: () => void review(table.model.game.id),
      possible: ({ state }) => state.status === "over" && state.ply > 0,
    },
    {
      name: "new", icon: "plus", key: "N", run: () => location.assign(`/new?game=${table.model.game.game}`),
      possible: ({ state }) => state.status === "over" || state.status === "withdrawn",
    },
    {
      name: "analyse", icon: "analyse", key: "a", run: () => location.assign(`/analysis?game=${table.model.game.id}`),
      // A game against the computer that goes on has hints, and one of two people nothing.
      possible: ({ state, game, isTable }) => game.moves.length > 0 && (state.status === "over" || (isTable && state.status === "playing")),
    },
    { name: "claim-win", icon: "claim", key: "k", primary: true, run: claim("win"), possible: claimable },
    { name: "claim-draw", icon: "draw", key: "K", run: claim("draw"), possible: claimable },
    {
      name: "hint", icon: "hint", key: "t", run: () => void table.hints.ask(), possible: mayAskForHint,
    },
    {
      name: "takeback", icon: "back", key: "u", run: offer("takeback"),
      possible: (model) => model.mayTakeBack && model.state.offers.takeback === null,
    },
    {
      name: "draw", icon: "draw", key: "d", run: offer("draw"),
      possible: (model) => playing(model) && model.state.offers.draw === null,
    },
    { name: "resign", icon: "flag", key: "q", run: () => void resign(table), possible: playing },
    {
      name: "withdraw", icon: "cross", key: "w", run: () => void table.act({ type: "withdraw" }),
      possible: ({ state, game }) => state.status === "open" && game.creator,
    },
    { name: "flip", icon: "flip", key: "f", run: () => table.flip(), possible: () => true },
    { name: "share", icon: "share", key: "i", run: () => byId("share").togglePopover(), possible: () => true },
  ];
}

/** Go to the review of a game. @param {string} game */
async function review(game) {
  try {
    const { id } = await api.askForReview({ game });
    location.assign(`/review/${id}?game=${game}`);
  } catch (problem) {
    if (!(problem instanceof api.ApiError)) throw problem;
    toast(problem.message);
  }
}

/** @param {Table} table */
async function resign(table) {
  const question = { title: t("web.resign.title"), text: t("web.resign.text"), yes: t("web.resign.yes"), icon: "flag" };
  if (await confirm(question)) await table.act({ type: "resign" });
}
