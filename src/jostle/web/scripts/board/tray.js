/** What a player has beside the board, and the score: buttons where a piece can be taken, else a quiet list. */

import { heldSource } from "./gestures.js";
import { watchDrags } from "./grid.js";
import { pieceFace, svg } from "./svg.js";
import { CELL } from "./squares.js";
import { toldPiece, toldPlayer } from "./telling.js";

/** @import { Axis, HeldView, PieceView, Player } from "../types.js" */
/** @import { Teller } from "./telling.js" */

/**
 * @typedef {object} TrayEvents
 * @property {(source: string, byKey: boolean) => void} press
 * @property {() => void} turn
 * @property {(source: string) => void} lift
 * @property {(left: number, top: number) => void} drag
 * @property {(left: number, top: number) => void} drop
 * @property {() => void} stop
 */

/**
 * @typedef {object} TrayView
 * @property {HeldView[]} held
 * @property {Set<string>} free the sources that can be taken
 * @property {string | null} source the one that is in hand
 * @property {Axis} way how it lies
 * @property {number | null} score
 * @property {number | null} preview the score after the move that is shown
 */

export class Tray {
  /** @param {HTMLElement} element @param {Player} player @param {Teller} teller @param {TrayEvents} events */
  constructor(element, player, teller, events) {
    this.teller = teller;
    this.player = player;
    this.events = events;
    /** @type {Map<number, {item: HTMLElement, count: HTMLElement, state: string}>} */
    this.items = new Map();
    this.list = document.createElement("ul");
    this.list.className = "tray-list";
    const { t } = teller;
    this.list.setAttribute(
      "aria-label",
      t(`${teller.game}.beside`, { player: toldPlayer(t, player) }),
    );
    this.score = document.createElement("p");
    this.score.className = "tray-score";
    this.element = document.createElement("div");
    this.element.className = `tray tray-${player}`;
    this.element.append(this.list, this.score);
    element.append(this.element);
    this.list.addEventListener("keydown", (event) => {
      if (event.key !== "r" && event.key !== "R") return;
      this.events.turn();
      event.stopPropagation();
    });
    this.unwatch = watchDrags(this.list, {
      start: sourceIn,
      canDrag: () => true,
      press: (source, _, byKey) => this.events.press(source, byKey),
      lift: (source) => this.events.lift(source),
      drag: (left, top) => this.events.drag(left, top),
      drop: (left, top) => this.events.drop(left, top),
      stop: () => this.events.stop(),
      turn: () => this.events.turn(),
    });
  }

  /** @param {TrayView} view */
  update(view) {
    const gone = new Set(this.items.keys());
    for (const held of view.held) {
      gone.delete(held.piece);
      this.updateItem(held, view);
    }
    for (const piece of gone) {
      this.items.get(piece)?.item.remove();
      this.items.delete(piece);
    }
    this.updateScore(view.score, view.preview);
  }

  /** @param {HeldView} held @param {TrayView} view */
  updateItem({ piece: index, count }, { free, source, way }) {
    const piece = this.teller.pieces[index];
    const own = heldSource(piece);
    const usable = free.has(own);
    const state = JSON.stringify([usable, source === own, source === own ? way : "h", count]);
    let shown = this.items.get(index);
    if (shown?.state === state) return;
    if (!shown) {
      const item = document.createElement("li");
      const number = document.createElement("span");
      number.className = "tray-count";
      shown = { item, count: number, state: "" };
      this.items.set(index, shown);
      this.list.append(item);
    }
    shown.state = state;
    const holder = this.holderOf(shown.item, shown.count, piece, usable);
    holder.classList.toggle("upright", source === own && way === "v");
    shown.count.textContent = `×${count}`;
    const label = this.teller.t("web.board.held", { piece: toldPiece(this.teller, piece), count });
    if (usable) {
      holder.setAttribute("aria-pressed", String(source === own));
      holder.setAttribute("aria-label", label);
    } else holder.setAttribute("title", label);
  }

  /** The button or, where nothing can be taken, the plain box that holds a piece's picture.
   * @param {HTMLElement} item @param {HTMLElement} count @param {PieceView} piece @param {boolean} usable */
  holderOf(item, count, piece, usable) {
    const old = /** @type {HTMLElement | null} */ (item.firstElementChild);
    const name = usable ? "BUTTON" : "SPAN";
    if (old?.tagName === name) return old;
    const focused = old !== null && old === document.activeElement;
    const holder = document.createElement(name);
    holder.className = `tray-piece length-${piece.length}`;
    if (usable) {
      holder.setAttribute("type", "button");
      holder.dataset.source = heldSource(piece);
    }
    const words = document.createElement("span");
    words.className = "board-unseen";
    words.textContent = toldPiece(this.teller, piece);
    const face = pieceFace(this.teller.game, { ...piece, axis: null });
    const size = { viewBox: `0 0 ${piece.length * CELL} ${CELL}`, "aria-hidden": "true", focusable: "false" };
    holder.append(svg("svg", size, [face]), words, count);
    item.replaceChildren(holder);
    if (focused) holder.focus();
    return holder;
  }

  /** @param {number | null} score @param {number | null} preview */
  updateScore(score, preview) {
    const { t } = this.teller;
    const words =
      score === null
        ? ""
        : preview === null || preview === score
          ? t("web.board.score", { count: score })
          : t("web.board.score-preview", { before: score, count: preview });
    if (this.score.textContent === words) return;
    this.score.textContent = words;
    this.score.hidden = words === "";
  }

  destroy() {
    this.unwatch();
    this.element.remove();
  }
}

/** @param {Event} event */
function sourceIn(event) {
  const target = event.target instanceof Element ? event.target.closest("[data-source]") : null;
  return target?.getAttribute("data-source") ?? null;
}
