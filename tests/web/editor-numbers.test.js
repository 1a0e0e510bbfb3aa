import assert from "node:assert/strict";
import { test } from "node:test";

import * as numbers from "../../src/jostle/web/scripts/pages/editor/numbers.js";

test("digits are written and counted up", () => {
  const rows = numbers.rowsOf("0129/3456");
  assert.equal(numbers.textOf(numbers.withDigit(rows, 1, 2, 8)), "0129/3486");
  assert.equal(numbers.textOf(numbers.cycled(rows, 0, 3)), "0120/3456");
  assert.equal(numbers.digitAt(rows, 1, 0), 3);
});

test("another size keeps the middle", () => {
  const rows = numbers.rowsOf("1234/5678/9012/3456");
  assert.equal(numbers.textOf(numbers.resized(rows, 6, 6)), "000000/012340/056780/090120/034560/000000");
  assert.equal(numbers.textOf(numbers.resized(numbers.resized(rows, 6, 6), 4, 4)), numbers.textOf(rows));
  assert.equal(numbers.textOf(numbers.resized(rows, 4, 5)), "0000/1234/5678/9012/3456");
});

test("halves are mirrored, a middle stays, and twice is once", () => {
  assert.deepEqual(numbers.mirroredAcross(["1234", "5678"]), ["1221", "5665"]);
  assert.deepEqual(numbers.mirroredAcross(["12345"]), ["12321"]);
  assert.deepEqual(numbers.mirroredDown(["12", "34", "56"]), ["12", "34", "12"]);
  const once = numbers.mirroredDown(numbers.mirroredAcross(["0123", "4567", "8901", "2345"]));
  assert.deepEqual(numbers.mirroredDown(numbers.mirroredAcross(once)), once);
  assert.deepEqual(numbers.emptied(["12", "34"]), ["00", "00"]);
});
