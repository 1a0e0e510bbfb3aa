import assert from "node:assert/strict";
import { test } from "node:test";

import { arranged, NOTHING, standingOn } from "../../src/jostle/web/scripts/board/standings.js";
import { toldEffect, toldSquare, toldSteps } from "../../src/jostle/web/scripts/board/telling.js";
import { games, situations, t } from "./board-support.js";

/** @param {string} name */
function tellerOf(name) {
  const { game, board } = situations[name];
  return { game, pieces: board.pieces, t };
}

/** @param {string} name @param {string} square @param {string[]} remarks */
function squareOf(name, square, remarks = []) {
  const { board, position } = situations[name];
  return toldSquare(tellerOf(name), board, square, standingOn(arranged(NOTHING, position), square), remarks);
}

test("squares are told with what is on them", () => {
  assert.equal(squareOf("special-case", "b3"), "b3, Player 1's piece, pushes up and down, 2 points");
  assert.equal(squareOf("special-case", "c4", ["legal target"]), "c4, empty, 1 point, legal target");
  assert.equal(squareOf("pomeczi", "d3"), "d3, Player 2's domino, d2–d3");
  assert.equal(squareOf("deflection", "a7"), "a7, The ball");
});

test("moves are told as the terminal tells them", () => {
  const told = (/** @type {string} */ name, /** @type {string} */ text) => {
    const move = situations[name].moves.find(({ move: one }) => one === text);
    return move && toldSteps(tellerOf(name), situations[name].position.mover, move.steps);
  };
  assert.equal(
    told("deflection", "a6a7~"),
    "Player 1's 1 goes from a6 to a7. The ball is deflected from a7 to b7",
  );
  assert.equal(told("pass", "--"), "Player 1 passes");
  assert.equal(told("crush", "c3c4"), "Player 1's 1 goes from c3 to c4. Player 2's 4 on c4 is eliminated");
  assert.equal(told("turns", "c3r"), "Player 1's piece on c3 is turned");
});

test("every effect has words", () => {
  for (const { game, board, moves } of games) {
    for (const { player, steps } of moves) {
      for (const effect of steps.flat()) {
        const words = toldEffect({ game, pieces: board.pieces, t }, player, effect);
        assert.ok(words.length > 8 && !words.includes("undefined") && !words.includes("{"), words);
        for (const square of [...effect.from, ...(effect.kind === "turned" ? [] : effect.to)])
          assert.ok(words.includes(square));
      }
    }
  }
});
