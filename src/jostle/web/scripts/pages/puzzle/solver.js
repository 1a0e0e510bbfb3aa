/** The page of a puzzle: the model, the board, and the parts around it. */

import { FreeBoard } from "../../board/free-board.js";
import { ApiError } from "../../net/api.js";
import * as api from "../../net/puzzles.js";
import { announce, toast } from "../../ui/announce.js";
import { copy } from "../../ui/copy.js";
import { byId, make, setShown } from "../../ui/element.js";
import { t } from "../../ui/messages.js";
import { play as playSound } from "../../ui/sounds.js";
import { Stage } from "../../ui/stage.js";
import { clearRefusal, showRefusal } from "../game/refusal.js";
import { prepareTyping } from "../move-field.js";
import { puzzleActions, showActions } from "./actions.js";
import { LineView } from "./line-view.js";
import { PuzzleModel } from "./model.js";
import { VerdictCard } from "./verdict-card.js";

/** @import { Player } from "../../types.js" */
/** @import { PuzzleView, ShownMove } from "../../net/puzzle-wire.js" */

const PAUSE = 700; // milliseconds between the moves of a line that plays by itself

export class Solver {
  #tour = 0; // the line that plays by itself; another number ends it

  /**
   * Set the board up for a puzzle.
   * @param {PuzzleView} puzzle
   */
  static async set(puzzle) {
    const stage = new Stage(byId("game"), t("web.puzzle.board"));
    stage.fit(puzzle.board);
    byId("game").prepend(byId("puzzle-head")); // what is to be done comes before the board
    stage.near.append(byId("refusal"));
    /** @type {Solver | null} */
    let solver = null;
    const board = await FreeBoard.create({
      frame: stage.frame,
      trays: stage.trays,
      variant: puzzle.variant,
      board: puzzle.board,
      onMove: (move) => void solver?.attempt(move),
      onRefused: (error) => solver?.refuse(error),
      onPreview: (move) => move && clearRefusal(),
    });
    solver = new Solver(puzzle, stage, board);
    return solver;
  }

  /**
   * @param {PuzzleView} puzzle
   * @param {Stage} stage
   * @param {FreeBoard} board
   */
  constructor(puzzle, stage, board) {
    this.model = new PuzzleModel(puzzle);
    this.stage = stage;
    this.board = board;
    /** @type {Player} */ this.bottom = puzzle.solver;
    this.line = new LineView(byId("puzzle-line"), (way) => void this.go(way));
    this.actions = puzzleActions(this);
    this.card = new VerdictCard(byId("verdict"), this);
  }

  /** Show the puzzle; resolved when it can be played on. */
  start() {
    const { puzzle } = this.model;
    byId("puzzle-title").textContent = t("web.puzzles.number", { number: puzzle.number });
    const { title, band_name: band, rating } = puzzle;
    byId("puzzle-about").textContent = t("web.puzzle.about", { title, band, rating });
    byId("puzzle-task").textContent = puzzle.task;
    byId("all-puzzles", HTMLAnchorElement).href = `/puzzles?game=${puzzle.game}`;
    document.title = `${t("web.puzzles.number", { number: puzzle.number })} · ${title} · Jostle`;
    prepareTyping(puzzle.game, (move) => this.attempt(move));
    this.#orient();
    this.#update();
    return this.#show([]);
  }

  // ---- solving --------------------------------------------------------------------------------------

  /** @param {string} move */
  async attempt(move) {
    const moves = this.model.submit(move);
    if (!moves) return false;
    clearRefusal();
    this.#update();
    try {
      const judged = await api.attempt(this.model.puzzle.id, moves);
      const shown = this.model.judge(judged);
      this.board.board.setMarks(null);
      await this.#show(shown);
      this.#update();
      this.#tellVerdict();
      return true;
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      this.model.withdraw();
      this.#update();
      this.refuse(problem);
      await this.board.resume();
      return false;
    }
  }

  /**
   * Say why a move is none, or what else was in its way.
   * @param {ApiError} error
   */
  refuse({ code, message, rule }) {
    showRefusal(this.model.puzzle.game, { code, message, ...(rule && { rule }) });
  }

  #tellVerdict() {
    const { phase, judged } = this.model;
    if (phase === "solved") playSound("win");
    else if (phase === "wrong") playSound("lose");
    announce(this.card.words || this.#status());
    if (this.card.words) this.card.root.scrollIntoView({ block: "nearest" });
    if (phase === "wrong" && judged?.refutation) announce(judged.refutation.words);
  }

  async hint() {
    const { model } = this;
    const grade = model.nextGrade;
    const { moves } = model;
    if (!grade) return;
    await this.#asking(async () => {
      const hint = await api.hint(model.puzzle.id, moves, grade);
      if (model.moves !== moves || model.nextGrade !== grade) return;
      model.tell(hint);
      const { squares, steps } = hint;
      this.board.board.setMarks({ squares: steps ? [] : squares, steps: steps ?? [], words: t("web.hint.marked") });
      this.#update();
      announce(hint.words);
    });
  }

  async solution() {
    await this.#asking(async () => {
      this.model.show(await api.solution(this.model.puzzle.id));
      this.#update();
      announce(`${t("web.puzzle.shown")}. ${this.model.solution?.words}`);
      this.stage.frame.scrollIntoView({ block: "nearest" });
      await this.#show([]);
      await this.#playLine();
    });
  }

  /** Play the refutation on the board. */
  async why() {
    this.model.refute();
    if (!this.model.line) return;
    this.#update();
    this.stage.frame.scrollIntoView({ block: "nearest" }); // on a phone the button is below the board
    await this.#show([]);
    await this.#playLine();
  }

  again() {
    this.#tour += 1;
    this.model.again();
    clearRefusal();
    this.#update();
    void this.#show([]);
    announce(this.#status());
  }

  async next() {
    const { game, id } = this.model.puzzle;
    const band = new URLSearchParams(location.search).get("band") ?? "";
    await this.#asking(async () => {
      const following = await api.next({ game, band }, id);
      if (following === null) toast(t("web.puzzles.all-solved"));
      else location.assign(`/puzzles/${following}${band && `?band=${band}`}`);
    });
  }

  flip() {
    this.bottom = this.bottom === 1 ? 2 : 1;
    this.#orient();
  }

  copyLink() {
    void copy(`${location.origin}/puzzles/${this.model.puzzle.id}`, t("web.share.link-copied"));
  }

  /** Where the position on the board can be analysed. */
  get analysis() {
    const { variant } = this.model.puzzle;
    return `/analysis?${new URLSearchParams({ variant, position: this.model.scene.position.text })}`;
  }

  // ---- looking at lines -----------------------------------------------------------------------------

  /** @param {"first" | "previous" | "next" | "last" | number} way */
  async go(way) {
    this.#tour += 1;
    const before = this.model.line?.at ?? 0;
    if (!this.model.go(way)) return;
    this.#update();
    await this.#look(before);
  }

  /** Go through the line that is looked at, move by move, unless somebody goes on by hand. */
  async #playLine() {
    this.#tour += 1;
    const tour = this.#tour;
    while (this.model.line) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      const before = this.model.line?.at ?? 0;
      if (tour !== this.#tour || !this.model.go("next")) return;
      this.#update();
      await this.#look(before);
    }
  }

  /** @param {number} before where in the line we were */
  async #look(before) {
    const { line, scene } = this.model;
    if (line?.at === 0) announce(t("web.puzzle.before"));
    const animate = line?.at === before + 1;
    this.stage.showTurn(scene.position);
    await this.board.show(scene.position, { last: scene.last, animate, playable: false });
  }

  // ---- showing --------------------------------------------------------------------------------------

  /**
   * Show moves one after the other, or just what is there now.
   * @param {ShownMove[]} moves
   */
  async #show(moves) {
    const { model } = this;
    for (const [index, { last, position }] of moves.entries()) {
      const playable = model.mayMove && index === moves.length - 1;
      this.stage.showTurn(position);
      await this.board.show(position, { last, animate: true, playable });
    }
    if (moves.length) return;
    const { position, last } = model.scene;
    this.stage.showTurn(position);
    await this.board.show(position, { last, playable: model.mayMove });
  }

  #orient() {
    this.board.board.setOrientation(this.bottom);
    this.stage.orient(this.bottom);
  }

  #update() {
    const side = byId("puzzle-side");
    const hadFocus = side.contains(document.activeElement);
    this.#updateParts();
    // What had the focus may be gone: then it goes to what has come instead.
    const focused = document.activeElement;
    if (!hadFocus || (side.contains(focused) && !focused?.closest("[hidden]"))) return;
    if (!this.card.focus()) this.board.board.focus();
  }

  #updateParts() {
    const { model } = this;
    byId("game").dataset.phase = model.phase;
    byId("game").classList.toggle("is-sending", model.phase === "judging");
    byId("status").textContent = this.#status();
    byId("hint-words").replaceChildren(...model.hints.map(({ words }) => make("p", {}, words)));
    setShown(byId("hint-words"), model.hints.length > 0);
    setShown(byId("move-form"), model.phase === "solving" || model.phase === "judging");
    const notes = model.scene.position.notes;
    byId("notes").replaceChildren(...notes.map((note) => make("li", {}, note)));
    this.card.update(model);
    this.line.update(model.line);
    this.#updateStanding();
    showActions(byId("actions"), this.actions, this);
  }

  #updateStanding() {
    const { counted, helped, standing } = this.model;
    const key = counted ? `counted-${counted}` : helped ? "half" : "counting";
    byId("counting").textContent = t(`web.puzzle.${key}`);
    byId("standing-rating").textContent = standing.rating === null ? t("web.puzzles.unrated") : String(standing.rating);
    byId("standing-streak").textContent = String(standing.streak);
  }

  #status() {
    const { phase, judged, number, puzzle } = this.model;
    if (phase === "judging") return t("web.puzzle.judging");
    if (phase !== "solving") return "";
    const turn =
      puzzle.turns > 1 ? t("web.puzzle.next-move", { number, count: puzzle.turns }) : t("web.puzzle.first-move");
    if (!judged || number === 1) return turn;
    const praise = t(judged.verdict === "slower" ? "web.puzzle.slower" : "web.puzzle.right");
    return number > puzzle.turns ? praise : `${praise} ${turn}`;
  }

  /** @param {() => Promise<void>} ask */
  async #asking(ask) {
    try {
      await ask();
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      toast(problem.message);
    }
  }
}
