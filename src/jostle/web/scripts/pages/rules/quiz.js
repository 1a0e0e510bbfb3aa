/** The quiz at the end of a rules page: ten boards, a question on each, then the truth played on it. */

import { ApiError } from "../../net/api.js";
import { positionOf } from "../../net/moves-cache.js";
import { announce } from "../../ui/announce.js";
import { button, byId, make } from "../../ui/element.js";
import { t } from "../../ui/messages.js";
import { sentence } from "../../ui/words.js";
import { BoardStand } from "./board-stand.js";
import { askedOf, beforeOf, offerButton, progressOf, resultOf, ruleOf } from "./quiz-views.js";
import { QuizState } from "./quiz-state.js";
import { toldRefusal } from "./refusal.js";

/** @import { PositionView, StepView } from "../../types.js" */
/** @import { Answer, Question } from "./quiz-state.js" */

export class Quiz {
  /** @type {BoardStand | null} */ #stand = null;

  /** @param {HTMLElement} section */
  constructor(section) {
    /** @type {{needed: number, questions: Question[]}} */
    const { needed, questions } = JSON.parse(section.dataset.quiz ?? "");
    this.needed = needed;
    this.all = questions;
    this.stage = byId("quiz-stage");
    this.state = new QuizState(questions, needed);
    this.stage.append(
      button("play", t("web.quiz.start"), () => void this.begin(), { class: "button button-primary" }),
    );
  }

  async begin() {
    this.state = new QuizState(this.all, this.needed);
    await this.#ask();
  }

  async #ask() {
    const { state } = this;
    const { question, index, questions } = state;
    this.#stand?.free.destroy();
    this.#stand = null;
    const heading = make("h3", { tabindex: -1 }, t("web.quiz.number", { number: index + 1, count: questions.length }));
    const place = make("div", { class: "quiz-board" });
    const answers = make("div", { class: "quiz-answers", role: "group", "aria-label": t("web.quiz.answers") });
    this.verdict = make("div", { class: "quiz-verdict" });
    const asked = make("div", { class: "quiz-asked" });
    const words = make("div", { class: "quiz-words" }, heading, asked, answers, this.verdict);
    const shown = make("div", { class: "quiz-question", "data-position": question.position }, place, words);
    this.stage.replaceChildren(progressOf(state), shown);
    try {
      const [stand, { position }] = await Promise.all([
        BoardStand.create(question.variant, {
          onPlayed: ({ last }) => this.#tell(...(this.#stand?.told(last) ?? [])),
          onRefused: (error) => this.#tell(toldRefusal(error)),
        }),
        positionOf(question.variant, question.position),
      ]);
      if (state !== this.state || question !== state.question) return; // another one is asked already
      this.#stand = stand;
      place.append(stand.element);
      await stand.show(position, { playable: false, noted: false });
      hintAt(stand, position, question.steps);
      asked.append(...beforeOf(question), askedOf(question, stand.view));
      answers.append(...question.offers.map((offer) => offerButton(offer, () => void this.#answer(offer, answers))));
      heading.focus({ preventScroll: true });
      this.stage.scrollIntoView({ block: "nearest" });
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      asked.append(
        make("p", { class: "problem" }, sentence(problem.message)),
        button("again", t("web.quiz.again"), () => void this.#ask()),
      );
    }
  }

  /**
   * @param {Answer} answer
   * @param {HTMLElement} answers
   */
  async #answer(answer, answers) {
    const { state } = this;
    const { question } = state;
    const isRight = state.give(answer);
    answers.replaceChildren(
      ...question.offers
        .filter((offer) => offer === question.answers[0] || offer === answer)
        .map((offer) =>
          offerButton(offer, null, { isRight: offer === question.answers[0], isGiven: offer === answer }),
        ),
    );
    this.stage.querySelector(".quiz-progress")?.replaceWith(progressOf(state));
    const words = t(isRight ? "web.quiz.right" : "web.quiz.wrong");
    const next = button(
      "next",
      t(state.isLast ? "web.quiz.result" : "web.quiz.next"),
      () => void (state.isLast ? this.#finish() : (state.next(), this.#ask())),
      { class: "button button-primary" },
    );
    this.told = make("div", { class: "figure-told" });
    this.verdict?.replaceChildren(
      make("p", { class: "quiz-result" }, make("strong", {}, words), " ", ...ruleOf(question)),
      this.told,
      next,
    );
    announce(`${words} ${t("web.quiz.rule", { rule: `${question.rule} ${question.title}` })}`);
    next.focus({ preventScroll: true });
    // The truth, on the board, which a phone may have scrolled away.
    this.#stand?.element.scrollIntoView({ block: "nearest" });
    if (question.refused) await this.#stand?.free.attempt(question.move);
    else await this.#stand?.free.play(question.move);
  }

  /** @param {...(HTMLElement | false)} parts */
  #tell(...parts) {
    this.told?.replaceChildren(...parts.filter((part) => part !== false));
    this.#stand?.showTurn();
  }

  #finish() {
    this.#stand?.free.destroy();
    this.#stand = null;
    const result = resultOf(this.state, () => void this.begin());
    this.stage.replaceChildren(progressOf(this.state), result);
    result.querySelector("h3")?.focus({ preventScroll: true });
    this.stage.scrollIntoView({ block: "nearest" });
  }
}

/**
 * Show what the player has in mind: as a ghost where it would hide nothing, else by arrows and rings.
 * @param {BoardStand} stand
 * @param {PositionView} position
 * @param {StepView[]} steps
 */
function hintAt(stand, position, steps) {
  const occupied = new Set(position.pieces.flatMap(({ cells }) => cells));
  const isPlacing = steps.flat().every(({ kind, to }) => kind === "placed" && !to.some((cell) => occupied.has(cell)));
  if (isPlacing) stand.free.board.suggest(steps);
  else stand.free.board.setMarks({ squares: [], steps, words: "" });
}
