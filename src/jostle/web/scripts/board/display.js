/** The board's elements on the page: they are made, sized and kept up to date here. */

import { Bar } from "./bar.js";
import { Chooser } from "./chooser.js";
import { fitBoard, sizeStage } from "./fitting.js";
import { canTurn, sourceOf, sources, targets } from "./gestures.js";
import { Grid } from "./grid.js";
import { Scene } from "./scene.js";
import { CELL } from "./squares.js";
import { standingOn } from "./standings.js";
import { MARGIN } from "./surface.js";
import { toldSquare } from "./telling.js";
import { Tray } from "./tray.js";

/** @import { BoardOptions, Marks, MoveView, Player, PositionView, Square, StepView } from "../types.js" */
/** @import { Offered } from "./chooser.js" */
/** @import { Choice, GameModule, Situation } from "./gestures.js" */
/** @import { GridEvents } from "./grid.js" */
/** @import { Teller } from "./telling.js" */
/** @typedef {Pick<PositionView, "beside" | "scores">} Beside */

/**
 * What people do. `take`: a piece in the hand is pressed; `laid`: everything has to be shown anew.
 * @typedef {Omit<GridEvents, "lift"> & {
 *   lift(source: string, grabbed: Square | null): void, take(source: string, byKey: boolean): void,
 *   play(): void, pass(): void, laid(): void}} Events
 */

/**
 * What is shown besides the choice.
 * @typedef {object} Shown
 * @property {Beside | null} beside
 * @property {Player | null} mover
 * @property {StepView[]} steps what the move that is pointed at is certain to do
 * @property {MoveView | null} preview that move, if it is one
 * @property {boolean} waits whether it waits for a second press
 * @property {boolean} canPass
 * @property {Marks | null} marks what the page points at
 */

export class Display {
  /** @param {BoardOptions} options @param {GameModule} module @param {Teller} teller @param {Events} events */
  constructor(options, module, teller, events) {
    const { frame, trays, game, board, t } = options;
    this.options = options;
    this.teller = teller;
    this.events = events;
    this.margin = MARGIN;
    this.scene = new Scene(game, board, module.crushed);
    this.grid = new Grid(t("web.board.label", { title: t(`${game}.title`) }), {
      ...events,
      lift: (square) => events.lift(square, square),
    });
    this.bar = new Bar(t, events);
    this.stage = division("board-stage", this.scene.svg, this.grid.element);
    this.root = division("board", division("board-scroller", this.stage), this.bar.element);
    this.chooser = new Chooser(this.root);
    this.trays = /** @type {const} */ ([1, 2]).map(
      (player) =>
        new Tray(trays[player], player, teller, {
          ...events,
          press: events.take,
          lift: (source) => events.lift(source, null),
        }),
    );
    frame.append(this.root);
    this.resizing = new ResizeObserver(() => {
      if (this.fit() !== this.margin) this.lay(this.scene.view.orientation);
    });
    this.resizing.observe(frame);
    this.listening = new AbortController();
    document.addEventListener("keydown", (event) => this.key(event), { signal: this.listening.signal });
  }

  /** Keys of a hand on the mouse, which leaves the focus with nothing in particular. @param {KeyboardEvent} event */
  key(event) {
    const busy = event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey;
    if (busy || event.target !== document.body) return;
    // Where there are several boards, the hand is at the one under it.
    if (this.options.amongOthers && !this.options.frame.matches(":hover")) return;
    if (event.key === "r" || event.key === "R") this.events.turn();
    else if (event.key !== "Escape" || !this.events.cancel()) return;
    event.preventDefault();
  }

  destroy() {
    this.resizing.disconnect();
    this.listening.abort();
    this.chooser.close();
    this.trays.forEach((tray) => tray.destroy());
    this.grid.destroy();
    this.root.remove();
  }

  // ---- sizes ----

  /** Draws the board from a player's side. @param {Player} orientation */
  lay(orientation) {
    this.margin = this.fit();
    const { width, height } = this.options.board;
    const view = { width, height, orientation, thin: this.margin < MARGIN };
    this.scene.lay(view, this.margin);
    this.grid.lay(view);
    sizeStage(this.stage, view, this.margin);
    this.root.classList.toggle("narrow", view.thin);
    this.events.laid();
  }

  /** The margin that its frame leaves the board. */
  fit() {
    const { frame, board } = this.options;
    return fitBoard(this.root, frame, board, this.margin);
  }

  /** Where a piece lies in the middle of a player's tray, for one that flies there. @param {Player} owner */
  trayPlace(owner) {
    const box = this.trays[owner - 1].element.getBoundingClientRect();
    if (box.width === 0) return null;
    const at = this.scene.toUnits(box.left + Math.min(box.width / 2, 80), box.top + box.height / 2);
    return { x: at.x - CELL / 2, y: at.y - CELL / 2 };
  }

  // ---- what is shown ----

  /** @param {Situation} situation @param {Choice} choice @param {Shown} shown */
  present(situation, choice, shown) {
    const chosen =
      choice.source === null ? [] : (standingOn(situation.standings, choice.source)?.cells ?? []);
    const aims = targets(situation, choice);
    const landing = new Set(shown.steps.flat().flatMap((effect) => effect.to));
    const marked = choice.source === null ? [] : [...aims].filter((square) => !landing.has(square));
    this.scene.markChoice(chosen, marked);
    this.scene.markPreview(shown.steps);
    this.scene.markPointed(shown.marks?.squares ?? [], shown.marks?.steps ?? [], shown.marks?.arrows ?? []);
    this.presentCells(situation, chosen, aims, shown.marks);
    this.presentTrays(situation, choice, shown);
    this.bar.update(shown.preview?.outcome?.words ?? "", {
      turn: canTurn(situation, choice),
      play: shown.waits,
      pass: shown.canPass,
      cancel: choice.source !== null,
    });
  }

  /** @param {Situation} situation @param {Square[]} chosen @param {Set<Square>} aims @param {Marks | null} marks */
  presentCells(situation, chosen, aims, marks) {
    const { t } = this.teller;
    const free = sources(situation);
    for (const square of this.grid.rows.flat()) {
      const remarks = [];
      if (chosen.includes(square)) remarks.push(t("web.board.chosen"));
      else if (free.has(square)) remarks.push(t("web.board.free"));
      if (aims.has(square)) remarks.push(t("web.board.target"));
      if (marks?.squares.includes(square)) remarks.push(marks.words);
      const standing = standingOn(situation.standings, square);
      this.grid.update(square, {
        label: toldSquare(this.teller, this.options.board, square, standing, remarks),
        kind: [free.has(square) ? "free" : "", aims.has(square) ? "aim" : ""].join(" ").trim(),
        chosen: chosen.includes(square),
      });
    }
  }

  /** @param {Situation} situation @param {Choice} choice @param {Shown} shown */
  presentTrays(situation, choice, { beside, mover, preview }) {
    const free = sources(situation);
    this.trays.forEach((tray, index) => {
      const moving = mover === tray.player;
      tray.update({
        held: beside?.beside[index] ?? [],
        free: moving ? free : new Set(),
        source: moving ? sourceOf(situation, choice) : null,
        way: choice.way,
        score: beside?.scores?.[index] ?? null,
        preview: preview?.scores?.[index] ?? null,
      });
    });
  }

  /**
   * Asks near a square.
   * @param {string} title @param {Offered[]} offers @param {Square} square
   * @param {(index: number) => void} onChoose
   */
  ask(title, offers, square, onChoose) {
    const near = this.grid.cells.get(square) ?? this.stage;
    this.chooser.ask(title, offers, near.getBoundingClientRect(), onChoose, () => {
      this.grid.go(square);
      this.grid.focus();
    });
  }
}

/** @param {string} name @param {...Element} children */
function division(name, ...children) {
  const element = document.createElement("div");
  element.className = name;
  element.append(...children);
  return element;
}
