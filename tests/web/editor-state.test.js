import assert from "node:assert/strict";
import { test } from "node:test";

import * as state from "../../src/jostle/web/scripts/pages/editor/state.js";

/** @import { PieceView } from "../../src/jostle/web/scripts/types.js" */
/** @import { Setting, Table } from "../../src/jostle/web/scripts/pages/editor/state.js" */

/** @param {string} kind @param {1 | 2} owner @param {"h" | "v" | null} axis @param {1 | 2} length @returns {PieceView} */
const piece = (kind, owner, axis = null, length = 1) => ({ symbol: kind, kind, owner, axis, turned: false, length });

const [SINGLE, FLAT, TALL, OTHER, OTHER_FLAT] = [0, 1, 2, 3, 4];

/** @type {Table} */
const table = {
  board: {
    width: 4,
    height: 4,
    numbers: null,
    goals: false,
    pieces: [
      piece("single", 1),
      piece("domino", 1, "h", 2),
      piece("domino", 1, "v", 2),
      piece("single", 2),
      piece("domino", 2, "h", 2),
    ],
  },
  fields: [
    { name: "forbidden", kind: "several", label: "", note: "", choices: [], most: 3, lowest: 0, highest: 0, follows: true },
    { name: "quiet", kind: "number", label: "", note: "", choices: [], most: 1, lowest: 0, highest: 9, follows: false },
  ],
};

/** @type {Setting} */
const empty = {
  pieces: [],
  hands: [
    [{ piece: SINGLE, count: 1 }, { piece: FLAT, count: 1 }],
    [{ piece: OTHER, count: 1 }, { piece: OTHER_FLAT, count: 1 }],
  ],
  mover: 1,
  fields: { forbidden: "b3v", quiet: "7" },
};

/** @param {Setting} setting */
const counts = (setting) => setting.hands.map((hand) => hand.map(({ count }) => count));

test("a piece comes out of its owner's hand, and goes back into it", () => {
  const one = state.put(table, empty, SINGLE, "b2");
  assert.deepEqual(one.pieces, [{ piece: SINGLE, cells: ["b2"] }]);
  assert.deepEqual(counts(one), [[0, 1], [1, 1]]);
  assert.deepEqual(counts(state.removed(table, one, "b2")), [[1, 1], [1, 1]]);
});

test("where the owner has none left, the other player's is taken", () => {
  const two = state.put(table, state.put(table, empty, SINGLE, "b2"), SINGLE, "c2");
  assert.deepEqual(counts(two), [[0, 1], [0, 1]]);
  const three = state.put(table, two, SINGLE, "d2");
  assert.deepEqual(counts(three), [[0, 1], [0, 1]]); // the server says that this is one too many
});

test("a domino that would reach over the edge is moved in", () => {
  assert.deepEqual(state.put(table, empty, FLAT, "d3").pieces[0].cells, ["c3", "d3"]);
  assert.deepEqual(state.put(table, empty, TALL, "a4").pieces[0].cells, ["a3", "a4"]);
});

test("what lies in the way goes back to the hands", () => {
  const one = state.put(table, state.put(table, empty, OTHER, "b1"), FLAT, "a1");
  assert.deepEqual(one.pieces, [{ piece: FLAT, cells: ["a1", "b1"] }]);
  assert.deepEqual(counts(one), [[1, 0], [1, 1]]);
});

test("a carried piece keeps the square by which it was grabbed under the hand", () => {
  const one = state.put(table, empty, FLAT, "a1");
  assert.deepEqual(state.carried(table, one, "b1", "c2").pieces[0].cells, ["b2", "c2"]);
  assert.deepEqual(state.carried(table, one, "a1", "c2").pieces[0].cells, ["c2", "d2"]);
  assert.deepEqual(counts(state.carried(table, one, "a1", "c2")), counts(one));
  assert.equal(state.carried(table, one, "d4", "a1"), one);
});

test("a piece is turned where it lies, if it has another way to lie", () => {
  const one = state.put(table, empty, FLAT, "a4");
  const turned = state.turned(table, one, "b4");
  assert.deepEqual(turned.pieces, [{ piece: TALL, cells: ["a3", "a4"] }]);
  assert.deepEqual(counts(turned), counts(one));
  const single = state.put(table, empty, SINGLE, "a1");
  assert.equal(state.turned(table, single, "a1"), single);
  assert.equal(state.turned(table, single, "c3"), single);
});

test("what was said of the pieces is said no more when they change, and the rest is", () => {
  assert.deepEqual(state.put(table, empty, SINGLE, "b2").fields, { forbidden: "-", quiet: "7" });
  assert.deepEqual(state.withMover(table, empty, 2).fields, { forbidden: "-", quiet: "7" });
  assert.equal(state.withMover(table, empty, 1), empty);
  assert.deepEqual(state.counted(empty, 2, OTHER, 1).fields, empty.fields);
  assert.deepEqual(state.withField(empty, "quiet", "3").fields, { forbidden: "b3v", quiet: "3" });
});

test("a hand never has fewer than none", () => {
  const none = state.counted(empty, 1, SINGLE, -1);
  assert.deepEqual(counts(none), [[0, 1], [1, 1]]);
  assert.deepEqual(counts(state.counted(none, 1, SINGLE, -1)), [[0, 1], [1, 1]]);
  assert.deepEqual(counts(state.counted(none, 2, OTHER_FLAT, 1)), [[0, 1], [1, 2]]);
});

test("the server is told the left or lower square", () => {
  const asked = state.described(state.put(table, empty, TALL, "b2"));
  assert.deepEqual(asked.pieces, [{ piece: TALL, square: "b2" }]);
  assert.equal(asked.mover, 1);
});

test("one goes back and forth until something else is done", () => {
  let trail = state.begun("a");
  trail = state.done(state.done(trail, "b"), "c");
  assert.equal(state.done(trail, "c"), trail);
  trail = state.undone(trail);
  assert.equal(trail.now, "b");
  assert.equal(state.redone(trail).now, "c");
  trail = state.undone(state.undone(trail));
  assert.deepEqual(trail, { past: [], now: "a", future: ["b", "c"] });
  trail = state.done(trail, "d");
  assert.deepEqual(trail, { past: ["a"], now: "d", future: [] });
  assert.equal(state.redone(trail).now, "d");
});
