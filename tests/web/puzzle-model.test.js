import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { PuzzleModel } from "../../src/jostle/web/scripts/pages/puzzle/model.js";

/** @typedef {import("../../src/jostle/web/scripts/net/puzzle-wire.js").Judged} Judged */
/** @typedef {import("../../src/jostle/web/scripts/net/puzzle-wire.js").PuzzleView} PuzzleView */
/** @typedef {import("../../src/jostle/web/scripts/net/puzzle-wire.js").ShownMove} ShownMove */
/** @typedef {import("../../src/jostle/web/scripts/types.js").PositionView} PositionView */

/**
 * @param {string} text
 * @param {1 | 2} mover
 * @returns {PositionView}
 */
const position = (text, mover) => ({
  text, mover, pieces: [], beside: [[], []], scores: null, notes: [], outcome: null,
});

const standing = { rating: null, tried: 0, solved: 0, streak: 0, best_streak: 0 };
const counted = { rating: 240, tried: 1, solved: 1, streak: 1, best_streak: 1 };

/** @type {PuzzleView} */
const puzzle = {
  id: "push-push-00000000", number: 1, variant: "push-push", game: "push-push", title: "Push Push", band: "easy",
  band_name: "easy", rating: 240, task: "", board: { width: 7, height: 7, numbers: null, goals: true, pieces: [] },
  position: position("start", 1), state: "untried", solver: 1, turns: 2, long: false, counted: null, helped: false, standing,
};

/**
 * @param {string} move
 * @param {1 | 2} player
 * @returns {ShownMove}
 */
const shown = (move, player) => ({
  last: { move, player, steps: [] }, position: position(`after ${move}`, player === 1 ? 2 : 1),
});

/** @type {Judged} */
const right = {
  verdict: "best", played: shown("a", 1), replies: [shown("b", 2)], solved: false, refutation: null,
  state: "untried", counted: null, gained: null, standing,
};
/** @type {Judged} */
const last = { ...right, played: shown("c", 1), replies: [], solved: true, state: "solved", counted: "solved", gained: 40, standing: counted };
/** @type {Judged} */
const wrong = {
  ...right, verdict: "wrong", played: shown("x", 1), replies: [], state: "failed", counted: "failed", gained: -35,
  refutation: { words: "no", line: [shown("y", 2), shown("z", 1)] },
};

/** @type {PuzzleModel} */ let model;
const seen = () => model.scene.position.text;

beforeEach(() => {
  model = new PuzzleModel(puzzle);
});

test("a puzzle is solved move by move, each with its answer", () => {
  assert.equal(seen(), "start");
  assert.deepEqual(model.submit("a"), ["a"]);
  assert.equal(model.submit("a"), null, "one move is judged at a time");
  assert.deepEqual(model.judge(right).map(({ last }) => last.move), ["a", "b"]);
  assert.equal(seen(), "after b");
  assert.ok(model.mayMove);
  assert.equal(model.number, 2);
  assert.deepEqual(model.submit("c"), ["a", "c"]);
  model.judge(last);
  assert.equal(model.phase, "solved");
  assert.equal(model.submit("d"), null);
  assert.equal(model.standing.rating, 240);
  assert.equal(model.counted, "solved");
  assert.equal(model.wasSlower, false);
});

test("a way that was not the best is remembered to the end", () => {
  model.submit("a");
  model.judge({ ...right, verdict: "slower" });
  model.submit("c");
  model.judge(last);
  assert.ok(model.wasSlower);
  model.again();
  assert.ok(!model.wasSlower);
});

test("a move that is none leaves everything as it was", () => {
  model.submit("nonsense");
  model.withdraw();
  assert.ok(model.mayMove);
  assert.deepEqual(model.moves, []);
});

test("after a wrong move the refutation can be looked at, and another move tried in its place", () => {
  model.submit("a");
  model.judge(right);
  model.submit("x");
  assert.deepEqual(model.judge(wrong).map(({ last }) => last.move), ["x"]);
  assert.equal(model.phase, "wrong");
  assert.equal(seen(), "after x");
  assert.ok(!model.go("next"), "nothing is looked at yet");
  model.refute();
  assert.equal(seen(), "after x");
  assert.ok(model.go("next"));
  assert.equal(seen(), "after y");
  assert.ok(model.go("last"));
  assert.equal(seen(), "after z");
  assert.ok(!model.go("next"));
  assert.ok(model.go("first"));
  assert.equal(seen(), "after x");
  model.again();
  assert.equal(seen(), "after b", "what was right stays");
  assert.deepEqual(model.submit("c"), ["a", "c"]);
  model.judge({ ...last, counted: "failed", gained: -35 });
  assert.equal(model.counted, "failed");
});

test("the solution begins at the start, and can be tried after it from there", () => {
  model.submit("a");
  model.judge(right);
  model.show({ line: [shown("a", 1), shown("b", 2), shown("c", 1)], more: 0, words: "", standing: { ...standing, tried: 1 } });
  assert.equal(model.phase, "shown");
  assert.equal(seen(), "start");
  assert.equal(model.counted, "failed");
  assert.equal(model.standing.tried, 1);
  assert.ok(model.go(2));
  assert.equal(seen(), "after b");
  assert.ok(!model.go(7));
  model.again();
  assert.equal(seen(), "start");
  assert.deepEqual(model.moves, []);
});

test("hints tell more and more, and of each move anew", () => {
  const hint = { grade: 1, words: "", squares: ["a1"], move: null, steps: null, standing };
  assert.equal(model.nextGrade, 1);
  model.tell(hint);
  assert.ok(model.helped);
  assert.equal(model.counted, null);
  assert.equal(model.nextGrade, 2);
  model.tell({ ...hint, grade: 2, move: "a", steps: [] });
  assert.equal(model.counted, "failed");
  assert.equal(model.nextGrade, 0);
  model.submit("a");
  model.judge({ ...right, counted: "failed" });
  assert.equal(model.nextGrade, 1);
  assert.deepEqual(model.hints, []);
});
