import assert from "node:assert/strict";
import { test } from "node:test";

import { clockInWords, remaining, spoken, written } from "../../src/jostle/web/scripts/ui/clock.js";
import { useMessages } from "../../src/jostle/web/scripts/ui/messages.js";

useMessages({
  "web.clock.none": "no clock",
  "web.clock.minutes": "{minutes} min + {increment} s",
  "web.clock.per-move": "{days} {days:day|days} a move",
  "web.clock.days": "{days} d {hours} h",
  "web.clock.hours": "{hours} h {minutes} min",
  "web.clock.spoken": "{minutes} m {seconds} s",
});

/** @type {import("../../src/jostle/web/scripts/types.js").ClockView} */
const CLOCK = { kind: "minutes", remaining: [60_000, 50_000], running: 2, increment: 0 };

test("only the running clock runs, and not below nothing", () => {
  assert.equal(remaining(CLOCK, 1, 5000), 60_000);
  assert.equal(remaining(CLOCK, 2, 5000), 45_000);
  assert.equal(remaining(CLOCK, 2, 99_000), 0);
  assert.equal(remaining({ ...CLOCK, running: null }, 2, 5000), 50_000);
});

test("time that seems to run backwards adds nothing", () => {
  assert.equal(remaining(CLOCK, 2, -500), 50_000);
});

test("minutes are written as on a clock, with tenths at the end", () => {
  assert.equal(written(3_723_000, "minutes"), "1:02:03");
  assert.equal(written(600_000, "minutes"), "10:00");
  assert.equal(written(20_000, "minutes"), "0:20");
  assert.equal(written(19_999, "minutes"), "0:19.9");
  assert.equal(written(0, "minutes"), "0:00.0");
});

test("days are written in days and hours, then finer", () => {
  assert.equal(written(3 * 86_400_000, "days"), "3 d 0 h");
  assert.equal(written(86_400_000 + 7_200_000, "days"), "1 d 2 h");
  assert.equal(written(7_320_000, "days"), "2 h 2 min");
  assert.equal(written(61_000, "days"), "1:01");
});

test("times and settings in words", () => {
  assert.equal(spoken(61_000), "1 m 1 s");
  assert.equal(clockInWords(null), "no clock");
  assert.equal(clockInWords({ days: 1 }), "1 day a move");
  assert.equal(clockInWords({ minutes: 0.25, increment: 2 }), "0.25 min + 2 s");
});
