import assert from "node:assert/strict";
import { test } from "node:test";

import { AnalysisLine } from "../../src/jostle/web/scripts/net/analysis-line.js";

/** @typedef {import("../../src/jostle/web/scripts/net/wire.js").Question} Question */

/** @type {Question} */
const QUESTION = { variant: "pomeczi", start: "start", moves: [], lines: 2, seconds: 5 };

/** A line whose sockets and timers are in our hands. */
function example() {
  /** @type {any[]} */
  const sockets = [];
  /** @type {{run: () => void, after: number}[]} */
  const timers = [];
  /** @type {any[]} */
  const heard = [];
  const line = new AnalysisLine(
    () => {
      const socket = {
        sent: /** @type {any[]} */ ([]),
        send: (/** @type {string} */ text) => void socket.sent.push(JSON.parse(text)),
        close: () => {}, onopen: null, onmessage: null, onclose: null,
      };
      sockets.push(socket);
      return socket;
    },
    {
      onAnalysis: ({ depth }) => heard.push(depth),
      onDone: (reason) => heard.push(reason),
      onError: ({ code }) => heard.push(code),
      onLine: (isOpen) => heard.push(isOpen),
    },
    {
      set: (run, after) => timers.push({ run, after }),
      clear: (timer) => timer && delete timers[timer - 1],
    },
  );
  const say = (/** @type {any} */ message, socket = sockets.at(-1)) => socket.onmessage({ data: JSON.stringify(message) });
  return { line, sockets, timers, heard, say };
}

test("the socket is opened with the first question, and answers of older questions are not heard", () => {
  const { line, sockets, heard, say } = example();
  assert.equal(sockets.length, 0);
  line.ask(QUESTION);
  assert.deepEqual(sockets[0].sent, []);
  sockets[0].onopen({});
  assert.deepEqual(sockets[0].sent, [{ type: "think", id: "1", ...QUESTION }]);
  say({ type: "analysis", id: "1", depth: 3 });
  line.ask({ ...QUESTION, moves: ["a"] });
  assert.deepEqual(sockets[0].sent[1].moves, ["a"]);
  say({ type: "analysis", id: "1", depth: 4 });
  say({ type: "done", id: "1", reason: "replaced" });
  say({ type: "analysis", id: "2", depth: 1 });
  say({ type: "done", id: "2", reason: "time" });
  assert.deepEqual(heard, [true, 3, 1, "time"]);
  assert.equal(line.isAsking, false);
});

test("nothing is heard after a stop", () => {
  const { line, sockets, heard, say } = example();
  line.ask(QUESTION);
  sockets[0].onopen({});
  line.stop();
  assert.equal(line.isAsking, false);
  assert.deepEqual(sockets[0].sent.at(-1), { type: "stop" });
  say({ type: "analysis", id: "1", depth: 4 });
  say({ type: "stopped", id: null });
  assert.deepEqual(heard, [true]);
  line.stop();
  assert.equal(sockets[0].sent.length, 2);
});

test("a question that was lost with its socket is asked again, after growing pauses", () => {
  const { line, sockets, timers, heard } = example();
  line.ask(QUESTION);
  sockets[0].onopen({});
  sockets[0].onclose({});
  timers[0].run();
  sockets[1].onclose({});
  assert.equal(timers[1].after, 1000);
  timers[1].run();
  sockets[2].onopen({});
  assert.equal(sockets[2].sent[0].type, "think");
  assert.deepEqual(heard, [true, false, false, true]);
  line.stop();
  sockets[2].onclose({});
  assert.equal(sockets.length, 3);
});

test("a busy server is asked again, and a refusal is told", () => {
  const { line, sockets, timers, heard, say } = example();
  line.ask(QUESTION);
  sockets[0].onopen({});
  say({ type: "error", id: "1", error: { code: "busy", message: "", retry_after: 2 } });
  assert.equal(line.isAsking, true);
  assert.equal(timers[0].after, 2000);
  timers[0].run();
  assert.equal(sockets[0].sent.length, 2);
  say({ type: "error", id: "1", error: { code: "running", message: "no" } });
  assert.deepEqual(heard, [true, "running"]);
  assert.equal(line.isAsking, false);
});
