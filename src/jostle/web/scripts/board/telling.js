/** What is on the board and what happens there, in words; `core/words.py` says the same in Python. */

/** @import { BoardView, EffectView, PieceView, Player, Square, StepView, Translate } from "../types.js" */
/** @import { Standing } from "./standings.js" */
/** @typedef {{game: string, pieces: PieceView[], t: Translate}} Teller */

/** @param {Translate} t @param {Player | null} player */
export const toldPlayer = (t, player) => (player === null ? "" : t("player.name", { number: player }));

/** The squares of a piece: "b3", or "a2–b2". @param {Square[]} cells */
export const toldCells = (cells) => cells.join("–");

/** @param {Teller} teller @param {PieceView} piece */
export function toldPiece({ game, t }, piece) {
  return t(`${game}.piece.${piece.kind}`, { owner: toldPlayer(t, piece.owner) });
}

/**
 * One effect of a move that `mover` made.
 * @param {Teller} teller @param {Player} mover @param {EffectView} effect
 */
export function toldEffect(teller, mover, effect) {
  const { t, pieces } = teller;
  if (effect.piece === null) return t("effect.passed", { mover: toldPlayer(t, mover) });
  const becomes = effect.becomes === null ? null : pieces[effect.becomes];
  return t(`effect.${effect.kind}`, {
    piece: toldPiece(teller, pieces[effect.piece]),
    origin: toldCells(effect.from),
    target: toldCells(effect.to),
    holder: effect.kind === "flipped" && becomes ? toldPlayer(t, becomes.owner) : "",
  });
}

/**
 * All that a move does, a sentence for each effect.
 * @param {Teller} teller @param {Player} mover @param {StepView[]} steps
 */
export function toldSteps(teller, mover, steps) {
  return steps
    .flat()
    .map((effect) => toldEffect(teller, mover, effect))
    .join(". ");
}

/**
 * What is on a square, as a screen reader says it.
 * @param {Teller} teller @param {BoardView} board @param {Square} square
 * @param {Standing | undefined} standing @param {string[]} remarks
 */
export function toldSquare(teller, board, square, standing, remarks) {
  const { t } = teller;
  const words = [square];
  if (!standing) words.push(t("web.board.empty"));
  else {
    const piece = teller.pieces[standing.piece];
    words.push(toldPiece(teller, piece));
    if (piece.length > 1) words.push(toldCells(standing.cells));
    else if (piece.axis !== null) words.push(t(`web.board.axis.${piece.axis}`));
    if (piece.turned) words.push(t("web.board.turned"));
  }
  const points = board.numbers?.[Number(square.slice(1)) - 1][square.charCodeAt(0) - 97];
  if (points !== undefined) words.push(t("web.board.points", { count: points }));
  return [...words, ...remarks].join(", ");
}
