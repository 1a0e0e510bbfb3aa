/**
 * Opening a game or a position: a text is written, pasted, chosen as a file or dropped here, read by
 * the server, and its problems are shown in it. What can be done with it, the page says.
 */

import * as api from "../../net/api.js";
import { announce } from "../../ui/announce.js";
import { button, icon, make, setShown } from "../../ui/element.js";
import { openDialog } from "../../ui/dialog.js";
import { t } from "../../ui/messages.js";
import { smallBoard } from "../../ui/small-board.js";
import { sentence } from "../../ui/words.js";
import { MarkedText } from "./marked-text.js";

/** @import { ImportedGame, ImportView, ListedRecord } from "../../net/wire.js" */

/** What can be done with what was read; `fits` says whether this one can.
 * @typedef {{words: string, icon: string, run: (read: ImportedGame) => void, fits?: (read: ImportedGame) => boolean}} Action
 */
/** @typedef {{actions: Action[], variant?: () => string | null, label?: string}} PanelOptions */

/** The longest text that the server reads, in characters. */
export const LONGEST = 200_000;
/** Typing is read after a pause of so many milliseconds. */
const PAUSE = 300;
/** Files have at most four bytes a character. */
const BYTES = 4;

let made = 0;

export class ImportPanel {
  /** @param {PanelOptions} options */
  constructor(options) {
    made += 1;
    const id = `import-${made}`;
    this.options = options;
    /** @type {ImportView | null} */
    this.found = null;
    /** @type {AbortController | null} */
    this.asking = null;
    /** @type {Promise<void>} ends with the newest answer */
    this.reading = Promise.resolve();
    this.pause = 0;
    this.note = make("p", { class: "field-note", id: `${id}-note` }, t("web.import.note"));
    this.status = make("p", { class: "import-status", id: `${id}-status`, role: "status" });
    this.text = new MarkedText(id, `${this.note.id} ${this.status.id}`, LONGEST);
    this.problems = make("ol", { class: "import-problems" });
    this.file = make("input", {
      type: "file",
      class: "visually-hidden",
      id: `${id}-file`,
      accept: ".jostle,.pgn,.txt,text/plain",
    });
    this.games = make("select", { id: `${id}-games` });
    this.choice = make(
      "div",
      { class: "field", hidden: true },
      make("label", { for: this.games.id }, t("web.import.which")),
      this.games,
    );
    this.picture = make("div", { class: "import-picture" });
    this.buttons = make("div", { class: "import-actions" });
    this.element = make(
      "div",
      { class: "import" },
      make("label", { class: "import-label", for: id }, options.label ?? t("web.import.text")),
      this.text.element,
      make(
        "div",
        { class: "import-tools" },
        this.file,
        make("label", { class: "button", for: this.file.id }, icon("record"), make("span", {}, t("web.import.file"))),
        this.note,
      ),
      this.status,
      this.problems,
      this.choice,
      make("div", { class: "import-found" }, this.picture, this.buttons),
    );
    this.text.field.addEventListener("input", () => this.typed());
    this.games.addEventListener("change", () => void this.read(Number(this.games.value)));
    this.file.addEventListener("change", () => {
      const [file] = this.file.files ?? [];
      if (file) void this.take(file);
      this.file.value = ""; // so that the same file can be chosen again when it was mended
    });
    this.acceptDrops();
  }

  /** Read a text as if it had been pasted. @param {string} text */
  open(text) {
    this.text.text = text;
    return this.read();
  }

  /** The server reads a file's text. @param {File} file */
  async take(file) {
    const text = file.size <= LONGEST * BYTES ? await file.text().catch(() => null) : "";
    if (text === null) this.refuse(t("web.import.unreadable", { name: file.name }));
    else if (text === "" && file.size > 0) this.refuse(t("web.import.too-large", { name: file.name, most: LONGEST }));
    else if ([...text].length > LONGEST) this.refuse(t("web.import.too-large", { name: file.name, most: LONGEST }));
    else await this.open(text.replaceAll("\r\n", "\n").replaceAll("\r", "\n"));
  }

  acceptDrops() {
    const { element } = this;
    let within = 0;
    const over = (/** @type {boolean} */ is) => element.classList.toggle("is-over", is);
    element.addEventListener("dragenter", (event) => {
      if (event.dataTransfer?.types.includes("Files")) over(++within > 0);
    });
    element.addEventListener("dragleave", () => over((within = Math.max(0, within - 1)) > 0));
    element.addEventListener("dragover", (event) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    });
    element.addEventListener("drop", (event) => {
      within = 0;
      over(false);
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      event.preventDefault();
      void this.take(file);
    });
  }

  typed() {
    clearTimeout(this.pause);
    this.pause = window.setTimeout(() => void this.read(), PAUSE);
  }

  /** Ask the server what the text is. @param {number} [game] which of several */
  read(game = 0) {
    this.reading = this.readNow(game);
    return this.reading;
  }

  /** @param {number} game */
  async readNow(game) {
    clearTimeout(this.pause);
    this.pause = 0;
    this.asking?.abort();
    this.asking = new AbortController();
    const { text } = this.text;
    if (!text.trim()) {
      this.clear();
      return;
    }
    const variant = this.options.variant?.() ?? null;
    try {
      this.show(await api.importText({ text, game, ...(variant ? { variant } : {}) }, this.asking.signal));
    } catch (problem) {
      if (problem instanceof DOMException) return; // a newer text is being read
      if (!(problem instanceof api.ApiError)) throw problem;
      this.refuse(problem.message);
    }
  }

  clear() {
    this.found = null;
    this.status.textContent = "";
    this.text.show([]);
    this.problems.replaceChildren();
    this.buttons.replaceChildren();
    this.picture.replaceChildren();
    setShown(this.choice, false);
  }

  /** @param {string} words */
  refuse(words) {
    this.clear();
    this.status.textContent = sentence(words);
  }

  /** @param {ImportView} found */
  show(found) {
    const { read, problems, records } = found;
    this.clear();
    this.found = found;
    this.text.show(problems);
    const summary = read ? t("web.import.read", summaryOf(read)) : t("web.import.not-read");
    const wrong = problems.length ? t("web.import.problems", { count: problems.length }) : "";
    this.status.textContent = [summary, wrong].filter(Boolean).join(" ");
    announce(this.status.textContent);
    this.problems.append(
      ...problems.map((problem) =>
        make(
          "li",
          {},
          make(
            "button",
            { type: "button", class: "link", onclick: () => this.text.go(problem) },
            t("web.import.place", { line: problem.line, column: problem.column }),
          ),
          ` ${sentence(problem.message)}`,
        ),
      ),
    );
    setShown(this.choice, records.length > 1);
    this.games.replaceChildren(
      ...records.map((record, index) =>
        make("option", { value: index, selected: index === found.chosen }, toldRecord(record, index)),
      ),
    );
    if (read) this.offer(read);
  }

  /** @param {ImportedGame} read */
  offer(read) {
    const fitting = this.options.actions.filter(({ fits }) => fits?.(read) ?? true);
    this.buttons.append(
      ...fitting.map((action, index) =>
        button(action.icon, action.words, () => void this.run(action), {
          class: index === 0 ? "button button-primary" : "button",
        }),
      ),
    );
    void this.picturise(read);
  }

  /** Do something with what is read, which may be under way. @param {Action} action */
  async run(action) {
    if (this.pause) void this.read();
    let reading;
    do {
      reading = this.reading;
      await reading;
    } while (reading !== this.reading);
    const read = this.found?.read;
    if (read && (action.fits?.(read) ?? true)) action.run(read);
  }

  /** @param {ImportedGame} read */
  async picturise(read) {
    const [view, { position }] = await Promise.all([api.variant(read.variant), api.moves(read.variant, read.end)]);
    if (this.found?.read !== read) return;
    this.picture.replaceChildren(smallBoard(read.game, view.board, position, t("web.import.picture")));
  }
}

/** @param {ImportedGame} read */
function summaryOf({ title, line, result }) {
  return { title, count: line.moves.length, result };
}

/** @param {ListedRecord} record @param {number} index */
function toldRecord({ players, variant, date, result }, index) {
  const told = { number: index + 1, first: players[0], second: players[1], variant: variant ?? "?", date, result };
  return t("web.import.listed", told);
}

/**
 * Ask for a text in a dialog; an action that is chosen closes it.
 * @param {PanelOptions} options
 */
export function openImport(options) {
  const actions = options.actions.map((action) => ({
    ...action,
    run: (/** @type {ImportedGame} */ read) => {
      dialog.close();
      action.run(read);
    },
  }));
  const panel = new ImportPanel({ ...options, actions });
  const { dialog } = openDialog(t("web.import.title"), [panel.element], { class: "dialog-wide" });
  panel.text.field.focus();
  return panel;
}
