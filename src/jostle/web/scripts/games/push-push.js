/** Push Push's moves as gestures: a figure to a square next to it, straight or with the ball deflected. */

/** @type {import("../board/gestures.js").GameModule} */
export default {
  hand: null,

  read({ steps }) {
    const [acting] = steps[0];
    return { sources: acting.from, targets: acting.to, way: null };
  },

  attempt: ({ source, target }) => source + target,

  differs: ({ move }, t) => t(move.endsWith("~") ? "web.board.deflected" : "web.board.straight"),

  // Nothing can push a 4, so an eliminated one was taken by a 1.
  crushed: (piece) => piece.kind === "4",
};
