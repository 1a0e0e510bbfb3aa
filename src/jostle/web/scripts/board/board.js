/**
 * The board of every game: shows positions, offers moves, plays them out.
 *
 * What can be done follows from the list of moves alone; the server is the only referee.
 */

import { Display } from "./display.js";
import { Drag } from "./drag.js";
import * as gestures from "./gestures.js";
import { drawPicture } from "./picture.js";
import { agrees, arranged, NOTHING, played, standingOn } from "./standings.js";
import { loadSymbols } from "./svg.js";
import { toldSteps } from "./telling.js";

/**
 * @import { Board, BoardOptions, HeldView, LastMove, Marks, MoveView, Player, PositionView, Square } from "../types.js"
 * @import { StepView } from "../types.js"
 */
/** @import { GameModule } from "./gestures.js" */
/** @import { Beside } from "./display.js" */

const PLAYERS = /** @type {const} */ ([1, 2]);

/** @param {BoardOptions} options @returns {Promise<Board>} */
export async function createBoard(options) {
  const [{ default: module }] = await Promise.all([
    /** @type {Promise<{default: GameModule}>} */ (import(`../games/${options.game}.js`)),
    loadSymbols(options.game),
  ]);
  return new LiveBoard(options, module);
}

/** @implements {Board} */
class LiveBoard {
  /** @param {BoardOptions} options @param {GameModule} module */
  constructor(options, module) {
    const { game, board, t } = options;
    this.options = options;
    this.module = module;
    this.teller = { game, pieces: board.pieces, t };
    /** @type {PositionView | null} */
    this.position = null;
    /** @type {LastMove | null} */
    this.last = null;
    /** @type {MoveView[] | null} */
    this.moves = null;
    /** @type {(() => void)[] | null} */
    this.held = null; // keys that came while moves were awaited
    /** @type {Marks | null} */
    this.marks = null;
    this.standings = NOTHING;
    /** @type {gestures.Gesture[]} */
    this.gestures = [];
    this.choice = gestures.NO_CHOICE;
    /** @type {MoveView | null} */
    this.previewed = null;
    /** @type {StepView[]} */
    this.suggested = [];
    this.announced = "";
    this.moving = false; // whether a move is being played out
    this.speed = 1;
    this.careful = false; // whether the last pointer was a finger
    /** @type {number | null} */
    this.arrived = null; // a piece that a hand has put on its target already

    this.display = new Display(options, module, this.teller, {
      press: (square, careful) => this.press(square, careful),
      point: (square) => this.point(square),
      take: (source, byKey) => this.take(source, byKey),
      turn: () => this.turn(),
      play: () => this.choice.pointed !== null && this.press(this.choice.pointed, false),
      pass: () => this.commit(gestures.PASS),
      cancel: () => this.cancel(),
      // Where a piece is always in hand, those on the board stay there.
      canDrag: (square) =>
        this.moves !== null && module.hand === null && standingOn(this.standings, square) !== undefined,
      lift: (source, grabbed) => this.lift(source, grabbed),
      drag: (left, top) => this.dragTo(left, top),
      drop: (left, top) => this.dropAt(left, top),
      stop: () => this.endDrag(),
      laid: () => this.refresh(),
    });
    this.drag = new Drag(this.scene);
    this.display.lay(1);
  }

  get scene() {
    return this.display.scene;
  }

  /** What the gestures are judged by. @returns {gestures.Situation} */
  get situation() {
    return {
      module: this.module,
      pieces: this.teller.pieces,
      gestures: this.gestures,
      standings: this.standings,
    };
  }

  // ---- what the page asks for ----

  /** @param {PositionView} position @param {{last?: LastMove | null, animate?: boolean}} [how] */
  async show(position, { last = null, animate = true } = {}) {
    this.scene.running?.finish();
    const before = this.position;
    const repeated = before?.text === position.text;
    const follows =
      last !== null && before !== null && !repeated && agrees(played(this.standings, last.steps), position);
    const after = follows && last ? played(this.standings, last.steps) : arranged(this.standings, position);
    const arrived = this.arrived;
    this.arrived = null;
    this.position = position;
    this.last = last;
    this.suggested = [];
    this.standings = after;
    if (!repeated) {
      this.marks = null;
      this.forget();
    }
    if (!repeated && before !== null && last !== null) {
      this.options.announce(toldSteps(this.teller, last.player, last.steps));
    }
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.moving = follows && animate && this.speed > 0;
    if (follows && animate && (still || !this.moving)) this.soundOf(last);
    if (!this.moving || !last) this.scene.place(after);
    else {
      this.refresh({ beside: fewer(before, position), scores: before?.scores ?? null });
      const running = still
        ? this.scene.fade(after)
        : this.scene.animate(last.steps, after, {
            arrived,
            speed: this.speed,
            tray: (owner) => this.display.trayPlace(owner),
            onSound: (name) => this.options.onSound?.(name),
          });
      await running.finished;
      if (this.position !== position) return; // another one is being shown already
      this.moving = false;
    }
    this.refresh();
  }

  /** Moves will be set soon: until then pointers do nothing, and keys are held. */
  awaitMoves() {
    this.setMoves(null);
    this.held = [];
    this.display.root.classList.add("waiting");
  }

  /** @param {MoveView[] | null} moves */
  setMoves(moves) {
    const { held } = this;
    this.held = null;
    this.moves = moves;
    this.display.root.classList.remove("waiting");
    this.gestures = moves ? gestures.gesturesOf(this.module, moves) : [];
    if (moves) this.display.root.classList.add("playable");
    const { source } = this.choice;
    if (source !== null && !gestures.sources(this.situation).has(source)) {
      this.choice = gestures.chosen(this.choice, null);
    }
    this.display.chooser.close();
    // A piece that a hand has put down waits for the move to be shown, unless it is to be moved anew.
    if (moves && !this.moving) this.settle();
    this.refresh();
    if (moves) held?.forEach((run) => run());
  }

  /** @param {Marks | null} marks */
  setMarks(marks) {
    if (marks === this.marks) return;
    this.marks = marks;
    this.refresh();
  }

  /** @param {Player} player */
  setOrientation(player) {
    if (player === this.scene.view.orientation) return;
    this.scene.running?.finish();
    this.display.lay(player);
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = Math.min(3, Math.max(0, speed));
  }

  /** @param {StepView[]} steps */
  suggest(steps) {
    this.suggested = steps;
    this.refresh();
  }

  /** @param {string} source */
  choose(source) {
    this.update(gestures.taken(this.situation, this.choice, source));
  }

  turn() {
    if (this.held) {
      this.held.push(() => this.turn());
      return;
    }
    const { situation, choice } = this;
    if (gestures.canTurn(situation, choice)) {
      this.update(gestures.turned(choice));
      this.options.announce(this.teller.t(`web.board.lies.${this.choice.way}`));
      this.drag.draw(this.situation, this.choice, this.position?.mover ?? 1);
    } else if (choice.source !== null && gestures.candidates(situation, choice, choice.source).length) {
      this.press(choice.source, false); // a piece that is turned where it stands
    }
  }

  cancel() {
    if (this.display.chooser.open) this.display.chooser.close();
    else if (this.choice.source === null && this.choice.pointed === null && !this.drag.held) return false;
    this.endDrag();
    this.update(gestures.chosen(this.choice, null));
    return true;
  }

  focus() {
    this.display.grid.focus();
  }

  destroy() {
    this.scene.running?.finish();
    this.display.destroy();
  }

  // ---- what hands do ----

  /** @param {Square} square @param {boolean} careful */
  press(square, careful) {
    this.held?.push(() => this.press(square, careful));
    if (!this.moves) return;
    this.careful = careful;
    this.follow(gestures.pressed(this.situation, this.choice, square, careful), square);
  }

  /** @param {gestures.Answer} answer @param {Square} square */
  follow(answer, square) {
    const before = this.choice;
    this.update(answer.choice);
    if (answer.play) this.commit(answer.play.move);
    else if (answer.ask) this.ask(answer.ask, square);
    else if (answer.attempt !== undefined) this.options.onTry(answer.attempt);
    else if (answer.choice.source !== before.source) this.tellChoice();
  }

  /**
   * A piece in the hand is pressed: it is taken, or turned if it was taken already.
   * @param {string} source @param {boolean} byKey
   */
  take(source, byKey) {
    if (!this.moves) return;
    if (
      gestures.sourceOf(this.situation, this.choice) === source &&
      gestures.canTurn(this.situation, this.choice)
    ) {
      // What is always in hand is turned by the first press; the press also shows where it can go.
      if (this.choice.source === null) this.choice = gestures.chosen(this.choice, source);
      this.turn();
    } else if (this.choice.source === source) this.update(gestures.chosen(this.choice, null));
    else this.update(gestures.chosen(this.choice, source));
    this.tellChoice();
    if (byKey && this.choice.source !== null) this.focus();
  }

  /** @param {Square | null} square */
  point(square) {
    if (!this.moves || this.drag.held || this.display.chooser.open) return;
    if (this.careful && square === null) return; // a finger's preview stays until it is played or given up
    if (square !== null) this.careful = false;
    // A piece that is turned where it stands is shown as long as it is chosen.
    const own =
      this.choice.source !== null &&
      gestures.candidates(this.situation, this.choice, this.choice.source).length > 0;
    this.update(gestures.pointing(this.choice, square ?? (own ? this.choice.source : null)));
  }

  /** @param {string} move */
  commit(move) {
    this.update({ ...gestures.NO_CHOICE, way: this.choice.way });
    this.careful = false;
    this.options.onMove(move);
  }

  /** @param {MoveView[]} moves @param {Square} square */
  ask(moves, square) {
    const { game, board, t } = this.options;
    const common = gestures.commonSteps(moves);
    const open = moves.map((move) => gestures.remainingSteps(move, common));
    const around = [square, ...open.flat(2).flatMap((effect) => [...effect.from, ...effect.to])];
    const offers = moves.map((move, index) => ({
      label: this.module.differs(move, t),
      score: move.scores ? t("web.board.scores", { first: move.scores[0], second: move.scores[1] }) : "",
      words: toldSteps(this.teller, this.position?.mover ?? 1, open[index]),
      picture: drawPicture(game, board, played(this.standings, move.steps).pieces, {
        orientation: this.scene.view.orientation,
        steps: open[index],
        around,
        crushed: this.module.crushed,
      }),
    }));
    this.display.ask(t("web.board.which"), offers, square, (index) => this.commit(moves[index].move));
  }

  /** @param {string} source @param {Square | null} grabbed */
  lift(source, grabbed) {
    if (!this.moves) return;
    this.drag.lift(source, grabbed);
    this.display.root.classList.add("dragging");
    this.update(gestures.chosen(this.choice, source));
  }

  /** @param {number} left @param {number} top */
  dragTo(left, top) {
    if (!this.drag.held) return;
    this.drag.go(this.scene.toUnits(left, top));
    this.drag.draw(this.situation, this.choice, this.position?.mover ?? 1);
    this.update(gestures.pointing(this.choice, this.drag.target(this.standings)));
  }

  /** @param {number} left @param {number} top */
  dropAt(left, top) {
    if (!this.drag.held) return;
    this.drag.go(this.scene.toUnits(left, top));
    const target = this.drag.target(this.standings);
    const meant = target === null ? [] : gestures.candidates(this.situation, this.choice, target);
    if (meant.length === 1) this.arrived = this.drag.leave(this.standings, meant[0].steps);
    this.endDrag();
    if (target === null) this.update(gestures.chosen(this.choice, null));
    else this.follow(gestures.dropped(this.situation, this.choice, target), target);
  }

  endDrag() {
    this.drag.end();
    this.display.root.classList.remove("dragging");
  }

  /** Nothing is chosen any more; what is in hand lies as it lay. */
  forget() {
    if (this.drag.held) this.endDrag();
    this.display.chooser.close();
    this.choice = { ...gestures.NO_CHOICE, way: this.choice.way };
  }

  /** Everything back where the position has it. */
  settle() {
    this.arrived = null;
    this.scene.place(this.standings);
  }

  // ---- what is shown ----

  /** @param {gestures.Choice} choice */
  update(choice) {
    if (choice === this.choice) return;
    this.choice = choice;
    this.refresh();
  }

  /** Shows the choice, its targets and its preview. @param {Beside | null} [beside] */
  refresh(beside = this.position) {
    const { situation, choice } = this;
    const acting = this.moves !== null && !this.moving;
    const meant =
      acting && choice.pointed !== null ? gestures.candidates(situation, choice, choice.pointed) : [];
    const steps = meant.length ? gestures.commonSteps(meant) : this.suggested;
    const preview = meant.length === 1 ? meant[0] : null;
    this.scene.markLast(this.moving ? [] : (this.last?.steps ?? []));
    this.display.present(situation, choice, {
      beside,
      steps,
      preview,
      mover: this.position?.mover ?? null,
      waits: this.careful && meant.length > 0,
      canPass: this.moves?.some((move) => move.move === gestures.PASS) ?? false,
      marks: this.marks,
    });
    if (preview !== this.previewed) {
      this.previewed = preview;
      this.options.onPreview?.(preview);
    }
    this.tellPreview(meant, steps);
  }

  tellChoice() {
    const { source } = this.choice;
    const { t } = this.teller;
    const count = gestures.targets(this.situation, this.choice).size;
    const seen = this.announced !== ""; // a preview has said more than this
    if (source !== null && !seen) this.options.announce(t("web.board.can-go", { count }));
  }

  /** @param {MoveView[]} meant @param {StepView[]} steps */
  tellPreview(meant, steps) {
    const { t } = this.teller;
    if (meant.length === 0 || this.drag.held) {
      this.announced = "";
      return;
    }
    const effects = toldSteps(this.teller, this.position?.mover ?? 1, steps);
    const words = t(meant.length > 1 ? "web.board.would-ask" : "web.board.would", { effects });
    if (words !== this.announced) this.options.announce(words);
    this.announced = words;
  }

  /** The sound of a move that is not seen to move. @param {LastMove} last */
  soundOf(last) {
    const kinds = last.steps.flat().map((effect) => effect.kind);
    const fell = kinds.some((kind) => kind === "flipped" || kind === "eliminated" || kind === "scored");
    this.options.onSound?.(
      fell ? "fall" : kinds.includes("pushed") ? "push" : kinds.includes("placed") ? "place" : "move",
    );
  }
}

/** What lies beside the board while a move is shown: what is placed has gone, what comes is not there yet.
 * @param {PositionView | null} before @param {PositionView} after @returns {[HeldView[], HeldView[]]} */
function fewer(before, after) {
  const held = PLAYERS.map((player) =>
    after.beside[player - 1].flatMap(({ piece, count }) => {
      const old = before?.beside[player - 1].find((other) => other.piece === piece)?.count ?? 0;
      const least = Math.min(count, old);
      return least ? [{ piece, count: least }] : [];
    }),
  );
  return [held[0], held[1]];
}
