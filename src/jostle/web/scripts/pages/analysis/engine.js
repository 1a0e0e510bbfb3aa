/** The engine on the page: what it is asked, the bar and the lines that it answers with. */

import * as api from "../../net/api.js";
import { AnalysisLine } from "../../net/analysis-line.js";
import { announce } from "../../ui/announce.js";
import { byId, icon, make, setShown } from "../../ui/element.js";
import { t } from "../../ui/messages.js";
import { prefer, preferences } from "../../ui/preferences.js";
import { SteadyView } from "../../ui/steady-view.js";
import { sentence } from "../../ui/words.js";

/** @import { ErrorView } from "../../types.js" */
/** @import { AnalysisView, EngineLine, Question, ScoreView } from "../../net/wire.js" */

/** @typedef {Omit<Question, "lines" | "seconds">} Subject what is asked about */

/**
 * @typedef {object} EngineListener
 * @property {(moves: string[]) => void} onPlay somebody wants these moves to be played
 * @property {(move: string | null) => void} onLook somebody looks at a line that begins with this move
 * @property {(analysis: AnalysisView | null) => void} onFound what is known of the position now
 */

const USUAL = { on: true, lines: 3, seconds: 10, arrows: true };
const LONGEST_LINE = 10; // moves shown of a line
/** Questions that follow each other faster are not all asked: somebody goes through a game. */
const PAUSE = 180;

export class Engine {
  /** @type {Subject | null} */ #subject = null;
  /** @type {AnalysisView | null} what is shown */ #found = null;
  #asked = 0;
  /** @type {any} */ #pause = null;
  #lines = byId("engine-lines");
  /** @type {SteadyView<AnalysisView>} */ #steady;

  /** @param {EngineListener} listener */
  constructor(listener) {
    this.listener = listener;
    this.#steady = new SteadyView(this.#lines, (analysis) => this.#showFound(analysis));
    this.line = new AnalysisLine(() => new WebSocket(api.analysisAddress(location)), {
      onAnalysis: (analysis) => this.#take(analysis),
      onDone: () => this.#done(),
      onError: (error) => this.#refused(error),
      onLine: (isOpen) => this.#tell(isOpen ? "" : t("web.analysis.no-line")),
    });
    this.#prepare();
  }

  /** How the engine is asked. */
  get settings() {
    return { ...USUAL, ...preferences().analysis };
  }

  #prepare() {
    const on = byId("engine-on", HTMLInputElement);
    const arrows = byId("engine-arrows", HTMLInputElement);
    const count = byId("engine-count", HTMLSelectElement);
    const seconds = byId("engine-seconds", HTMLSelectElement);
    on.checked = this.settings.on;
    arrows.checked = this.settings.arrows;
    count.value = String(this.settings.lines);
    seconds.value = String(this.settings.seconds);
    const keep = () => {
      const analysis = { on: on.checked, arrows: arrows.checked, lines: Number(count.value), seconds: Number(seconds.value) };
      prefer({ analysis });
    };
    const changed = () => {
      keep();
      this.#restart();
    };
    for (const control of [on, count, seconds]) control.addEventListener("change", changed);
    arrows.addEventListener("change", () => {
      keep();
      this.listener.onFound(this.#found);
    });
    byId("engine-go").addEventListener("click", () => this.toggle());
    this.#showState();
  }

  /** Switch the engine on or off. */
  switch() {
    byId("engine-on").click();
  }

  /** Stop thinking, or think again. */
  toggle() {
    if (this.line.isAsking) {
      this.line.stop();
      this.#showState();
    } else this.#ask();
  }

  /**
   * Think about another position, or about none.
   * @param {Subject | null} subject
   * @param {string} [words] what is said instead of an answer
   */
  think(subject, words = "") {
    this.#subject = subject;
    this.#restart(words);
  }

  #restart(words = "") {
    clearTimeout(this.#pause);
    this.line.stop();
    this.#found = null;
    this.#steady.reset();
    this.#show();
    this.#tell(words);
    this.listener.onFound(null);
    if (!this.#subject || !this.settings.on) return;
    const wait = Math.max(0, this.#asked + PAUSE - performance.now());
    if (wait) this.#pause = setTimeout(() => this.#ask(), wait);
    else this.#ask();
    this.#asked = performance.now();
  }

  #ask() {
    if (!this.#subject) return;
    const { lines, seconds } = this.settings;
    this.line.ask({ ...this.#subject, lines, seconds });
    this.#tell("");
  }

  /** @param {AnalysisView} analysis */
  #take(analysis) {
    this.#steady.take(analysis);
    this.#tell("");
  }

  /** @param {AnalysisView} analysis */
  #showFound(analysis) {
    this.#found = analysis;
    this.#show();
    this.listener.onFound(analysis);
  }

  /** What the engine has found, shown or not. */
  get #newest() {
    return this.#steady.waiting ?? this.#found;
  }

  #done() {
    this.#tell("");
    const best = this.#newest?.lines[0];
    if (best) announce(`${sentence(best.words)} ${t("web.analysis.best", { move: best.moves[0] })}`);
  }

  /** @param {ErrorView} error */
  #refused(error) {
    this.#tell(sentence(error.message));
    announce(sentence(error.message));
  }

  // ---- showing ------------------------------------------------------------------------------------

  /** @param {string} words */
  #tell(words) {
    const { line } = this;
    const depth = this.#newest?.depth;
    const told = depth ? t("web.analysis.depth", { depth }) : line.isAsking ? t("web.analysis.thinking") : "";
    byId("engine-state").textContent = words || told;
    this.#showState();
  }

  #showState() {
    const isAsking = this.line.isAsking;
    const words = t(isAsking ? "web.analysis.stop" : "web.analysis.go");
    const go = byId("engine-go");
    // A button whose content is replaced while it is pressed gets no click.
    if (go.textContent !== words) {
      go.replaceChildren(isAsking ? icon("stop") : icon("play"), make("span", {}, words));
    }
    setShown(go, this.settings.on && this.#subject !== null);
    setShown(byId("engine-body"), this.settings.on);
    byId("engine").classList.toggle("is-thinking", isAsking);
  }

  #show() {
    const best = this.#found?.lines[0];
    const share = best ? shareOfFirst(best.score) : null;
    const bar = byId("evaluation");
    byId("evaluation-share").style.setProperty("inline-size", `${100 * (share ?? 0.5)}%`);
    bar.classList.toggle("is-unknown", share === null);
    bar.setAttribute("aria-label", best?.words ?? t("web.analysis.unknown"));
    byId("evaluation-words").textContent = best?.words ?? t("web.analysis.unknown");
    const lines = this.#found?.lines ?? [];
    this.#lines.style.setProperty("--count", String(this.settings.lines));
    while (this.#lines.children.length > lines.length) this.#lines.lastElementChild?.remove();
    lines.forEach((line, index) => this.#showLine(line, index));
  }

  /** @param {EngineLine} line @param {number} index */
  #showLine(line, index) {
    let item = this.#lines.children[index];
    const moves = line.moves.slice(0, LONGEST_LINE);
    const key = moves.join(" ");
    if (!(item instanceof HTMLLIElement)) {
      item = make("li", { class: "engine-line" }, make("span", { class: "engine-score" }), make("span", { class: "engine-moves" }));
      this.#lines.append(item);
    }
    const [score, places] = item.children;
    score.textContent = line.words;
    if (!(item instanceof HTMLElement) || item.dataset.key === key) return;
    item.dataset.key = key;
    const buttons = moves.map((_, place) => this.#move(moves, place));
    places.replaceChildren(...buttons, ...(line.moves.length > moves.length ? ["…"] : []));
  }

  /** @param {string[]} moves @param {number} place */
  #move(moves, place) {
    const look = () => this.listener.onLook(moves[0]);
    const away = () => this.listener.onLook(null);
    const words = t(place ? "web.analysis.play-to" : "web.analysis.play", { move: moves[place], count: place + 1 });
    return make(
      "button",
      {
        type: "button",
        class: "moves-move",
        "aria-label": words,
        onclick: () => this.listener.onPlay(moves.slice(0, place + 1)),
        onpointerenter: look, onpointerleave: away, onfocus: look, onblur: away,
      },
      moves[place],
    );
  }
}

/** How much of the point Player 1 can hope for. @param {ScoreView} score */
export function shareOfFirst({ player, probability }) {
  return player === 1 ? probability : 1 - probability;
}
