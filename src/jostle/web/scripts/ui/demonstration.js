/** A small board on which a few moves are played over and over, for those who only look. */

import { arranged, NOTHING, played } from "../board/standings.js";
import { Scene } from "../board/scene.js";
import { loadSymbols } from "../board/svg.js";

/** @import { DemonstrationView } from "../net/learning-wire.js" */
/** @import { GameModule } from "../board/gestures.js" */

const MARGIN = 26;
const BETWEEN = 800; // milliseconds between two moves …
const AT_END = 2200; // … and before it begins anew
const SPEED = 0.85;

export class Demonstration {
  #playing = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  #next = 0; // the frame to come

  /**
   * @param {HTMLElement} place
   * @param {DemonstrationView} shown
   */
  static async create(place, shown) {
    const [{ default: module }] = await Promise.all([
      /** @type {Promise<{default: GameModule}>} */ (import(`../games/${shown.game}.js`)),
      loadSymbols(shown.game),
    ]);
    return new Demonstration(place, shown, module);
  }

  /**
   * @param {HTMLElement} place
   * @param {DemonstrationView} shown
   * @param {GameModule} module
   */
  constructor(place, shown, module) {
    const { width, height } = shown.board;
    this.shown = shown;
    this.scene = new Scene(shown.game, shown.board, module.crushed);
    this.scene.lay({ width, height, orientation: 1, thin: true }, MARGIN);
    this.#rewind();
    place.replaceChildren(this.scene.svg);
  }

  play() {
    if (this.#playing) return;
    this.#playing = true;
    this.#timer = setTimeout(() => void this.#step(), BETWEEN);
  }

  pause() {
    this.#playing = false;
    clearTimeout(this.#timer);
    this.scene.running?.finish();
  }

  #rewind() {
    this.#next = 0;
    this.standings = arranged(NOTHING, this.shown.position);
    this.scene.place(this.standings);
  }

  async #step() {
    const frame = this.shown.frames[this.#next];
    if (!frame) this.#rewind();
    else {
      this.#next += 1;
      this.standings = played(this.standings ?? NOTHING, frame.last.steps);
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
      const running = still
        ? this.scene.fade(this.standings)
        : this.scene.animate(frame.last.steps, this.standings, {
            speed: SPEED,
            arrived: null,
            tray: () => null,
            onSound: () => {},
          });
      await running.finished;
    }
    this.scene.svg.dataset.shown = String(this.#next);
    if (!this.#playing) return;
    const wait = this.#next === this.shown.frames.length ? AT_END : BETWEEN;
    this.#timer = setTimeout(() => void this.#step(), wait);
  }
}
