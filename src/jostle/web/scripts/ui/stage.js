/**
 * Where a board stands when nobody in particular plays on it: the board, and each player's pieces
 * on their side of it. The page's `.game` of `game.css` is its root.
 */

import { make } from "./element.js";
import { mark } from "./player-mark.js";
import { seatName } from "./words.js";

/** @import { BoardView, Player, PositionView } from "../types.js" */

const PLAYERS = /** @type {const} */ ([1, 2]);

export class Stage {
  /**
   * @param {HTMLElement} root the page's `.game`, which has its `.game-side` already
   * @param {string} label what the board is called
   */
  constructor(root, label) {
    this.root = root;
    this.frame = make("div", { class: "board-frame" });
    /** Where the page may put what belongs close to the board. */
    this.near = make("div", { class: "near-board" });
    this.names = { 1: make("h2", { class: "player-name" }), 2: make("h2", { class: "player-name" }) };
    this.trays = { 1: make("div", { class: "player-tray" }), 2: make("div", { class: "player-tray" }) };
    const [first, second] = PLAYERS.map((player) => this.#panel(player));
    this.panels = { 1: first, 2: second };
    const board = make("section", { class: "game-board", "aria-label": label }, this.frame, this.near);
    root.prepend(second, board, first);
  }

  /** @param {Player} player */
  #panel(player) {
    this.names[player].textContent = seatName(player);
    const panel = make(
      "section",
      { class: `player player-${player}`, "aria-label": seatName(player) },
      mark(player),
      make("div", { class: "player-who" }, this.names[player]),
      this.trays[player],
    );
    return panel;
  }

  /** Make room for a board. @param {BoardView} board */
  fit({ width, height }) {
    this.root.style.setProperty("--aspect", String((width + 0.92) / (height + 0.92)));
  }

  /** Show whose turn it is. @param {PositionView} position */
  showTurn({ mover, outcome }) {
    for (const player of PLAYERS) {
      this.panels[player].classList.toggle("is-to-move", !outcome && player === mover);
    }
  }

  /** Put a player's side at the bottom. @param {Player} player */
  orient(player) {
    this.root.classList.toggle("is-flipped", player === 2);
  }
}
