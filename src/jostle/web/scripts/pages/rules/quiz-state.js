/** A quiz without a screen: the questions in a new order each time, what was answered, the score. */

/** @import { Player, Square, StepView } from "../../types.js" */

/**
 * @typedef {{allowed: boolean, words: string[]}} Answer
 * @typedef {object} Question
 * @property {string} rule the one that decides
 * @property {string} title the rule's
 * @property {string} variant
 * @property {string} options by which the variant differs from the usual game
 * @property {string} position
 * @property {{player: Player, move: string, words: string[]}[]} before what was played to get there
 * @property {string} move
 * @property {Player} mover
 * @property {boolean} refused
 * @property {StepView[]} steps what the player does, without what comes of it
 * @property {Square[]} chosen whose pushes the player chooses where two clash
 * @property {Answer[]} answers the right one first
 */

export class QuizState {
  /**
   * @param {Question[]} questions
   * @param {number} needed right answers to pass
   * @param {() => number} [random] as Math.random
   */
  constructor(questions, needed, random = Math.random) {
    this.needed = needed;
    this.questions = shuffled(questions, random).map((question) => ({
      ...question,
      offers: shuffled(question.answers, random),
    }));
    /** @type {boolean[]} whether each answer so far was right */
    this.results = [];
    this.index = 0;
  }

  get question() {
    return this.questions[this.index];
  }

  get isLast() {
    return this.index === this.questions.length - 1;
  }

  get score() {
    return this.results.filter(Boolean).length;
  }

  get isPassed() {
    return this.score >= this.needed;
  }

  /** The rules of what was answered wrongly, each once. */
  get missed() {
    const rules = this.questions.flatMap(({ rule, title }, index) =>
      this.results[index] === false ? [[rule, title]] : [],
    );
    return new Map(/** @type {[string, string][]} */ (rules));
  }

  /**
   * Answer the question; only the first answer counts. Tells whether it is right.
   * @param {Answer} answer
   */
  give(answer) {
    this.results[this.index] ??= answer === this.question.answers[0];
    return this.results[this.index];
  }

  next() {
    this.index += 1;
  }
}

/**
 * @template Item
 * @param {Item[]} items
 * @param {() => number} random
 */
function shuffled(items, random) {
  const mixed = [...items];
  for (let left = mixed.length - 1; left > 0; left -= 1) {
    const chosen = Math.floor(random() * (left + 1));
    [mixed[left], mixed[chosen]] = [mixed[chosen], mixed[left]];
  }
  return mixed;
}
