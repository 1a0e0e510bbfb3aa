/**
 * How a move looks in time: for every piece that moves, a track of frames.
 *
 * A pusher gathers speed until it touches; then the row goes with it, each piece a moment after the
 * one behind it, and settles. Pure: the screen only plays what is planned here.
 */

import { centreOf, boxOf, onScreen } from "./squares.js";
import { headingOf, placeInRow, stepped, standingOn, goesOver } from "./standings.js";

/** @import { EffectView, PieceView, Player, SoundName, StepView } from "../types.js" */
/** @import { Point, View } from "./squares.js" */
/** @import { Standings } from "./standings.js" */

/**
 * A piece at a moment: the way from where its upper left corner is at rest, and how it is lifted,
 * turned and stretched there. `easing` leads to the next frame.
 * @typedef {object} Frame
 * @property {number} at milliseconds
 * @property {number} x
 * @property {number} y
 * @property {number} [turn] degrees
 * @property {number} [wide]
 * @property {number} [high]
 * @property {number} [shown] opacity
 * @property {number} [lift] how high it is above the board, 0 to 1
 * @property {string} [easing]
 */

/** @typedef {{id: number, piece: number, frames: Frame[]}} Track */
/** @typedef {{at: number, sound: SoundName}} Cue */
/** @typedef {{at: number, id: number, piece: number}} Swap a piece that shows another face from then on */
/** @typedef {{duration: number, tracks: Map<number, Track>, cues: Cue[], swaps: Swap[]}} Plan */

/**
 * @typedef {object} Stage
 * @property {View} view
 * @property {PieceView[]} pieces
 * @property {(piece: PieceView) => boolean} crushed
 * @property {(owner: Player) => Point | null} tray where a player's tray is, in the board's units
 * @property {number | null} arrived a piece that a hand has put on its target already
 */

const TOUCH = 0.2; // the gap between two pieces that are neighbours, to a square
const APPROACH = 120; // until the pusher touches
const SHOVE = 270; // from there to the end
const LAG = 18; // from a piece of a row to the next
const WALK = 260;
const DROP = 240;
const PAUSE = 130; // between tiers
const OVER = 200; // until a piece that leaves is beyond the edge
const FALL = 340;
const FLIGHT = 460;

const GATHERING = "cubic-bezier(.5,0,.9,.6)";
const SHOVING = "cubic-bezier(.25,.5,.4,1)";
const SHOVED = "cubic-bezier(.2,.55,.35,1)";
const SMOOTH = "cubic-bezier(.45,0,.25,1)";
const DROPPING = "cubic-bezier(.5,0,.8,.5)";

/** @param {Stage} stage @param {Standings} before @param {StepView[]} steps @returns {Plan} */
export function plan(stage, before, steps) {
  /** @type {Plan} */
  const made = { duration: 0, tracks: new Map(), cues: [], swaps: [] };
  let standings = before;
  let clock = 0;
  for (const step of steps) {
    const { after, changes } = stepped(standings, step);
    clock = planStep(stage, made, standings, step, changes, clock);
    made.duration = Math.max(made.duration, clock);
    clock += PAUSE;
    standings = after;
  }
  return made;
}

/**
 * @param {Stage} stage @param {Plan} made @param {Standings} standings @param {StepView} step
 * @param {import("./standings.js").Change[]} changes @param {number} start
 * @returns {number} when the step is over
 */
function planStep(stage, made, standings, step, changes, start) {
  const pushes = changes.some(({ effect }) => effect.by !== null);
  const moves = changes.some(({ effect }) => effect.kind === "moved");
  const arrived = changes.some(({ id }) => id === stage.arrived && moves);
  const touch = start + (pushes && !arrived ? APPROACH : 0);
  let end = start;
  if (pushes) made.cues.push({ at: touch, sound: "push" });
  if (pushes && !moves) strike(stage, made, standings, changes, start);
  for (const { effect, id } of changes) {
    if (effect.piece === null) continue;
    const track = trackOf(stage, made, standings, id, effect);
    const from = track.frames[track.frames.length - 1];
    const wait = touch + LAG * (placeInRow(step, effect) - 1);
    const way = wayOf(stage, step, effect);
    const to = { x: from.x + way.x, y: from.y + way.y };
    switch (effect.kind) {
      case "placed":
        end = Math.max(end, drop(made, track, id === stage.arrived, start));
        break;
      case "moved":
        end = Math.max(end, advance(made, track, from, to, start, arrived, pushes));
        break;
      case "turned":
        track.frames.push({ ...from, at: start, easing: SMOOTH }, { ...from, at: start + WALK, turn: 90 });
        made.swaps.push({ at: start + WALK, id, piece: Number(effect.becomes) });
        made.cues.push({ at: start, sound: "move" });
        end = Math.max(end, start + WALK);
        break;
      case "pushed":
      case "deflected":
        track.frames.push({ ...from, at: wait, easing: SHOVED }, { ...to, at: wait + SHOVE });
        end = Math.max(end, wait + SHOVE);
        break;
      default:
        end = Math.max(end, leave(stage, made, track, step, effect, wait));
    }
  }
  return end;
}

/** The piece's track so far; it begins where the piece stands.
 * @param {Stage} stage @param {Plan} made @param {Standings} standings @param {number} id @param {EffectView} effect */
function trackOf(stage, made, standings, id, effect) {
  let track = made.tracks.get(id);
  if (!track) {
    const standing = standings.pieces.find((other) => other.id === id);
    const { x, y } = boxOf(stage.view, standing?.cells ?? effect.to);
    track = { id, piece: standing?.piece ?? Number(effect.piece), frames: [{ at: 0, x, y }] };
    made.tracks.set(id, track);
  }
  return track;
}

/** @param {Stage} stage @param {StepView} step @param {EffectView} effect @returns {Point} */
function wayOf(stage, step, effect) {
  if (effect.to.length === 0) return onScreen(stage.view, headingOf(step, effect));
  if (effect.from.length === 0) return { x: 0, y: 0 };
  const start = centreOf(stage.view, effect.from);
  const end = centreOf(stage.view, effect.to);
  return { x: end.x - start.x, y: end.y - start.y };
}

/** Pieces that push without moving stretch towards what they push.
 * @param {Stage} stage @param {Plan} made @param {Standings} standings
 * @param {import("./standings.js").Change[]} changes @param {number} start */
function strike(stage, made, standings, changes, start) {
  for (const by of new Set(changes.map(({ effect }) => effect.by))) {
    const pusher = by === null ? undefined : standingOn(standings, by);
    if (!pusher || changes.some(({ id }) => id === pusher.id)) continue;
    const { effect } = changes.find((change) => change.effect.by === by) ?? changes[0];
    const track = trackOf(stage, made, standings, pusher.id, effect);
    const rest = track.frames[track.frames.length - 1];
    const along =
      stage.pieces[pusher.piece].axis === "v" ? { high: 1.14, wide: 0.95 } : { wide: 1.14, high: 0.95 };
    track.frames.push(
      { ...rest, at: start, easing: GATHERING },
      { ...rest, ...along, at: start + APPROACH, easing: SHOVED },
      { ...rest, at: start + APPROACH + SHOVE / 2 },
    );
  }
}

/**
 * A placed piece comes down from above.
 * @param {Plan} made @param {Track} track @param {boolean} arrived @param {number} start
 */
function drop(made, track, arrived, start) {
  const rest = track.frames[0];
  const height = arrived ? 0.5 : 1;
  const time = DROP * height;
  track.frames = [
    { ...rest, at: 0, shown: 0, lift: height, wide: 1 + 0.22 * height, high: 1 + 0.22 * height },
    {
      ...rest,
      at: start,
      shown: arrived ? 1 : 0,
      lift: height,
      wide: 1 + 0.22 * height,
      high: 1 + 0.22 * height,
      easing: DROPPING,
    },
    { ...rest, at: start + time, shown: 1, lift: 0, wide: 0.97, high: 0.97, easing: "ease-out" },
    { ...rest, at: start + time + 70 },
  ];
  made.cues.push({ at: start + time, sound: "place" });
  return start + time + 70;
}

/** The piece that acts: it walks, or touches and shoves.
 * @param {Plan} made @param {Track} track @param {Frame} from @param {Point} to
 * @param {number} start @param {boolean} arrived @param {boolean} pushes */
function advance(made, track, from, to, start, arrived, pushes) {
  if (arrived) {
    track.frames = [
      { at: 0, ...to },
      { at: start + 1, ...to },
    ];
    if (!pushes) made.cues.push({ at: start, sound: "move" });
    return start + 1;
  }
  if (!pushes) {
    track.frames.push({ ...from, at: start, easing: SMOOTH }, { ...to, at: start + WALK });
    made.cues.push({ at: start + WALK * 0.6, sound: "move" });
    return start + WALK;
  }
  const contact = { x: from.x + (to.x - from.x) * TOUCH, y: from.y + (to.y - from.y) * TOUCH };
  track.frames.push(
    { ...from, at: start, easing: GATHERING },
    { ...contact, at: start + APPROACH, easing: SHOVING },
    { ...to, at: start + APPROACH + SHOVE },
  );
  return start + APPROACH + SHOVE;
}

/**
 * A piece goes out of the game or into a hand.
 * @param {Stage} stage @param {Plan} made @param {Track} track
 * @param {StepView} step @param {EffectView} effect @param {number} wait
 */
function leave(stage, made, track, step, effect, wait) {
  const from = track.frames[track.frames.length - 1];
  const piece = stage.pieces[Number(effect.piece)];
  const way = onScreen(stage.view, headingOf(step, effect));
  const along = (/** @type {number} */ part) => ({ x: from.x + way.x * part, y: from.y + way.y * part });
  if (stage.crushed(piece) || !goesOver(stage.view, step, effect)) {
    track.frames.push(
      { ...from, at: wait + 40, easing: "ease-in" },
      { ...from, at: wait + 150, wide: 1.12, high: 0.72, easing: "ease-in" },
      { ...from, at: wait + 330, wide: 0.5, high: 0.3, shown: 0 },
    );
    made.cues.push({ at: wait + 120, sound: "fall" });
    return wait + 330;
  }
  const spin = way.x < 0 || (way.x === 0 && way.y < 0) ? -1 : 1;
  if (effect.kind === "scored") {
    track.frames.push(
      { ...from, at: wait, turn: 0, easing: SHOVED },
      { ...along(1.1), at: wait + FALL, turn: spin * 160, shown: 1, easing: "ease-in" },
      { ...along(1.6), at: wait + FALL + 220, turn: spin * 240, shown: 0, wide: 0.7, high: 0.7 },
    );
    made.cues.push({ at: wait + FALL, sound: "fall" });
    return wait + FALL + 220;
  }
  track.frames.push({ ...from, at: wait, turn: 0, easing: "cubic-bezier(.2,.5,.6,.9)" });
  made.cues.push({ at: wait + OVER, sound: "fall" });
  const holder =
    effect.kind === "flipped" && effect.becomes !== null ? stage.pieces[effect.becomes].owner : null;
  const tray = holder === null ? null : stage.tray(holder);
  if (!tray) {
    track.frames.push(
      { ...along(0.8), at: wait + OVER, turn: spin * 10, shown: 1, easing: "cubic-bezier(.5,0,.9,.6)" },
      { ...along(1.25), at: wait + OVER + FALL, turn: spin * 42, wide: 0.45, high: 0.45, shown: 0 },
    );
    return wait + OVER + FALL;
  }
  const edge = along(0.85);
  const half = wait + OVER + FLIGHT * 0.4;
  track.frames.push(
    { ...edge, at: wait + OVER, turn: spin * 8, shown: 1, easing: "ease-in" },
    {
      x: edge.x + (tray.x - edge.x) * 0.4,
      y: edge.y + (tray.y - edge.y) * 0.4 - 12,
      at: half,
      turn: 0,
      wide: 0.04,
      high: 0.9,
      lift: 1,
      shown: 1,
      easing: "linear",
    },
    { ...tray, at: half + FLIGHT * 0.5, wide: 0.5, high: 0.5, shown: 1, lift: 0 },
    { ...tray, at: half + FLIGHT * 0.6, wide: 0.45, high: 0.45, shown: 0 },
  );
  made.swaps.push({ at: half, id: track.id, piece: Number(effect.becomes) });
  return half + FLIGHT * 0.6;
}
