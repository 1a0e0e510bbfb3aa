/** Pomeczi's moves as gestures: a tile from the hand to a cell, or a tile on the board towards a side. */

import { between } from "../board/squares.js";
import { isHeld } from "../board/gestures.js";

/** @type {Record<string, string>} */
const LETTERS = { "hand:single": "S", "hand:domino": "D" };

/** @type {import("../board/gestures.js").GameModule} */
export default {
  hand: null,

  read({ move, steps }) {
    const [acting] = steps[0];
    if (acting.kind !== "placed") {
      return {
        sources: acting.from,
        targets: acting.to.filter((cell) => !acting.from.includes(cell)),
        way: null,
      };
    }
    if (move.startsWith("S")) return { sources: ["hand:single"], targets: acting.to, way: null };
    return { sources: ["hand:domino"], targets: acting.to, way: move.endsWith(">") ? "h" : "v" };
  },

  attempt({ source, cells, target, way }) {
    if (isHeld(source)) {
      return LETTERS[source] + target + (source === "hand:domino" ? (way === "h" ? ">" : "^") : "");
    }
    const ways = cells.map((cell) => between(cell, target));
    const straight = ways.find(({ files, ranks }) => files === 0 || ranks === 0);
    if (!straight) return null;
    const { files, ranks } = straight;
    return cells[0] + (files > 0 ? ">" : files < 0 ? "<" : ranks > 0 ? "^" : "v");
  },

  differs: ({ move }) => move,
  crushed: () => false,
};
