/** The headless parts of a review's page: the graph's places, the counts, the tried line. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  areaPath, exactPath, HEIGHT, linePath, markPath, place, places, plyAt,
} from "../../src/jostle/web/scripts/pages/review/geometry.js";
import { counts, isAmiss, JUDGEMENTS, SIGNS } from "../../src/jostle/web/scripts/pages/review/judgements.js";
import { Trial } from "../../src/jostle/web/scripts/pages/review/trial.js";

const chance = (/** @type {number} */ first, exact = false) => ({ first, exact });

test("high is good for Player 1, and the game goes from left to right", () => {
  const [start, middle, end] = places(300, [chance(1), chance(0.5), chance(0)]);
  assert.ok(start.x < middle.x && middle.x < end.x && end.x < 300);
  assert.ok(start.y < middle.y && middle.y < end.y && end.y < HEIGHT);
  assert.equal(middle.y, HEIGHT / 2);
  assert.equal(middle.x, 150);
});

test("a place belongs to the nearest position", () => {
  for (const ply of [0, 1, 7, 20]) assert.equal(plyAt(500, 21, place(500, 21, ply, 0.3).x + 3), ply);
  assert.equal(plyAt(500, 21, -40), 0);
  assert.equal(plyAt(500, 21, 900), 20);
  assert.equal(plyAt(500, 1, 250), 0);
});

test("the line goes through all points, and the area is closed below it", () => {
  const points = [{ x: 0, y: 10 }, { x: 50, y: 20 }];
  assert.equal(linePath(points), "M0.0 10.0L50.0 20.0");
  assert.equal(areaPath(points), `M0.0 10.0L50.0 20.0L50.0 ${HEIGHT}L0.0 ${HEIGHT}z`);
});

test("only what is proven at both ends is drawn as exact", () => {
  const points = [0, 1, 2, 3].map((x) => ({ x, y: 0 }));
  const chances = [chance(0.5), chance(1, true), chance(1, true), chance(0.4)];
  assert.equal(exactPath(points, chances), "M1.0 0.0L2.0 0.0");
});

test("each kind of mistake has a shape and a sign of its own", () => {
  const shapes = ["inaccuracy", "mistake", "blunder"].map((kind) => markPath(kind, { x: 10, y: 10 }));
  assert.equal(new Set(shapes).size, 3);
  assert.equal(new Set(JUDGEMENTS.map((judgement) => SIGNS[judgement])).size, JUDGEMENTS.length);
  assert.deepEqual(JUDGEMENTS.filter(isAmiss), ["inaccuracy", "mistake", "blunder"]);
});

test("judgements are counted for each player", () => {
  /** @type {{player: 1 | 2, judgement: import("../../src/jostle/web/scripts/pages/review/judgements.js").Judgement}[]} */
  const moves = [
    { player: 1, judgement: "best" },
    { player: 2, judgement: "blunder" },
    { player: 1, judgement: "best" },
    { player: 2, judgement: "good" },
  ];
  assert.deepEqual(counts(moves, 1), { best: 2, good: 0, inaccuracy: 0, mistake: 0, blunder: 0 });
  assert.deepEqual(counts(moves, 2), { best: 0, good: 1, inaccuracy: 0, mistake: 0, blunder: 1 });
});

/** @param {string} move */
const scene = (move) => /** @type {any} */ ({ position: { text: move }, last: { move } });

test("a trial knows whether it is on the better line", () => {
  const trial = new Trial({ ...scene("start"), last: null }, ["a1a2", "b7b6"]);
  assert.equal(trial.next, "a1a2");
  assert.equal(trial.back(), false);
  trial.add(scene("a1a2"));
  assert.deepEqual([trial.length, trial.isOnLine, trial.next], [1, true, "b7b6"]);
  trial.add(scene("c7c6"));
  assert.deepEqual([trial.length, trial.isOnLine, trial.next], [2, false, null]);
  assert.equal(trial.scene.position.text, "c7c6");
  assert.equal(trial.back(), true);
  assert.deepEqual([trial.isOnLine, trial.next], [true, "b7b6"]);
  trial.add(scene("b7b6"));
  assert.deepEqual([trial.isOnLine, trial.next], [true, null]);
});
