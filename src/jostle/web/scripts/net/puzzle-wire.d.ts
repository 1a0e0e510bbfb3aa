/** What goes over the wire about puzzles; the server's `puzzle_shapes.py` is the model. */

import type { BoardView, LastMove, Player, PositionView, Square, StepView } from "../types.js";

export type Band = "easy" | "medium" | "hard" | "expert";
export type PuzzleState = "untried" | "failed" | "solved";
export type Counted = "failed" | "helped" | "solved";

export interface Standing {
  rating: number | null;
  tried: number;
  solved: number;
  streak: number;
  best_streak: number;
}

export interface GamePuzzles {
  game: string;
  title: string;
  count: number;
  bands: { band: Band; name: string; count: number; solved: number }[];
  standing: Standing;
}

export interface PuzzleSummary {
  id: string;
  number: number;
  variant: string;
  game: string;
  title: string;
  band: Band;
  band_name: string;
  rating: number;
  task: string;
  board: BoardView;
  position: PositionView;
  state: PuzzleState;
}

export interface PuzzleView extends PuzzleSummary {
  solver: Player;
  turns: number;
  long: boolean;
  counted: Counted | null;
  helped: boolean;
  standing: Standing;
}

export interface ShownMove {
  last: LastMove;
  position: PositionView;
}

export interface Judged {
  verdict: "best" | "slower" | "wrong";
  played: ShownMove;
  replies: ShownMove[];
  solved: boolean;
  refutation: { words: string; line: ShownMove[] } | null;
  state: PuzzleState;
  counted: Counted | null;
  gained: number | null;
  standing: Standing;
}

export interface PuzzleHint {
  grade: number;
  words: string;
  squares: Square[];
  move: string | null;
  steps: StepView[] | null;
  standing: Standing;
}

export interface PuzzleSolution {
  line: ShownMove[];
  more: number;
  words: string;
  standing: Standing;
}
