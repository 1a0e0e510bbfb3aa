/** Places in a text that is being read: where a problem stands, and the text cut up around them. */

/** @import { ProblemView } from "../../net/wire.js" */
/** @typedef {{text: string, problem: number | null}} Segment `problem` is an index in the list of problems */

/** The lines of a text, as the server counts them. @param {string} text */
export const linesOf = (text) => text.split("\n");

/**
 * The part of a text that a problem is about; the places that a text no longer has are its end.
 * Columns count characters, of which some are two units of the browser's texts.
 * @param {string} text
 * @param {ProblemView} problem
 * @returns {{start: number, end: number}}
 */
export function placeOf(text, { line, column, length }) {
  const lines = linesOf(text);
  const row = Math.min(line, lines.length) - 1;
  const before = lines.slice(0, row).reduce((sum, one) => sum + one.length + 1, 0);
  const letters = [...lines[row]];
  const start = letters.slice(0, column - 1).join("").length;
  const shown = letters.slice(column - 1, column - 1 + length).join("").length;
  return { start: before + start, end: before + start + shown };
}

/**
 * A text cut up so that each problem's part is a piece of its own; where two problems overlap, the
 * first has it. What a problem is about may be nothing, as at the end of a text.
 * @param {string} text
 * @param {readonly ProblemView[]} problems
 * @returns {Segment[]}
 */
export function segmentsOf(text, problems) {
  const places = problems
    .map((problem, index) => ({ ...placeOf(text, problem), index }))
    .sort((one, other) => one.start - other.start || one.index - other.index);
  /** @type {Segment[]} */
  const segments = [];
  let at = 0;
  for (const { start, end, index } of places) {
    if (start < at) continue;
    if (start > at) segments.push({ text: text.slice(at, start), problem: null });
    segments.push({ text: text.slice(start, end), problem: index });
    at = Math.max(at, end);
  }
  if (at < text.length) segments.push({ text: text.slice(at), problem: null });
  return segments;
}
