/** The explorer without its page: its address, its questions, its bars. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { question, readPlace, shares, writePlace } from "../../src/jostle/web/scripts/pages/explorer/place.js";

test("an address names a place, and the place the same address", () => {
  const usual = readPlace("", "pomeczi");
  assert.deepEqual(usual, { variant: "pomeczi", start: null, moves: [], level: "all", mine: false });
  assert.equal(writePlace(usual), "?variant=pomeczi");
  const place = /** @type {const} */ ({
    variant: "pushee-pieces:pieces=8",
    start: "6/6/6/6/6/6 1 8/8 -",
    moves: ["c3h", "d4v=b5>,e2^"],
    level: "4-6",
    mine: true,
  });
  assert.deepEqual(readPlace(writePlace({ ...place, moves: [...place.moves] }), "pomeczi"), place);
});

test("what an address cannot mean is left out", () => {
  const place = readPlace("?variant=&level=11&mine=yes&line=++Sa1++Sb2+", "push-push");
  assert.deepEqual(place, { variant: "push-push", start: null, moves: ["Sa1", "Sb2"], level: "all", mine: false });
});

test("the server is asked for the place with all its moves", () => {
  const asked = new URL(question(readPlace("?variant=pomeczi&line=Sa1+Db2%5E&mine=1&level=people", "")), "http://x");
  assert.equal(asked.pathname, "/api/openings");
  assert.deepEqual(asked.searchParams.getAll("move"), ["Sa1", "Db2^"]);
  assert.equal(asked.searchParams.get("level"), "people");
  assert.equal(asked.searchParams.get("mine"), "true");
  assert.equal(asked.searchParams.has("position"), false);
});

test("a bar is shared out, and the rarest result can still be seen", () => {
  assert.deepEqual(shares({ total: 4, first: 2, draws: 1, second: 1 }), [50, 25, 25]);
  assert.deepEqual(shares({ total: 0, first: 0, draws: 0, second: 0 }), [0, 0, 0]);
  const [most, none, least] = shares({ total: 1000, first: 999, draws: 0, second: 1 });
  assert.equal(none, 0);
  assert.ok(least > 3 && most < 97 && Math.abs(most + least - 100) < 1e-9);
});
