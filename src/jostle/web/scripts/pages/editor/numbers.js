/** A board's numbers as rows of digits from the top, as variant strings write them; nothing here knows a screen. */

/** @typedef {readonly string[]} Rows */

/** @param {string} text @returns {string[]} */
export const rowsOf = (text) => text.split("/");

/** @param {Rows} rows */
export const textOf = (rows) => rows.join("/");

/** @param {Rows} rows @param {number} row @param {number} column */
export const digitAt = (rows, row, column) => Number(rows[row][column]);

/** @param {Rows} rows @param {number} row @param {number} column @param {number} digit @returns {string[]} */
export function withDigit(rows, row, column, digit) {
  return rows.map((line, at) => (at === row ? line.slice(0, column) + digit + line.slice(column + 1) : line));
}

/** The next digit, and after 9 the first. @param {Rows} rows @param {number} row @param {number} column */
export const cycled = (rows, row, column) => withDigit(rows, row, column, (digitAt(rows, row, column) + 1) % 10);

/**
 * Another size: what there was stays in the middle as far as it can, and the rest is 0.
 * @param {Rows} rows @param {number} width @param {number} height @returns {string[]}
 */
export function resized(rows, width, height) {
  const fit = (/** @type {number} */ old, /** @type {number} */ now) => Math.floor((old - now) / 2);
  const [left, top] = [fit(rows[0].length, width), fit(rows.length, height)];
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) => rows[row + top]?.[column + left] ?? "0").join(""),
  );
}

/** The left half mirrored to the right. @param {Rows} rows @returns {string[]} */
export const mirroredAcross = (rows) =>
  rows.map((line) => [...line].map((_, at) => line[Math.min(at, line.length - 1 - at)]).join(""));

/** The upper half mirrored down. @param {Rows} rows @returns {string[]} */
export const mirroredDown = (rows) => rows.map((_, at) => rows[Math.min(at, rows.length - 1 - at)]);

/** @param {Rows} rows @returns {string[]} */
export const emptied = (rows) => rows.map((line) => "0".repeat(line.length));
