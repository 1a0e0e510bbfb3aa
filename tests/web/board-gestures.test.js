import assert from "node:assert/strict";
import { test } from "node:test";

import {
  candidates,
  canTurn,
  chosen,
  commonSteps,
  dropped,
  gesturesOf,
  NO_CHOICE,
  pointing,
  pressed,
  remainingSteps,
  sourceOf,
  sources,
  taken,
  targets,
  turned,
} from "../../src/jostle/web/scripts/board/gestures.js";
import { arranged, NOTHING } from "../../src/jostle/web/scripts/board/standings.js";
import { moduleOf, situations, t } from "./board-support.js";

/** @import { Choice, Situation } from "../../src/jostle/web/scripts/board/gestures.js" */

/** @param {string} name @returns {Promise<Situation>} */
async function situationOf(name) {
  const { game, board, position, moves } = situations[name];
  const module = await moduleOf(game);
  return {
    module,
    pieces: board.pieces,
    gestures: gesturesOf(module, moves),
    standings: arranged(NOTHING, position),
  };
}

/** @param {Situation} situation @param {Choice} choice @param {string} square */
const texts = (situation, choice, square) => candidates(situation, choice, square).map(({ move }) => move);

test("every move can be made by some gesture, and every gesture means a listed move", async () => {
  for (const [name, { moves }] of Object.entries(situations)) {
    const situation = await situationOf(name);
    const reached = new Set();
    for (const source of sources(situation)) {
      for (const way of /** @type {const} */ (["h", "v"])) {
        const choice = { ...chosen(NO_CHOICE, source), way };
        for (const target of targets(situation, choice)) {
          const found = texts(situation, choice, target);
          assert.ok(found.length > 0, `${name}: ${source} to ${target}`);
          found.forEach((move) => reached.add(move));
        }
      }
    }
    const listed = moves.map(({ move }) => move).filter((move) => move !== "--");
    assert.deepEqual([...reached].sort(), listed.sort(), name);
  }
});

test("a refused gesture is told as the move it would mean", async () => {
  const pomeczi = await situationOf("pomeczi");
  const attempt = (
    /** @type {Situation} */ situation,
    /** @type {string} */ source,
    /** @type {string} */ target,
    way = NO_CHOICE.way,
  ) => dropped(situation, { ...chosen(NO_CHOICE, source), way }, target).attempt;
  assert.equal(attempt(pomeczi, "hand:single", "b3"), "Sb3");
  assert.equal(attempt(pomeczi, "hand:domino", "c4"), "Dc4>");
  assert.equal(attempt(pomeczi, "hand:domino", "c4", "v"), "Dc4^");
  assert.equal(attempt(pomeczi, "b2", "b4"), "a2^"); // a domino is named by its left end
  assert.equal(attempt(pomeczi, "d3", "a3"), "d2<");
  assert.equal(attempt(pomeczi, "b3", "d1"), undefined); // no straight way, so it means nothing
  assert.equal(attempt(await situationOf("deflection"), "a6", "a3"), "a6a3");
  assert.equal(attempt(await situationOf("special-case"), "hand:bar", "b3"), "b3h");
  assert.equal(attempt(await situationOf("turns"), "d3", "d4"), "d3r");
});

test("a tile on the board is chosen, sent, and given up", async () => {
  const situation = await situationOf("pomeczi");
  const first = pressed(situation, NO_CHOICE, "b3", false);
  assert.equal(first.choice.source, "b3");
  assert.equal(pressed(situation, first.choice, "c3", false).play?.move, "b3>");
  assert.equal(pressed(situation, first.choice, "b3", false).choice.source, null);
  assert.equal(pressed(situation, first.choice, "d4", false).attempt, undefined);
  assert.equal(pressed(situation, NO_CHOICE, "c4", false).choice.source, null);
});

test("a finger sees a move before it plays it", async () => {
  const situation = await situationOf("pomeczi");
  const choice = chosen(NO_CHOICE, "b3");
  const seen = pressed(situation, choice, "c3", true);
  assert.equal(seen.play, undefined);
  assert.equal(seen.choice.pointed, "c3");
  assert.equal(pressed(situation, seen.choice, "c3", true).play?.move, "b3>");
  assert.equal(pressed(situation, seen.choice, "b4", true).choice.pointed, "b4");
});

test("a domino turns while it is placed, and goes where it fits at the edge", async () => {
  const situation = await situationOf("hands");
  const choice = chosen(NO_CHOICE, "hand:domino");
  assert.ok(canTurn(situation, choice));
  assert.ok(!canTurn(situation, chosen(NO_CHOICE, "hand:single")));
  assert.deepEqual(texts(situation, choice, "b2"), ["Db2>"]);
  assert.deepEqual(texts(situation, choice, "c2"), ["Db2>"]);
  assert.deepEqual(texts(situation, turned(choice), "b2"), ["Db2^"]);
  assert.deepEqual(texts(situation, turned(choice), "b3"), ["Db2^"]);
  assert.deepEqual(texts(situation, turned(turned(choice)), "a1"), ["Da1>"]);
});

test("a push that may be deflected is asked about", async () => {
  const situation = await situationOf("deflection");
  const { ask = [] } = pressed(situation, chosen(NO_CHOICE, "a6"), "a7", false);
  assert.deepEqual(
    ask.map(({ move }) => move),
    ["a6a7", "a6a7~"],
  );
  assert.deepEqual(
    ask.map((move) => situation.module.differs(move, t)),
    ["straight on", "deflected"],
  );
  const common = commonSteps(ask);
  assert.deepEqual(
    common.map((step) => step.map(({ kind }) => kind)),
    [["moved"]],
  );
  assert.deepEqual(
    remainingSteps(ask[1], common)[0].map(({ kind, to }) => [kind, to]),
    [["deflected", ["b7"]]],
  );
});

test("the special case is asked about, and what is certain is shown", async () => {
  const situation = await situationOf("special-case");
  const { ask = [] } = pressed(situation, NO_CHOICE, "c3", false);
  assert.deepEqual(
    ask.map(({ move }) => move),
    ["c3h=b5>", "c3h=d5<"],
  );
  assert.deepEqual(
    ask.map((move) => situation.module.differs(move, t)),
    ["b5>", "d5<"],
  );
  assert.equal(commonSteps(ask).length, 3); // placed and two tiers; the third is open
  assert.deepEqual(commonSteps([ask[0]]), ask[0].steps);
  assert.deepEqual(commonSteps([]), []);
});

test("where a piece is always in hand, pressing an empty square places it", async () => {
  const situation = await situationOf("turns");
  assert.equal(sourceOf(situation, NO_CHOICE), "hand:bar");
  assert.equal(pressed(situation, NO_CHOICE, "a1", false).play?.move, "a1h");
  assert.equal(pressed(situation, turned(NO_CHOICE), "a1", false).play?.move, "a1v");
});

test("an own piece is turned by choosing it and pressing it again", async () => {
  const situation = await situationOf("turns");
  const { choice } = pressed(situation, NO_CHOICE, "c3", true);
  assert.deepEqual(choice, { source: "c3", way: "h", pointed: "c3" });
  assert.deepEqual(choice, taken(situation, NO_CHOICE, "c3"));
  assert.equal(pressed(situation, choice, "c3", true).play?.move, "c3r");
  assert.equal(pressed(situation, choice, "a1", false).play?.move, "a1h");
  assert.equal(pressed(situation, NO_CHOICE, "d3", false).attempt, "d3h"); // the other player's
});

test("a pass is no gesture", async () => {
  const situation = await situationOf("pass");
  assert.deepEqual(situation.gestures, []);
  assert.equal(sourceOf(situation, NO_CHOICE), null);
});

test("pointing where one points already changes nothing", () => {
  const choice = pointing(NO_CHOICE, "a1");
  assert.equal(pointing(choice, "a1"), choice);
});
