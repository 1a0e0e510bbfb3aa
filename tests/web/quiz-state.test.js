import assert from "node:assert/strict";
import { test } from "node:test";

import { QuizState } from "../../src/jostle/web/scripts/pages/rules/quiz-state.js";

/** @param {string} rule */
function question(rule) {
  const answers = [`${rule} right`, `${rule} wrong`, `${rule} other`].map((words) => ({ allowed: true, words: [words] }));
  return {
    rule, title: `Title of ${rule}`, variant: "g", options: "", position: "p", before: [], move: "m",
    mover: /** @type {1} */ (1), refused: false, steps: [], chosen: [], answers,
  };
}
const QUESTIONS = ["A1", "A2", "A2", "A3"].map(question);

/** Numbers that can be foretold. */
function numbers() {
  let last = 7;
  return () => (last = (last * 16807) % 2147483647) / 2147483647;
}

test("questions and answers come in an order of their own, and none is lost", () => {
  const state = new QuizState(QUESTIONS, 3, numbers());
  assert.deepEqual(state.questions.map(({ rule }) => rule).sort(), ["A1", "A2", "A2", "A3"]);
  for (const { offers, answers } of state.questions) {
    assert.equal(offers.length, 3);
    assert.deepEqual(new Set(offers), new Set(answers));
  }
  const orders = new Set();
  const random = numbers();
  for (let time = 0; time < 50; time += 1) {
    const again = new QuizState(QUESTIONS, 3, random);
    orders.add(again.questions.map(({ rule, offers, answers }) => rule + offers.indexOf(answers[0])).join());
  }
  assert.ok(orders.size > 10);
});

test("right answers are counted, and the first one of a question counts", () => {
  const state = new QuizState(QUESTIONS, 3, numbers());
  for (let number = 0; number < 4; number += 1) {
    assert.equal(state.isLast, number === 3);
    const { answers } = state.question;
    const isWrong = number === 1;
    assert.equal(state.give(answers[isWrong ? 1 : 0]), !isWrong);
    assert.equal(state.give(answers[0]), !isWrong);
    if (!state.isLast) state.next();
  }
  assert.equal(state.score, 3);
  assert.ok(state.isPassed);
  const missed = state.questions[1].rule;
  assert.deepEqual([...state.missed], [[missed, `Title of ${missed}`]]);
});

test("too few right answers do not pass, and a rule is named once", () => {
  const state = new QuizState(QUESTIONS, 3, numbers());
  for (let number = 0; number < 4; number += 1) {
    state.give(state.question.answers[2]);
    if (!state.isLast) state.next();
  }
  assert.equal(state.score, 0);
  assert.ok(!state.isPassed);
  assert.deepEqual([...state.missed.keys()].sort(), ["A1", "A2", "A3"]);
});
