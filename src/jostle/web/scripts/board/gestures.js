/**
 * What hands can do with a list of moves: choose a source, point at a target, turn, commit.
 *
 * Every move is read as a gesture by its game's module. What can be chosen, where it can go and what
 * remains to be asked all follow from the list; no rule is known here.
 */

import { standingOn } from "./standings.js";

/** @import { Axis, MoveView, PieceView, Square, StepView, Translate } from "../types.js" */
/** @import { Standings } from "./standings.js" */

/**
 * A move as hands make it. `sources`: the squares or the held piece ("hand:single") it can be taken
 * by; `targets`: the squares it can be put on, the proper one first; `way`: how it has to lie, null if
 * that does not matter. Moves that agree in all of this differ in something that has to be asked.
 * @typedef {{move: MoveView, sources: string[], targets: Square[], way: Axis | null}} Gesture
 */

/**
 * @typedef {object} Attempt
 * @property {string} source
 * @property {Square[]} cells the squares of the piece that was taken; none for a held one
 * @property {Square} target
 * @property {Axis} way
 */

/**
 * What one game's module tells. A module is found by the game's name.
 * @typedef {object} GameModule
 * @property {string | null} hand the source that is in hand as long as nothing else is chosen
 * @property {(move: MoveView) => Omit<Gesture, "move">} read
 * @property {(attempt: Attempt) => string | null} attempt the move that a refused gesture would mean
 * @property {(move: MoveView, t: Translate) => string} differs what sets a move apart from others of its gesture
 * @property {(piece: PieceView) => boolean} crushed whether a piece that is eliminated was taken where it stood
 */

/** @typedef {{source: string | null, way: Axis, pointed: Square | null}} Choice */

/**
 * @typedef {object} Situation
 * @property {GameModule} module
 * @property {PieceView[]} pieces the game's table of pieces
 * @property {Gesture[]} gestures
 * @property {Standings} standings
 */

/**
 * What a press leads to: a new choice, and perhaps a move to play, moves to choose from, or the text
 * of a move that is not allowed.
 * @typedef {{choice: Choice, play?: MoveView, ask?: MoveView[], attempt?: string}} Answer
 */

export const PASS = "--";

/** @type {Choice} */
export const NO_CHOICE = { source: null, way: "h", pointed: null };

/** @param {PieceView} piece */
export const heldSource = (piece) => `hand:${piece.kind}`;

/** @param {string} source */
export const isHeld = (source) => source.startsWith("hand:");

/** @param {GameModule} module @param {MoveView[]} moves @returns {Gesture[]} */
export function gesturesOf(module, moves) {
  return moves.filter((move) => move.move !== PASS).map((move) => ({ move, ...module.read(move) }));
}

/** The source a press would use. @param {Situation} situation @param {Choice} choice */
export function sourceOf(situation, choice) {
  if (choice.source !== null) return choice.source;
  const hand = situation.module.hand;
  return situation.gestures.some((gesture) => hand !== null && gesture.sources.includes(hand)) ? hand : null;
}

/** Everything that can be taken. @param {Situation} situation @returns {Set<string>} */
export function sources(situation) {
  return new Set(situation.gestures.flatMap((gesture) => gesture.sources));
}

/** @param {Situation} situation @param {Choice} choice */
function fitting(situation, choice) {
  const source = sourceOf(situation, choice);
  if (source === null) return [];
  return situation.gestures.filter(
    (gesture) => gesture.sources.includes(source) && (gesture.way === null || gesture.way === choice.way),
  );
}

/**
 * The squares that can be pointed at.
 * @param {Situation} situation @param {Choice} choice @returns {Set<Square>}
 */
export function targets(situation, choice) {
  return new Set(fitting(situation, choice).flatMap((gesture) => gesture.targets));
}

/**
 * The moves that pointing at a square would mean.
 * @param {Situation} situation @param {Choice} choice @param {Square} square
 */
export function candidates(situation, choice, square) {
  const gestures = fitting(situation, choice);
  const proper = gestures.filter((gesture) => gesture.targets[0] === square);
  const meant = proper.length ? proper : gestures.filter((gesture) => gesture.targets.includes(square));
  return meant.map((gesture) => gesture.move);
}

/** Whether what is in hand can lie either way. @param {Situation} situation @param {Choice} choice */
export function canTurn(situation, choice) {
  const source = sourceOf(situation, choice);
  return situation.gestures.some(
    (gesture) => gesture.way !== null && source !== null && gesture.sources.includes(source),
  );
}

/** @param {Choice} choice @returns {Choice} */
export function turned(choice) {
  return { ...choice, way: choice.way === "h" ? "v" : "h" };
}

/** @param {Choice} choice @param {string | null} source @returns {Choice} */
export function chosen(choice, source) {
  return { ...choice, source, pointed: null };
}

/** Chosen; if it can be put where it is, as a piece that is turned, that is pointed at already.
 * @param {Situation} situation @param {Choice} choice @param {string} source @returns {Choice} */
export function taken(situation, choice, source) {
  const next = chosen(choice, source);
  return candidates(situation, next, source).length ? pointing(next, source) : next;
}

/** @param {Choice} choice @param {Square | null} pointed @returns {Choice} */
export function pointing(choice, pointed) {
  return choice.pointed === pointed ? choice : { ...choice, pointed };
}

/**
 * What a press on a square means. A careful press, as a finger's, shows a move first and plays it only
 * when the same square is pressed again.
 * @param {Situation} situation @param {Choice} choice @param {Square} square @param {boolean} careful
 * @returns {Answer}
 */
export function pressed(situation, choice, square, careful) {
  const meant = candidates(situation, choice, square);
  if (meant.length > 0) {
    if (careful && choice.pointed !== square) return { choice: pointing(choice, square) };
    return meant.length === 1 ? { choice, play: meant[0] } : { choice, ask: meant };
  }
  const standing = standingOn(situation.standings, square);
  const here = standing?.cells ?? [];
  if (choice.source !== null && here.includes(choice.source)) return { choice: chosen(choice, null) };
  if (sources(situation).has(square)) return { choice: taken(situation, choice, square) };
  // What is always in hand is put down as well while a piece on the board is chosen.
  const free = chosen(choice, null);
  if (choice.source !== null && sourceOf(situation, free) !== null)
    return pressed(situation, free, square, careful);
  const source = sourceOf(situation, choice);
  if (source === null) return { choice: chosen(choice, standing ? square : null) };
  return { choice: pointing(choice, square), ...attempted(situation, choice, source, square) };
}

/**
 * What putting the chosen piece on a square means.
 * @param {Situation} situation @param {Choice} choice @param {Square} square @returns {Answer}
 */
export function dropped(situation, choice, square) {
  if (candidates(situation, choice, square).length > 0) return pressed(situation, choice, square, false);
  const answer = choice.source === null ? {} : attempted(situation, choice, choice.source, square);
  return { choice: chosen(choice, null), ...answer };
}

/** @param {Situation} situation @param {Choice} choice @param {string} source @param {Square} target */
function attempted(situation, choice, source, target) {
  const cells = standingOn(situation.standings, source)?.cells ?? [];
  const attempt = situation.module.attempt({ source, cells, target, way: choice.way });
  return attempt === null ? {} : { attempt };
}

/**
 * What is certain to happen: a move's steps, or what several moves have in common from the beginning.
 * @param {MoveView[]} moves @returns {StepView[]}
 */
export function commonSteps(moves) {
  if (moves.length === 0) return [];
  const [first, ...others] = moves;
  /** @type {StepView[]} */
  const common = [];
  for (const [index, step] of first.steps.entries()) {
    const rest = others.map(
      (other) => new Set((other.steps[index] ?? []).map((effect) => JSON.stringify(effect))),
    );
    const shared = step.filter((effect) => rest.every((effects) => effects.has(JSON.stringify(effect))));
    if (shared.length) common.push(shared);
    if (shared.length < step.length || rest.some((effects) => effects.size > shared.length)) break;
  }
  return common;
}

/**
 * What a move does beyond what is certain; the steps keep their places.
 * @param {MoveView} move @param {StepView[]} common @returns {StepView[]}
 */
export function remainingSteps(move, common) {
  return move.steps.map((step, index) => {
    const known = new Set((common[index] ?? []).map((effect) => JSON.stringify(effect)));
    return step.filter((effect) => !known.has(JSON.stringify(effect)));
  });
}
