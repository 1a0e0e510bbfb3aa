import assert from "node:assert/strict";
import { test } from "node:test";

import { t, translator, useMessages } from "../../src/jostle/web/scripts/ui/messages.js";

const say = translator({
  "list.last": " and ",
  plain: "Nothing to fill in",
  named: "{name} plays {move}",
  counted: "{count} {count:tile|tiles}",
  listed: "on {squares}",
  braces: "{{{name}}}",
});

test("parameters are put in", () => {
  assert.equal(say("plain"), "Nothing to fill in");
  assert.equal(say("named", { name: "Ada", move: "b3>" }), "Ada plays b3>");
});

test("what is put in is not read as a template", () => {
  assert.equal(say("named", { name: "{move}", move: "$&" }), "{move} plays $&");
});

test("one and many", () => {
  assert.equal(say("counted", { count: 1 }), "1 tile");
  assert.equal(say("counted", { count: 0 }), "0 tiles");
  assert.equal(say("counted", { count: 7 }), "7 tiles");
});

test("lists are joined the way the language does it", () => {
  assert.equal(say("listed", { squares: [] }), "on ");
  assert.equal(say("listed", { squares: ["a1"] }), "on a1");
  assert.equal(say("listed", { squares: ["a1", "b2", "c3"] }), "on a1, b2 and c3");
});

test("double braces are braces", () => {
  assert.equal(say("braces", { name: "x" }), "{x}");
});

test("a missing key and a missing parameter are errors that name them", () => {
  assert.throws(() => say("no.such"), /no message no\.such/);
  assert.throws(() => say("named", { name: "Ada" }), /named needs move/);
  assert.throws(() => say("toString"), /no message toString/);
});

test("the page's own function speaks the catalogue given last", () => {
  useMessages({ hello: "Hello" });
  assert.equal(t("hello"), "Hello");
  useMessages({ hello: "Servus" });
  assert.equal(t("hello"), "Servus");
});
