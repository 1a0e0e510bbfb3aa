/** How a board is fitted into its frame: how wide the wood is, and when the frame has to scroll. */

import { CELL } from "./squares.js";
import { MARGIN, THIN_MARGIN, viewBox } from "./surface.js";

/** @import { View } from "./squares.js" */

const LEAST = 44; // pixels: the smallest square that a finger can press
const NARROW = 420; // pixels: up to here the wood gives way to the squares …
const ROOMY = 56; // … unless they are this large anyway

/**
 * Fit a board into its frame, which scrolls if it is too narrow: the margin to draw the board with.
 * A frame that is not on the page yet scrolls as well, so that no board widens the page it comes to.
 * @param {HTMLElement} root @param {HTMLElement} frame
 * @param {{width: number, height: number}} board in squares
 * @param {number} margin what it is drawn with now
 */
export function fitBoard(root, frame, board, margin) {
  const room = frame.clientWidth; // 0 while it is not on the page
  const square = (room / viewBox(board, MARGIN).width) * CELL;
  const isTight = room <= NARROW && square < ROOMY;
  const fitting = room === 0 ? margin : isTight ? THIN_MARGIN : MARGIN;
  root.classList.toggle("scrolls", room < Math.floor(leastWidth(board, fitting)));
  return fitting;
}

/**
 * Give a board's stage its proportions and the places of its squares.
 * @param {HTMLElement} stage @param {View} view @param {number} margin
 */
export function sizeStage({ style }, view, margin) {
  const box = viewBox(view, margin);
  style.setProperty("--ratio", String(box.width / box.height));
  style.setProperty("--least", `${Math.ceil(leastWidth(view, margin))}px`);
  style.setProperty("--side", `${(margin / box.width) * 100}%`);
  style.setProperty("--top", `${(margin / box.height) * 100}%`);
  style.setProperty("--bottom", `${100 - ((margin + view.height * CELL) / box.height) * 100}%`);
}

/** @param {{width: number, height: number}} board @param {number} margin */
function leastWidth(board, margin) {
  return (LEAST * viewBox(board, margin).width) / CELL;
}
