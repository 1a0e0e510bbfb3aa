/**
 * The line to the engine: one question at a time, answered again and again as it thinks deeper.
 *
 * The socket is opened with the first question. If it breaks, the question is asked again over a new
 * one, after growing pauses. Sockets and timers are handed in, so that tests can do without a browser.
 */

/** @import { AnalysisMessage, AnalysisView, Question } from "./wire.js" */
/** @import { ErrorView } from "../types.js" */
/** @import { Socket } from "./connection.js" */

/**
 * @typedef {object} Listener
 * @property {(analysis: AnalysisView) => void} onAnalysis
 * @property {(reason: string) => void} onDone nothing more will come
 * @property {(error: ErrorView) => void} onError the question was refused
 * @property {(isOpen: boolean) => void} onLine whether the server can be heard
 */

/** @typedef {{set: (run: () => void, after: number) => any, clear: (timer: any) => void}} Timers */

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;
/** What the server says of a client that asks too fast; it is asked again. */
const TRANSIENT = new Set(["busy", "time", "rate"]);

/** @type {Timers} */
const BROWSER = { set: (run, after) => setTimeout(run, after), clear: (timer) => clearTimeout(timer) };

export class AnalysisLine {
  /** @type {Socket | null} */ #socket = null;
  /** @type {Question | null} */ #asked = null;
  #isOpen = false;
  #number = 0;
  #pause = FIRST_PAUSE;
  /** @type {any} */ #retry = null;

  /**
   * @param {() => Socket} open makes a socket that is being opened
   * @param {Listener} listener
   * @param {Timers} [timers]
   */
  constructor(open, listener, timers = BROWSER) {
    this.open = open;
    this.listener = listener;
    this.timers = timers;
  }

  /** Whether an answer is being waited for. */
  get isAsking() {
    return this.#asked !== null;
  }

  /** Ask; what was asked before ends. @param {Question} question */
  ask(question) {
    this.#asked = question;
    this.#number += 1;
    this.timers.clear(this.#retry);
    this.#pause = FIRST_PAUSE;
    this.#send();
  }

  /** Want no more answers. */
  stop() {
    this.timers.clear(this.#retry);
    if (this.#asked === null) return;
    this.#asked = null;
    this.#number += 1;
    if (this.#isOpen) this.#socket?.send(JSON.stringify({ type: "stop" }));
  }

  #send() {
    if (this.#socket === null) this.#connect();
    else if (this.#isOpen && this.#asked) {
      this.#socket.send(JSON.stringify({ type: "think", id: String(this.#number), ...this.#asked }));
    }
  }

  #connect() {
    const socket = this.open();
    this.#socket = socket;
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      this.#isOpen = true;
      this.listener.onLine(true);
      this.#send();
    };
    socket.onmessage = ({ data }) => socket === this.#socket && this.#receive(JSON.parse(data));
    socket.onclose = () => {
      if (socket !== this.#socket) return;
      this.#socket = null;
      this.#isOpen = false;
      if (this.#asked) {
        this.listener.onLine(false);
        this.#later(this.#pause);
        this.#pause = Math.min(LONGEST_PAUSE, 2 * this.#pause);
      }
    };
  }

  /** @param {number} pause */
  #later(pause) {
    this.timers.clear(this.#retry);
    this.#retry = this.timers.set(() => this.#asked && this.#send(), pause);
  }

  /** @param {AnalysisMessage} message */
  #receive(message) {
    if (message.type === "stopped" || message.id !== String(this.#number) || !this.#asked) return;
    if (message.type === "analysis") {
      this.#pause = FIRST_PAUSE;
      this.listener.onAnalysis(message);
      return;
    }
    if (message.type === "error" && TRANSIENT.has(message.error.code)) {
      this.#later(1000 * (message.error.retry_after ?? 1));
      return;
    }
    this.#asked = null;
    if (message.type === "done") this.listener.onDone(message.reason);
    else this.listener.onError(message.error);
  }
}
