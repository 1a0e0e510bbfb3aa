/**
 * The board without a screen: which piece stands where, each under a number of its own.
 *
 * The numbers tell equal pieces apart, so that a pushed row is seen as a row that moves. Nothing here
 * changes what it is given.
 */

import { between, shifted } from "./squares.js";

/** @import { EffectView, PositionView, Square, StepView } from "../types.js" */
/** @typedef {{id: number, piece: number, cells: Square[]}} Standing */
/** @typedef {{pieces: Standing[], next: number}} Standings */
/** @typedef {{effect: EffectView, id: number}} Change */

/** @type {Standings} */
export const NOTHING = { pieces: [], next: 0 };

/** @param {{piece: number, cells: Square[]}} placed */
const keyOf = (placed) => `${placed.piece}@${placed.cells[0]}`;

/** The piece on a square. @param {Standings} standings @param {Square} square */
export function standingOn(standings, square) {
  return standings.pieces.find((standing) => standing.cells.includes(square));
}

/**
 * A position's pieces; those that stand as they stood keep their numbers.
 * @param {Standings} before @param {Pick<PositionView, "pieces">} position @returns {Standings}
 */
export function arranged(before, position) {
  const known = new Map(before.pieces.map((standing) => [keyOf(standing), standing.id]));
  let next = before.next;
  const pieces = position.pieces.map(({ piece, cells }) => {
    const id = known.get(keyOf({ piece, cells })) ?? next++;
    return { id, piece, cells };
  });
  return { pieces, next };
}

/**
 * Whether exactly a position's pieces stand here.
 * @param {Standings} standings @param {PositionView} position
 */
export function agrees(standings, position) {
  const here = standings.pieces.map(keyOf).sort().join();
  return here === position.pieces.map(keyOf).sort().join();
}

/**
 * What a step leads to, and which piece each of its effects befalls.
 * @param {Standings} before @param {StepView} step
 * @returns {{after: Standings, changes: Change[]}}
 */
export function stepped(before, step) {
  let next = before.next;
  /** @type {Change[]} */
  const changes = [];
  /** @type {Map<number, Standing | null>} */
  const changed = new Map();
  for (const effect of step) {
    if (effect.piece === null) continue; // a pass
    const old = effect.from.length ? standingOn(before, effect.from[0]) : undefined;
    const id = old?.id ?? next++;
    const stays = effect.becomes !== null && effect.to.length > 0;
    changed.set(id, stays ? { id, piece: Number(effect.becomes), cells: effect.to } : null);
    changes.push({ effect, id });
  }
  const kept = before.pieces.filter((standing) => !changed.has(standing.id));
  const moved = [...changed.values()].filter((standing) => standing !== null);
  return { after: { pieces: [...kept, ...moved], next }, changes };
}

/** What a whole move leads to. @param {Standings} before @param {StepView[]} steps @returns {Standings} */
export function played(before, steps) {
  return steps.reduce((standings, step) => stepped(standings, step).after, before);
}

/**
 * Which way a piece goes that leaves the board: away from the piece that pushed it.
 * @param {StepView} step @param {EffectView} effect
 */
export function headingOf(step, effect) {
  const by = effect.by;
  if (by === null) return { files: 0, ranks: 0 };
  const pushers = step.find((other) => other.from.includes(by))?.from ?? [by];
  const ways = effect.from.flatMap((pushed) => pushers.map((pusher) => between(pusher, pushed)));
  const nearest = ways.reduce((best, way) => (lengthOf(way) < lengthOf(best) ? way : best));
  return { files: Math.sign(nearest.files), ranks: Math.sign(nearest.ranks) };
}

/** @param {{files: number, ranks: number}} way */
const lengthOf = (way) => Math.abs(way.files) + Math.abs(way.ranks);

/**
 * Whether a piece that vanishes goes over the edge, rather than being taken where it stands.
 * @param {{width: number, height: number}} board @param {StepView} step @param {EffectView} effect
 */
export function goesOver(board, step, effect) {
  const { files, ranks } = headingOf(step, effect);
  return effect.from.some((square) => shifted(board, square, files, ranks) === null);
}

/**
 * How many pieces the push has gone through when it reaches this one: 1 for the first.
 * @param {StepView} step @param {EffectView} effect @returns {number}
 */
export function placeInRow(step, effect) {
  const by = effect.by;
  if (by === null) return 0;
  const pusher = step.find((other) => other.from.includes(by));
  if (pusher && pusher.by !== null && pusher !== effect) return placeInRow(step, pusher) + 1;
  const cells = pusher?.from ?? [by];
  const distances = effect.from.flatMap((square) =>
    cells.map((cell) => {
      const { files, ranks } = between(cell, square);
      return Math.max(Math.abs(files), Math.abs(ranks));
    }),
  );
  return Math.max(1, Math.min(...distances));
}
