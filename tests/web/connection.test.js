import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import {
  Connection, DEAD_AFTER, FIRST_PAUSE, LONGEST_PAUSE, PING_AFTER,
} from "../../src/jostle/web/scripts/net/connection.js";

/** Time that stands still until it is told to pass. */
class Time {
  time = 0;
  /** @type {{at: number, run: () => void}[]} */ due = [];
  chance = 1;
  now = () => this.time;
  random = () => this.chance;
  /** @param {() => void} run @param {number} after */
  set = (run, after) => {
    const timer = { at: this.time + after, run };
    this.due.push(timer);
    return timer;
  };
  /** @param {any} timer */
  clear = (timer) => {
    this.due = this.due.filter((other) => other !== timer);
  };
  /** @param {number} milliseconds */
  pass(milliseconds) {
    const end = this.time + milliseconds;
    for (;;) {
      const next = this.due.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
      if (!next) break;
      this.time = next.at;
      this.clear(next);
      next.run();
    }
    this.time = end;
  }
}

class FakeSocket {
  /** @type {any[]} */ sent = [];
  closed = false;
  /** @type {((event: any) => void) | null} */ onopen = null;
  /** @type {((event: any) => void) | null} */ onmessage = null;
  /** @type {((event: any) => void) | null} */ onclose = null;
  /** @param {string} text */
  send(text) {
    assert.ok(!this.closed, "sent over a closed socket");
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.closed = true;
  }
  /** @param {any} message */
  tell(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  snapshot(seq = 1) {
    this.tell({ type: "snapshot", game: { seq } });
  }
  /** @param {number} [code] */
  lose(code = 1006) {
    this.onclose?.({ code });
  }
}

/** @type {Time} */ let time;
/** @type {FakeSocket[]} */ let sockets;
/** @type {string[]} */ let heard;
/** @type {import("../../src/jostle/web/scripts/net/connection.js").Status[]} */ let statuses;
/** @type {Connection} */ let connection;

const socket = () => sockets[sockets.length - 1];

beforeEach(() => {
  time = new Time();
  sockets = [];
  heard = [];
  statuses = [];
  connection = new Connection(
    () => {
      sockets.push(new FakeSocket());
      return socket();
    },
    {
      onSnapshot: (game) => heard.push(`snapshot ${game.seq}`),
      onEvent: ({ seq }) => heard.push(`event ${seq}`),
      onPresence: ({ watchers }) => heard.push(`presence ${watchers}`),
      onStatus: (status) => statuses.push(status),
    },
    time,
  );
  connection.start();
});

/** @param {number} seq */
const event = (seq) => ({ type: "event", seq, event: {}, state: {} });

test("events are handed on once and in order", () => {
  socket().snapshot(3);
  for (const seq of [4, 4, 2, 5]) socket().tell(event(seq));
  socket().tell({ type: "presence", present: [true, true], watchers: 2, claim: null });
  assert.deepEqual(heard, ["snapshot 3", "event 4", "event 5", "presence 2"]);
});

test("a gap is answered by asking for a snapshot, once", () => {
  socket().snapshot(3);
  socket().tell(event(5));
  socket().tell(event(6));
  assert.deepEqual(heard, ["snapshot 3"]);
  assert.deepEqual(socket().sent, [{ type: "sync" }]);
  socket().snapshot(6);
  socket().tell(event(7));
  socket().tell(event(9));
  assert.deepEqual(heard, ["snapshot 3", "snapshot 6", "event 7"]);
  assert.equal(socket().sent.length, 2);
});

test("an action is kept by its answer", async () => {
  socket().snapshot();
  const sent = connection.send({ type: "move", ply: 0, move: "c3h" });
  const [{ id, ...action }] = socket().sent;
  assert.deepEqual(action, { type: "move", ply: 0, move: "c3h" });
  assert.ok(id.length <= 40);
  assert.equal(connection.unanswered, 1);
  socket().tell({ type: "done", id, seq: 2 });
  assert.equal(await sent, 2);
  assert.equal(connection.unanswered, 0);
});

test("a refusal breaks the promise with the server's error", async () => {
  socket().snapshot();
  const sent = connection.send({ type: "resign" });
  socket().tell({ type: "error", id: socket().sent[0].id, error: { code: "over", message: "It is over" } });
  await assert.rejects(sent, { code: "over", message: "It is over" });
});

test("answers that belong to nothing are harmless", () => {
  socket().snapshot();
  socket().tell({ type: "done", id: "other", seq: 2 });
  socket().tell({ type: "error", id: null, error: { code: "rate", message: "" } });
  assert.equal(connection.status.state, "open");
});

test("what was not answered is sent again with the same id, after the snapshot", async () => {
  socket().snapshot();
  const first = connection.send({ type: "move", ply: 0, move: "c3h" });
  const { id } = socket().sent[0];
  socket().lose();
  const second = connection.send({ type: "offer", what: "draw" });
  time.pass(FIRST_PAUSE);
  assert.equal(sockets.length, 2);
  assert.deepEqual(socket().sent, []);
  socket().snapshot();
  assert.deepEqual(socket().sent.map((message) => message.type), ["move", "offer"]);
  assert.equal(socket().sent[0].id, id);
  for (const message of [...socket().sent]) socket().tell({ type: "done", id: message.id, seq: 2 });
  await Promise.all([first, second]);
});

test("the pauses grow up to the longest, and start anew after a success", () => {
  const pauses = [];
  for (let attempt = 0; attempt < 10; attempt += 1) {
    socket().lose();
    const status = connection.status;
    assert.equal(status.state, "waiting");
    const pause = status.state === "waiting" ? status.until - time.now() : 0;
    pauses.push(pause);
    time.pass(pause);
  }
  assert.deepEqual(pauses.slice(0, 3), [FIRST_PAUSE, 2 * FIRST_PAUSE, 4 * FIRST_PAUSE]);
  assert.equal(pauses[9], LONGEST_PAUSE);
  socket().snapshot();
  socket().lose();
  time.pass(FIRST_PAUSE);
  assert.equal(connection.status.state, "connecting");
});

test("chance shortens a pause by half at most", () => {
  time.chance = 0;
  socket().lose();
  time.pass(FIRST_PAUSE / 2 - 1);
  assert.equal(sockets.length, 1);
  time.pass(1);
  assert.equal(sockets.length, 2);
});

test("waking tries at once, and only once", () => {
  socket().lose();
  connection.wake();
  assert.equal(sockets.length, 2);
  connection.wake();
  time.pass(FIRST_PAUSE);
  assert.equal(sockets.length, 2);
});

test("a silent line is asked, and given up without an answer", () => {
  socket().snapshot();
  time.pass(PING_AFTER);
  assert.deepEqual(socket().sent, [{ type: "ping" }]);
  socket().tell({ type: "pong", now: 0 });
  time.pass(PING_AFTER);
  assert.equal(socket().sent.length, 2);
  time.pass(DEAD_AFTER);
  assert.equal(connection.status.state, "waiting");
  assert.ok(sockets[0].closed);
});

test("a socket that never opens is given up", () => {
  time.pass(PING_AFTER + DEAD_AFTER);
  assert.ok(sockets[0].closed);
  assert.equal(connection.status.state, "waiting");
});

test("an old socket is not heard any more", () => {
  socket().snapshot(3);
  const old = socket();
  old.lose();
  time.pass(FIRST_PAUSE);
  old.tell(event(4));
  old.lose();
  assert.deepEqual(heard, ["snapshot 3"]);
  assert.equal(sockets.length, 2);
});

test("a refusal by the server is final", () => {
  socket().lose(4404);
  assert.deepEqual(connection.status, { state: "refused", code: 4404 });
  time.pass(10 * LONGEST_PAUSE);
  connection.wake();
  assert.equal(sockets.length, 1);
});

test("a stopped line stays closed, and can be opened again", () => {
  socket().snapshot();
  connection.stop();
  assert.ok(socket().closed);
  time.pass(10 * LONGEST_PAUSE);
  assert.equal(sockets.length, 1);
  connection.start();
  assert.equal(sockets.length, 2);
});

test("the states are told", () => {
  socket().snapshot();
  socket().lose();
  time.pass(FIRST_PAUSE);
  assert.deepEqual(statuses.map(({ state }) => state), ["connecting", "open", "waiting", "connecting"]);
});
