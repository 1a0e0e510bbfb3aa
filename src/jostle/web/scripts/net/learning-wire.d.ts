/** What learners are told; the server's `lesson_shapes.py` is the model. */

import type { BoardView, LastMove, MoveView, OutcomeView, PositionView } from "../types.js";

export interface LessonStepView {
  id: string;
  /** To make a move, to have one refused, or to win a game against the computer. */
  kind: "task" | "refusal" | "game";
  title: string;
  task: string;
  praise: string;
  rule: string;
  variant: string;
  board: BoardView;
  /** What is shown first, and the other player's move that follows. */
  before: PositionView;
  first: LastMove | null;
  position: PositionView;
  fulfils: string[];
  refused: string | null;
  show: string;
}

export interface LessonView {
  game: string;
  title: string;
  minutes: number;
  steps: LessonStepView[];
}

export interface DemonstrationView {
  game: string;
  title: string;
  minutes: number;
  steps: number;
  board: BoardView;
  position: PositionView;
  frames: { last: LastMove; position: PositionView }[];
}

export interface ReplyView {
  last: LastMove | null;
  position: PositionView;
  moves: MoveView[];
  outcome: OutcomeView | null;
  best: string | null;
}
