import assert from "node:assert/strict";
import { test } from "node:test";

import { asLines, asRows, partsOf, variantOf } from "../../src/jostle/web/scripts/pages/new/variant.js";

test("a variant string names what was chosen, in alphabetical order", () => {
  assert.equal(variantOf("pomeczi", {}), "pomeczi");
  assert.equal(variantOf("pomeczi", { singles: "3", board: "5x5" }), "pomeczi:board=5x5,singles=3");
});

test("taken apart and put together it is the same", () => {
  for (const variant of ["push-push", "push-push:quiet=off", "pushee-pieces:grid=0120/1221/1221/0120,walls=off"]) {
    const { game, given } = partsOf(variant);
    assert.equal(variantOf(game, given), variant);
  }
});

test("rows are written as lines, however they are separated", () => {
  assert.equal(asLines("012/345"), "012\n345");
  assert.equal(asRows(" 012\n345  \r\n678\n"), "012/345/678");
});
