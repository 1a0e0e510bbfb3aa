/** The picture: the surface, one element for each piece, and layers of marks. It changes what has changed. */

import { plan } from "./motion.js";
import { boxOf } from "./squares.js";
import { drawSurface, viewBox } from "./surface.js";
import { rankedArrows } from "./arrows.js";
import { pointerMark, ringMark, stepMarks, targetMark } from "./marks.js";
import { pieceFace, svg, transformOf } from "./svg.js";
import { played, standingOn } from "./standings.js";

/** @import { Arrow, BoardView, PieceView, SoundName, Square, StepView } from "../types.js" */
/** @import { Stage } from "./motion.js" */
/** @import { Point, View } from "./squares.js" */
/** @import { Standing, Standings } from "./standings.js" */
/** @typedef {{element: SVGGElement, piece: number}} Node */
/** @typedef {{finished: Promise<void>, finish(): void}} Running */

const LIFTED = "drop-shadow(0 14px 9px rgb(0 0 0 / .32))";
const FLAT = "drop-shadow(0 0 0 rgb(0 0 0 / 0))";
const FADE = 160; // milliseconds, where people want no movement

export class Scene {
  /** @param {string} game @param {BoardView} board @param {(piece: PieceView) => boolean} crushed */
  constructor(game, board, crushed) {
    this.game = game;
    this.board = board;
    this.crushed = crushed;
    /** @type {View} */
    this.view = { width: board.width, height: board.height, orientation: 1 };
    /** @type {Standings} */
    this.standings = { pieces: [], next: 0 };
    /** @type {Map<number, Node>} */
    this.nodes = new Map();
    /** @type {Map<Square, SVGTextElement>} */
    this.numbers = new Map();
    this.surface = svg("g");
    this.below = svg("g", { class: "board-below" });
    this.last = svg("g", { class: "board-last" });
    this.pieces = svg("g", { class: "board-pieces" });
    this.pointed = svg("g", { class: "board-pointed" });
    this.above = svg("g", { class: "board-above" });
    this.hand = svg("g", { class: "board-hand" });
    this.svg = svg("svg", { class: "board-drawing", "aria-hidden": "true", focusable: "false" }, [
      this.surface,
      this.below,
      this.pieces,
      this.last,
      this.pointed,
      this.above,
      this.hand,
    ]);
    /** @type {Running | null} */
    this.running = null;
    /** @type {{steps: StepView[], view: View} | null} */
    this.lastMarked = null;
    /** @type {Set<SVGGElement>} */
    this.dimmed = new Set();
  }

  /**
   * Draws the surface anew, for another size or another side at the bottom.
   * @param {View} view @param {number} margin
   */
  lay(view, margin) {
    this.view = view;
    const { x, y, width, height } = viewBox(view, margin);
    this.svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    const { drawing, numbers } = drawSurface(this.board, view, margin);
    this.surface.replaceWith(drawing);
    this.surface = drawing;
    this.numbers = numbers;
    this.place(this.standings);
  }

  /** Puts every piece where it stands. @param {Standings} standings */
  place(standings) {
    this.standings = standings;
    const gone = new Set(this.nodes.keys());
    for (const standing of standings.pieces) {
      gone.delete(standing.id);
      this.put(standing);
    }
    for (const id of gone) {
      this.nodes.get(id)?.element.remove();
      this.nodes.delete(id);
    }
    this.makeRoom(standings);
  }

  /** Puts one piece on its squares. @param {Standing} standing */
  put({ id, piece, cells }) {
    const node = this.nodeOf(id, piece);
    this.face(node, piece);
    const at = transformOf(boxOf(this.view, cells), this.board.pieces[piece]);
    if (node.element.style.transform !== at) node.element.style.transform = at;
  }

  /** Numbers go into a corner where a piece lies. @param {Standings[]} standings */
  makeRoom(...standings) {
    const covered = new Set(standings.flatMap(({ pieces }) => pieces.flatMap(({ cells }) => cells)));
    for (const [square, figure] of this.numbers) figure.classList.toggle("covered", covered.has(square));
  }

  /** @param {number} id @param {number} piece @returns {Node} */
  nodeOf(id, piece) {
    let node = this.nodes.get(id);
    if (!node) {
      node = {
        element: svg("g", { class: "piece" }, [pieceFace(this.game, this.board.pieces[piece])]),
        piece,
      };
      this.nodes.set(id, node);
      this.pieces.append(node.element);
    }
    return node;
  }

  /** @param {Node} node @param {number} piece */
  face(node, piece) {
    if (node.piece === piece) return;
    node.piece = piece;
    node.element.replaceChildren(pieceFace(this.game, this.board.pieces[piece]));
  }

  /**
   * Plays a move from what is shown, ending in `after`.
   * @param {StepView[]} steps @param {Standings} after
   * @param {Pick<Stage, "arrived" | "tray"> & {speed: number, onSound: (name: SoundName) => void}} how
   * @returns {Running}
   */
  animate(steps, after, { speed, arrived, tray, onSound }) {
    const stage = { view: this.view, pieces: this.board.pieces, crushed: this.crushed, tray, arrived };
    const { duration, tracks, cues, swaps } = plan(stage, this.standings, steps);
    this.makeRoom(this.standings, after);
    const [start] = steps[0]?.[0]?.from ?? [];
    const acting = start === undefined ? undefined : standingOn(this.standings, start)?.id;
    /** @type {Animation[]} */
    const animations = [];
    for (const { id, piece, frames } of tracks.values()) {
      const node = this.nodeOf(id, piece);
      if (id === acting) this.pieces.append(node.element); // it lies above those it takes
      animations.push(
        node.element.animate(keyframes(frames, duration, this.board.pieces[piece]), {
          duration: duration / speed,
          fill: "both",
        }),
      );
    }
    const timers = [
      ...cues.map(({ at, sound }) => setTimeout(() => onSound(sound), at / speed)),
      ...swaps.map(({ at, id, piece }) =>
        setTimeout(() => {
          const node = this.nodes.get(id);
          if (
            node &&
            node.piece !== piece &&
            this.board.pieces[piece].axis === this.board.pieces[node.piece].axis
          )
            this.face(node, piece);
        }, at / speed),
      ),
    ];
    return this.run(animations, duration / speed, () => {
      timers.forEach(clearTimeout);
      this.place(after);
    });
  }

  /** Shows what has changed by a short fade. @param {Standings} after @returns {Running} */
  fade(after) {
    const before = new Map(
      this.standings.pieces.map((standing) => [standing.id, standing.cells[0] + standing.piece]),
    );
    this.place(after);
    const animations = after.pieces
      .filter(({ id, cells, piece }) => before.get(id) !== cells[0] + piece)
      .map(({ id, piece }) =>
        this.nodeOf(id, piece).element.animate([{ opacity: 0.15 }, { opacity: 1 }], FADE),
      );
    return this.run(animations, FADE, () => {});
  }

  /** @param {Animation[]} animations @param {number} duration @param {() => void} settle @returns {Running} */
  run(animations, duration, settle) {
    this.running?.finish();
    let done = false;
    /** @type {() => void} */
    let resolve = () => {};
    /** @type {Promise<void>} */
    const finished = new Promise((fulfil) => (resolve = fulfil));
    const finish = () => {
      if (done) return;
      done = true;
      clearTimeout(timer);
      settle();
      animations.forEach((animation) => animation.cancel());
      this.running = null;
      resolve();
    };
    const timer = setTimeout(finish, duration);
    this.running = { finished, finish };
    return this.running;
  }

  // ---- marks ----

  /** What the last move did. @param {StepView[]} steps */
  markLast(steps) {
    if (steps === this.lastMarked?.steps && this.view === this.lastMarked.view) return;
    this.lastMarked = { steps, view: this.view };
    this.last.replaceChildren(...stepMarks(this.view, steps, this.board.pieces, this.crushed));
  }

  /**
   * What the page points at, a move that it shows, and the best moves.
   * @param {Square[]} squares @param {StepView[]} steps @param {Arrow[]} arrows
   */
  markPointed(squares, steps, arrows) {
    this.pointed.replaceChildren(
      ...rankedArrows(this.view, arrows, this.board.pieces),
      ...(squares.length ? [pointerMark(this.view, squares)] : []),
      ...stepMarks(this.view, steps, this.board.pieces, this.crushed),
    );
    this.svg.classList.toggle("pointing", squares.length + steps.length > 0);
  }

  /** What is chosen, and where it can go. @param {Square[]} chosen @param {Square[]} targets */
  markChoice(chosen, targets) {
    const marks = targets.map((square) =>
      targetMark(
        this.view,
        square,
        standingOn(this.standings, square) !== undefined,
        this.board.numbers !== null,
      ),
    );
    this.below.replaceChildren(...marks.filter((mark) => mark.tagName === "circle"));
    const over = marks.filter((mark) => mark.tagName !== "circle");
    this.above.replaceChildren(...over, ...(chosen.length ? [ringMark(this.view, chosen, "chosen")] : []));
  }

  /** What a move would do: its pieces as ghosts where they would end, and arrows. @param {StepView[]} steps */
  markPreview(steps) {
    const after = played(this.standings, steps);
    const before = new Map(this.standings.pieces.map((standing) => [standing.id, standing]));
    const ghosts = after.pieces.filter((standing) => {
      const old = before.get(standing.id);
      return !old || old.cells[0] !== standing.cells[0] || old.piece !== standing.piece;
    });
    const kept = new Set(after.pieces.map(({ id }) => id));
    const moved = new Set(ghosts.map(({ id }) => id));
    const landing = new Set(ghosts.flatMap(({ cells }) => cells));
    const displaced = this.standings.pieces.filter(
      ({ id, cells }) => moved.has(id) || !kept.has(id) || cells.some((cell) => landing.has(cell)),
    );
    this.dim(displaced.map(({ id }) => id));
    this.above.append(
      ...ghosts.map(({ piece, cells }) => this.ghost(piece, boxOf(this.view, cells))),
      ...stepMarks(this.view, steps, this.board.pieces, this.crushed),
    );
    this.makeRoom(this.standings, after);
    this.svg.classList.toggle("previewing", steps.length > 0);
  }

  /** @param {number} piece @param {Point} at */
  ghost(piece, at) {
    const ghost = svg("g", { class: "ghost" }, [pieceFace(this.game, this.board.pieces[piece])]);
    ghost.style.transform = transformOf(at, this.board.pieces[piece]);
    return ghost;
  }

  /** @param {number[]} ids */
  dim(ids) {
    const wanted = new Set(ids.flatMap((id) => this.nodes.get(id)?.element ?? []));
    for (const element of this.dimmed) if (!wanted.has(element)) element.classList.remove("dimmed");
    for (const element of wanted) element.classList.add("dimmed");
    this.dimmed = wanted;
  }

  // ---- a piece in the hand ----

  /** Shows a piece under the pointer. @param {PieceView} piece @param {Point} at its upper left corner */
  hold(piece, at) {
    if (!this.hand.firstChild) this.hand.append(pieceFace(this.game, piece));
    else if (this.hand.firstElementChild?.getAttribute("data-axis") !== String(piece.axis)) {
      this.hand.replaceChildren(pieceFace(this.game, piece));
    }
    this.hand.firstElementChild?.setAttribute("data-axis", String(piece.axis));
    this.hand.style.transform = `translate(${at.x}px, ${at.y}px)`;
  }

  release() {
    this.hand.replaceChildren();
  }

  /** A place on the screen in the board's units. @param {number} left @param {number} top @returns {Point} */
  toUnits(left, top) {
    const box = this.svg.getBoundingClientRect();
    const [x, y, width] = (this.svg.getAttribute("viewBox") ?? "").split(" ").map(Number);
    const scale = width / box.width;
    return { x: x + (left - box.left) * scale, y: y + (top - box.top) * scale };
  }
}

/**
 * @param {import("./motion.js").Frame[]} frames @param {number} duration @param {PieceView} piece
 * @returns {Keyframe[]}
 */
function keyframes(frames, duration, piece) {
  const fades = frames.some((frame) => frame.shown !== undefined);
  const lifts = frames.some((frame) => frame.lift !== undefined);
  const all = [...frames, { ...frames[frames.length - 1], at: duration }];
  return all.map((frame) => ({
    offset: Math.min(1, frame.at / duration),
    transform: transformOf(frame, piece),
    easing: frame.easing ?? "linear",
    ...(fades ? { opacity: frame.shown ?? 1 } : {}),
    ...(lifts ? { filter: frame.lift ? LIFTED : FLAT } : {}),
  }));
}
