/**
 * Positions that show what a game is about, for the first page.
 *
 * Each was reached by legal moves. A game that is not here is shown at its start.
 * @type {Record<string, string>}
 */
export const SHOWCASE = {
  pomeczi: "4/1S1t/LR1b/1s2[Ss] 1 - -",
};
