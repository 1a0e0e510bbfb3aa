/** A finished review: the board, the graph, the moves and what decided the game. */

import { FreeBoard } from "../../board/free-board.js";
import { announce, toast } from "../../ui/announce.js";
import { copy } from "../../ui/copy.js";
import { button, byId, icon, make, setShown } from "../../ui/element.js";
import { openExport } from "../../ui/export-panel.js";
import { addKeys, tellKeys } from "../../ui/keys.js";
import { t } from "../../ui/messages.js";
import { Stage } from "../../ui/stage.js";
import { seatName, sentence } from "../../ui/words.js";
import { WAYS } from "../game/moves-list.js";
import { Graph } from "./graph.js";
import { isAmiss } from "./judgements.js";
import { moveInWords, movesList, sign, summary, turningPoints } from "./list.js";
import { Trial } from "./trial.js";

/** @typedef {import("../../net/wire.js").ReviewView} ReviewView */
/** @typedef {import("../game/moves-list.js").Way} Way */

export class ReviewRoom {
  #ply = 0;
  /** @type {Trial | null} */ #trial = null;
  #trialPanel = make("section", { class: "trial", "aria-label": t("web.review.trial"), hidden: true });
  #flipped = false;
  /** @type {Map<Way, HTMLButtonElement>} */ #ways = new Map();

  /**
   * Show a review.
   * @param {ReviewView} review
   * @param {string | null} gameId the game that it is of, if one came from there
   */
  static async open(review, gameId) {
    const stage = new Stage(byId("review"), t("web.game.board"));
    stage.fit(review.board);
    /** @type {ReviewRoom | null} */
    let room = null;
    const board = await FreeBoard.create({
      frame: stage.frame,
      trays: stage.trays,
      variant: review.variant,
      board: review.board,
      onPlayed: (played) => room?.played(played),
      onRefused: (problem) => toast(sentence(problem.message)),
    });
    room = new ReviewRoom(review, stage, board, gameId);
    return room;
  }

  /**
   * @param {ReviewView} review
   * @param {Stage} stage
   * @param {FreeBoard} board
   * @param {string | null} gameId
   */
  constructor(review, stage, board, gameId) {
    this.review = review;
    this.stage = stage;
    this.board = board;
    this.graph = new Graph(review, (ply) => this.view(ply));
    stage.near.append(this.#trialPanel, this.graph.element, this.#wayButtons());
    byId("review-about").textContent = review.title;
    byId("moves").append(movesList(review, (ply) => this.view(ply)));
    byId("summary").append(summary(review));
    byId("turning-points").append(...turningPoints(review, this));
    byId("actions").append(...this.#links(gameId));
    this.#prepareKeys();
    this.view(0, true);
  }

  // ---- going through the game ---------------------------------------------------------------------

  /** @param {Way} way */
  go(way) {
    const last = this.review.moves.length;
    this.view({ first: 0, previous: this.#ply - 1, next: this.#ply + 1, last }[way]);
  }

  /**
   * Show the position after some moves.
   * @param {number} ply
   * @param {boolean} [always] also if it is shown already
   */
  view(ply, always = false) {
    const wanted = Math.max(0, Math.min(ply, this.review.moves.length));
    if (wanted === this.#ply && !this.#trial && !always) return;
    const animate = wanted === this.#ply + 1 && !this.#trial;
    this.#trial = null;
    this.#ply = wanted;
    const { positions, moves } = this.review;
    const last = wanted ? moves[wanted - 1] : null;
    void this.board.show(positions[wanted], { last, animate, playable: false });
    this.stage.showTurn(positions[wanted]);
    this.#update();
    announce(this.#words());
  }

  /** Show a move from a card, which on a phone is far below the board. @param {number} ply */
  showMove(ply) {
    this.view(ply, true);
    this.#revealBoard();
  }

  #revealBoard() {
    const { top, bottom } = this.stage.frame.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) this.stage.frame.scrollIntoView({ block: "start" });
  }

  #words() {
    const { moves, chances } = this.review;
    if (this.#ply === 0) return t("web.review.start-words", { chance: chances[0].words });
    return moveInWords(this.review, moves[this.#ply - 1]);
  }

  // ---- something better ---------------------------------------------------------------------------

  /**
   * Go to before a move, so that something better can be played.
   * @param {number} ply of the move
   */
  tryBetter(ply) {
    const { positions, moves } = this.review;
    const { line, number, move } = moves[ply - 1];
    this.#ply = ply;
    this.#trial = new Trial({ position: positions[ply - 1], last: ply > 1 ? moves[ply - 2] : null }, line);
    this.#showTrial(false);
    announce(t("web.review.trial-begin", { move: `${number} ${move}`, better: line[0] }));
    this.#revealBoard();
    this.#trialPanel.querySelector("button")?.focus({ preventScroll: true });
  }

  /** @param {import("../../net/wire.js").PlayedView} played */
  played(played) {
    if (!this.#trial) return;
    const hadFocus = this.#trialPanel.contains(document.activeElement);
    this.#trial.add(played);
    this.stage.showTurn(played.position);
    this.#update();
    announce(this.#trialWords());
    if (hadFocus) this.#trialPanel.querySelector("button")?.focus({ preventScroll: true });
  }

  #takeBack() {
    if (!this.#trial?.back()) return;
    this.#showTrial(false);
    announce(t("web.said.taken-back"));
    this.#trialPanel.querySelector("button")?.focus({ preventScroll: true });
  }

  /** @param {boolean} animate */
  #showTrial(animate) {
    if (!this.#trial) return;
    const { position, last } = this.#trial.scene;
    void this.board.show(position, { last, animate, playable: true });
    this.stage.showTurn(position);
    this.#update();
  }

  #trialWords() {
    const trial = this.#trial;
    if (!trial) return "";
    const { outcome } = trial.scene.position;
    if (outcome) return sentence(outcome.words);
    if (!trial.isOnLine) return t("web.review.trial-own");
    if (trial.length === 0) return t("web.review.trial-play", { better: trial.line[0] });
    if (trial.next === null) return t("web.review.trial-end");
    return t("web.review.trial-line", { done: trial.length, count: trial.line.length });
  }

  // ---- showing ------------------------------------------------------------------------------------

  #update() {
    const { moves } = this.review;
    this.graph.update(this.#ply, this.#words());
    for (const item of byId("moves").querySelectorAll("button")) {
      const current = Number(item.dataset.ply) === this.#ply;
      if (current) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
      if (current) reveal(byId("moves"), item);
    }
    for (const [way, element] of this.#ways) {
      const off = way === "first" || way === "previous" ? this.#ply === 0 : this.#ply === moves.length;
      element.setAttribute("aria-disabled", String(off && !this.#trial));
    }
    this.#updateCurrent();
    this.#updateTrial();
    const { position } = this.#trial?.scene ?? { position: this.review.positions[this.#ply] };
    const address = new URLSearchParams({ variant: this.review.variant, position: position.text });
    byId("analyse", HTMLAnchorElement).href = `/analysis?${address}`;
  }

  #updateCurrent() {
    const { moves, chances, positions } = this.review;
    const root = byId("current");
    if (this.#ply === 0) {
      root.replaceChildren(make("p", {}, this.#words()));
      return;
    }
    const move = moves[this.#ply - 1];
    const outcome = positions[this.#ply].outcome;
    const chance = chances[this.#ply];
    root.replaceChildren(
      make("h2", {}, `${move.number} ${move.move}`, sign(move.judgement), t(`web.review.judged.${move.judgement}`)),
      make("p", {}, outcome ? sentence(outcome.words) : t(chance.exact ? "web.review.exact" : "web.review.chance", { chance: chance.words })),
      ...move.words.slice(1).map((words) => make("p", {}, words)),
      isAmiss(move.judgement)
        ? button("turn", t("web.review.try-better", { better: move.line[0] }), () => this.tryBetter(move.ply))
        : "",
    );
  }

  #updateTrial() {
    const trial = this.#trial;
    setShown(this.#trialPanel, trial !== null);
    byId("review").classList.toggle("is-trying", trial !== null);
    if (!trial) return;
    const { next } = trial;
    this.#trialPanel.replaceChildren(
      make("p", {}, this.#trialWords()),
      make(
        "div",
        { class: "turning-buttons" },
        next === null
          ? ""
          : button("turn", t("web.review.play", { move: next }), () => void this.board.play(next), {
              class: "button button-primary",
            }),
        trial.length ? button("back", t("web.review.take-back"), () => this.#takeBack()) : "",
        button("cross", t("web.review.to-game"), () => this.view(this.#ply, true)),
      ),
    );
  }

  #wayButtons() {
    for (const { way } of WAYS) {
      const words = t(`web.history.${way}`);
      const attributes = { type: "button", class: "button button-icon", "aria-label": words, title: words };
      this.#ways.set(way, make("button", { ...attributes, onclick: () => this.go(way) }, icon(way)));
    }
    const label = t("web.game.go-through");
    return make("div", { class: "history-buttons", role: "group", "aria-label": label }, ...this.#ways.values());
  }

  flip() {
    this.#flipped = !this.#flipped;
    const bottom = this.#flipped ? 2 : 1;
    this.board.board.setOrientation(bottom);
    this.stage.orient(bottom);
    announce(t("web.said.flipped", { name: seatName(bottom) }));
  }

  /** @param {string | null} gameId */
  #links(gameId) {
    return [
      make("a", { class: "button", id: "analyse", href: "/analysis" }, icon("eye"), make("span", {}, t("web.review.analyse"))),
      gameId ? make("a", { class: "button", href: `/games/${gameId}` }, icon("back"), make("span", {}, t("web.review.game"))) : "",
      button("flip", t("web.action.flip"), () => this.flip(), { "aria-keyshortcuts": "f" }),
      button("link", t("web.share.copy-link"), () => void this.#copyLink(), { "aria-keyshortcuts": "c" }),
      button("download", t("web.export.open"), () => void this.#export()),
      make("a", { class: "button", href: "/review" }, icon("record"), make("span", {}, t("web.review.another"))),
    ];
  }

  /** The whole game, and the position that is looked at. */
  #export() {
    const { variant, positions, moves } = this.review;
    const at = this.#ply;
    openExport({
      variant,
      position: positions[at].text,
      last: at > 0 ? { position: positions[at - 1].text, move: moves[at - 1].move } : undefined,
      film: { position: positions[0].text, moves: moves.map(({ move }) => move) },
    });
  }

  #copyLink() {
    return copy(`${location.origin}/review/${this.review.id}`, t("web.share.link-copied"));
  }

  #prepareKeys() {
    tellKeys({
      title: t("web.keys.board"),
      keys: ["arrows", "choose", "turn", "cancel"].map((name) => ({
        key: t(`web.keys.board-${name}-key`),
        words: t(`web.keys.board-${name}`),
      })),
    });
    addKeys(
      t("web.keys.history"),
      WAYS.map(({ way, key }) => ({
        key,
        words: t(`web.history.${way}`),
        run: () => this.go(way),
        shown: t(`web.keys.${way}`),
        always: true,
      })),
    );
    addKeys(t("web.review.heading"), [
      {
        key: "v",
        words: t("web.review.try"),
        run: () => this.#ply && isAmiss(this.review.moves[this.#ply - 1].judgement) && this.tryBetter(this.#ply),
      },
      { key: "u", words: t("web.review.take-back"), run: () => this.#takeBack() },
      { key: "g", words: t("web.review.to-game"), run: () => this.#trial && this.view(this.#ply, true) },
      { key: "b", words: t("web.keys.to-board"), run: () => this.board.board.focus() },
      { key: "f", words: t("web.action.flip"), run: () => this.flip() },
      { key: "c", words: t("web.share.copy-link"), run: () => void this.#copyLink() },
    ]);
  }
}

/**
 * Scroll a list, and never the page, so that an item can be seen.
 * @param {HTMLElement} list
 * @param {HTMLElement} item
 */
function reveal(list, item) {
  const above = item.offsetTop - list.offsetTop;
  if (above < list.scrollTop) list.scrollTop = above;
  else if (above + item.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = above + item.offsetHeight - list.clientHeight;
  }
}
