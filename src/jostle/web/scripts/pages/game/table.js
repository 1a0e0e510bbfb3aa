/** The table: the model of the game, the line to the server, the board, and the parts around it. */

import { createBoard } from "../../board/board.js";
import * as api from "../../net/api.js";
import { Connection } from "../../net/connection.js";
import { movesOf } from "../../net/moves-cache.js";
import { announce, toast } from "../../ui/announce.js";
import { clockInWords } from "../../ui/clock.js";
import { byId, make, setShown } from "../../ui/element.js";
import { t } from "../../ui/messages.js";
import { onPreferences, preferences } from "../../ui/preferences.js";
import { play } from "../../ui/sounds.js";
import { moveInWords, nameIn, playInWords, sentence } from "../../ui/words.js";
import { prepareTyping } from "../move-field.js";
import { gameActions } from "./action-table.js";
import { Actions } from "./actions.js";
import { Hints } from "./hints.js";
import { ConnectionLine } from "./line.js";
import { GameModel } from "./model.js";
import { MovesList } from "./moves-list.js";
import { Offers } from "./offers.js";
import { feeling, updateOutcome } from "./outcome.js";
import { Players } from "./players.js";
import { clearRefusal, showRefusal } from "./refusal.js";
import { invitation, prepareSharing } from "./share.js";
import { prepareKeys } from "./table-keys.js";

/** @typedef {import("../../types.js").Board} Board */
/** @typedef {import("../../types.js").ErrorView} ErrorView */
/** @typedef {import("../../types.js").GameView} GameView */
/** @typedef {import("../../net/wire.js").Action} Action */
/** @typedef {import("../../net/connection.js").EventMessage} EventMessage */

const TICK = 100;
/** A claim that is further away is not counted down. */
const LONGEST_COUNTDOWN = 120_000;

export class Table {
  #flipped = false;
  #showing = Promise.resolve();
  #answered = Promise.resolve();
  #title = "";

  /**
   * Set the table for a game.
   * @param {GameView} game
   */
  static async set(game) {
    const players = new Players();
    /** @type {Table | null} */
    let table = null;
    const board = await createBoard({
      frame: byId("board"),
      trays: players.trays,
      game: game.game,
      board: game.board,
      t,
      onMove: (text) => void table?.play(text),
      onTry: (text) => void table?.explain(text),
      onPreview: (move) => move && clearRefusal(),
      onSound: play,
      announce,
    });
    table = new Table(game, board, players);
    return table;
  }

  /**
   * @param {GameView} game
   * @param {Board} board
   * @param {Players} players
   */
  constructor(game, board, players) {
    this.model = new GameModel(game, performance.now());
    this.board = board;
    this.players = players;
    this.connection = new Connection(() => new WebSocket(api.socketAddress(game.id, location)), {
      onSnapshot: (told) => this.#snapshot(told),
      onEvent: (message) => this.#event(message),
      onPresence: (message) => {
        this.model.presence(message);
        this.#update();
      },
      onStatus: (status) => this.line.update(status, Date.now()),
    });
    this.line = new ConnectionLine(() => this.connection.wake());
    this.list = new MovesList(
      (ply) => this.view(ply),
      (way) => this.go(way),
    );
    this.offers = new Offers((answer, what) => void this.act({ type: answer, what }));
    this.hints = new Hints(() => this.model, board);
    this.actions = new Actions(gameActions(this), (possible, run) => void this.attempt(possible, run));
  }

  /** Connect, listen and show what there is; resolved when the board takes moves. */
  async start() {
    const { game } = this.model;
    const aspect = (game.board.width + 0.92) / (game.board.height + 0.92);
    byId("game").style.setProperty("--aspect", String(aspect));
    byId("game-title").textContent = t(`${game.game}.title`);
    byId("game-about").textContent = this.#about();
    prepareSharing(() => this.model);
    prepareTyping(this.model.game.game, (move) => this.#playTyped(move));
    prepareKeys(this);
    onPreferences(({ speed }) => {
      this.board.setSpeed(speed);
      this.#orient();
    });
    this.#update();
    this.#show(false);
    this.connection.start();
    addEventListener("online", () => this.connection.wake());
    addEventListener("pagehide", () => this.connection.stop());
    addEventListener("pageshow", () => this.connection.start());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.connection.wake();
    });
    setInterval(() => this.#tick(), TICK);
    await this.#showing;
  }

  #about() {
    const { variant, clock, public: listed } = this.model.game;
    const options = variant.split(":")[1];
    const parts = [options?.replaceAll(",", ", "), clockInWords(clock), listed ? t("web.game.public") : ""];
    return parts.filter(Boolean).join(" · ");
  }

  // ---- what the server tells ----------------------------------------------------------------------

  /** @param {GameView} game */
  #snapshot(game) {
    const { position } = this.model.state;
    this.model.replace(game, performance.now());
    this.#update();
    if (position.text !== game.state.position.text) this.#show(false);
    else void this.#offerMoves();
  }

  /** @param {EventMessage} message */
  #event(message) {
    const wasLive = this.model.isLive;
    const wasOver = this.model.state.outcome !== null;
    this.model.follow(message, performance.now());
    const { event } = message;
    const { game, state } = this.model;
    clearRefusal();
    if (event.kind === "moved") {
      // The board tells what the move does when it shows it.
      announce(wasLive ? playInWords(game, event) : moveInWords(game, event));
      if (wasLive) this.#show(true);
    } else if (event.kind === "taken-back") {
      announce(t("web.said.taken-back"));
      this.#show(false);
    } else if (event.kind === "joined") {
      play("notify");
      announce(t("web.said.joined"));
      this.#show(false);
    } else if (event.kind === "declined") {
      announce(t("web.said.declined"));
    } else if (event.kind === "rematched" && state.rematch && this.model.isPlayer) {
      location.assign(`/games/${state.rematch}`);
    }
    // A last move has the outcome already, and the end is told once.
    if (state.outcome && !wasOver) void this.#ended();
    this.#update();
  }

  async #ended() {
    void this.#offerMoves();
    await this.#showing;
    play(feeling(this.model));
    announce(sentence(this.model.state.outcome?.words ?? ""));
  }

  // ---- what the player does -----------------------------------------------------------------------

  /**
   * Send an action; a refusal is shown.
   * @param {Action} action
   */
  act(action) {
    this.#answered = this.#send(action);
    return this.#answered;
  }

  /**
   * Run something if it is possible now, or will be when the server has answered what was sent.
   * @param {(model: GameModel) => boolean} possible
   * @param {() => void} run
   */
  async attempt(possible, run) {
    if (!possible(this.model)) await this.#answered;
    if (possible(this.model)) run();
  }

  /** @param {Action} action */
  async #send(action) {
    byId("game").classList.toggle("is-sending", true);
    try {
      await this.connection.send(action);
    } catch (error) {
      // A stale action is answered with a snapshot, which says all there is to say.
      const refused = /** @type {ErrorView} */ (error);
      if (refused.code !== "stale") showRefusal(this.model.game.game, refused);
      void this.#offerMoves();
    } finally {
      byId("game").classList.toggle("is-sending", this.connection.unanswered > 0);
    }
  }

  /** @param {string} move */
  play(move) {
    clearRefusal();
    return this.act({ type: "move", ply: this.model.state.ply, move });
  }

  /**
   * Say why a move that was tried is none.
   * @param {string} move
   */
  async explain(move) {
    const { game, state } = this.model;
    try {
      const error = await api.refusal(game.variant, state.position.text, move);
      if (error) showRefusal(game.game, error);
    } catch (problem) {
      if (!(problem instanceof api.ApiError)) throw problem;
      toast(problem.message);
    }
  }

  // ---- going through the game ---------------------------------------------------------------------

  /** @param {"first" | "previous" | "next" | "last"} way */
  go(way) {
    const { viewed, state } = this.model;
    this.view({ first: 0, previous: viewed - 1, next: viewed + 1, last: state.ply }[way]);
  }

  /**
   * Show the position after some moves.
   * @param {number} ply
   */
  async view(ply) {
    const before = this.model.viewed;
    this.model.view(ply);
    if (this.model.viewed === before) return;
    this.#update();
    if (!this.model.scene) {
      try {
        this.model.learn(await api.replay(this.model.game.id));
      } catch (problem) {
        if (!(problem instanceof api.ApiError)) throw problem;
        this.model.view(this.model.state.ply);
        toast(problem.message);
      }
      this.#update();
    }
    this.#show(this.model.viewed === before + 1);
    const last = this.model.scene?.last;
    announce(last ? playInWords(this.model.game, last) : t("web.history.start"));
  }

  flip() {
    this.#flipped = !this.#flipped;
    this.#orient();
    announce(t("web.said.flipped", { name: nameIn(this.model.game, this.#bottom()) }));
  }

  // ---- showing ------------------------------------------------------------------------------------

  #bottom() {
    return this.model.bottom(this.#flipped, preferences().turnBoard);
  }

  #orient() {
    const bottom = this.#bottom();
    this.board.setOrientation(bottom);
    byId("game").classList.toggle("is-flipped", bottom === 2);
  }

  /**
   * Show the position that is looked at, after what is being shown now.
   * @param {boolean} animate
   */
  #show(animate) {
    const { scene } = this.model;
    if (!scene) return;
    if (this.model.isLive && this.model.mayMove) this.board.awaitMoves();
    else this.board.setMoves(null);
    this.#showing = this.#showing.then(async () => {
      const seen = animate && document.visibilityState === "visible";
      await this.board.show(scene.position, { last: scene.last, animate: seen });
      if (this.model.scene !== scene) return;
      this.#orient();
      await this.#offerMoves();
    });
  }

  /** Let the board take moves if it is my turn and the newest position is shown. */
  async #offerMoves() {
    const { game, state, isLive, mayMove } = this.model;
    if (!isLive || !mayMove) {
      this.board.setMoves(null);
      return;
    }
    try {
      const moves = await movesOf(game.variant, state.position.text);
      if (this.model.state.position.text === state.position.text && this.model.isLive && this.model.mayMove) {
        this.board.setMoves(moves);
      }
    } catch (problem) {
      if (!(problem instanceof api.ApiError)) throw problem;
      this.board.setMoves(null);
      toast(problem.message);
    }
  }

  #update() {
    const { model } = this;
    const root = byId("game");
    root.dataset.status = model.state.status;
    root.classList.toggle("is-past", !model.isLive);
    this.players.update(model);
    this.list.update(model);
    this.actions.update(model);
    this.hints.update();
    if (this.offers.update(model)) play("notify");
    updateOutcome(model);
    this.#updateWaiting();
    setShown(byId("watching"), !model.isPlayer && model.isPlaying);
    setShown(byId("move-form"), model.isPlayer && model.isPlaying);
    byId("status").textContent = this.#status();
    const notes = (model.scene ?? model.state).position.notes;
    byId("notes").replaceChildren(...notes.map((note) => make("li", {}, note)));
    this.#updateTitle();
    this.#tick();
  }

  #updateWaiting() {
    const root = byId("waiting");
    const waiting = this.model.state.status === "open" && this.model.isPlayer;
    if (waiting && !root.hasChildNodes()) root.append(...invitation(this.model));
    setShown(root, waiting);
  }

  #status() {
    const { model } = this;
    const { mover } = model.state.position;
    if (!model.isLive) return t("web.status.past", { ply: model.viewed, count: model.state.ply });
    if (!model.isPlaying) return "";
    if (model.me === mover) return t("web.status.yours");
    const player = model.state.players[mover - 1];
    const key = player.kind === "computer" ? "web.status.thinking" : "web.status.theirs";
    const words = t(key, { name: nameIn(model.game, mover) });
    const wait = model.claimIn(performance.now());
    if (!wait || wait > LONGEST_COUNTDOWN) return words;
    return `${sentence(words)} ${t("web.status.claim", { seconds: Math.ceil(wait / 1000) })}`;
  }

  #updateTitle() {
    const { game, mayMove, isTable } = this.model;
    const mine = mayMove && !isTable;
    const title = t(mine ? "web.title.turn" : "web.title.page", { title: t(`${game.game}.title`) });
    if (title === this.#title) return;
    this.#title = title;
    document.title = title;
    const usual = byId("favicon", HTMLLinkElement);
    usual.dataset.usual ??= usual.getAttribute("href") ?? "";
    usual.href = (mine ? usual.dataset.turn : usual.dataset.usual) ?? "";
  }

  #tick() {
    const now = performance.now();
    this.players.tick(this.model, now);
    this.line.tick(Date.now());
    if (this.model.state.claim) {
      this.actions.update(this.model);
      byId("status").textContent = this.#status();
    }
  }

  /** Play a move that was written; tells whether it was made. @param {string} move */
  async #playTyped(move) {
    const { ply } = this.model.state;
    await this.play(move);
    return this.model.state.ply !== ply;
  }
}
