/** The server's routes to the puzzles. */

import { query, request, send } from "./api.js";

/** @typedef {import("./puzzle-wire.js").GamePuzzles} GamePuzzles */
/** @typedef {import("./puzzle-wire.js").Judged} Judged */
/** @typedef {import("./puzzle-wire.js").PuzzleHint} PuzzleHint */
/** @typedef {import("./puzzle-wire.js").PuzzleSolution} PuzzleSolution */
/** @typedef {import("./puzzle-wire.js").PuzzleSummary} PuzzleSummary */
/** @typedef {import("./puzzle-wire.js").PuzzleView} PuzzleView */

/** Which puzzles are meant: of one game, and perhaps of one difficulty. @typedef {{game: string, band: string}} Wanted */

/** @param {string} id */
const path = (id) => `/api/puzzles/${encodeURIComponent(id)}`;

/** @param {Wanted} wanted */
const chosen = ({ game, band }) => ({ ...(game && { game }), ...(band && { band }) });

/** @returns {Promise<{games: GamePuzzles[]}>} */
export const progress = () => request("/api/puzzles/progress");

/**
 * @param {Wanted} wanted
 * @param {number} after
 * @returns {Promise<{puzzles: PuzzleSummary[], total: number, next: number | null}>}
 */
export const list = (wanted, after) =>
  request(`/api/puzzles${query({ ...chosen(wanted), after: String(after) })}`);

/**
 * The id of a puzzle to go on with; null if all are solved.
 * @param {Wanted} wanted
 * @param {string} [after] the puzzle that is left
 * @returns {Promise<string | null>}
 */
export const next = async (wanted, after) =>
  (await request(`/api/puzzles/next${query({ ...chosen(wanted), ...(after && { after }) })}`)).id;

/**
 * @param {string} id
 * @returns {Promise<PuzzleView>}
 */
export const puzzle = (id) => request(path(id));

/**
 * @param {string} id
 * @param {string[]} moves the solver's, from the start on
 * @returns {Promise<Judged>}
 */
export const attempt = (id, moves) => send("POST", `${path(id)}/try`, { moves });

/**
 * @param {string} id
 * @param {string[]} moves
 * @param {number} grade
 * @returns {Promise<PuzzleHint>}
 */
export const hint = (id, moves, grade) => send("POST", `${path(id)}/hint`, { moves, grade });

/**
 * @param {string} id
 * @returns {Promise<PuzzleSolution>}
 */
export const solution = (id) => send("POST", `${path(id)}/solution`);
