/** What the explorer of openings is told; the server's `opening_shapes.py` is the model. */

import type { BoardView, GameSummary, Player, PositionView, StepView } from "../types.js";

export interface ResultsView {
  total: number;
  /** Games that Player 1 won, and that Player 2 won. */
  first: number;
  draws: number;
  second: number;
}

export interface OpeningMove {
  move: string;
  player: Player;
  steps: StepView[];
  results: ResultsView;
}

export interface OpeningsView {
  variant: string;
  game: string;
  title: string;
  board: BoardView;
  line: { move: string; player: Player }[];
  position: PositionView;
  deepest: number;
  results: ResultsView;
  moves: OpeningMove[];
  games: GameSummary[];
}
