/** The routes for those who learn a game. */

import { request } from "./api.js";

/** @typedef {import("./learning-wire.js").LessonView} LessonView */
/** @typedef {import("./learning-wire.js").DemonstrationView} DemonstrationView */
/** @typedef {import("./learning-wire.js").ReplyView} ReplyView */

/** @returns {Promise<{games: DemonstrationView[]}>} */
export const demonstrations = () => request("/api/learning");

/**
 * @param {string} game
 * @returns {Promise<LessonView>}
 */
export const lesson = (game) => request(`/api/learning/${encodeURIComponent(game)}`);

/**
 * What the computer answers in the game that ends a first game.
 * @param {string} game
 * @param {string} step
 * @param {string[]} moves all moves so far
 * @returns {Promise<ReplyView>}
 */
export const reply = (game, step, moves) => {
  const query = new URLSearchParams(moves.map((move) => ["move", move]));
  return request(`/api/learning/${encodeURIComponent(game)}/${encodeURIComponent(step)}/reply?${query}`);
};
