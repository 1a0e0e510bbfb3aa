/** First games without a page: what a try is worth, and what is remembered. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { endOf, isWantedRefusal, judged, reached, remember } from "../../src/jostle/web/scripts/pages/first-game/course.js";

/** @param {Record<string, unknown>} changes */
function step(changes) {
  return /** @type {any} */ ({ kind: "task", fulfils: ["c2>"], refused: null, position: { mover: 1 }, ...changes });
}

/** @param {Record<string, string>} [kept] */
function storage(kept = {}) {
  return {
    kept,
    getItem: (/** @type {string} */ key) => kept[key] ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => {
      kept[key] = value;
    },
  };
}

const won = /** @type {any} */ ({ winner: 1 });
const lost = /** @type {any} */ ({ winner: 2 });
const drawn = /** @type {any} */ ({ winner: null });

test("a move is right when the server has listed it", () => {
  assert.equal(judged(step({}), "c2>", null), "right");
  assert.equal(judged(step({}), "c2^", null), "wrong");
});

test("where a refusal is wanted, no legal move is right", () => {
  const wanted = step({ kind: "refusal", fulfils: [], refused: "P7" });
  assert.equal(judged(wanted, "Sa1", null), "wrong");
  assert.equal(isWantedRefusal(wanted, "P7"), true);
  assert.equal(isWantedRefusal(wanted, "P4"), false);
  assert.equal(isWantedRefusal(wanted, null), false);
  assert.equal(isWantedRefusal(step({}), "P7"), false);
});

test("a game goes on until it ends, and is right when it is won", () => {
  const game = step({ kind: "game", fulfils: [] });
  assert.equal(judged(game, "b2^", null), "on");
  assert.equal(judged(game, "b2^", won), "right");
  assert.equal(judged(game, "b2^", lost), "lost");
  assert.equal(endOf(drawn, 1), "drawn");
  assert.equal(endOf(lost, 2), "right");
});

test("how far somebody has come is remembered for each game", () => {
  const place = storage();
  assert.deepEqual(reached(place, "pomeczi"), { step: 0, done: false });
  remember(place, "pomeczi", { step: 3, done: false });
  remember(place, "push-push", { step: 0, done: true });
  assert.deepEqual(reached(place, "pomeczi"), { step: 3, done: false });
  assert.deepEqual(reached(place, "push-push"), { step: 0, done: true });
});

test("a storage that is forbidden or spoilt is no obstacle", () => {
  for (const text of ["{", "null", "7", '{"pomeczi": "x"}', '{"pomeczi": {"step": -2, "done": 1}}']) {
    const place = storage({ "jostle-first-games": text });
    assert.deepEqual(reached(place, "pomeczi"), { step: 0, done: false });
    remember(place, "pomeczi", { step: 1, done: false });
    assert.deepEqual(reached(place, "pomeczi"), { step: 1, done: false });
  }
  const forbidden = {
    getItem: () => {
      throw new Error("forbidden");
    },
    setItem: () => {
      throw new Error("forbidden");
    },
  };
  assert.deepEqual(reached(forbidden, "pomeczi"), { step: 0, done: false });
  remember(forbidden, "pomeczi", { step: 1, done: false });
});
