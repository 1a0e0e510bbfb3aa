/** The pieces that can be put on the board, and the eraser: one of them is chosen; each can be dragged. */

import { watchDrags } from "../../board/grid.js";
import { CELL } from "../../board/squares.js";
import { pieceFace, svg } from "../../board/svg.js";
import { toldPiece } from "../../board/telling.js";
import { icon, make } from "../../ui/element.js";
import { t } from "../../ui/messages.js";

/** @import { BoardView, PieceView } from "../../types.js" */
/** @typedef {number | "erase"} Tool */

/**
 * A piece as small as a button wants it.
 * @param {string} game @param {PieceView} piece
 */
export function pieceIcon(game, piece) {
  const [width, height] = piece.axis === "v" ? [CELL, piece.length * CELL] : [piece.length * CELL, CELL];
  const look = { class: "piece-icon", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", focusable: "false" };
  return svg("svg", look, [pieceFace(game, piece)]);
}

/** A piece in words, with how it lies. @param {string} game @param {PieceView[]} pieces @param {number} index */
export function pieceWords(game, pieces, index) {
  const piece = pieces[index];
  const words = [toldPiece({ game, pieces, t }, piece)];
  if (piece.axis !== null) words.push(t(`web.board.axis.${piece.axis}`));
  if (piece.turned) words.push(t("web.board.turned"));
  return words.join(", ");
}

export class Palette {
  /**
   * @param {HTMLElement} element
   * @param {{lift?: () => void, drag: (piece: number, left: number, top: number) => void, drop: (piece: number, left: number, top: number) => void, stop: () => void}} hands
   */
  constructor(element, hands) {
    this.element = element;
    /** @type {number[]} */
    this.pieces = [];
    /** @type {Tool} */
    this.tool = "erase";
    /** @type {Map<Tool, HTMLButtonElement>} */
    this.buttons = new Map();
    let held = -1;
    watchDrags(element, {
      start: (event) => (event.target instanceof Element ? event.target.closest("button")?.dataset.tool ?? null : null),
      canDrag: (tool) => tool !== "erase",
      press: (tool) => this.choose(tool === "erase" ? "erase" : Number(tool)),
      lift: (tool) => {
        held = Number(tool);
        this.choose(held);
      },
      drag: (left, top) => hands.drag(held, left, top),
      drop: (left, top) => hands.drop(held, left, top),
      stop: () => hands.stop(),
      turn: () => {},
    });
    // The group is one stop of Tab; arrows go through it.
    element.addEventListener("keydown", (event) => {
      const tools = [...this.buttons.keys()];
      const at = tools.indexOf(this.tool);
      const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      this.choose(tools[(at + by + tools.length) % tools.length]);
      this.buttons.get(this.tool)?.focus();
    });
  }

  /** @param {string} game @param {BoardView} board @param {number[]} pieces */
  show(game, board, pieces) {
    this.pieces = pieces;
    this.buttons = new Map();
    for (const [number, piece] of pieces.entries()) {
      this.buttons.set(piece, this.#button(piece, pieceWords(game, board.pieces, piece), pieceIcon(game, board.pieces[piece]), number + 1));
    }
    this.buttons.set("erase", this.#button("erase", t("web.editor.erase"), icon("erase"), 0));
    this.element.replaceChildren(...this.buttons.values());
    this.choose(typeof this.tool === "number" && pieces.includes(this.tool) ? this.tool : pieces[0]);
  }

  /** @param {Tool} tool @param {string} words @param {Element} face @param {number} number its key */
  #button(tool, words, face, number) {
    const key = number > 0 && number < 10 ? make("kbd", { "aria-hidden": "true" }, String(number)) : null;
    const look = { type: "button", class: "palette-piece", role: "radio", "data-tool": tool, title: words, "aria-label": words };
    return make("button", look, face, key);
  }

  /** @param {Tool} tool */
  choose(tool) {
    this.tool = tool;
    for (const [one, button] of this.buttons) {
      button.setAttribute("aria-checked", String(one === tool));
      button.tabIndex = one === tool ? 0 : -1;
    }
  }
}
