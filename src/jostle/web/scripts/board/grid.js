/**
 * The squares as a screen reader and the keyboard find them, and as pointers press them.
 *
 * Real elements lie over the picture: an ARIA grid with one tab stop.
 */

import { rows } from "./surface.js";

/** @import { Square } from "../types.js" */
/** @import { View } from "./squares.js" */
/** @typedef {{label: string, kind: string, chosen: boolean}} Cell `kind` is a list of CSS classes */

/**
 * @typedef {object} GridEvents
 * @property {(square: Square, careful: boolean) => void} press
 * @property {(square: Square | null) => void} point
 * @property {() => void} turn
 * @property {() => boolean} cancel
 * @property {(square: Square) => boolean} canDrag
 * @property {(square: Square) => void} lift
 * @property {(left: number, top: number) => void} drag
 * @property {(left: number, top: number) => void} drop
 * @property {() => void} stop
 */

const FAR_ENOUGH = 6; // pixels, from where on a press is a drag

export class Grid {
  /** @param {string} label @param {GridEvents} events */
  constructor(label, events) {
    this.events = events;
    /** @type {View} */
    this.view = { width: 0, height: 0, orientation: 1 };
    /** @type {Square[][]} */
    this.rows = [];
    /** @type {Map<Square, HTMLElement>} */
    this.cells = new Map();
    /** @type {Map<Square, Cell>} */
    this.shown = new Map();
    this.current = "";
    this.element = document.createElement("div");
    this.element.className = "board-grid";
    this.element.setAttribute("role", "grid");
    this.element.setAttribute("aria-label", label);
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("focusin", (event) => this.focused(event));
    this.element.addEventListener("focusout", (event) => {
      if (!this.element.contains(/** @type {Node | null} */ (event.relatedTarget))) this.events.point(null);
    });
    this.element.addEventListener("pointermove", (event) => {
      if (event.pointerType !== "touch" && event.buttons === 0) this.events.point(squareOf(event.target));
    });
    this.element.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "touch" && event.buttons === 0) this.events.point(null);
    });
    this.destroy = watchDrags(this.element, {
      start: (event) => squareOf(event.target),
      canDrag: (square) => this.events.canDrag(square),
      press: (square, careful) => this.events.press(square, careful),
      lift: (square) => this.events.lift(square),
      drag: (left, top) => this.events.drag(left, top),
      drop: (left, top) => this.events.drop(left, top),
      stop: () => this.events.stop(),
      turn: () => this.events.turn(),
    });
  }

  /** Makes the cells anew, for another side at the bottom. @param {View} view */
  lay(view) {
    const focused = this.element.contains(document.activeElement);
    this.view = view;
    this.rows = rows(view);
    this.cells.clear();
    this.shown.clear();
    this.element.replaceChildren(
      ...this.rows.map((squares) => {
        const row = document.createElement("div");
        row.setAttribute("role", "row");
        row.append(...squares.map((square) => this.cell(square)));
        return row;
      }),
    );
    const middle = this.rows[Math.floor(view.height / 2)][Math.floor((view.width - 1) / 2)];
    this.go(this.cells.has(this.current) ? this.current : middle);
    if (focused) this.focus();
  }

  /** @param {Square} square */
  cell(square) {
    const cell = document.createElement("div");
    cell.setAttribute("role", "gridcell");
    cell.dataset.square = square;
    cell.tabIndex = -1;
    this.cells.set(square, cell);
    return cell;
  }

  /** @param {Square} square @param {Cell} cell */
  update(square, cell) {
    const element = this.cells.get(square);
    const old = this.shown.get(square);
    if (!element) return;
    if (old?.label !== cell.label) element.setAttribute("aria-label", cell.label);
    if (old?.kind !== cell.kind) element.className = cell.kind;
    if (old?.chosen !== cell.chosen) element.setAttribute("aria-selected", String(cell.chosen));
    this.shown.set(square, cell);
  }

  /** Makes a square the one that Tab leads to. @param {Square} square */
  go(square) {
    const old = this.cells.get(this.current);
    if (old) old.tabIndex = -1;
    this.current = square;
    const cell = this.cells.get(square);
    if (cell) cell.tabIndex = 0;
  }

  focus() {
    this.cells.get(this.current)?.focus({ preventScroll: true });
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const square = squareOf(event.target);
    if (!square) return;
    this.go(square);
    const cell = this.cells.get(square);
    if (cell?.matches(":focus-visible")) {
      cell.scrollIntoView({ block: "nearest", inline: "nearest" });
      this.events.point(square);
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const square = squareOf(event.target);
    if (!square || event.altKey || event.metaKey) return;
    const row = this.rows.findIndex((squares) => squares.includes(square));
    const column = this.rows[row].indexOf(square);
    const [bottom, right] = [this.view.height - 1, this.view.width - 1];
    /** @type {Record<string, () => [number, number]>} */
    const ways = {
      ArrowUp: () => [Math.max(0, row - 1), column],
      ArrowDown: () => [Math.min(bottom, row + 1), column],
      ArrowLeft: () => [row, Math.max(0, column - 1)],
      ArrowRight: () => [row, Math.min(right, column + 1)],
      Home: () => [event.ctrlKey ? 0 : row, 0],
      End: () => [event.ctrlKey ? bottom : row, right],
    };
    if (ways[event.key]) {
      const [newRow, newColumn] = ways[event.key]();
      this.go(this.rows[newRow][newColumn]);
      this.focus();
    } else if (event.key === "Enter" || event.key === " ") this.events.press(square, false);
    else if (event.key === "r" || event.key === "R") {
      if (event.ctrlKey) return;
      this.events.turn();
    } else if (event.key !== "Escape" || !this.events.cancel()) return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** @param {EventTarget | null} target @returns {Square | null} */
function squareOf(target) {
  return target instanceof HTMLElement
    ? (target.closest("[data-square]")?.getAttribute("data-square") ?? null)
    : null;
}

/**
 * Tells presses from drags, for mouse, pen, finger and screen reader. A second button turns.
 * @param {HTMLElement} element
 * @param {object} handlers
 * @param {(event: Event) => string | null} handlers.start what is pressed
 * @param {(source: string) => boolean} handlers.canDrag
 * @param {(source: string, careful: boolean, byKey: boolean) => void} handlers.press
 * @param {(source: string) => void} handlers.lift
 * @param {(left: number, top: number) => void} handlers.drag
 * @param {(left: number, top: number) => void} handlers.drop
 * @param {() => void} handlers.stop
 * @param {() => void} handlers.turn
 * @returns {() => void} ends the watching
 */
export function watchDrags(element, { start, canDrag, press, lift, drag, drop, stop, turn }) {
  /** @type {{pointer: number, source: string, left: number, top: number, dragged: boolean} | null} */
  let held = null;
  let finger = false;
  let dragged = false; // whether the click that comes next is the end of a drag

  element.addEventListener("pointerdown", (event) => {
    finger = event.pointerType === "touch";
    dragged = false;
    const source = start(event);
    if (source === null || held || event.button !== 0) return;
    held = { pointer: event.pointerId, source, left: event.clientX, top: event.clientY, dragged: false };
  });
  element.addEventListener("click", (event) => {
    const source = start(event);
    const byKey = event.detail === 0;
    if (source !== null && (byKey || !dragged)) press(source, finger && !byKey, byKey);
  });
  element.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    if (!held?.dragged) turn();
  });

  /** @param {PointerEvent} event */
  function moved(event) {
    if (held?.pointer !== event.pointerId) return;
    if (!held.dragged) {
      const far = Math.hypot(event.clientX - held.left, event.clientY - held.top) >= FAR_ENOUGH;
      if (!far || event.buttons !== 1 || !canDrag(held.source)) return;
      held.dragged = dragged = true;
      element.setPointerCapture(event.pointerId);
      lift(held.source);
    }
    // A second button is told as a change while the first is held.
    if (event.button === 2 && event.buttons === 3) turn();
    drag(event.clientX, event.clientY);
  }

  /** @param {PointerEvent} event */
  function released(event) {
    if (held?.pointer !== event.pointerId) return;
    const done = held.dragged;
    held = null;
    if (done) drop(event.clientX, event.clientY);
  }

  /** @param {PointerEvent} event */
  function lost(event) {
    if (held?.pointer !== event.pointerId) return;
    const done = held.dragged;
    held = null;
    if (done) stop();
  }

  // On the document, since a quick hand has left the element before it has gone far enough.
  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener("pointermove", moved, { signal });
  document.addEventListener("pointerup", released, { signal });
  document.addEventListener("pointercancel", lost, { signal });
  return () => listening.abort();
}
