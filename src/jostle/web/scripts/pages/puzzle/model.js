/**
 * What is known of a puzzle while it is being solved, and what of it is looked at. Nothing here
 * touches the page.
 */

/** @import { LastMove, PositionView } from "../../types.js" */
/** @import { Counted, Judged, PuzzleHint, PuzzleSolution, PuzzleView, ShownMove, Standing } from "../../net/puzzle-wire.js" */

/** @typedef {"solving" | "judging" | "wrong" | "solved" | "shown"} Phase */
/** @typedef {{position: PositionView, last: LastMove | null}} Scene */
/** Moves to be looked at one by one; at 0 it is the scene before them. @typedef {{base: Scene, moves: ShownMove[], at: number}} Line */

const LAST_GRADE = 2;

export class PuzzleModel {
  /** @type {Phase} */ phase = "solving";
  /** @type {string[]} the solver's moves that were right */ moves = [];
  /** @type {Judged | null} */ judged = null;
  /** @type {PuzzleSolution | null} */ solution = null;
  /** @type {PuzzleHint[]} what has been told of the next move */ hints = [];
  /** @type {Line | null} */ line = null;
  #wasSlower = false;
  #shown = false;
  /** @type {Scene} where the solver is to move */ #scene;

  /** @param {PuzzleView} puzzle */
  constructor(puzzle) {
    this.puzzle = puzzle;
    /** @type {Standing} */ this.standing = puzzle.standing;
    /** @type {Counted | null} */ this.counted = puzzle.counted;
    /** Whether a hint was given before the attempt counted. */
    this.helped = puzzle.helped;
    this.#scene = this.#start;
  }

  /** @returns {Scene} */
  get #start() {
    return { position: this.puzzle.position, last: null };
  }

  /** What is on the board now. @returns {Scene} */
  get scene() {
    if (this.line) {
      const { base, moves, at } = this.line;
      return at === 0 ? base : moves[at - 1];
    }
    return this.phase === "wrong" && this.judged ? this.judged.played : this.#scene;
  }

  get mayMove() {
    return this.phase === "solving";
  }

  /** Which of the moves to be found is next. */
  get number() {
    return this.moves.length + 1;
  }

  /** How much a hint would tell now; 0 if there is none to be had. */
  get nextGrade() {
    return this.phase === "solving" && this.hints.length < LAST_GRADE ? this.hints.length + 1 : 0;
  }

  /** Whether there was a better way than the one taken. */
  get wasSlower() {
    return this.#wasSlower;
  }

  /** Whether the solution has been seen. */
  get wasShown() {
    return this.#shown;
  }

  /**
   * A move is put to the judge; null if none can be now.
   * @param {string} move
   */
  submit(move) {
    if (this.phase !== "solving") return null;
    this.phase = "judging";
    return [...this.moves, move];
  }

  /** The move was none, or could not be judged. */
  withdraw() {
    if (this.phase === "judging") this.phase = "solving";
  }

  /**
   * The judge has answered. Returns what is to be shown, one after the other.
   * @param {Judged} judged
   * @returns {ShownMove[]}
   */
  judge(judged) {
    this.judged = judged;
    this.standing = judged.standing;
    this.counted = judged.counted;
    this.hints = [];
    if (judged.verdict === "wrong") {
      this.phase = "wrong";
      return [judged.played];
    }
    const shown = [judged.played, ...judged.replies];
    this.moves = [...this.moves, judged.played.last.move];
    this.#wasSlower ||= judged.verdict === "slower";
    this.#scene = shown[shown.length - 1];
    this.phase = judged.solved ? "solved" : "solving";
    return shown;
  }

  /** @param {PuzzleHint} hint */
  tell(hint) {
    this.hints = [...this.hints, hint];
    this.standing = hint.standing;
    if (this.counted) return;
    if (hint.move === null) this.helped = true;
    else this.counted = "failed";
  }

  /** Look at what follows a wrong move. */
  refute() {
    const { judged } = this;
    if (this.phase !== "wrong" || !judged?.refutation) return;
    this.line = { base: judged.played, moves: judged.refutation.line, at: 0 };
  }

  /**
   * Look at the solution, from the start.
   * @param {PuzzleSolution} solution
   */
  show(solution) {
    this.solution = solution;
    this.standing = solution.standing;
    this.counted ??= "failed";
    this.#shown = true;
    this.phase = "shown";
    this.line = { base: this.#start, moves: solution.line, at: 0 };
  }

  /** Try again: after a wrong move in its place, otherwise from the start. */
  again() {
    if (this.phase !== "wrong") {
      this.moves = [];
      this.#scene = this.#start;
      this.#wasSlower = false;
    }
    this.line = null;
    this.judged = null;
    this.hints = [];
    this.phase = "solving";
  }

  /**
   * Go along the moves that are looked at; false if there is nothing there.
   * @param {"first" | "previous" | "next" | "last" | number} way
   */
  go(way) {
    if (!this.line) return false;
    const { at, moves } = this.line;
    const places = { first: 0, previous: at - 1, next: at + 1, last: moves.length };
    const place = typeof way === "number" ? way : places[way];
    if (place === at || place < 0 || place > moves.length) return false;
    this.line.at = place;
    return true;
  }
}
