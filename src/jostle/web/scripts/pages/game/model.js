/**
 * One game as a page knows it: what the server told, and which of its positions is looked at.
 *
 * It runs without a browser. Time is handed in as milliseconds that only grow.
 */

/** @typedef {import("../../types.js").GameView} GameView */
/** @typedef {import("../../types.js").LastMove} LastMove */
/** @typedef {import("../../types.js").Player} Player */
/** @typedef {import("../../types.js").PositionView} PositionView */
/** @typedef {import("../../types.js").Replay} Replay */
/** @typedef {import("../../net/connection.js").EventMessage} EventMessage */
/** @typedef {import("../../net/connection.js").PresenceMessage} PresenceMessage */
/** @typedef {{position: PositionView, last: LastMove | null}} Scene */

export class GameModel {
  /** @type {Map<number, Scene>} what is known of the positions, by ply */ #scenes = new Map();
  /** @type {number | null} the ply that is looked at, null for the newest */ #viewed = null;

  /**
   * @param {GameView} game
   * @param {number} now
   */
  constructor(game, now) {
    this.game = game;
    this.received = now;
    this.#remember();
  }

  get state() {
    return this.game.state;
  }

  /**
   * Take a snapshot. What is known of earlier positions stays if the game went on from there.
   * @param {GameView} game
   * @param {number} now
   */
  replace(game, now) {
    const kept = game.moves.findIndex((move, index) => move.move !== this.game.moves[index]?.move);
    this.game = game;
    this.received = now;
    this.#forgetAfter(kept === -1 ? game.moves.length : kept);
    this.#remember();
  }

  /**
   * Take one event.
   * @param {EventMessage} message
   * @param {number} now
   */
  follow({ seq, event, state }, now) {
    let { moves } = this.game;
    if (event.kind === "moved") {
      const { ply, player, round, move, clock } = event;
      moves = [...moves, { ply, player, round, move, clock }];
    } else if (event.kind === "taken-back") {
      moves = moves.slice(0, event.to);
      this.#forgetAfter(event.to);
    }
    this.game = { ...this.game, seq, moves, state };
    this.received = now;
    this.#remember();
  }

  /** @param {PresenceMessage} message */
  presence({ present, watchers, claim }) {
    this.game = { ...this.game, state: { ...this.state, present, watchers, claim } };
  }

  #remember() {
    const { ply, position, last } = this.state;
    this.#scenes.set(ply, { position, last });
    if (this.#viewed !== null && this.#viewed >= ply) this.#viewed = null;
  }

  /** @param {number} ply */
  #forgetAfter(ply) {
    for (const known of this.#scenes.keys()) if (known > ply) this.#scenes.delete(known);
  }

  // ---- going through the game ---------------------------------------------------------------------

  /** The ply that is looked at. */
  get viewed() {
    return this.#viewed ?? this.state.ply;
  }

  get isLive() {
    return this.#viewed === null;
  }

  /**
   * Look at another position; a ply beyond either end is that end.
   * @param {number} ply
   */
  view(ply) {
    const wanted = Math.max(0, Math.min(ply, this.state.ply));
    this.#viewed = wanted === this.state.ply ? null : wanted;
  }

  /** The position that is looked at, or undefined if it has to be fetched first. */
  get scene() {
    return this.#scenes.get(this.viewed);
  }

  /**
   * Learn all positions so far.
   * @param {Replay} replay
   */
  learn({ positions, moves }) {
    positions.forEach((position, ply) => {
      if (ply < this.state.ply) this.#scenes.set(ply, { position, last: ply ? moves[ply - 1] : null });
    });
  }

  // ---- who may do what ----------------------------------------------------------------------------

  get isPlayer() {
    return this.game.you.length > 0;
  }

  /** Whether both seats are held by this browser. */
  get isTable() {
    return this.game.mode === "table";
  }

  get isPlaying() {
    return this.state.status === "playing";
  }

  /** Whether the mover is here. */
  get mayMove() {
    return this.isPlaying && this.game.you.includes(this.state.position.mover);
  }

  /** My number, if I have one seat. */
  get me() {
    return this.game.you.length === 1 ? this.game.you[0] : null;
  }

  /** @type {Player | null} */
  get opponent() {
    return this.me === null ? null : this.me === 1 ? 2 : 1;
  }

  /** Whether there is a move of mine that could be taken back. */
  get mayTakeBack() {
    return this.isPlaying && this.game.moves.some(({ player }) => this.game.you.includes(player));
  }

  /**
   * Milliseconds since the server told the state.
   * @param {number} now
   */
  elapsed(now) {
    return now - this.received;
  }

  /**
   * How long until I may claim the game: null if I may not at all, 0 if I may now.
   * @param {number} now
   */
  claimIn(now) {
    const { claim, now: told } = this.state;
    if (!this.isPlaying || claim === null || !this.game.you.includes(claim.player)) return null;
    return Math.max(0, claim.at - told - this.elapsed(now));
  }

  /**
   * Whose side is at the bottom.
   * @param {boolean} flipped by hand
   * @param {boolean} turning whether the board turns to the mover where two share a screen
   * @returns {Player}
   */
  bottom(flipped, turning) {
    const turned = this.isTable && turning ? this.state.position.mover : (this.me ?? 1);
    return flipped ? (turned === 1 ? 2 : 1) : turned;
  }
}
