/**
 * What is being set up, without a screen: putting, taking off, turning, and going back.
 *
 * No rule is known here. Pieces come out of the hands and go back to them, so that what a variant has
 * stays as it is; whether that is a position, the server says.
 */

import { between, fileOf, rankOf, shifted, squareAt } from "../../board/squares.js";

/** @import { BoardView, HeldView, PieceView, PlacedView, Player, Square } from "../../types.js" */
/** @import { Described, FieldView } from "../../net/wire.js" */

/** @typedef {{pieces: PlacedView[], hands: [HeldView[], HeldView[]], mover: Player, fields: Record<string, string>}} Setting */
/** @typedef {{board: BoardView, fields: FieldView[]}} Table */

const NOTHING = "-";

/** The piece on a square. @param {Setting} setting @param {Square} square */
export const placedOn = (setting, square) => setting.pieces.find(({ cells }) => cells.includes(square));

/**
 * The squares of a piece whose left or lower one is here; it is moved in where it would reach over the edge.
 * @param {BoardView} board @param {PieceView} piece @param {Square} square @returns {Square[]}
 */
export function cellsFrom(board, piece, square) {
  if (piece.length === 1) return [square];
  const [files, ranks] = piece.axis === "v" ? [0, 1] : [1, 0];
  const file = Math.min(fileOf(square), board.width - 1 - files);
  const rank = Math.min(rankOf(square), board.height - 1 - ranks);
  return [squareAt(file, rank), squareAt(file + files, rank + ranks)];
}

/** Whether two pieces are of a kind, however they lie and whosever they are.
 * @param {PieceView} one @param {PieceView} other */
const alike = (one, other) => one.kind === other.kind;

/**
 * Take one out of a hand, the owner's if there is one, or put one back into it.
 * @param {BoardView} board @param {Setting["hands"]} hands @param {PieceView} piece @param {1 | -1} by
 * @returns {Setting["hands"]}
 */
function shiftHand(board, hands, piece, by) {
  const order = piece.owner === 2 ? [1, 0] : [0, 1];
  const holder = order.find((hand) =>
    hands[hand].some(({ piece: held, count }) => alike(board.pieces[held], piece) && (by > 0 || count > 0)),
  );
  if (holder === undefined) return hands;
  const changed = hands[holder].map((held) =>
    alike(board.pieces[held.piece], piece) ? { ...held, count: held.count + by } : held,
  );
  return holder === 0 ? [changed, hands[1]] : [hands[0], changed];
}

/**
 * What a field says of pieces it says no more when they have changed.
 * @param {Table} table @param {Setting} setting @returns {Setting}
 */
function withoutFollowing(table, setting) {
  const silent = table.fields.filter(({ follows, name }) => follows && name in setting.fields);
  return { ...setting, fields: { ...setting.fields, ...Object.fromEntries(silent.map(({ name }) => [name, NOTHING])) } };
}

/** Take the piece off a square; it goes into its owner's hand, where the game has hands.
 * @param {Table} table @param {Setting} setting @param {Square} square @returns {Setting} */
export function removed(table, setting, square) {
  const there = placedOn(setting, square);
  if (!there) return setting;
  const pieces = setting.pieces.filter((placed) => placed !== there);
  const hands = shiftHand(table.board, setting.hands, table.board.pieces[there.piece], 1);
  return withoutFollowing(table, { ...setting, pieces, hands });
}

/** Put a piece on a square; what lies in its way goes off the board.
 * @param {Table} table @param {Setting} setting @param {number} piece @param {Square} square @returns {Setting} */
export function put(table, setting, piece, square) {
  const { board } = table;
  const cells = cellsFrom(board, board.pieces[piece], square);
  const free = cells.reduce((so_far, cell) => removed(table, so_far, cell), setting);
  const hands = shiftHand(board, free.hands, board.pieces[piece], -1);
  return withoutFollowing(table, { ...free, pieces: [...free.pieces, { piece, cells }], hands });
}

/**
 * Carry a piece: the square that was grabbed comes to lie on another.
 * @param {Table} table @param {Setting} setting @param {Square} grabbed @param {Square} target @returns {Setting}
 */
export function carried(table, setting, grabbed, target) {
  const there = placedOn(setting, grabbed);
  if (!there || grabbed === target) return setting;
  const { files, ranks } = between(grabbed, there.cells[0]);
  const end = shifted(table.board, target, files, ranks) ?? target;
  return put(table, removed(table, setting, grabbed), there.piece, end);
}

/** The same piece lying the other way; null if it has no other way.
 * @param {BoardView} board @param {number} piece @returns {number | null} */
export function otherWay(board, piece) {
  const { symbol: _, axis, ...rest } = board.pieces[piece];
  if (axis === null) return null;
  const found = board.pieces.findIndex(
    (other) =>
      other.axis !== null &&
      other.axis !== axis &&
      other.kind === rest.kind &&
      other.owner === rest.owner &&
      other.turned === rest.turned,
  );
  return found < 0 ? null : found;
}

/** Turn the piece on a square where it lies.
 * @param {Table} table @param {Setting} setting @param {Square} square @returns {Setting} */
export function turned(table, setting, square) {
  const there = placedOn(setting, square);
  const other = there ? otherWay(table.board, there.piece) : null;
  if (!there || other === null) return setting;
  return put(table, removed(table, setting, square), other, there.cells[0]);
}

/** @param {Table} table @param {Setting} setting @param {Player} mover @returns {Setting} */
export const withMover = (table, setting, mover) =>
  mover === setting.mover ? setting : withoutFollowing(table, { ...setting, mover });

/** More or fewer of a piece in a hand. @param {Setting} setting @param {Player} player @param {number} piece @param {number} by @returns {Setting} */
export function counted(setting, player, piece, by) {
  const change = (/** @type {HeldView[]} */ hand) =>
    hand.map((held) => (held.piece === piece ? { piece, count: Math.max(0, held.count + by) } : held));
  const [first, second] = setting.hands;
  return { ...setting, hands: player === 1 ? [change(first), second] : [first, change(second)] };
}

/** @param {Setting} setting @param {string} name @param {string} value @returns {Setting} */
export const withField = (setting, name, value) => ({ ...setting, fields: { ...setting.fields, [name]: value } });

/** As the server is asked. @param {Setting} setting @returns {Described} */
export const described = ({ pieces, ...rest }) => ({
  ...rest,
  pieces: pieces.map(({ piece, cells }) => ({ piece, square: cells[0] })),
});

// ---- going back ----

/** @template Kept @typedef {{past: Kept[], now: Kept, future: Kept[]}} Trail */

const LONGEST = 200;

/** @template Kept @param {Kept} now @returns {Trail<Kept>} */
export const begun = (now) => ({ past: [], now, future: [] });

/** @template Kept @param {Trail<Kept>} trail @param {Kept} next @returns {Trail<Kept>} */
export function done(trail, next) {
  if (next === trail.now) return trail;
  return { past: [...trail.past, trail.now].slice(-LONGEST), now: next, future: [] };
}

/** @template Kept @param {Trail<Kept>} trail @returns {Trail<Kept>} */
export function undone({ past, now, future }) {
  if (!past.length) return { past, now, future };
  return { past: past.slice(0, -1), now: past[past.length - 1], future: [now, ...future] };
}

/** @template Kept @param {Trail<Kept>} trail @returns {Trail<Kept>} */
export function redone({ past, now, future }) {
  if (!future.length) return { past, now, future };
  return { past: [...past, now], now: future[0], future: future.slice(1) };
}
