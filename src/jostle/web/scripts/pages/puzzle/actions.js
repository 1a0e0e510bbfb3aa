/** What can be done with a puzzle besides moving, when, and by which key. */

import { button, icon, make } from "../../ui/element.js";
import { addKeys, tellKeys } from "../../ui/keys.js";
import { t } from "../../ui/messages.js";

/** @import { PuzzleModel } from "./model.js" */
/** @import { Solver } from "./solver.js" */

/**
 * `beside` tells whether it stands beside the verdict instead of among the others.
 * @typedef {object} PuzzleAction
 * @property {string} icon
 * @property {string} key
 * @property {(model: PuzzleModel) => string} words
 * @property {(model: PuzzleModel) => boolean} possible
 * @property {() => void} run
 * @property {boolean} [beside]
 */

/**
 * @param {Solver} solver
 * @returns {PuzzleAction[]}
 */
export function puzzleActions(solver) {
  /** @param {PuzzleModel} model */
  const isOver = ({ phase }) => phase === "wrong" || phase === "solved" || phase === "shown";
  /** @param {string} name */
  const say = (name) => () => t(`web.puzzle.${name}`);
  return [
    {
      icon: "eye", key: "w", words: say("why"), beside: true, run: () => void solver.why(),
      possible: ({ phase, judged }) => phase === "wrong" && (judged?.refutation?.line.length ?? 0) > 0,
    },
    { icon: "back", key: "a", words: say("again"), beside: true, run: () => solver.again(), possible: isOver },
    {
      icon: "hint", key: "t", run: () => void solver.hint(),
      words: ({ nextGrade }) => t(nextGrade === 2 ? "web.puzzle.hint-move" : "web.puzzle.hint-piece"),
      possible: ({ nextGrade }) => nextGrade > 0,
    },
    {
      icon: "record", key: "o", words: say("solution"), beside: true, run: () => void solver.solution(),
      possible: ({ phase, puzzle }) => phase === "solving" || phase === "wrong" || (phase === "solved" && puzzle.long),
    },
    { icon: "next", key: "x", words: say("next"), beside: true, run: () => void solver.next(), possible: () => true },
    { icon: "flip", key: "f", words: say("flip"), run: () => solver.flip(), possible: () => true },
    { icon: "link", key: "c", words: say("link"), run: () => solver.copyLink(), possible: () => true },
  ];
}

/**
 * The buttons of the actions that are possible, but for those that stand beside a verdict.
 * @param {HTMLElement} root
 * @param {PuzzleAction[]} actions
 * @param {Solver} solver
 */
export function showActions(root, actions, { model, analysis }) {
  const hasVerdict = model.phase !== "solving" && model.phase !== "judging";
  const shown = actions.filter(({ possible, beside }) => possible(model) && !(beside && hasVerdict));
  const focused = root.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : null;
  const analyse = make("a", { class: "button", href: analysis }, icon("grid"), make("span", {}, t("web.puzzle.analyse")));
  root.replaceChildren(
    ...shown.map(({ icon: name, words, run, key }) => button(name, words(model), run, { "data-key": key })),
    analyse,
  );
  // A button that is there again keeps the focus.
  if (focused) /** @type {HTMLElement | null} */ (root.querySelector(`[data-key="${focused}"]`))?.focus();
}

/** @param {Solver} solver */
export function prepareKeys(solver) {
  tellKeys({
    title: t("web.keys.board"),
    keys: ["arrows", "choose", "turn", "cancel"].map((name) => ({
      key: t(`web.keys.board-${name}-key`),
      words: t(`web.keys.board-${name}`),
    })),
  });
  addKeys(
    t("web.puzzle.keys"),
    solver.actions.map(({ key, words, possible, run }) => ({
      key,
      words: words(solver.model),
      run: () => possible(solver.model) && run(),
    })),
  );
  const ways = /** @type {const} */ ([["first", "Home"], ["previous", "ArrowLeft"], ["next", "ArrowRight"], ["last", "End"]]);
  addKeys(
    t("web.puzzle.line"),
    ways.map(([way, key]) => ({
      key,
      words: t(`web.history.${way}`),
      run: () => void solver.go(way),
      shown: t(`web.keys.${way}`),
      always: true,
    })),
  );
  addKeys(t("web.keys.more"), [
    { key: "b", words: t("web.keys.to-board"), run: () => solver.board.board.focus() },
    { key: "/", words: t("web.keys.to-text"), run: () => document.getElementById("move-text")?.focus() },
  ]);
}
