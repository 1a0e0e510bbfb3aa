/**
 * The line to one game on the server, over a socket that may break at any time.
 *
 * It hands on every event exactly once and in order, asks for a snapshot when it sees a gap, finds
 * out by itself that a line is dead, opens a new one after growing pauses, and sends actions that
 * were not answered again with the id they had. It knows neither the page nor the browser: sockets,
 * timers and chance are handed in.
 */

/** @typedef {import("../types.js").GameView} GameView */
/** @typedef {import("./wire.js").Action} Action */
/** @typedef {import("../types.js").ErrorView} ErrorView */
/** @typedef {import("./wire.js").ServerMessage} ServerMessage */
/** @typedef {Extract<ServerMessage, {type: "event"}>} EventMessage */
/** @typedef {Extract<ServerMessage, {type: "presence"}>} PresenceMessage */

/**
 * What is used of a WebSocket.
 * @typedef {object} Socket
 * @property {(text: string) => void} send
 * @property {(code?: number) => void} close
 * @property {((event: any) => void) | null} onopen
 * @property {((event: any) => void) | null} onmessage an event with `data`
 * @property {((event: any) => void) | null} onclose an event with `code`
 */

/**
 * Time and chance, so that tests can hold them still.
 * @typedef {object} Timers
 * @property {() => number} now
 * @property {(run: () => void, after: number) => any} set
 * @property {(timer: any) => void} clear
 * @property {() => number} random
 */

/**
 * `waiting` carries the time of the next attempt; `refused` is final.
 * @typedef {{state: "connecting" | "open" | "stopped"} | {state: "refused", code: number} |
 *   {state: "waiting", until: number}} Status
 */

/**
 * @typedef {object} Listeners
 * @property {(game: GameView) => void} onSnapshot
 * @property {(message: EventMessage) => void} onEvent
 * @property {(message: PresenceMessage) => void} onPresence
 * @property {(status: Status) => void} onStatus
 */

/**
 * @typedef {object} Pending
 * @property {string} text
 * @property {(seq: number) => void} resolve
 * @property {(error: ErrorView) => void} reject
 */

/** A silent line is asked for a sign of life after so long, and given up after so much longer. */
export const PING_AFTER = 20_000;
export const DEAD_AFTER = 8_000;

/** The pauses between attempts double from the first to the longest. */
export const FIRST_PAUSE = 500;
export const LONGEST_PAUSE = 30_000;

/** Codes from here on are ours: the server does not want this socket, now or later. */
const REFUSED = 4400;
const REFUSED_END = 4500;

/** @type {Timers} */
export const BROWSER_TIMERS = {
  now: () => Date.now(),
  set: (run, after) => setTimeout(run, after),
  clear: (timer) => clearTimeout(timer),
  random: () => Math.random(),
};

export class Connection {
  /** @type {Socket | null} */ #socket = null;
  /** @type {Map<string, Pending>} */ #pending = new Map();
  /** @type {Status} */ #status = { state: "stopped" };
  #seq = 0;
  #attempts = 0;
  #synchronised = false;
  #asked = false;
  #lastId = 0;
  /** @type {any} */ #retry = null;
  /** @type {any} */ #silence = null;

  /**
   * @param {() => Socket} open makes a socket that is being opened
   * @param {Listeners} listeners
   * @param {Timers} [timers]
   */
  constructor(open, listeners, timers = BROWSER_TIMERS) {
    this.open = open;
    this.listeners = listeners;
    this.timers = timers;
    // Ids of two tabs, or of two visits, must not be taken for each other.
    this.name = Math.floor(timers.random() * 2 ** 48).toString(36) + timers.now().toString(36);
  }

  get status() {
    return this.#status;
  }

  /** Open the line and keep it open. */
  start() {
    if (this.#status.state === "stopped") this.#connect();
  }

  /** Close the line for good. */
  stop() {
    this.#drop();
    this.timers.clear(this.#retry);
    this.#tell({ state: "stopped" });
  }

  /** Try at once: the network is back, or somebody looks at the page again. */
  wake() {
    if (this.#status.state === "waiting") this.#connect();
    else if (this.#status.state === "open") this.#ping();
  }

  /**
   * Send an action; the promise is kept with the number of the event, or broken with the refusal.
   * @param {Action} action
   * @returns {Promise<number>}
   */
  send(action) {
    const id = `${this.name}-${(this.#lastId += 1)}`;
    const text = JSON.stringify({ ...action, id });
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { text, resolve, reject });
      if (this.#synchronised) this.#socket?.send(text);
    });
  }

  /** How many actions wait for their answer. */
  get unanswered() {
    return this.#pending.size;
  }

  #connect() {
    this.timers.clear(this.#retry);
    this.#tell({ state: "connecting" });
    const socket = this.open();
    this.#socket = socket;
    socket.onopen = () => socket === this.#socket && this.#listen();
    socket.onmessage = ({ data }) => socket === this.#socket && this.#receive(data);
    socket.onclose = ({ code }) => socket === this.#socket && this.#lost(code);
    this.#listen();
  }

  /** Forget the present socket; whatever it still says is not heard. */
  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    this.#synchronised = false;
    this.timers.clear(this.#silence);
    socket?.close();
  }

  /** @param {number} code */
  #lost(code) {
    this.#drop();
    if (code >= REFUSED && code < REFUSED_END) {
      this.#tell({ state: "refused", code });
      return;
    }
    // Half of the pause is drawn by lot, so that not all browsers come back in the same moment.
    const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#attempts);
    const pause = longest * (0.5 + 0.5 * this.timers.random());
    this.#attempts += 1;
    this.#retry = this.timers.set(() => this.#connect(), pause);
    this.#tell({ state: "waiting", until: this.timers.now() + pause });
  }

  /** Wait for the next sign of life, ask for one, and give the line up without it. */
  #listen() {
    this.timers.clear(this.#silence);
    this.#silence = this.timers.set(() => this.#ping(), PING_AFTER);
  }

  #ping() {
    this.timers.clear(this.#silence);
    this.#silence = this.timers.set(() => this.#lost(0), DEAD_AFTER);
    if (this.#status.state === "open") this.#socket?.send(JSON.stringify({ type: "ping" }));
  }

  /** @param {any} data */
  #receive(data) {
    this.#listen();
    /** @type {ServerMessage} */
    const message = JSON.parse(data);
    switch (message.type) {
      case "snapshot":
        this.#seq = message.game.seq;
        this.#asked = false;
        this.listeners.onSnapshot(message.game);
        this.#ready();
        break;
      case "event":
        this.#follow(message);
        break;
      case "presence":
        this.listeners.onPresence(message);
        break;
      case "done":
        this.#answered(message.id)?.resolve(message.seq);
        break;
      case "error":
        this.#answered(message.id)?.reject(message.error);
        break;
      case "pong":
        break;
    }
  }

  /** @param {EventMessage} message */
  #follow(message) {
    if (message.seq <= this.#seq) return;
    if (message.seq === this.#seq + 1) {
      this.#seq = message.seq;
      this.listeners.onEvent(message);
    } else if (!this.#asked) {
      this.#asked = true;
      this.#socket?.send(JSON.stringify({ type: "sync" }));
    }
  }

  /** The first snapshot of a socket has come: what was not answered is sent again. */
  #ready() {
    if (this.#synchronised) return;
    this.#synchronised = true;
    this.#attempts = 0;
    this.#tell({ state: "open" });
    for (const { text } of this.#pending.values()) this.#socket?.send(text);
  }

  /** @param {string | null | undefined} id */
  #answered(id) {
    const pending = this.#pending.get(id ?? "");
    this.#pending.delete(id ?? "");
    return pending;
  }

  /** @param {Status} status */
  #tell(status) {
    this.#status = status;
    this.listeners.onStatus(status);
  }
}
