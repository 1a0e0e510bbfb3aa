/** What the page sends and gets besides the shapes that the board knows; `protocol.py` is the model. */

import type {
  BoardView, ClockSetting, ErrorView, GameView, HeldView, LastMove, MoveView, Offer, PlacedView,
  Player, PositionView, Square, State, StepView,
} from "../types.js";

export interface OptionView {
  name: string;
  label: string;
  /** What it may be, in words. */
  allowed: string;
  kind: "number" | "words" | "text";
  lowest?: number | null;
  highest?: number | null;
  words?: string[] | null;
  default: string;
}

export interface GameInfo {
  name: string;
  title: string;
  summary: string;
  expected: string;
  options: OptionView[];
  main_variants: { variant: string; title: string }[];
}

export interface CatalogueView {
  games: GameInfo[];
  levels: number[];
}

export interface VariantView {
  variant: string;
  game: string;
  settings: Record<string, string>;
  board: BoardView;
  start: PositionView;
}

export interface MovesView {
  position: PositionView;
  moves: MoveView[];
}

/** What came of a move, and what can be played after it. */
export interface PlayedView {
  last: LastMove;
  position: PositionView;
  moves: MoveView[];
}

/** A hint: 1 tells which piece, 2 which move, 3 why. */
export interface HintView {
  ply: number;
  grade: 1 | 2 | 3;
  words: string;
  squares: Square[];
  move: string | null;
  steps: StepView[] | null;
}

/** How far a review is. */
export interface ReviewProgress {
  id: string;
  status: "running" | "finished";
  done: number;
  total: number;
}

export interface ReviewedMove extends LastMove {
  /** How many moves have been played with it. */
  ply: number;
  number: string;
  judgement: "best" | "good" | "inaccuracy" | "mistake" | "blunder";
  loss: number;
  line: string[];
  words: string[];
}

/** A finished review: a position and a chance more than moves. */
export interface ReviewView {
  id: string;
  status: "finished";
  variant: string;
  game: string;
  title: string;
  board: BoardView;
  nodes: number;
  positions: PositionView[];
  /** Of Player 1. */
  chances: { first: number; exact: boolean; words: string }[];
  moves: ReviewedMove[];
  turning_points: { ply: number; words: string[] }[];
  outcome: PositionView["outcome"];
}

export interface RuleView {
  rule: string;
  title: string;
  text: string;
}

export type Opponent = { kind: "computer"; level: number } | { kind: "table" } | { kind: "person" };

export interface CreateGame {
  variant: string;
  start?: string;
  opponent: Opponent;
  side: Player | "random";
  clock: ClockSetting | null;
  public: boolean;
}

export type Action =
  | { type: "move"; ply: number; move: string }
  | { type: "resign" }
  | { type: "offer" | "accept" | "decline"; what: Offer }
  | { type: "claim"; result: "win" | "draw" }
  | { type: "withdraw" };

export type GameEvent =
  | { kind: "moved"; ply: number; player: Player; round: number; move: string; steps: StepView[]; clock: number | null }
  | { kind: "taken-back"; to: number }
  | { kind: "joined" | "offered" | "declined" | "ended" | "rematched" | "withdrawn" };

export type ServerMessage =
  | { type: "snapshot"; game: GameView }
  | { type: "event"; seq: number; event: GameEvent; state: State }
  | { type: "presence"; present: [boolean, boolean]; watchers: number; claim: State["claim"] }
  | { type: "done"; id: string | null; seq: number }
  | { type: "error"; id: string | null; error: ErrorView }
  | { type: "pong"; now: number };

// ---- what people bring ----

export interface ProblemView {
  line: number;
  column: number;
  length: number;
  message: string;
}

export interface ImportedMove {
  move: string;
  player: Player;
  /** The position after it. */
  position: string;
  marks: string[];
  before: string[];
  after: string[];
  /** Lines that could have been played instead of this move. */
  variations: ImportedLine[];
}

export interface ImportedLine {
  comments: string[];
  moves: ImportedMove[];
  broken: boolean;
}

export interface ListedRecord {
  line: number;
  variant: string | null;
  players: [string, string];
  event: string;
  date: string;
  result: string;
}

export interface ImportedGame {
  variant: string;
  game: string;
  title: string;
  start: string;
  end: string;
  tags: Record<string, string>;
  result: string;
  line: ImportedLine;
  /** All that was read, as a record. */
  record: string;
}

export interface ImportView {
  kind: "record" | "position" | "nothing";
  records: ListedRecord[];
  chosen: number;
  read: ImportedGame | null;
  problems: ProblemView[];
}

// ---- positions that are set up ----

/** A position piece by piece, right or not. */
export interface Described {
  pieces: { piece: number; square: string }[];
  hands: [HeldView[], HeldView[]];
  mover: Player;
  fields: Record<string, string>;
}

export interface SetUpAsked {
  variant: string;
  position?: string;
  described?: Described;
  change?: "mirror" | "turn" | "exchange" | "clear";
}

/** Something that a position holds besides its pieces. */
export interface FieldView {
  name: string;
  kind: "choice" | "several" | "number";
  label: string;
  note: string;
  choices: { value: string; words: string }[];
  most: number;
  lowest: number;
  highest: number;
  /** Whether it says nothing any more when the pieces change. */
  follows: boolean;
}

export interface SetUpView {
  variant: string;
  game: string;
  title: string;
  board: BoardView;
  palette: number[];
  described: {
    pieces: PlacedView[];
    hands: [HeldView[], HeldView[]];
    mover: Player;
    fields: Record<string, string>;
  } | null;
  fields: FieldView[];
  text: string;
  problem: { message: string; squares: string[]; column: number; length: number } | null;
  position: PositionView | null;
}

export type { LastMove };

/** A variant on paper. */
export interface PaperView {
  title: string;
  pages: string[];
  square: number;
  double_sided: boolean;
}

// ---- analysis ----

export interface Exact {
  value: "win" | "loss" | "draw";
  plies: number;
  margin: number | null;
}

/** How good a position is for a player; draws count half. */
export interface ScoreView {
  player: Player;
  probability: number;
  exact: Exact | null;
}

export interface EngineLine {
  moves: string[];
  score: ScoreView;
  words: string;
}

export interface AnalysisView {
  position: string;
  depth: number;
  nodes: number;
  lines: EngineLine[];
}

export interface Question {
  variant: string;
  start: string;
  moves: string[];
  game?: string;
  lines: number;
  seconds: number;
}

export type AnalysisMessage =
  | ({ type: "analysis"; id: string | null } & AnalysisView)
  | { type: "done"; id: string | null; reason: "time" | "settled" | "stopped" | "replaced" }
  | { type: "stopped"; id: string | null }
  | { type: "error"; id: string | null; error: ErrorView };

export interface ValuesView {
  variant: string;
  position: string;
  mover: Player;
  /** Null if no solved table knows the position. */
  exact: Exact | null;
  words: string | null;
  moves: { move: string; exact: Exact; words: string }[] | null;
}

export interface StudyView {
  id: string | null;
  study: ImportedGame;
}
