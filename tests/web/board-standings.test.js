import assert from "node:assert/strict";
import { test } from "node:test";

import {
  agrees,
  arranged,
  goesOver,
  headingOf,
  NOTHING,
  placeInRow,
  played,
  standingOn,
  stepped,
} from "../../src/jostle/web/scripts/board/standings.js";
import { cornerOf, onScreen, squareOnScreen } from "../../src/jostle/web/scripts/board/squares.js";
import { games, situations } from "./board-support.js";

test("the effects of every move lead to the pieces of the next position", () => {
  for (const { game, positions, moves } of games) {
    let standings = arranged(NOTHING, positions[0]);
    moves.forEach(({ move, steps }, ply) => {
      standings = played(standings, steps);
      assert.ok(agrees(standings, positions[ply + 1]), `${game}, ply ${ply}, ${move}`);
    });
  }
});

test("a piece keeps its number as long as it is on the board", () => {
  for (const { positions, moves } of games) {
    let standings = arranged(NOTHING, positions[0]);
    for (const { steps } of moves) {
      for (const step of steps) {
        const { after, changes } = stepped(standings, step);
        for (const { effect, id } of changes) {
          if (effect.from.length) assert.equal(standingOn(standings, effect.from[0])?.id, id);
          if (effect.to.length) assert.deepEqual(standingOn(after, effect.to[0])?.cells, effect.to);
          assert.equal(
            after.pieces.some((standing) => standing.id === id),
            effect.to.length > 0,
          );
        }
        standings = after;
      }
    }
    assert.equal(new Set(standings.pieces.map(({ id }) => id)).size, standings.pieces.length);
  }
});

test("what stands still keeps its number when another position is shown", () => {
  const { positions, moves } = games[1];
  const before = arranged(NOTHING, positions[0]);
  const after = arranged(before, positions[1]);
  const start = moves[0].steps[0][0].from[0];
  for (const { id, cells } of before.pieces) {
    if (cells[0] === start) assert.equal(standingOn(after, start), undefined);
    else assert.equal(standingOn(after, cells[0])?.id, id);
  }
  assert.equal(agrees(after, positions[0]), false);
});

test("nothing that is given is changed", () => {
  const { positions, moves } = games[0];
  const standings = arranged(NOTHING, positions[0]);
  const copy = structuredClone(standings);
  played(standings, moves[0].steps);
  arranged(standings, positions[1]);
  assert.deepEqual(standings, copy);
});

test("a piece over the edge leaves away from its pusher, and its place in the row is known", () => {
  const step = /** @type {import("../../src/jostle/web/scripts/types.js").StepView} */ ([
    { kind: "moved", piece: 3, becomes: 3, from: ["d1"], to: ["c1"], by: null },
    { kind: "pushed", piece: 2, becomes: 2, from: ["c1"], to: ["b1"], by: "d1" },
    { kind: "pushed", piece: 1, becomes: 1, from: ["b1"], to: ["a1"], by: "c1" },
    { kind: "eliminated", piece: 0, becomes: null, from: ["a1"], to: [], by: "b1" },
  ]);
  assert.deepEqual(
    step.map((effect) => placeInRow(step, effect)),
    [0, 1, 2, 3],
  );
  assert.deepEqual(headingOf(step, step[3]), { files: -1, ranks: 0 });
  assert.ok(goesOver({ width: 7, height: 7 }, step, step[3]));
  const [crushed] = situations.crush.moves.filter(({ move }) => move === "c3c4");
  const taken = crushed.steps[0].find(({ kind }) => kind === "eliminated");
  assert.ok(taken && !goesOver({ width: 7, height: 7 }, crushed.steps[0], taken));
});

test("a row that one piece pushes counts from it", () => {
  const step = /** @type {import("../../src/jostle/web/scripts/types.js").StepView} */ (
    ["d3", "c3", "b3"].map((from, index) => ({
      kind: "pushed",
      piece: 0,
      becomes: 0,
      from: [from],
      to: [["c3", "b3", "a3"][index]],
      by: "e3",
    }))
  );
  assert.deepEqual(
    step.map((effect) => placeInRow(step, effect)),
    [1, 2, 3],
  );
});

test("the other side of the table sees everything turned half round", () => {
  const near = { width: 8, height: 4, orientation: /** @type {const} */ (1) };
  const far = { ...near, orientation: /** @type {const} */ (2) };
  assert.deepEqual(cornerOf(near, "a1"), { x: 0, y: 300 });
  assert.deepEqual(cornerOf(far, "a1"), { x: 700, y: 0 });
  for (const view of [near, far]) {
    for (const square of ["a1", "c2", "h4"]) {
      const { x, y } = cornerOf(view, square);
      assert.equal(squareOnScreen(view, x / 100, y / 100), square);
    }
  }
  assert.deepEqual(onScreen(near, { files: 1, ranks: 1 }), { x: 100, y: -100 });
  assert.deepEqual(onScreen(far, { files: 1, ranks: 1 }), { x: -100, y: 100 });
});
