/** Playing on from a position of the game, along the better line or elsewhere. It runs without a browser. */

/** @typedef {import("../../types.js").LastMove} LastMove */
/** @typedef {import("../../types.js").PositionView} PositionView */
/** @typedef {{position: PositionView, last: LastMove | null}} Scene */

export class Trial {
  /** @type {Scene[]} */ #scenes;

  /**
   * @param {Scene} start where something better could have been played
   * @param {string[]} line what that was
   */
  constructor(start, line) {
    this.#scenes = [start];
    this.line = line;
  }

  /** What is on the board. */
  get scene() {
    return this.#scenes[this.#scenes.length - 1];
  }

  /** How many moves have been tried. */
  get length() {
    return this.#scenes.length - 1;
  }

  /** Whether all that was tried is the better line. */
  get isOnLine() {
    return this.#scenes.slice(1).every(({ last }, index) => last?.move === this.line[index]);
  }

  /** The next move of the line, or null when one has left it or come to its end. */
  get next() {
    return this.isOnLine ? (this.line[this.length] ?? null) : null;
  }

  /** @param {Scene} scene */
  add({ position, last }) {
    this.#scenes.push({ position, last });
  }

  /** Take the last move back; false if there is none. */
  back() {
    if (this.length === 0) return false;
    this.#scenes.pop();
    return true;
  }
}
