/**
 * A board on which anybody may play for both sides: for rules, studies and puzzles.
 *
 * Each move is put to the server, which answers with what came of it; no game is changed by it.
 */

import * as api from "../net/api.js";
import { keepMoves, movesOf } from "../net/moves-cache.js";
import { announce } from "../ui/announce.js";
import { t } from "../ui/messages.js";
import { onPreferences } from "../ui/preferences.js";
import { play as playSound } from "../ui/sounds.js";
import { createBoard } from "./board.js";

/** @import { Board, BoardView, LastMove, MoveView, Player, PositionView } from "../types.js" */
/** @import { PlayedView } from "../net/wire.js" */

/**
 * @typedef {object} FreeBoardOptions
 * @property {HTMLElement} frame where the board is put
 * @property {Record<Player, HTMLElement>} trays where the pieces beside the board are put
 * @property {string} variant
 * @property {BoardView} board
 * @property {boolean} [amongOthers] whether there are more boards on the page
 * @property {(played: PlayedView) => void} [onPlayed] a move was made, and is being shown
 * @property {(error: api.ApiError) => void} [onRefused] a move was refused, or could not be asked for
 * @property {(move: MoveView | null) => void} [onPreview] the move that is previewed now
 * @property {(move: string) => void} [onMove] takes the place of playing: what becomes of a move is shown by the page
 * @property {(move: string) => boolean} [mayPlay] whether a legal move shall be made; all are if it is left out
 */

export class FreeBoard {
  /** @type {PositionView | null} */ position = null;
  #playable = false;
  #showing = Promise.resolve();

  /** @param {FreeBoardOptions} options */
  static async create(options) {
    /** @type {FreeBoard | null} */
    let made = null;
    const board = await createBoard({
      frame: options.frame,
      trays: options.trays,
      game: options.variant.split(":")[0],
      board: options.board,
      t,
      amongOthers: options.amongOthers,
      onMove: (text) => void made?.play(text),
      onTry: (text) => void made?.attempt(text),
      onPreview: options.onPreview,
      onSound: playSound,
      announce,
    });
    made = new FreeBoard(board, options);
    return made;
  }

  /**
   * @param {Board} board
   * @param {FreeBoardOptions} options
   */
  constructor(board, options) {
    this.board = board;
    this.options = options;
    this.stopListening = onPreferences(({ speed }) => board.setSpeed(speed));
  }

  /**
   * Show a position, after what is being shown now; resolved when it can be played on.
   * @param {PositionView} position
   * @param {{last?: LastMove | null, animate?: boolean, playable?: boolean}} [how]
   */
  show(position, { last = null, animate = false, playable = true } = {}) {
    this.position = position;
    this.#playable = playable;
    if (playable && !position.outcome) this.board.awaitMoves();
    else this.board.setMoves(null);
    this.#showing = this.#showing.then(async () => {
      if (this.position !== position) return;
      await this.board.show(position, { last, animate });
      await this.#offerMoves();
    });
    return this.#showing;
  }

  /** Resolved when the position that was shown last can be played on. */
  get shown() {
    return this.#showing;
  }

  /**
   * Play a move that was made on the board or typed; true if it was played.
   * @param {string} text
   */
  async play(text) {
    const { position, options } = this;
    if (!position) return false;
    if (options.onMove) {
      this.board.setMoves(null);
      options.onMove(text);
      return true;
    }
    if (options.mayPlay && !options.mayPlay(text)) {
      await this.#offerMoves();
      return false;
    }
    try {
      const played = await api.play(options.variant, position.text, text);
      keepMoves(options.variant, played);
      if (this.position !== position) return false;
      void this.show(played.position, { last: played.last, animate: true });
      options.onPlayed?.(played);
      return true;
    } catch (problem) {
      if (!(problem instanceof api.ApiError)) throw problem;
      if (this.position === position) {
        options.onRefused?.(problem);
        void this.#offerMoves();
      }
      return false;
    }
  }

  /** Take no more moves until something is shown again. */
  hold() {
    this.#playable = false;
    this.board.setMoves(null);
  }

  /**
   * Make a move that is probably refused: the reason is told, or the move is played.
   * @param {string} text
   */
  async attempt(text) {
    const { position, options } = this;
    if (!position) return;
    const error = await api.refusal(options.variant, position.text, text).catch((problem) => {
      if (problem instanceof api.ApiError) return problem;
      throw problem;
    });
    if (this.position !== position) return;
    if (error === null) await this.play(text);
    else {
      options.onRefused?.(error instanceof api.ApiError ? error : new api.ApiError(error));
      await this.#offerMoves();
    }
  }

  /** Let the board be played on again, where a move has come to nothing. */
  resume() {
    this.#playable = true;
    return this.#offerMoves();
  }

  destroy() {
    this.stopListening();
    this.position = null;
    this.board.destroy();
  }

  async #offerMoves() {
    const { position } = this;
    if (!position || !this.#playable || position.outcome) return;
    try {
      const moves = await movesOf(this.options.variant, position.text);
      if (this.position === position && this.#playable) this.board.setMoves(moves);
    } catch (problem) {
      if (!(problem instanceof api.ApiError)) throw problem;
      this.board.setMoves(null);
      this.options.onRefused?.(problem);
    }
  }
}
