/** Setting up a board of one's own: its size, and a digit on each square. */

import { button, make } from "../../ui/element.js";
import { t } from "../../ui/messages.js";
import { cycled, digitAt, emptied, mirroredAcross, mirroredDown, resized, rowsOf, textOf, withDigit } from "./numbers.js";

/** @import { Rows } from "./numbers.js" */

/** The sizes that are offered; which there are, the server says. */
const SIZES = [4, 5, 6, 7, 8];

export class GridEditor {
  /** @param {HTMLElement} element @param {(grid: string) => void} onChange */
  constructor(element, onChange) {
    this.onChange = onChange;
    /** @type {Rows} */
    this.rows = ["0"];
    this.usual = "0";
    this.at = { row: 0, column: 0 };
    this.width = this.#size("grid-width", "web.editor.width");
    this.height = this.#size("grid-height", "web.editor.height");
    this.grid = make("div", { class: "numbers", role: "grid", "aria-label": t("web.editor.numbers") });
    this.grid.addEventListener("keydown", (event) => this.key(event));
    element.append(
      make("p", { class: "field-note" }, t("web.editor.numbers-note")),
      make("div", { class: "field-row" }, this.width.parentElement, this.height.parentElement),
      this.grid,
      make(
        "div",
        { class: "editor-tools" },
        button("mirror", t("web.editor.mirror-left"), () => this.change(mirroredAcross(this.rows))),
        button("upend", t("web.editor.mirror-upper"), () => this.change(mirroredDown(this.rows))),
        button("erase", t("web.editor.all-zero"), () => this.change(emptied(this.rows))),
        button("again", t("web.editor.usual-numbers"), () => this.change(rowsOf(this.usual))),
      ),
    );
  }

  /** @param {string} id @param {string} key */
  #size(id, key) {
    const select = make("select", { id }, ...SIZES.map((size) => make("option", { value: size }, String(size))));
    make("div", { class: "field" }, make("label", { for: id }, t(key)), select);
    select.addEventListener("change", () =>
      this.change(resized(this.rows, Number(this.width.value), Number(this.height.value))),
    );
    return select;
  }

  /** @param {string} grid @param {string} usual */
  show(grid, usual) {
    this.usual = usual;
    if (textOf(this.rows) !== grid) this.lay(rowsOf(grid));
  }

  /** @param {Rows} rows */
  change(rows) {
    this.lay(rows);
    this.onChange(textOf(rows));
  }

  /** @param {Rows} rows */
  lay(rows) {
    const focused = this.grid.contains(document.activeElement);
    this.rows = rows;
    this.width.value = String(rows[0].length);
    this.height.value = String(rows.length);
    this.at = { row: Math.min(this.at.row, rows.length - 1), column: Math.min(this.at.column, rows[0].length - 1) };
    this.grid.style.setProperty("--columns", String(rows[0].length));
    this.grid.replaceChildren(
      ...rows.map((line, row) =>
        make("div", { role: "row" }, ...[...line].map((_, column) => this.#cell(row, column))),
      ),
    );
    if (focused) this.#here()?.focus();
  }

  /** @param {number} row @param {number} column */
  #cell(row, column) {
    const name = `${String.fromCharCode(97 + column)}${this.rows.length - row}`;
    const digit = digitAt(this.rows, row, column);
    const here = row === this.at.row && column === this.at.column;
    const look = {
      role: "gridcell",
      class: "number",
      tabindex: here ? 0 : -1,
      "data-row": row,
      "data-column": column,
      "data-digit": digit,
      "aria-label": t("web.editor.number", { square: name, digit }),
      onclick: () => {
        this.at = { row, column };
        this.change(cycled(this.rows, row, column));
        this.#here()?.focus();
      },
      onfocus: () => (this.at = { row, column }),
    };
    return make("div", look, String(digit));
  }

  /** @returns {HTMLElement | null} */
  #here() {
    return this.grid.querySelector(`[data-row="${this.at.row}"][data-column="${this.at.column}"]`);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { row, column } = this.at;
    const [bottom, right] = [this.rows.length - 1, this.rows[0].length - 1];
    const go = (/** @type {number} */ newRow, /** @type {number} */ newColumn) => {
      this.#here()?.setAttribute("tabindex", "-1");
      this.at = { row: Math.max(0, Math.min(bottom, newRow)), column: Math.max(0, Math.min(right, newColumn)) };
      this.#here()?.setAttribute("tabindex", "0");
      this.#here()?.focus();
    };
    if (event.key === "ArrowUp") go(row - 1, column);
    else if (event.key === "ArrowDown") go(row + 1, column);
    else if (event.key === "ArrowLeft") go(row, column - 1);
    else if (event.key === "ArrowRight") go(row, column + 1);
    else if (event.key === "Home") go(row, 0);
    else if (event.key === "End") go(row, right);
    else if (event.key === "Enter" || event.key === " ") this.change(cycled(this.rows, row, column));
    else if (/^[0-9]$/.test(event.key)) {
      this.change(withDigit(this.rows, row, column, Number(event.key)));
      // On to the next, as one writes; from the end of a row to the beginning of the next.
      if (column < right) go(row, column + 1);
      else if (row < bottom) go(row + 1, 0);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
