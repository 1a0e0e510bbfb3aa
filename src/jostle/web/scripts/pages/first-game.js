/** A guided first game: one position after the other, one thing to do in each, on a live board. */

import { FreeBoard } from "../board/free-board.js";
import { toldSteps } from "../board/telling.js";
import * as api from "../net/api.js";
import * as learning from "../net/learning.js";
import { announce } from "../ui/announce.js";
import { button, byId, icon, make, setShown } from "../ui/element.js";
import { addKeys, tellKeys } from "../ui/keys.js";
import { t } from "../ui/messages.js";
import { play as playSound } from "../ui/sounds.js";
import { Stage } from "../ui/stage.js";
import { sentence } from "../ui/words.js";
import { endOf, isWantedRefusal, judged, reached, remember } from "./first-game/course.js";
import { showEnd } from "./first-game/end.js";
import { catalogue, frameReady, pageReady } from "./frame.js";
import { clearRefusal, showRefusal } from "./game/refusal.js";

/** @import { LastMove, OutcomeView } from "../types.js" */
/** @import { PlayedView } from "../net/wire.js" */
/** @import { LessonStepView, LessonView } from "../net/learning-wire.js" */
/** @import { Verdict } from "./first-game/course.js" */

const MOST_MOVES = 60; // of the last step's game, which the server goes along with
const FAILED = /** @type {const} */ ({ wrong: "", lost: "web.first-game.lost", drawn: "web.first-game.drawn" });

class Course {
  /** @type {FreeBoard | null} */ board = null;
  /** @type {string[]} */ moves = []; // of the game in the last step
  /** @type {string | null} */ best = null;
  /** @type {() => void} */ goOn = () => {};
  typed = false; // whether the last move was typed
  busy = false; // whether the computer thinks

  /** @param {LessonView} lesson */
  constructor(lesson) {
    this.lesson = lesson;
    this.root = byId("lesson");
    this.stage = new Stage(this.root, t("web.first-game.board"));
    this.stage.near.append(make("div", { class: "refusal", id: "refusal", role: "alert" }));
    const kept = reached(localStorage, lesson.game);
    this.wasDone = kept.done;
    this.index = kept.step < lesson.steps.length ? kept.step : 0;
  }

  get step() {
    return this.lesson.steps[this.index];
  }

  // ---- going from step to step ----

  /** Begin the present step. @param {boolean} [focus] whether the learner was busy here already */
  async begin(focus = false) {
    const { step, index, lesson } = this;
    const count = lesson.steps.length;
    this.moves = [];
    this.best = step.show;
    this.busy = false;
    this.phase("showing");
    clearRefusal();
    byId("way").textContent = t("web.first-game.step", { step: index + 1, count });
    byId("progress", HTMLProgressElement).max = count;
    byId("progress", HTMLProgressElement).value = index;
    byId("step-title").textContent = step.title;
    byId("task").textContent = step.task;
    this.showAgain();
    this.feedback(null);
    this.offer();
    announce(`${byId("way").textContent}: ${step.title}. ${step.task}`);
    const board = await this.boardFor(step);
    this.root.dataset.status = "playing";
    if (focus) this.focusAgain();
    this.stage.showTurn(step.position);
    if (step.first) await board.show(step.before, { playable: false });
    if (step !== this.step) return;
    await board.show(step.position, { last: step.first, animate: true });
    if (step === this.step && !this.moves.length) this.phase("asking");
  }

  /** What the page is at. @param {"showing" | "asking" | "thinking" | "told"} phase */
  phase(phase) {
    this.root.dataset.phase = phase;
  }

  /** @param {number} index */
  goTo(index) {
    this.index = index;
    this.keep();
    void this.begin(true);
  }

  keep() {
    const { game, steps } = this.lesson;
    this.wasDone ||= this.index >= steps.length;
    remember(localStorage, game, { step: this.index % steps.length, done: this.wasDone });
  }

  /** A board that plays by the step's variant. @param {LessonStepView} step */
  async boardFor(step) {
    if (this.board?.options.variant === step.variant) return this.board;
    this.board?.destroy();
    this.stage.fit(step.board);
    this.board = await FreeBoard.create({
      frame: this.stage.frame,
      trays: this.stage.trays,
      variant: step.variant,
      board: step.board,
      onPlayed: (played) => void this.played(played),
      onRefused: (error) => this.refused(error),
    });
    return this.board;
  }

  // ---- what the learner does ----

  /** A move was made on the board. @param {PlayedView} played */
  async played({ last, position }) {
    clearRefusal();
    this.stage.showTurn(position);
    if (this.step.kind === "game") this.moves.push(last.move);
    const verdict = judged(this.step, last.move, position.outcome);
    this.board?.hold();
    if (verdict === "on") await this.reply();
    else this.tell(verdict, last, position.outcome);
  }

  /** @param {api.ApiError} error */
  refused(error) {
    if (isWantedRefusal(this.step, error.rule)) {
      this.board?.hold();
      playSound("refused");
      this.tell("right", null, null, error.message);
    } else {
      showRefusal(this.lesson.game, { code: error.code, message: error.message, rule: error.rule ?? undefined });
    }
  }

  /** Let the computer move, in the game of the last step. */
  async reply() {
    const { step, moves } = this;
    this.busy = true;
    this.phase("thinking");
    this.feedback("on", t("web.first-game.thinking"));
    this.offer();
    try {
      const answer = await learning.reply(this.lesson.game, step.id, moves);
      if (step !== this.step || moves !== this.moves) return; // the learner has gone elsewhere
      this.busy = false;
      if (answer.last) moves.push(answer.last.move);
      this.best = answer.best;
      const verdict = endOf(answer.outcome, step.position.mover);
      const isLong = verdict === "on" && moves.length + 2 > MOST_MOVES;
      const how = { last: answer.last, animate: true, playable: verdict === "on" && !isLong };
      const shown = this.board?.show(answer.position, how);
      this.stage.showTurn(answer.position);
      if (isLong) this.fail(t("web.first-game.long"));
      else if (verdict === "on") {
        this.feedback("on", t("web.first-game.your-turn"));
        this.offer();
        await shown;
        if (moves === this.moves) this.phase("asking");
      } else this.tell(verdict, answer.last, answer.outcome);
    } catch (problem) {
      if (!(problem instanceof api.ApiError)) throw problem;
      this.busy = false;
      this.fail(problem.message);
    }
  }

  /** Show the right move, from the beginning of the step if something else was tried. */
  async show() {
    if (this.busy || !this.best || byId("feedback").dataset.verdict === "right") return;
    this.phase("showing");
    if (this.step.kind !== "game" || byId("feedback").dataset.verdict === "wrong") await this.begin();
    if (this.best) await this.board?.play(this.best);
  }

  // ---- what the page says ----

  /**
   * @param {Exclude<Verdict, "on">} verdict
   * @param {LastMove | null} last
   * @param {OutcomeView | null} outcome
   * @param {string} [refusal]
   */
  tell(verdict, last, outcome, refusal = "") {
    if (verdict !== "right") {
      const teller = { game: this.lesson.game, pieces: this.step.board.pieces, t };
      const what = last ? toldSteps(teller, last.player, last.steps) : "";
      this.fail(verdict === "wrong" ? t("web.first-game.wrong", { what }) : t(FAILED[verdict]));
      return;
    }
    this.phase("told");
    if (outcome) playSound("win");
    const words = [refusal ? sentence(refusal) : t("web.first-game.right"), this.step.praise];
    this.feedback("right", words.join(" "));
    const isLast = this.index + 1 === this.lesson.steps.length;
    byId("progress", HTMLProgressElement).value = this.index + 1;
    if (isLast) {
      this.index += 1;
      this.keep();
      this.index -= 1;
      showEnd(this.lesson, byId("buttons"));
      this.goOn = () => {};
    } else {
      this.goOn = () => this.goTo(this.index + 1);
      this.offer(button("next", t("web.first-game.next"), () => this.goOn(), { class: "button button-primary" }));
    }
  }

  /** It did not work out: say why, and let it be tried again. @param {string} words */
  fail(words) {
    this.phase("told");
    this.feedback("wrong", words);
    this.goOn = () => void this.begin(true);
    this.offer(
      button("again", t("web.first-game.retry"), () => this.goOn(), { class: "button button-primary" }),
      button("eye", t("web.first-game.show"), () => void this.show()),
    );
  }

  /**
   * @param {"right" | "wrong" | "on" | null} verdict
   * @param {string} [words]
   */
  feedback(verdict, words = "") {
    const place = byId("feedback");
    setShown(place, verdict !== null);
    place.dataset.verdict = verdict ?? "";
    place.replaceChildren(
      ...(verdict === "right" ? [icon("check")] : verdict === "wrong" ? [icon("again")] : []),
      make("p", {}, words),
    );
    if (words) announce(words);
  }

  /** Offer what can be done besides playing. @param {HTMLElement[]} given the first one is what is likely wanted */
  offer(...given) {
    if (!given.length && !this.busy) {
      this.goOn = () => {};
      given = [button("eye", t("web.first-game.show"), () => void this.show())];
    }
    const place = byId("buttons");
    const held = given.length > 0 && given[0].classList.contains("button-primary");
    place.replaceChildren(...given);
    if (held) given[0].focus({ preventScroll: true });
  }

  showAgain() {
    byId("again").replaceChildren(
      ...(this.index > 0
        ? [
            button("previous", t("web.first-game.back"), () => this.goTo(this.index - 1), { class: "button button-quiet" }),
            button("first", t("web.first-game.restart"), () => this.goTo(0), { class: "button button-quiet" }),
          ]
        : []),
    );
  }

  focusAgain() {
    if (this.typed) byId("move-text").focus({ preventScroll: true });
    else this.board?.board.focus();
  }
}

await frameReady;
try {
  const [lesson, { games }] = await Promise.all([learning.lesson(byId("lesson").dataset.game ?? ""), catalogue]);
  const course = new Course(lesson);
  const field = byId("move-text", HTMLInputElement);
  const expected = games.find(({ name }) => name === lesson.game)?.expected ?? "";
  byId("move-expected").textContent = sentence(expected);
  byId("move-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (!text || byId("buttons").querySelector(".button-primary") || course.busy) return;
    course.typed = true;
    field.value = "";
    await course.board?.play(text);
  });
  byId("lesson").addEventListener("pointerdown", ({ target }) => {
    if (target instanceof Element && target.closest(".board-frame, .player-tray")) course.typed = false;
  });
  byId("lesson").addEventListener("focusin", ({ target }) => {
    if (target instanceof Element && target.closest(".board-frame, .player-tray")) course.typed = false;
  });
  tellKeys({
    title: t("web.keys.board"),
    keys: ["arrows", "choose", "turn", "cancel"].map((name) => ({
      key: t(`web.keys.board-${name}-key`),
      words: t(`web.keys.board-${name}`),
    })),
  });
  addKeys(t("web.first-game.keys"), [
    { key: "g", words: t("web.first-game.key-next"), run: () => course.goOn() },
    { key: "e", words: t("web.first-game.key-show"), run: () => void course.show() },
    { key: "b", words: t("web.first-game.key-board"), run: () => course.board?.board.focus() },
    { key: "/", words: t("web.first-game.key-text"), run: () => field.focus() },
  ]);
  await course.begin();
} catch (problem) {
  if (!(problem instanceof api.ApiError)) throw problem;
  byId("task").replaceChildren(make("span", { class: "problem" }, problem.message));
}
pageReady();
