/** What the quiz shows: questions, answers, how far one has come, the result. */

import { toldEffect } from "../../board/telling.js";
import { button, icon, make } from "../../ui/element.js";
import { t } from "../../ui/messages.js";
import { seatName, sentence } from "../../ui/words.js";

/** @import { BoardView } from "../../types.js" */
/** @import { Answer, Question, QuizState } from "./quiz-state.js" */

/** What a move ends with in notation whose push is deflected. */
const DEFLECTED = "~";

/** @param {string[]} words */
const sentences = (words) => words.map(sentence).join(" ");

/**
 * The moves that were played before. @param {Question} question
 */
export function beforeOf({ before, options }) {
  const told = before.map(({ player, move, words }) =>
    make("p", {}, t("web.quiz.before", { player: seatName(player), move, effects: sentences(words) })),
  );
  return options ? [make("p", { class: "figure-variant" }, options), ...told] : told;
}

/**
 * What somebody wants to play.
 * @param {Question} question
 * @param {BoardView} board
 */
export function askedOf({ variant, mover, move, steps, chosen }, { pieces }) {
  const teller = { game: variant.split(":")[0], pieces, t };
  const words = steps.flat().map((effect) => {
    const told = toldEffect(teller, mover, effect);
    const { axis, length } = pieces[effect.becomes ?? 0];
    // Which way it points matters more than anything, and is seen on the board only.
    const points = length === 1 && axis !== null && effect.kind !== "pushed";
    return points ? `${told} (${t(`web.board.axis.${axis}`)})` : told;
  });
  const asked = t("web.quiz.plays", { player: seatName(mover), move, effects: sentences(words) });
  const choices = chosen.map((square) => ` ${t("web.quiz.chooses", { square })}`);
  if (move.endsWith(DEFLECTED)) choices.push(` ${t("web.quiz.deflects")}`);
  return make("p", { class: "quiz-move" }, asked, ...choices);
}

/**
 * An answer to choose, or one that has been judged.
 * @param {Answer} answer
 * @param {(() => void) | null} choose
 * @param {{isRight: boolean, isGiven: boolean}} [judged]
 */
export function offerButton({ allowed, words }, choose, judged) {
  const said = [
    make("strong", {}, t(allowed ? "web.quiz.allowed" : "web.quiz.refused")),
    " ",
    allowed ? sentences(words) : `${words.join(" ")}.`,
  ];
  if (choose) return make("button", { type: "button", class: "quiz-answer", onclick: choose }, make("span", {}, ...said));
  const { isRight = false, isGiven = false } = judged ?? {};
  const remark = isRight ? t("web.quiz.right-answer") : isGiven ? t("web.quiz.your-answer") : "";
  return make(
    "p",
    { class: `quiz-answer${isRight ? " is-right" : isGiven ? " is-wrong" : ""}` },
    isRight ? icon("check") : isGiven && icon("cross"),
    make("span", {}, ...said, remark && make("span", { class: "visually-hidden" }, ` (${remark})`)),
  );
}

/** The rule that decides, with a link to it. @param {Question} question */
export function ruleOf({ rule, title }) {
  const [before, after = ""] = t("web.quiz.rule", { rule: "\u0000" }).split("\u0000");
  return [before, make("a", { href: `#${rule}` }, `${rule} ${title}`), after.replace(/[:：]$/, ".")];
}

/** A mark for each question. @param {QuizState} state */
export function progressOf({ questions, results, index }) {
  const marks = questions.map((_, number) => {
    const result = results[number];
    const kind = result === undefined ? (number === index ? "is-current" : "") : result ? "is-right" : "is-wrong";
    return make("li", { class: kind }, result === undefined ? String(number + 1) : icon(result ? "check" : "cross"));
  });
  return make("ol", { class: "quiz-progress", "aria-hidden": "true" }, ...marks);
}

/**
 * How it went.
 * @param {QuizState} state
 * @param {() => void} again
 */
export function resultOf(state, again) {
  const { score, needed, questions, isPassed, missed } = state;
  const links = [...missed].map(([rule, title]) =>
    make("li", {}, make("a", { href: `#${rule}` }, `${rule} ${title}`)),
  );
  return make(
    "div",
    { class: `quiz-end${isPassed ? " is-passed" : ""}` },
    make("h3", { tabindex: -1 }, t("web.quiz.score", { right: score, count: questions.length })),
    make("p", {}, t(isPassed ? "web.quiz.passed" : "web.quiz.failed", { needed })),
    links.length > 0 && make("p", {}, t("web.quiz.read-again")),
    links.length > 0 && make("ul", { class: "quiz-missed" }, ...links),
    button("again", t("web.quiz.again"), again),
  );
}
