/**
 * Positions that show what a game is about, for the first page.
 *
 * Each was reached by legal moves. A game that is not here is shown at its start.
 * @type {Record<string, string>}
 */
export const SHOWCASE = {
  pomeczi: "2T1/lrB1/2Ss/1Ss1[] 1 - -",
  "push-push": "ab4a/5b1/2dc1c1/3o3/2DCC1A/1B5/A4B1 1 - 18",
  "pushee-pieces": "6/1h4/1vvV2/1H4/HHVVh1/1V1hv1 2 8/9 -",
};
