/** The two players' panels: who, whose turn, the clock, who is here; the board fills the trays. */

import { announce } from "../../ui/announce.js";
import { remaining, spoken, URGENT, written } from "../../ui/clock.js";
import { byId, icon, make, setShown } from "../../ui/element.js";
import { t } from "../../ui/messages.js";
import { mark } from "../../ui/player-mark.js";
import { nameIn, seatName } from "../../ui/words.js";

/** @typedef {import("../../types.js").Player} Player */
/** @typedef {import("./model.js").GameModel} GameModel */

const WARNINGS = [60_000, 30_000, 10_000];

class Panel {
  /** @type {number[]} */ #warnings = [];

  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.root = byId(`player-${player}`);
    this.name = make("h2", { class: "player-name" });
    this.turn = make("span", { class: "player-turn" }, icon("turn"), make("span", {}, t("web.player.turn")));
    this.presence = make("span", { class: "player-presence" });
    this.clock = make("span", { class: "player-clock", role: "timer" });
    this.tray = make("div", { class: "player-tray" });
    this.root.append(
      mark(player),
      make("div", { class: "player-who" }, this.name, make("p", { class: "player-about" }, this.turn, this.presence)),
      this.clock,
      this.tray,
    );
  }

  /** @param {GameModel} model */
  update(model) {
    const { state, game } = model;
    const player = state.players[this.player - 1];
    const name = nameIn(game, this.player);
    const mine = game.mode !== "table" && game.you.includes(this.player);
    this.name.replaceChildren(name, ...(mine ? [" ", make("small", {}, t("web.player.you"))] : []));
    this.root.setAttribute("aria-label", name === seatName(this.player) ? name : `${seatName(this.player)}: ${name}`);
    const toMove = model.isPlaying && state.position.mover === this.player;
    this.root.classList.toggle("is-to-move", toMove);
    setShown(this.turn, toMove);
    const told = player.kind === "person" && game.mode === "person" && model.isPlaying;
    const here = state.present[this.player - 1];
    setShown(this.presence, told && !mine);
    this.presence.classList.toggle("is-here", here);
    this.presence.textContent = t(here ? "web.player.here" : "web.player.away");
    this.root.classList.toggle("is-winner", state.outcome?.winner === this.player);
    setShown(this.clock, state.clock !== null);
    if (model.game.moves.length === 0) this.#warnings = [...WARNINGS];
  }

  /**
   * @param {GameModel} model
   * @param {number} now
   */
  tick(model, now) {
    const { clock } = model.state;
    if (!clock) return;
    const left = remaining(clock, this.player, model.elapsed(now));
    this.clock.textContent = written(left, clock.kind);
    this.clock.setAttribute("aria-label", t("web.player.clock", { time: spoken(left) }));
    this.clock.classList.toggle("is-running", clock.running === this.player);
    this.clock.classList.toggle("is-urgent", clock.kind === "minutes" && left < URGENT);
    if (clock.running === this.player && clock.kind === "minutes") this.#warn(model, left);
  }

  /**
   * Tell those who hear the page when their time gets short, each time once.
   * @param {GameModel} model
   * @param {number} left
   */
  #warn(model, left) {
    const due = this.#warnings.filter((limit) => left <= limit);
    if (!due.length) return;
    this.#warnings = this.#warnings.filter((limit) => left > limit);
    if (model.game.you.includes(this.player)) announce(t("web.player.clock", { time: spoken(left) }));
  }
}

export class Players {
  constructor() {
    this.panels = { 1: new Panel(1), 2: new Panel(2) };
  }

  get trays() {
    return { 1: this.panels[1].tray, 2: this.panels[2].tray };
  }

  /** @param {GameModel} model */
  update(model) {
    this.panels[1].update(model);
    this.panels[2].update(model);
  }

  /**
   * @param {GameModel} model
   * @param {number} now
   */
  tick(model, now) {
    this.panels[1].tick(model, now);
    this.panels[2].tick(model, now);
  }
}
