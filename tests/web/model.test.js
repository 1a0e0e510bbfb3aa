import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { GameModel } from "../../src/jostle/web/scripts/pages/game/model.js";

/** @typedef {import("../../src/jostle/web/scripts/types.js").GameView} GameView */
/** @typedef {import("../../src/jostle/web/scripts/types.js").PositionView} PositionView */

/**
 * @param {string} text
 * @param {1 | 2} mover
 * @returns {PositionView}
 */
const position = (text, mover) => ({
  text, mover, pieces: [], beside: [[], []], scores: null, notes: [], outcome: null,
});

/**
 * @param {string[]} moves
 * @param {Partial<GameView>} [other]
 * @returns {GameView}
 */
function game(moves, other = {}) {
  const ply = moves.length;
  const played = moves.map((move, index) => ({
    ply: index, player: /** @type {1 | 2} */ (1 + (index % 2)), round: 1 + (index >> 1), move, clock: null,
  }));
  const last = ply ? { move: moves[ply - 1], player: played[ply - 1].player, steps: [] } : null;
  return {
    seq: ply + 1, id: "g", variant: "pomeczi", game: "pomeczi", title: "Pomeczi",
    board: { width: 4, height: 4, numbers: null, goals: false, pieces: [] },
    start: "0", created: 0, public: false, clock: null, mode: "person", you: [1], creator: true, moves: played,
    state: {
      status: "playing", ply, position: position(moves.join(" "), ply % 2 ? 2 : 1), last,
      players: [{ kind: "person", name: "A", level: null }, { kind: "person", name: "B", level: null }],
      clock: null, offers: { draw: null, takeback: null, rematch: null }, outcome: null, rematch: null,
      present: [true, true], watchers: 0, claim: null, now: 1000,
    },
    ...other,
  };
}

/**
 * @param {GameModel} model
 * @param {string} move
 */
function moved(model, move) {
  const after = game([...model.game.moves.map((played) => played.move), move]);
  const played = after.moves[after.moves.length - 1];
  model.follow({ type: "event", seq: after.seq, event: { kind: "moved", steps: [], ...played }, state: after.state }, 0);
}

/** @type {GameModel} */ let model;

/** What is shown; a call, because it changes under the tests' hands. */
const shown = () => model.scene;

beforeEach(() => {
  model = new GameModel(game(["a", "b"]), 0);
});

test("events are followed", () => {
  moved(model, "c");
  assert.deepEqual(model.game.moves.map(({ move }) => move), ["a", "b", "c"]);
  assert.equal(model.viewed, 3);
  assert.equal(shown()?.position.text, "a b c");
  assert.equal(shown()?.last?.move, "c");
});

test("a takeback shortens the game, and what came after is forgotten", () => {
  moved(model, "c");
  const { state } = game(["a"]);
  model.follow({ type: "event", seq: 9, event: { kind: "taken-back", to: 1 }, state }, 0);
  assert.equal(model.game.moves.length, 1);
  moved(model, "x");
  model.view(2);
  assert.equal(shown()?.position.text, "a x");
});

test("one can look back, and learns what is not known yet", () => {
  model.view(1);
  assert.ok(!model.isLive);
  assert.equal(shown(), undefined);
  const positions = ["", "a", "a b"].map((text, ply) => position(text, ply % 2 ? 2 : 1));
  const moves = model.game.moves.map(({ move, player, round }) => ({ move, player, round, steps: [] }));
  model.learn({ board: model.game.board, positions, moves });
  assert.equal(shown()?.position.text, "a");
  model.view(-5);
  assert.equal(model.viewed, 0);
  assert.equal(shown()?.last, null);
  model.view(99);
  assert.ok(model.isLive);
});

test("a move does not take one away from what one looks at", () => {
  model.view(1);
  moved(model, "c");
  assert.equal(model.viewed, 1);
  const { state } = game(["a"]);
  model.follow({ type: "event", seq: 9, event: { kind: "taken-back", to: 1 }, state }, 0);
  assert.ok(model.isLive);
});

test("a snapshot of another course forgets the old one", () => {
  moved(model, "c");
  model.replace(game(["a", "x", "y", "z"]), 0);
  model.view(2);
  assert.equal(shown(), undefined);
  model.view(3);
  assert.equal(shown(), undefined);
});

test("only the holder of the mover's seat may move, and only in a running game", () => {
  assert.ok(model.mayMove);
  moved(model, "c");
  assert.ok(!model.mayMove);
  assert.ok(!new GameModel(game([], { you: [] }), 0).mayMove);
  assert.ok(new GameModel(game(["a"], { you: [1, 2] }), 0).mayMove);
  const open = game([]);
  assert.ok(!new GameModel({ ...open, state: { ...open.state, status: "open" } }, 0).mayMove);
});

test("only a move of one's own can be taken back", () => {
  assert.ok(model.mayTakeBack);
  assert.ok(!new GameModel(game([]), 0).mayTakeBack);
  assert.ok(!new GameModel(game(["a"], { you: [2] }), 0).mayTakeBack);
});

test("a claim is counted down on the server's clock", () => {
  assert.equal(model.claimIn(0), null);
  model.presence({ type: "presence", present: [true, false], watchers: 1, claim: { player: 1, at: 31_000 } });
  assert.equal(model.claimIn(0), 30_000);
  assert.equal(model.claimIn(29_000), 1000);
  assert.equal(model.claimIn(90_000), 0);
  model.presence({ type: "presence", present: [true, false], watchers: 1, claim: { player: 2, at: 31_000 } });
  assert.equal(model.claimIn(0), null);
});

test("the board stands as the player sits", () => {
  assert.equal(model.bottom(false, true), 1);
  assert.equal(model.bottom(true, true), 2);
  assert.equal(new GameModel(game([], { you: [2] }), 0).bottom(false, false), 2);
  assert.equal(new GameModel(game([], { you: [] }), 0).bottom(false, false), 1);
  const table = new GameModel(game(["a"], { you: [1, 2], mode: "table" }), 0);
  assert.equal(table.bottom(false, false), 1);
  assert.equal(table.bottom(false, true), 2);
  assert.equal(table.bottom(true, true), 1);
});
