/** A small board with the pieces beside it, whose turn it is, and what was done on it in words. */

import * as api from "../../net/api.js";
import { FreeBoard } from "../../board/free-board.js";
import { toldEffect } from "../../board/telling.js";
import { make } from "../../ui/element.js";
import { t } from "../../ui/messages.js";
import { mark } from "../../ui/player-mark.js";
import { sentence, seatName } from "../../ui/words.js";

/** @import { BoardView, LastMove, PositionView } from "../../types.js" */
/** @import { PlayedView, VariantView } from "../../net/wire.js" */

/** @type {Map<string, Promise<VariantView>>} */
const variants = new Map();

/** @param {string} variant @returns {Promise<VariantView>} */
function variantOf(variant) {
  let found = variants.get(variant);
  if (!found) {
    found = api.variant(variant);
    variants.set(variant, found);
    found.catch(() => variants.delete(variant));
  }
  return found;
}

export class BoardStand {
  /**
   * @param {string} variant
   * @param {{onPlayed: (played: PlayedView) => void, onRefused: (error: api.ApiError) => void}} events
   */
  static async create(variant, events) {
    const { board, start } = await variantOf(variant);
    const frame = make("div", { class: "stand-frame" });
    const trays = { 1: make("div", { class: "stand-tray" }), 2: make("div", { class: "stand-tray" }) };
    const free = await FreeBoard.create({ frame, trays, variant, board, amongOthers: true, ...events });
    // What has been eliminated would only distract from a figure; what is held or counted would not.
    const isBare = start.beside.every((held) => held.length === 0) && start.scores === null;
    return new BoardStand(variant, board, free, frame, isBare ? [] : [trays[2], trays[1]]);
  }

  /**
   * @param {string} variant
   * @param {BoardView} board
   * @param {FreeBoard} free
   * @param {HTMLElement} frame
   * @param {HTMLElement[]} trays the upper and the lower one, if there are any
   */
  constructor(variant, board, free, frame, [upper, lower]) {
    this.variant = variant;
    this.view = board;
    this.free = free;
    this.turn = make("p", { class: "stand-turn" });
    frame.append(this.turn);
    this.notes = make("ul", { class: "stand-notes" });
    this.element = make("div", { class: "stand" }, upper, frame, lower, this.notes);
  }

  /**
   * Notes tell what a position forbids, which not everybody shall know.
   * @param {PositionView} position
   */
  async show(position, { playable = true, noted = true } = {}) {
    const shown = this.free.show(position, { playable });
    this.showTurn(noted);
    await shown;
  }

  /** Say whose turn it is, or how the game has ended. */
  showTurn(noted = true) {
    const { position } = this.free;
    if (!position) return;
    const { mover, notes, outcome } = position;
    this.notes.replaceChildren(...(noted ? notes : []).map((note) => make("li", {}, note)));
    if (outcome) this.turn.replaceChildren(sentence(outcome.words));
    else this.turn.replaceChildren(mark(mover), t("web.rules.to-move", { player: seatName(mover) }));
  }

  /**
   * What a move did: a sentence, or a list of what happened one after the other. The numbers are those
   * on the board's arrows.
   * @param {LastMove} last
   */
  told({ player, steps }) {
    const teller = { game: this.variant.split(":")[0], pieces: this.view.pieces, t };
    const [first, ...more] = steps.map((step) =>
      step.map((effect) => sentence(toldEffect(teller, player, effect))).join(" "),
    );
    return [
      make("p", {}, first),
      more.length > 0 && make("ol", {}, ...more.map((words) => make("li", {}, words))),
    ];
  }
}
