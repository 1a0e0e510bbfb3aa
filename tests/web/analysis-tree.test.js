import assert from "node:assert/strict";
import { test } from "node:test";

import { Tree } from "../../src/jostle/web/scripts/pages/analysis/tree.js";
/** @typedef {import("../../src/jostle/web/scripts/pages/analysis/tree.js").Node} Node */
/** @typedef {import("../../src/jostle/web/scripts/types.js").Player} Player */
import { recordText } from "../../src/jostle/web/scripts/pages/analysis/record-text.js";

/** A tree with moves a1 b1 a2 b2, and variations c1 (with d1) for the second and e1 for the third. */
function example() {
  const tree = new Tree("pomeczi", "start");
  const add = (/** @type {Node} */ parent, /** @type {string} */ move, /** @type {Player} */ player) =>
    tree.add(parent, { move, player, position: `${parent.position}.${move}` });
  const first = add(tree.root, "a1", 1);
  const second = add(first, "b1", 2);
  const third = add(second, "a2", 1);
  const fourth = add(third, "b2", 2);
  const other = add(first, "c1", 2);
  const after = add(other, "d1", 1);
  const last = add(second, "e1", 1);
  return { tree, first, second, third, fourth, other, after, last };
}

const moves = (/** @type {Node[]} */ nodes) => nodes.map(({ move }) => move).join(" ");

test("moves that are there already are found again", () => {
  const { tree, first, second } = example();
  assert.equal(tree.add(first, { move: "b1", player: 2, position: "?" }), second);
  assert.equal(moves(tree.mainLine()), "a1 b1 a2 b2");
  assert.equal(moves(tree.nodes()), " a1 b1 a2 b2 e1 c1 d1");
});

test("rounds are counted as records count them", () => {
  const { tree, first, second, third, after } = example();
  assert.deepEqual([first, second, third, after].map(({ round }) => round), [1, 1, 2, 2]);
  const again = tree.add(second, { move: "x", player: 2, position: "" });
  assert.equal(again.round, 2);
  const black = new Tree("pomeczi", "start");
  const one = black.add(black.root, { move: "b", player: 2, position: "" });
  assert.equal(one.round, 1);
  assert.equal(black.add(one, { move: "a", player: 1, position: "" }).round, 2);
});

test("one goes along the line that one is in, and to the variations beside it", () => {
  const { tree, second, other, after, last, third } = example();
  tree.go(tree.towards("last"));
  assert.equal(tree.current.move, "b2");
  tree.go(tree.towards("previous"));
  assert.equal(tree.current, third);
  assert.equal(tree.beside(1), last);
  assert.equal(tree.beside(-1), third);
  tree.go(other);
  assert.equal(tree.beside(-1), second);
  assert.equal(tree.towards("next"), after);
  assert.equal(tree.towards("last"), after);
  tree.go(tree.towards("first"));
  assert.equal(tree.current, tree.root);
  assert.equal(tree.towards("previous"), tree.root);
  assert.equal(tree.beside(1), tree.root);
});

test("a variation is promoted step by step until it is the main line", () => {
  const { tree, after } = example();
  assert.equal(tree.isMain(after), false);
  tree.go(after);
  assert.equal(tree.promote(), true);
  assert.equal(moves(tree.mainLine()), "a1 c1 d1");
  assert.equal(tree.isMain(after), true);
  assert.equal(tree.promote(), false);
  assert.equal(tree.current, after);
});

test("what is removed takes along what follows, and whoever looks at it", () => {
  const { tree, other, after, second, fourth } = example();
  tree.go(after);
  tree.remove(other);
  assert.equal(tree.current.move, "a1");
  tree.go(fourth);
  assert.equal(tree.remove(tree.root), false);
  const { last } = { last: second.children[1] };
  tree.remove(last);
  assert.equal(tree.current, fourth);
  assert.equal(moves(tree.nodes()), " a1 b1 a2 b2");
});

test("a move has one mark, which can be taken away", () => {
  const { tree, first } = example();
  first.marks = ["$14"];
  tree.mark("!", first);
  tree.mark("?", first);
  assert.deepEqual(first.marks, ["?", "$14"]);
  tree.mark("?", first);
  assert.deepEqual(first.marks, ["$14"]);
});

test("a line without words is plain", () => {
  const tree = new Tree("pomeczi", "start");
  const one = tree.add(tree.root, { move: "a", player: 1, position: "" });
  assert.equal(tree.isPlain, true);
  one.comment = "good";
  assert.equal(tree.isPlain, false);
  assert.equal(example().tree.isPlain, false);
});

test("an analysis is written as a record", () => {
  const { tree, first, other, after } = example();
  tree.tags = { Event: 'The "first" \\ one', Date: "????.??.??", Result: "1-0", Site: "?" };
  tree.root.comment = "Where  to\nbegin?";
  tree.mark("!", first);
  first.comment = "a } and a \\";
  tree.mark("?!", other);
  after.comment = "so";
  assert.equal(
    recordText(tree),
    '[Event "The \\"first\\" \\\\ one"]\n[Variant "pomeczi"]\n[Start "start"]\n\n' +
      "{Where to begin?} 1. a1! {a \\} and a \\\\} 1... b1 (1... c1?! 2. d1 {so}) 2. a2 (2. e1) 2... b2\n",
  );
});

test("what the server has read becomes a tree, and the same record again", () => {
  const move = (/** @type {string} */ text, /** @type {Player} */ player, more = {}) => ({
    move: text, player, position: text, marks: [], before: [], after: [], variations: [], ...more,
  });
  const line = (/** @type {any[]} */ ...all) => ({ comments: [], moves: all, broken: false });
  const read = {
    variant: "pomeczi", game: "pomeczi", title: "", start: "start", end: "b", result: "1-0", record: "",
    tags: { Player1: "Ada", Result: "1-0", Termination: "resignation" },
    line: {
      comments: ["Begin."],
      moves: [
        move("a", 1, { marks: ["!"], after: ["well"] }),
        move("b", 2, {
          before: ["then"],
          variations: [line(move("c", 2, { marks: ["?"] }), move("d", 1)), { comments: ["or"], moves: [move("e", 2)], broken: false }],
        }),
      ],
      broken: false,
    },
  };
  const tree = Tree.of(read);
  assert.equal(moves(tree.mainLine()), "a b");
  assert.equal(
    recordText(tree),
    '[Player1 "Ada"]\n[Termination "resignation"]\n[Variant "pomeczi"]\n[Start "start"]\n\n' +
      "{Begin.} 1. a! {well} 1... b {then} (1... c? 2. d) (1... e {or}) 1-0\n",
  );
  tree.add(tree.mainLine()[1], { move: "f", player: 1, position: "f" });
  assert.match(recordText(tree), /\) 2\. f\n$/);
  assert.doesNotMatch(recordText(tree), /Termination/);
});
