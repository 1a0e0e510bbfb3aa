/** The analysis on the page: a tree of moves, the board, the engine, and everything that can be done. */

import { FreeBoard } from "../../board/free-board.js";
import * as api from "../../net/api.js";
import { movesOf } from "../../net/moves-cache.js";
import { announce, toast } from "../../ui/announce.js";
import { byId, make } from "../../ui/element.js";
import { t } from "../../ui/messages.js";
import { Stage } from "../../ui/stage.js";
import { seatName, sentence } from "../../ui/words.js";
import { clearRefusal, showRefusal } from "../game/refusal.js";
import { prepareTyping } from "../move-field.js";
import { prepareActions } from "./actions.js";
import { lineAddress } from "./address.js";
import { Engine } from "./engine.js";
import { MoveTree } from "./move-tree.js";
import { recordText } from "./record-text.js";
import { Remarks } from "./remarks.js";
import { showLink } from "./sharing.js";
import { Values } from "./values.js";

/** @import { LastMove, Player, PositionView } from "../../types.js" */
/** @import { AnalysisView, PlayedView, VariantView } from "../../net/wire.js" */
/** @import { Opened } from "./address.js" */
/** @import { Node } from "./tree.js" */
/** @import { Way } from "../game/moves-list.js" */

/** @typedef {{position: PositionView, last: LastMove | null}} Scene */

/** The engine is told at most so many moves before a position: repetitions are not older. */
const HISTORY = 300;

export class Analysis {
  /** @type {Map<Node, Scene>} */ #scenes = new Map();
  /** @type {Player} */ #bottom = 1;
  /** @type {AnalysisView | null} */ #found = null;
  /** @type {string | null} what the address names stands for */ #named = null;

  /** @param {Opened} opened */
  static async set(opened) {
    const view = await api.variant(opened.tree.variant);
    const stage = new Stage(byId("game"), t("web.game.board"));
    stage.near.append(make("div", { class: "refusal", id: "refusal", role: "alert" }));
    stage.fit(view.board);
    const analysis = new Analysis(opened, view, stage);
    analysis.free = await FreeBoard.create({
      frame: stage.frame,
      trays: stage.trays,
      variant: opened.tree.variant,
      board: view.board,
      onPlayed: (played) => analysis.played(played),
      onRefused: (error) => showRefusal(view.game, { ...error, message: error.message, rule: error.rule ?? undefined, field: undefined, retry_after: undefined }),
    });
    byId("game").dataset.status = "open-board";
    byId("game-about").textContent = analysis.title;
    prepareActions(analysis);
    prepareTyping(analysis.view.game, async (move) => analysis.free?.play(move));
    await analysis.go(opened.tree.current);
    analysis.list.write(analysis.tree);
    await analysis.free.shown;
    return analysis;
  }

  /** @param {Opened} opened @param {VariantView} view @param {Stage} stage */
  constructor({ tree, title, address, game }, view, stage) {
    this.tree = tree;
    this.title = title;
    this.view = view;
    this.stage = stage;
    this.game = game;
    this.address = address;
    if (address) this.#named = recordText(tree);
    /** @type {FreeBoard | null} */
    this.free = null;
    this.list = new MoveTree((node) => void this.go(node), (way) => this.walk(way));
    this.remarks = new Remarks(() => this.tree, {
      onChange: () => this.changed(),
      promote: () => this.promote(),
      remove: () => this.remove(),
    });
    this.engine = new Engine({
      onPlay: (moves) => void this.play(moves),
      onLook: (move) => void this.#look(move),
      onFound: (found) => {
        this.#found = found;
        void this.#look(null);
      },
    });
    this.values = new Values((move) => void this.play([move]), (move) => void this.#look(move));
  }

  // ---- moving -------------------------------------------------------------------------------------

  /** A move was made on the board. @param {PlayedView} played */
  played({ last, position }) {
    clearRefusal();
    const node = this.tree.add(this.tree.current, { move: last.move, player: last.player, position: position.text });
    this.#scenes.set(node, { position, last });
    this.tree.go(node);
    this.list.write(this.tree);
    this.#arrived();
  }

  /** Play moves from here, one after the other. @param {string[]} moves */
  async play(moves) {
    await this.#trying(async () => {
      let node = this.tree.current;
      for (const move of moves) {
        const known = node.children.find((child) => child.move === move);
        if (known) node = known;
        else {
          const { last, position } = await api.play(this.tree.variant, node.position, move);
          node = this.tree.add(node, { move: last.move, player: last.player, position: position.text });
          this.#scenes.set(node, { position, last });
        }
      }
      this.list.write(this.tree);
      await this.go(node);
    });
  }

  /** @param {Way} way */
  walk(way) {
    const node = this.tree.towards(way);
    if (node !== this.tree.current) void this.go(node, way === "next");
  }

  /** To the variation above or below. @param {-1 | 1} step */
  beside(step) {
    const node = this.tree.beside(step);
    if (node !== this.tree.current) void this.go(node);
  }

  /** Look at a position. @param {Node} node @param {boolean} [animate] */
  async go(node, animate = false) {
    clearRefusal();
    this.tree.go(node);
    await this.#trying(async () => {
      const { position, last } = await this.#sceneOf(node);
      if (this.tree.current !== node) return;
      void this.free?.show(position, { last, animate });
      this.list.update(this.tree);
      this.#arrived();
      announce(last ? t("web.said.play", { name: seatName(last.player), move: last.move }) : t("web.history.start"));
    });
  }

  /** @param {Node} node @returns {Promise<Scene>} */
  async #sceneOf(node) {
    const known = this.#scenes.get(node);
    if (known) return known;
    const { variant } = this.tree;
    /** @type {Scene} */
    const scene = node.parent
      ? await api.play(variant, node.parent.position, node.move)
      : { ...(await api.moves(variant, node.position)), last: null };
    this.#scenes.set(node, scene);
    return scene;
  }

  /** Another position is looked at: everything beside the board follows. */
  #arrived() {
    const { tree } = this;
    const scene = this.#scenes.get(tree.current);
    if (!scene) return;
    const { position } = scene;
    this.stage.showTurn(position);
    this.remarks.update(tree);
    byId("notes").replaceChildren(...position.notes.map((note) => make("li", {}, note)));
    const path = tree.path().slice(-HISTORY);
    const start = path[0]?.parent ?? tree.current;
    const subject = {
      variant: tree.variant,
      start: start.position,
      moves: path.map(({ move }) => move),
      ...(this.game && !this.#isChanged ? { game: this.game } : {}),
    };
    if (position.outcome) this.engine.think(null, sentence(position.outcome.words));
    else this.engine.think(subject);
    void this.values.show(tree.variant, position.text);
    this.#writeAddress();
  }

  // ---- changing -----------------------------------------------------------------------------------

  /** Something was said about a move, or its place has changed. */
  changed() {
    this.list.write(this.tree);
    this.remarks.update(this.tree);
    this.#writeAddress();
  }

  promote() {
    if (!this.tree.promote()) return;
    this.changed();
    announce(t("web.analysis.promoted"));
  }

  remove() {
    const { current } = this.tree;
    if (!this.tree.remove()) return;
    announce(t("web.analysis.removed", { move: current.move }));
    this.changed();
    void this.go(this.tree.current);
  }

  flip() {
    this.#bottom = this.#bottom === 1 ? 2 : 1;
    this.free?.board.setOrientation(this.#bottom);
    this.stage.orient(this.#bottom);
    announce(t("web.said.flipped", { name: seatName(this.#bottom) }));
  }

  // ---- what is recommended ------------------------------------------------------------------------

  /** Show what a move does, or the best moves again. @param {string | null} move */
  async #look(move) {
    const { current, variant } = this.tree;
    const lines = this.engine.settings.arrows ? (this.#found?.lines ?? []) : [];
    if (!move && !lines.length) {
      this.free?.board.setMarks(null);
      return;
    }
    await this.#trying(async () => {
      const moves = await movesOf(variant, current.position);
      if (this.tree.current !== current) return;
      const stepsOf = (/** @type {string} */ text) => moves.find((one) => one.move === text)?.steps ?? [];
      const arrows = lines.map((line, index) => ({ rank: index + 1, steps: stepsOf(line.moves[0]) }));
      const marks = move ? { steps: stepsOf(move), arrows: [] } : { steps: [], arrows };
      this.free?.board.setMarks({ squares: [], words: "", ...marks });
    });
  }

  // ---- sharing ------------------------------------------------------------------------------------

  /** Whether it is no longer what its address names. */
  get #isChanged() {
    return this.#named !== recordText(this.tree);
  }

  /** The part of an address that tells which position is looked at. */
  get #place() {
    const place = this.tree.nodes().indexOf(this.tree.current);
    return place ? `#${place}` : "";
  }

  /** The same where the address has but the one line. */
  get #ply() {
    const ply = this.tree.path().length;
    // A line is opened at its end, unless it says otherwise.
    return ply || this.tree.root.children.length ? `#${ply}` : "";
  }

  #writeAddress() {
    const named = this.address && !this.#isChanged ? this.address : null;
    const address = named ?? lineAddress(this.tree, this.view.start.text) ?? "/analysis";
    history.replaceState(null, "", address + (named ? this.#place : this.#ply));
  }

  /** Make a link that shows the same to whoever opens it. */
  async share() {
    await this.#trying(async () => {
      if (this.address && !this.#isChanged) {
        showLink(this.address + this.#place, !this.game);
        return;
      }
      const short = this.tree.isPlain ? lineAddress(this.tree, this.view.start.text) : null;
      if (short) {
        showLink(short + this.#ply, false);
        return;
      }
      const text = recordText(this.tree);
      const { id } = await api.shareStudy(text);
      this.address = `/analysis/${id}`;
      this.#named = text;
      this.#writeAddress();
      showLink(this.address + this.#place, true);
    });
  }

  /** @param {() => Promise<void>} work */
  async #trying(work) {
    try {
      await work();
    } catch (problem) {
      if (!(problem instanceof api.ApiError)) throw problem;
      toast(sentence(problem.message));
    }
  }
}
