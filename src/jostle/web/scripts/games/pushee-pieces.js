/** Pushee Pieces' moves as gestures: a piece along an axis to a square, or a turn of one on the board. */

const HAND = "hand:bar";

/** @type {import("../board/gestures.js").GameModule} */
export default {
  hand: HAND,

  read({ move, steps }) {
    const square = steps[0][0].to[0];
    const kind = move[square.length];
    if (kind === "r") return { sources: [square], targets: [square], way: null };
    return { sources: [HAND], targets: [square], way: kind === "h" ? "h" : "v" };
  },

  attempt: ({ source, target, way }) => (source === HAND ? target + way : `${source}r`),

  differs: ({ move }) => move.slice(move.indexOf("=") + 1).replaceAll(",", ", "),
  crushed: () => false,
};
