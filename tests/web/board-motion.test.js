import assert from "node:assert/strict";
import { test } from "node:test";

import { plan } from "../../src/jostle/web/scripts/board/motion.js";
import { boxOf } from "../../src/jostle/web/scripts/board/squares.js";
import { arranged, NOTHING, played, standingOn } from "../../src/jostle/web/scripts/board/standings.js";
import { games, moduleOf, situations } from "./board-support.js";

/** @import { BoardView, Player } from "../../src/jostle/web/scripts/types.js" */

/** @param {string} game @param {BoardView} board @param {Player} orientation */
async function stageOf(game, board, orientation = 1) {
  const { crushed } = await moduleOf(game);
  return {
    view: { width: board.width, height: board.height, orientation },
    pieces: board.pieces,
    crushed,
    tray: () => ({ x: 0, y: 900 }),
    arrived: /** @type {number | null} */ (null),
  };
}

test("every piece ends where it stands afterwards, in order of time, from either side", async () => {
  for (const { game, board, positions, moves } of games) {
    for (const orientation of /** @type {const} */ ([1, 2])) {
      const stage = await stageOf(game, board, orientation);
      let standings = arranged(NOTHING, positions[0]);
      for (const { steps } of moves) {
        const { duration, tracks, cues } = plan(stage, standings, steps);
        standings = played(standings, steps);
        for (const { id, frames } of tracks.values()) {
          frames.reduce((before, frame) => {
            assert.ok(frame.at >= before.at && frame.at <= duration);
            return frame;
          });
          const last = frames[frames.length - 1];
          const standing = standings.pieces.find((other) => other.id === id);
          if (standing) {
            const { x, y } = boxOf(stage.view, standing.cells);
            assert.ok(Math.abs(last.x - x) < 1e-6 && Math.abs(last.y - y) < 1e-6);
            assert.equal(last.shown ?? 1, 1);
          } else assert.equal(last.shown, 0);
        }
        assert.ok(cues.every(({ at }) => at >= 0 && at <= duration));
      }
    }
  }
});

test("the pusher touches before the row moves, and the row moves one after the other", async () => {
  const { game, board, positions, moves } = games[1];
  const stage = await stageOf(game, board);
  let standings = arranged(NOTHING, positions[0]);
  let rowsSeen = 0;
  for (const { steps } of moves) {
    const [step] = steps;
    const { tracks } = plan(stage, standings, steps);
    const pushed = step.filter(({ kind }) => kind === "pushed");
    if (pushed.length) {
      const startOf = (/** @type {string} */ square) => {
        const id = standingOn(standings, square)?.id ?? -1;
        const frames = tracks.get(id)?.frames ?? [];
        return frames.find((frame, index) => index > 0 && frame.easing)?.at ?? NaN;
      };
      const starts = [step[0], ...pushed].map(({ from }) => startOf(from[0]));
      for (let index = 1; index < starts.length; index++) assert.ok(starts[index] > starts[index - 1]);
      rowsSeen += 1;
    }
    standings = played(standings, steps);
  }
  assert.ok(rowsSeen > 0);
});

test("tiers come one after the other", async () => {
  const { game, board, position, moves } = situations["special-case"];
  const chain = moves.find(({ move }) => move === "c3h=b5>");
  assert.ok(chain);
  const standings = arranged(NOTHING, position);
  const { tracks, cues } = plan(await stageOf(game, board), standings, chain.steps);
  const startOf = (/** @type {string} */ square) =>
    tracks.get(standingOn(standings, square)?.id ?? -1)?.frames[1].at ?? NaN;
  const endOf = (/** @type {string} */ square) =>
    tracks.get(standingOn(standings, square)?.id ?? -1)?.frames[2].at ?? NaN;
  assert.ok(startOf("a4") > endOf("d3"));
  assert.ok(startOf("b5") > endOf("a4"));
  assert.deepEqual(
    cues.map(({ sound }) => sound),
    ["place", "push", "push", "push"],
  );
});

test("a crushed figure stays on its square, a flipped one flies to its tray", async () => {
  const { game, board, position, moves } = situations.crush;
  const stage = await stageOf(game, board);
  const standings = arranged(NOTHING, position);
  const crush = moves.find(({ move }) => move === "c3c4");
  assert.ok(crush);
  const four = plan(stage, standings, crush.steps).tracks.get(standingOn(standings, "c4")?.id ?? -1);
  assert.ok(four && four.frames.every(({ x, y }) => x === four.frames[0].x && y === four.frames[0].y));
  for (const { game: name, board: own, positions, moves: played_ } of games) {
    let before = arranged(NOTHING, positions[0]);
    for (const { steps } of played_) {
      for (const effect of steps.length === 1 ? steps[0] : []) {
        if (effect.kind !== "flipped") continue;
        const made = plan(await stageOf(name, own), before, steps);
        const id = standingOn(before, effect.from[0])?.id ?? -1;
        const frames = made.tracks.get(id)?.frames ?? [];
        assert.deepEqual([frames.at(-1)?.x, frames.at(-1)?.y], [0, 900]);
        assert.ok(made.swaps.some((swap) => swap.id === id && swap.piece === effect.becomes));
      }
      before = played(before, steps);
    }
  }
});

test("a piece that a hand has put down does not travel again", async () => {
  const { game, board, position, moves } = situations.deflection;
  const standings = arranged(NOTHING, position);
  const move = moves.find((one) => one.move === "a6b6");
  assert.ok(move);
  const id = standingOn(standings, "a6")?.id ?? -1;
  const { tracks } = plan({ ...(await stageOf(game, board)), arrived: id }, standings, move.steps);
  assert.deepEqual(new Set(tracks.get(id)?.frames.map(({ x }) => x)), new Set([100]));
});

test("a pass takes no time", async () => {
  const { game, board, position, moves } = situations.pass;
  const made = plan(await stageOf(game, board), arranged(NOTHING, position), moves[0].steps);
  assert.equal(made.duration, 0);
  assert.equal(made.tracks.size, 0);
});
