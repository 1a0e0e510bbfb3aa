/**
 * A field for a text of many lines, with their numbers, in which problems are marked at their places.
 * The marks lie behind the field, in a copy of the text that nobody sees.
 */

import { make } from "../../ui/element.js";
import { linesOf, placeOf, segmentsOf } from "./places.js";

/** @import { ProblemView } from "../../net/wire.js" */

export class MarkedText {
  /** @param {string} id @param {string} described the ids of what describes it @param {number} longest */
  constructor(id, described, longest) {
    this.field = make("textarea", {
      id,
      class: "code marked-field",
      wrap: "off",
      rows: 10,
      spellcheck: "false",
      autocomplete: "off",
      autocapitalize: "off",
      maxlength: longest,
      "aria-describedby": described,
    });
    this.numbers = make("div", { class: "marked-numbers", "aria-hidden": "true" });
    this.marks = make("div", { class: "marked-marks", "aria-hidden": "true" });
    this.element = make(
      "div",
      { class: "marked-text" },
      make("div", { class: "marked-gutter" }, this.numbers),
      make("div", { class: "marked-page" }, make("div", { class: "marked-behind" }, this.marks), this.field),
    );
    this.field.addEventListener("scroll", () => this.follow());
    this.field.addEventListener("input", () => this.show([]));
    this.show([]);
  }

  get text() {
    return this.field.value;
  }

  set text(text) {
    this.field.value = text;
    this.show([]);
  }

  /** Mark problems, and no others. @param {readonly ProblemView[]} problems */
  show(problems) {
    const count = linesOf(this.text).length;
    const numbers = Array.from({ length: count }, (_, index) => index + 1).join("\n");
    if (this.numbers.textContent !== numbers) this.numbers.textContent = numbers;
    this.marks.replaceChildren(
      ...segmentsOf(this.text, problems).map(({ text, problem }) =>
        problem === null ? text : make("mark", { "data-problem": problem }, text || " "),
      ),
    );
    if (problems.length) this.field.setAttribute("aria-invalid", "true");
    else this.field.removeAttribute("aria-invalid");
    this.follow();
  }

  /** Go to a problem and select what it is about. @param {ProblemView} problem */
  go(problem) {
    const { start, end } = placeOf(this.text, problem);
    this.field.focus();
    this.field.setSelectionRange(start, end);
    const mark = this.marks.querySelector(`mark[data-problem]`);
    const height = mark ? mark.getBoundingClientRect().height : 24;
    this.field.scrollTop = Math.max(0, (problem.line - 3) * height);
  }

  follow() {
    const { scrollLeft, scrollTop } = this.field;
    this.marks.style.setProperty("translate", `${-scrollLeft}px ${-scrollTop}px`);
    this.numbers.style.setProperty("translate", `0 ${-scrollTop}px`);
  }
}
