/** A first game without its page: what a try is worth, and how far the learner has come. */

/** @import { OutcomeView, Player } from "../../types.js" */
/** @import { LessonStepView } from "../../net/learning-wire.js" */

/** @typedef {"right" | "wrong" | "on" | "lost" | "drawn"} Verdict */
/** @typedef {{step: number, done: boolean}} Reached how many steps lie behind, and whether all did once */

/**
 * What a legal move is worth in a step. The server has said which ones are right.
 * @param {LessonStepView} step
 * @param {string} move
 * @param {OutcomeView | null} outcome after the move
 * @returns {Verdict}
 */
export function judged(step, move, outcome) {
  if (step.kind === "game") return endOf(outcome, step.position.mover);
  return step.fulfils.includes(move) ? "right" : "wrong";
}

/**
 * Whether a game against the computer goes on, and if not, how it went.
 * @param {OutcomeView | null} outcome
 * @param {Player} learner
 * @returns {Verdict}
 */
export function endOf(outcome, learner) {
  if (outcome === null) return "on";
  if (outcome.winner === null) return "drawn";
  return outcome.winner === learner ? "right" : "lost";
}

/**
 * Whether a refused move is just what a step was about.
 * @param {LessonStepView} step
 * @param {string | null} rule
 */
export const isWantedRefusal = (step, rule) => step.kind === "refusal" && rule !== null && rule === step.refused;

const PLACE = "jostle-first-games";
/** @type {Reached} */
const NOTHING = { step: 0, done: false };

/**
 * How far somebody has come in each game. Storage may be forbidden, or hold anything.
 * @param {Pick<Storage, "getItem">} storage
 * @param {string} game
 * @returns {Reached}
 */
export function reached(storage, game) {
  try {
    const kept = Object(Object(JSON.parse(storage.getItem(PLACE) ?? "{}"))[game]);
    const step = Number.isInteger(kept.step) && kept.step >= 0 ? kept.step : 0;
    return { step, done: kept.done === true };
  } catch {
    return NOTHING;
  }
}

/**
 * Remember how far somebody has come.
 * @param {Pick<Storage, "getItem" | "setItem">} storage
 * @param {string} game
 * @param {Reached} now
 */
export function remember(storage, game, now) {
  /** @type {Record<string, unknown>} */
  let kept = {};
  try {
    kept = Object(JSON.parse(storage.getItem(PLACE) ?? "{}"));
  } catch {
    // Spoilt: it begins anew.
  }
  try {
    storage.setItem(PLACE, JSON.stringify({ ...kept, [game]: now }));
  } catch {
    // Forbidden or full: it is for this visit only, then.
  }
}
