/** Time on the players' clocks: how much is left now, and how it is written. */

import { t } from "./messages.js";

/** @typedef {import("../types.js").ClockView} ClockView */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Below this a minutes clock shows tenths, and is drawn as urgent. */
export const URGENT = 20 * SECOND;

/**
 * The time a player has left, some while after the server told it.
 * @param {NonNullable<ClockView>} clock
 * @param {1 | 2} player
 * @param {number} elapsed milliseconds since the message came
 */
export function remaining(clock, player, elapsed) {
  const told = clock.remaining[player - 1];
  return Math.max(0, clock.running === player ? told - Math.max(0, elapsed) : told);
}

/**
 * A time as a clock shows it.
 * @param {number} left
 * @param {"minutes" | "days"} kind
 */
export function written(left, kind) {
  return kind === "days" ? writtenDays(left) : writtenMinutes(left);
}

/** @param {number} left */
function writtenMinutes(left) {
  if (left < URGENT) {
    const tenths = Math.floor(left / 100);
    return `0:${two(Math.floor(tenths / 10))}.${tenths % 10}`;
  }
  const seconds = Math.floor(left / SECOND);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const tail = `${two(seconds % 60)}`;
  return hours ? `${hours}:${two(minutes % 60)}:${tail}` : `${minutes}:${tail}`;
}

/** @param {number} left */
function writtenDays(left) {
  if (left >= DAY) {
    const hours = Math.floor(left / HOUR);
    return t("web.clock.days", { days: Math.floor(hours / 24), hours: hours % 24 });
  }
  if (left >= HOUR) {
    const minutes = Math.floor(left / MINUTE);
    return t("web.clock.hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  }
  return writtenMinutes(left);
}

/** @param {number} number */
function two(number) {
  return String(number).padStart(2, "0");
}

/**
 * A time as a sentence tells it, for those who hear the page.
 * @param {number} left
 */
export function spoken(left) {
  if (left >= HOUR) return writtenDays(left);
  const seconds = Math.floor(left / SECOND);
  return t("web.clock.spoken", { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
}

/**
 * What kind of clock a game is played with, in words.
 * @param {import("../types.js").ClockSetting | null} setting
 */
export function clockInWords(setting) {
  if (!setting) return t("web.clock.none");
  if ("days" in setting) return t("web.clock.per-move", { days: setting.days });
  const minutes = String(Math.round(setting.minutes * 100) / 100);
  return t("web.clock.minutes", { minutes, increment: setting.increment });
}
