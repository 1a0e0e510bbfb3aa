import assert from "node:assert/strict";
import { test } from "node:test";

import { placeOf, segmentsOf } from "../../src/jostle/web/scripts/pages/import/places.js";

/** @param {number} line @param {number} column @param {number} length */
const problem = (line, column, length) => ({ line, column, length, message: "wrong" });

test("a problem's line and column lead to its part of the text", () => {
  const text = "one\ntwo three\nfour";
  const { start, end } = placeOf(text, problem(2, 5, 5));
  assert.equal(text.slice(start, end), "three");
  assert.deepEqual(placeOf(text, problem(1, 1, 3)), { start: 0, end: 3 });
});

test("columns count characters, whatever a browser makes of them", () => {
  const text = "{😀} zz";
  const { start, end } = placeOf(text, problem(1, 5, 2));
  assert.equal(text.slice(start, end), "zz");
});

test("a place that the text has no more is at its end", () => {
  assert.deepEqual(placeOf("ab", problem(7, 9, 4)), { start: 2, end: 2 });
});

test("a text is cut around its problems and is whole again when put together", () => {
  const text = "aa bb\ncc dd";
  const cut = segmentsOf(text, [problem(2, 4, 2), problem(1, 4, 2), problem(1, 5, 1)]);
  assert.equal(cut.map((part) => part.text).join(""), text);
  assert.deepEqual(
    cut.filter((part) => part.problem !== null),
    [
      { text: "bb", problem: 1 },
      { text: "dd", problem: 0 },
    ],
  );
});

test("a problem at the very end has a part, though an empty one", () => {
  assert.deepEqual(segmentsOf("ab", [problem(1, 3, 1)]).at(-1), { text: "", problem: 0 });
  assert.deepEqual(segmentsOf("", []), []);
});
