/** A piece in the hand: it follows the pointer, and where it is held decides what is meant. */

import { canTurn, heldSource } from "./gestures.js";
import { between, boxOf, CELL, cornerOf, shifted, squareOnScreen } from "./squares.js";
import { played, standingOn } from "./standings.js";

/** @import { PieceView, Player, Square, StepView } from "../types.js" */
/** @import { Choice, Situation } from "./gestures.js" */
/** @import { Point } from "./squares.js" */
/** @import { Standings } from "./standings.js" */

export class Drag {
  /** @param {import("./scene.js").Scene} scene */
  constructor(scene) {
    this.scene = scene;
    /** What is held: a piece in the hand, or on the board by one of its squares.
     * @type {{source: string, grabbed: Square | null} | null} */
    this.held = null;
    /** @type {Point | null} */
    this.pointer = null;
  }

  /** @param {string} source @param {Square | null} grabbed */
  lift(source, grabbed) {
    this.held = { source, grabbed };
  }

  /** @param {Point} pointer in the board's units */
  go(pointer) {
    this.pointer = pointer;
  }

  /** @param {Situation} situation @param {Choice} choice @param {Player} mover */
  draw(situation, choice, mover) {
    if (!this.held || !this.pointer) return;
    const { source, grabbed } = this.held;
    const standing = grabbed === null ? undefined : standingOn(situation.standings, grabbed);
    const upright = canTurn(situation, choice) && choice.way === "v";
    const found = standing
      ? situation.pieces[standing.piece]
      : situation.pieces.find((piece) => heldSource(piece) === source && piece.owner === mover);
    if (!found) return;
    /** @type {PieceView} */
    const piece = standing ? found : { ...found, axis: upright ? "v" : "h" };
    // The pointer holds the cell that it grabbed; of a new piece the left or lower one.
    const cells = standing?.cells ?? ["a1", upright ? "a2" : "b1"].slice(0, piece.length);
    const box = boxOf(this.scene.view, cells);
    const own = cornerOf(this.scene.view, grabbed ?? cells[0]);
    this.scene.hold(piece, {
      x: this.pointer.x - CELL / 2 - (own.x - box.x),
      y: this.pointer.y - CELL / 2 - (own.y - box.y),
    });
    if (standing) this.scene.nodes.get(standing.id)?.element.classList.add("away");
  }

  /**
   * The square that is meant: the one under the pointer, or for a piece on the board the one that its
   * way leads to, whichever of its squares was grabbed.
   * @param {Standings} standings @returns {Square | null}
   */
  target(standings) {
    if (!this.held || !this.pointer) return null;
    const { view } = this.scene;
    const [column, row] = [Math.floor(this.pointer.x / CELL), Math.floor(this.pointer.y / CELL)];
    if (column < 0 || row < 0 || column >= view.width || row >= view.height) return null;
    const square = squareOnScreen(view, column, row);
    const { grabbed } = this.held;
    if (grabbed === square) return null;
    const standing = grabbed === null ? undefined : standingOn(standings, grabbed);
    if (grabbed === null || !standing) return square;
    const { files, ranks } = between(grabbed, square);
    const beyond = standing.cells.map((cell) => shifted(view, cell, files, ranks));
    return beyond.find((cell) => cell !== null && !standing.cells.includes(cell)) ?? null;
  }

  /**
   * Leaves the piece where a move brings it, while the move is on its way to the server.
   * @param {Standings} standings @param {StepView[]} steps @returns {number} the piece
   */
  leave(standings, steps) {
    const grabbed = this.held?.grabbed ?? null;
    const standing = grabbed === null ? undefined : standingOn(standings, grabbed);
    if (!standing) return standings.next; // a new piece gets the next number
    const moved = played(standings, steps).pieces.find(({ id }) => id === standing.id);
    if (moved) this.scene.put(moved);
    return standing.id;
  }

  end() {
    this.held = null;
    this.pointer = null;
    this.scene.release();
    for (const { element } of this.scene.nodes.values()) element.classList.remove("away");
  }
}
