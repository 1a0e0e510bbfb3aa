/** What came of an attempt: solved, wrong, or the solution; and what can be done then. */

import { button, icon, make, setShown } from "../../ui/element.js";
import { t } from "../../ui/messages.js";

/** @import { PuzzleModel } from "./model.js" */
/** @import { Solver } from "./solver.js" */

const ICONS = { solved: "check", wrong: "cross", shown: "record" };

export class VerdictCard {
  /** What the card says first, for those who listen. */
  words = "";
  #drawn = "";

  /**
   * @param {HTMLElement} root
   * @param {Solver} solver
   */
  constructor(root, solver) {
    this.root = root;
    this.solver = solver;
  }

  /** @param {PuzzleModel} model */
  update(model) {
    const { phase } = model;
    const isShown = phase === "solved" || phase === "wrong" || phase === "shown";
    setShown(this.root, isShown);
    this.words = isShown ? t(`web.puzzle.${phase}`) : "";
    const drawn = `${phase} ${model.moves.length} ${model.judged?.played.last.move}`;
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.root.dataset.phase = phase;
    if (!isShown) {
      this.root.replaceChildren();
      return;
    }
    this.root.replaceChildren(
      make("h2", { tabindex: -1 }, icon(ICONS[phase]), make("span", {}, this.words)),
      ...told(model).map((words) => make("p", {}, words)),
      ...counts(model),
      this.#buttons(model),
    );
  }

  /** Put the focus on what the card says; false if it says nothing. */
  focus() {
    const heading = this.root.querySelector("h2");
    heading?.focus();
    return heading !== null;
  }

  /** @param {PuzzleModel} model */
  #buttons(model) {
    const primary = model.phase === "wrong" && model.judged?.refutation?.line.length ? "w" : "x";
    const shown = this.solver.actions.filter(({ beside, possible }) => beside && possible(model));
    return make(
      "div",
      { class: "verdict-buttons" },
      ...shown
        .sort((one, other) => Number(other.key === primary) - Number(one.key === primary))
        .map(({ icon: name, words, run, key }) =>
          button(name, words(model), run, { class: key === primary ? "button button-primary" : "button" }),
        ),
    );
  }
}

/**
 * @param {PuzzleModel} model
 * @returns {string[]}
 */
function told({ phase, judged, puzzle, solution, wasSlower }) {
  if (phase === "wrong") return [judged?.refutation?.words ?? ""];
  if (phase === "shown" && solution) {
    return [solution.words, ...(solution.more ? [t("web.puzzle.more", { count: solution.more })] : [])];
  }
  if (puzzle.long) return [t("web.puzzle.solved-long")];
  if (puzzle.turns === 1) return [];
  return [t(wasSlower ? "web.puzzle.solved-slower" : "web.puzzle.solved-best")];
}

/**
 * What it did to the rating and the streak, if it was the attempt that counted.
 * @param {PuzzleModel} model
 */
function counts({ judged, puzzle, standing, phase }) {
  if (phase === "shown" || puzzle.counted || !judged?.counted || judged.gained === null) return [];
  if (standing.rating === null) return [];
  const gained = judged.gained < 0 ? `−${-judged.gained}` : `+${judged.gained}`;
  return [
    make(
      "p",
      { class: "verdict-counts" },
      make("span", {}, t("web.puzzle.gained", { rating: standing.rating, gained })),
      make("span", {}, t("web.puzzle.streak", { count: standing.streak })),
    ),
  ];
}
