/** A board on which anything can be put anywhere: the picture of `board/`, with hands of its own. */

import { fitBoard, sizeStage } from "../../board/fitting.js";
import { Grid } from "../../board/grid.js";
import { ringMark } from "../../board/marks.js";
import { Scene } from "../../board/scene.js";
import { boxOf, CELL, cornerOf, squareOnScreen } from "../../board/squares.js";
import { arranged, standingOn } from "../../board/standings.js";
import { MARGIN } from "../../board/surface.js";
import { loadSymbols } from "../../board/svg.js";
import { toldSquare } from "../../board/telling.js";
import { make } from "../../ui/element.js";
import { t } from "../../ui/messages.js";

/** @import { BoardView, PlacedView, Square } from "../../types.js" */

/**
 * @typedef {object} Hands what people do on the board
 * @property {(square: Square) => void} press
 * @property {(square: Square) => void} turn
 * @property {(square: Square) => void} erase
 * @property {(grabbed: Square, target: Square | null) => void} carry `target` is null beside the board
 * @property {(number: number, square: Square) => void} pick a piece by its number, put on a square
 */

/**
 * @param {HTMLElement} frame @param {string} game @param {BoardView} board @param {Hands} hands
 */
export async function createEditBoard(frame, game, board, hands) {
  await loadSymbols(game);
  return new EditBoard(frame, game, board, hands);
}

export class EditBoard {
  /** @param {HTMLElement} frame @param {string} game @param {BoardView} board @param {Hands} hands */
  constructor(frame, game, board, hands) {
    this.frame = frame;
    this.board = board;
    this.hands = hands;
    this.teller = { game, pieces: board.pieces, t };
    this.scene = new Scene(game, board, () => false);
    /** @type {Square | null} what a hand carries */
    this.grabbed = null;
    /** @type {Square | null} where the pointer is */
    this.pointed = null;
    this.margin = MARGIN;
    this.grid = new Grid(t("web.editor.board", { title: t(`${game}.title`) }), {
      press: (square) => hands.press(square),
      point: (square) => (this.pointed = square),
      turn: () => this.turn(),
      cancel: () => false,
      canDrag: (square) => standingOn(this.scene.standings, square) !== undefined,
      lift: (square) => (this.grabbed = square),
      drag: (left, top) => this.drag(left, top),
      drop: (left, top) => this.drop(left, top),
      stop: () => this.release(),
    });
    this.grid.element.addEventListener("keydown", (event) => this.key(event));
    this.stage = make("div", { class: "board-stage" }, this.scene.svg, this.grid.element);
    this.root = make("div", { class: "board editing" }, make("div", { class: "board-scroller" }, this.stage));
    frame.replaceChildren(this.root);
    this.resizing = new ResizeObserver(() => {
      if (this.fit() === this.margin) return;
      this.lay();
      this.show(this.placed, this.wrong);
    });
    this.resizing.observe(frame);
    this.lay();
  }

  destroy() {
    this.resizing.disconnect();
    this.grid.destroy();
    this.root.remove();
  }

  lay() {
    this.margin = this.fit();
    const { width, height } = this.board;
    const view = { width, height, orientation: /** @type {const} */ (1), thin: this.margin < MARGIN };
    this.scene.lay(view, this.margin);
    this.grid.lay(view);
    sizeStage(this.stage, view, this.margin);
    this.root.classList.toggle("narrow", view.thin);
  }

  /** The margin that its frame leaves the board. */
  fit() {
    return fitBoard(this.root, this.frame, this.board, this.margin);
  }

  /** @type {PlacedView[]} */
  placed = [];
  /** @type {readonly Square[]} */
  wrong = [];

  /** @param {PlacedView[]} pieces @param {readonly Square[]} wrong the squares that something is wrong with */
  show(pieces, wrong) {
    this.placed = pieces;
    this.wrong = wrong;
    this.scene.place(arranged(this.scene.standings, { pieces }));
    const known = wrong.filter((square) => this.grid.cells.has(square));
    this.scene.above.replaceChildren(...known.map((square) => ringMark(this.scene.view, [square], "wrong")));
    for (const square of this.grid.rows.flat()) {
      const standing = standingOn(this.scene.standings, square);
      const remarks = known.includes(square) ? [t("web.editor.wrong-here")] : [];
      this.grid.update(square, {
        label: toldSquare(this.teller, this.board, square, standing, remarks),
        kind: standing ? "free" : "aim",
        chosen: false,
      });
    }
  }

  // ---- hands ----

  /** The square under a place on the screen. @param {number} left @param {number} top @returns {Square | null} */
  squareUnder(left, top) {
    const { x, y } = this.scene.toUnits(left, top);
    const [column, row] = [Math.floor(x / CELL), Math.floor(y / CELL)];
    const { width, height } = this.board;
    return column >= 0 && row >= 0 && column < width && row < height
      ? squareOnScreen(this.scene.view, column, row)
      : null;
  }

  /** Show a piece under the pointer. @param {number} piece @param {number} left @param {number} top @param {Square[]} [cells] @param {Square} [grabbed] */
  hold(piece, left, top, cells, grabbed) {
    const { x, y } = this.scene.toUnits(left, top);
    const lower = this.board.pieces[piece].axis === "v" ? this.board.pieces[piece].length - 1 : 0;
    const box = cells ? boxOf(this.scene.view, cells) : { x: 0, y: 0 };
    const own = cells && grabbed ? cornerOf(this.scene.view, grabbed) : { x: 0, y: lower * CELL };
    this.root.classList.add("dragging");
    this.scene.hold(this.board.pieces[piece], {
      x: x - CELL / 2 - (own.x - box.x),
      y: y - CELL / 2 - (own.y - box.y),
    });
  }

  release() {
    this.grabbed = null;
    this.root.classList.remove("dragging");
    this.scene.release();
    for (const { element } of this.scene.nodes.values()) element.classList.remove("away");
  }

  /** @param {number} left @param {number} top */
  drag(left, top) {
    const standing = this.grabbed === null ? undefined : standingOn(this.scene.standings, this.grabbed);
    if (!standing || this.grabbed === null) return;
    this.scene.nodes.get(standing.id)?.element.classList.add("away");
    this.hold(standing.piece, left, top, standing.cells, this.grabbed);
  }

  /** @param {number} left @param {number} top */
  drop(left, top) {
    const { grabbed } = this;
    this.release();
    if (grabbed !== null) this.hands.carry(grabbed, this.squareUnder(left, top));
  }

  turn() {
    const square = this.pointed ?? this.grid.current;
    if (square) this.hands.turn(square);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const square = this.grid.current;
    if (event.key === "Delete" || event.key === "Backspace") this.hands.erase(square);
    else if (/^[1-9]$/.test(event.key)) this.hands.pick(Number(event.key), square);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
