/** What goes over the wire, and what the board gives the page. The server's `protocol.py` is the model. */

export type Player = 1 | 2;
export type Axis = "h" | "v";
/** A square's name, as in "c3". */
export type Square = string;
/** The sentence of a message key, its parameters put in. */
export type Translate = (key: string, parameters?: Record<string, unknown>) => string;

export interface PieceView {
  symbol: string;
  kind: string;
  owner: Player | null;
  axis: Axis | null;
  turned: boolean;
  length: 1 | 2;
}

export interface BoardView {
  width: number;
  height: number;
  /** By rank from the bottom. */
  numbers: number[][] | null;
  goals: boolean;
  /** The table in which everything else names pieces by their index. */
  pieces: PieceView[];
}

export interface PlacedView {
  piece: number;
  /** The left or lower cell first. */
  cells: Square[];
}

export interface HeldView {
  piece: number;
  count: number;
}

export type Scores = [number, number];

export interface OutcomeView {
  winner: Player | null;
  reason: string;
  scores: Scores | null;
  words: string;
  result: string;
}

export interface PositionView {
  text: string;
  mover: Player;
  pieces: PlacedView[];
  beside: [HeldView[], HeldView[]];
  scores: Scores | null;
  notes: string[];
  outcome: OutcomeView | null;
}

export type EffectKind =
  | "placed" | "moved" | "pushed" | "deflected" | "turned" | "flipped" | "eliminated" | "scored" | "passed";

export interface EffectView {
  kind: EffectKind;
  piece: number | null;
  becomes: number | null;
  from: Square[];
  to: Square[];
  by: Square | null;
}

export type StepView = EffectView[];

export interface MoveView {
  move: string;
  steps: StepView[];
  scores: Scores | null;
  outcome: OutcomeView | null;
}

export interface LastMove {
  move: string;
  player: Player;
  steps: StepView[];
}

export interface PlayerView {
  kind: "person" | "computer" | "free";
  name: string;
  level: number | null;
}

export interface ClockView {
  kind: "minutes" | "days";
  remaining: [number, number];
  running: Player | null;
  increment: number | null;
}

export type ClockSetting = { minutes: number; increment: number } | { days: number };
export type Offer = "draw" | "takeback" | "rematch";
export type Status = "open" | "playing" | "over" | "withdrawn";

export interface State {
  status: Status;
  ply: number;
  position: PositionView;
  last: LastMove | null;
  players: [PlayerView, PlayerView];
  clock: ClockView | null;
  offers: Record<Offer, Player | null>;
  outcome: OutcomeView | null;
  rematch: string | null;
  present: [boolean, boolean];
  watchers: number;
  claim: { player: Player; at: number } | null;
  now: number;
}

export interface PlayedMove {
  ply: number;
  player: Player;
  round: number;
  move: string;
  clock: number | null;
}

export interface GameView {
  seq: number;
  id: string;
  variant: string;
  game: string;
  title: string;
  board: BoardView;
  start: string;
  created: number;
  public: boolean;
  clock: ClockSetting | null;
  mode: "table" | "computer" | "person";
  you: Player[];
  creator: boolean;
  moves: PlayedMove[];
  state: State;
}

export interface GameSummary {
  id: string;
  variant: string;
  game: string;
  title: string;
  board: BoardView;
  position: PositionView;
  players: [PlayerView, PlayerView];
  status: Status;
  clock: ClockSetting | null;
  ply: number;
  created: number;
  updated: number;
  you: Player[];
  outcome: OutcomeView | null;
}

export interface Replay {
  board: BoardView;
  positions: PositionView[];
  moves: { move: string; player: Player; round: number; steps: StepView[] }[];
}

export interface ErrorView {
  code: string;
  message: string;
  rule?: string;
  field?: string;
  retry_after?: number;
}

// ---- the board -----------------------------------------------------------------------------------

export type SoundName = "place" | "move" | "push" | "fall" | "win" | "lose" | "draw" | "refused" | "notify";

export interface BoardOptions {
  /** Where the board is put. */
  frame: HTMLElement;
  /** Where each player's pieces beside the board, and score, are put. */
  trays: Record<Player, HTMLElement>;
  game: string;
  board: BoardView;
  t: Translate;
  /** A legal move was made. */
  onMove(text: string): void;
  /** A move was tried that is not in the list: the page asks the server why. */
  onTry(text: string): void;
  /** Whether there are more boards on the page. */
  amongOthers?: boolean;
  /** Says something to people who listen to the page. */
  announce(text: string): void;
  onSound?(name: SoundName): void;
  /** The move now previewed, or null when there is none any more. */
  onPreview?(move: MoveView | null): void;
}

export interface Marks {
  squares: Square[];
  steps: StepView[];
  /** What a marked square is called besides. */
  words: string;
  /** The best moves, the best one first. */
  arrows?: Arrow[];
}

/** A move that is recommended, and its place among others: 1 is the best. */
export interface Arrow {
  rank: number;
  steps: StepView[];
}

export interface Board {
  /** Shows a position; resolved when its animation has ended. */
  show(position: PositionView, how?: { last?: LastMove | null; animate?: boolean }): Promise<void>;
  /** What may be played now; null when nobody may act here. */
  setMoves(moves: MoveView[] | null): void;
  /** Moves will be set soon. */
  awaitMoves(): void;
  /** Points at some squares and shows what a move would do, until it is told otherwise or another position is shown. */
  setMarks(marks: Marks | null): void;
  /** Whose side is at the bottom. */
  setOrientation(player: Player): void;
  /** From 0 (no animation) to 3; 1 is the usual speed. */
  setSpeed(speed: number): void;
  /** Shows what somebody has in mind, until another position is shown. */
  suggest(steps: StepView[]): void;
  /** Chooses a source, a square or a piece in the hand such as "hand:domino". */
  choose(source: string): void;
  /** Turns the piece that is being placed. */
  turn(): void;
  /** Gives up what has been chosen; tells whether there was anything. */
  cancel(): boolean;
  focus(): void;
  destroy(): void;
}
