/**
 * A panel from which any game or position can be taken along: as record, position string, SVG, PNG
 * and animated GIF. Any page can open it; it brings its own style sheet:
 *
 *     import { openExport } from "../ui/export-panel.js";
 *     button("download", t("web.export.open"), () => openExport({
 *       variant: "pomeczi",
 *       position: "4/1S2/4/4[SDssd] 2 - -",                 // what is shown
 *       last: { position: "4/4/4/4[SSDssd] 1 - -", move: "Sb3" },   // how it came about, if known
 *       record: () => "…",        // a text or a promise of it; else it is made of the film's moves
 *       film: { position: "4/4/4/4[SSDssd] 1 - -", moves: ["Sb3"] },  // or { game: id }; if there is one
 *     }));
 */

import * as files from "../net/files.js";
import { announce, toast } from "./announce.js";
import { copy } from "./copy.js";
import { openDialog } from "./dialog.js";
import { button, make, setShown } from "./element.js";
import { t } from "./messages.js";
import { isDark } from "./preferences.js";
import { save } from "./save.js";

/** @typedef {import("../net/files.js").Film} Film */
/** @typedef {import("../net/files.js").Theme} Theme */

/**
 * @typedef {object} Exported
 * @property {string} variant
 * @property {string} position
 * @property {{position: string, move: string}} [last]
 * @property {() => string | Promise<string>} [record]
 * @property {Film} [film]
 */

const STYLES = new URL("../../styles/export.css", import.meta.url).pathname;
const PICTURE_SIZE = 960; // pixels; SVG has any size
const THEMES = /** @type {const} */ (["light", "dark"]);

/**
 * Run something that may be refused, and say why if it is.
 * @param {() => Promise<void>} work
 */
async function trying(work) {
  try {
    await work();
  } catch (problem) {
    if (!(problem instanceof files.ApiError)) throw problem;
    toast(problem.message);
  }
}

/** @param {string} heading @param {...(Node | false)} content */
function part(heading, ...content) {
  return make("section", { class: "export-part" }, make("h3", {}, heading), ...content);
}

/** @param {...Node} content */
const row = (...content) => make("div", { class: "export-row" }, ...content);

/** @param {() => string | Promise<string>} record @param {string} name */
function recordPart(record, name) {
  return part(
    t("web.export.record"),
    row(
      button("copy", t("web.export.copy-record"), () =>
        trying(async () => copy(await record(), t("web.share.record-copied"))),
      ),
      button("download", t("web.export.save-record"), () =>
        trying(async () => save(new Blob([await record()], { type: "text/plain" }), `${name}.jostle`)),
      ),
    ),
  );
}

/** @param {string} position */
function positionPart(position) {
  const field = make("input", {
    type: "text",
    readonly: true,
    value: position,
    "aria-label": t("web.export.position"),
    onfocus: () => field.select(),
  });
  return part(
    t("web.export.position"),
    row(field, button("copy", t("web.export.copy"), () => copy(position, t("web.share.position-copied")))),
  );
}

/** The colours of pictures: two radios, and what to do when another is chosen. */
class Colours {
  /** @type {Theme} */ chosen = isDark() ? "dark" : "light";

  /** @param {() => void} changed */
  constructor(changed) {
    this.element = make(
      "fieldset",
      { class: "export-colours" },
      make("legend", {}, t("web.export.colours")),
      make("div", { class: "segments" }, ...THEMES.map((theme) => this.#choice(theme, changed))),
    );
  }

  /** @param {Theme} theme @param {() => void} changed */
  #choice(theme, changed) {
    const choose = () => {
      this.chosen = theme;
      changed();
    };
    const checked = theme === this.chosen;
    const input = make("input", { type: "radio", name: "export-colours", value: theme, checked, onchange: choose });
    const words = theme === "light" ? t("web.export.light") : t("web.export.dark");
    return make("label", {}, input, make("span", {}, words));
  }
}

/** @param {Exported} exported @param {Colours} colours @param {string} name */
function picturePart(exported, colours, name) {
  const preview = make("img", { class: "export-preview", alt: t("web.export.picture-alt") });
  /** @param {"svg" | "png"} kind */
  const address = (kind) => files.picture(kind, { ...exported, theme: colours.chosen, size: PICTURE_SIZE });
  /** @param {"svg" | "png"} kind */
  const download = (kind) => trying(async () => save(await files.fetched(address(kind)), `${name}.${kind}`));
  const show = () => {
    preview.src = address("svg");
  };
  show();
  const element = part(
    t("web.export.picture"),
    preview,
    row(
      button("download", "SVG", () => void download("svg"), { "aria-label": t("web.export.save-svg") }),
      button("download", "PNG", () => void download("png"), { "aria-label": t("web.export.save-png") }),
    ),
  );
  return { element, show };
}

/** @param {Exported & {film: Film}} exported @param {Colours} colours @param {string} name */
function filmPart(exported, colours, name) {
  const preview = make("img", { class: "export-preview", alt: t("web.export.film-alt"), hidden: true });
  const status = make("p", { class: "export-status", role: "status" });
  const progress = make("progress", { "aria-label": t("web.export.drawing"), hidden: true });
  /** @type {{theme: Theme, file: Blob} | null} */
  let drawn = null;

  /** Fetch the film, if it is not there yet in these colours. */
  const drawing = async () => {
    const theme = colours.chosen;
    if (drawn?.theme === theme) return drawn.file;
    setBusy(true);
    try {
      const file = await files.film(exported.variant, exported.film, theme);
      drawn = { theme, file };
      preview.src = await dataAddress(file);
      setShown(preview, true);
      status.textContent = t("web.export.drawn", { size: Math.max(1, Math.round(file.size / 1024)) });
      return file;
    } catch (problem) {
      status.textContent = "";
      throw problem;
    } finally {
      setBusy(false);
    }
  };
  const show = button("eye", t("web.export.show-film"), () => trying(async () => void (await drawing())));
  const keep = button("download", "GIF", () => trying(async () => save(await drawing(), `${name}.gif`)), {
    "aria-label": t("web.export.save-gif"),
  });
  /** @param {boolean} busy */
  const setBusy = (busy) => {
    show.disabled = keep.disabled = busy;
    setShown(progress, busy);
    if (busy) {
      status.textContent = t("web.export.drawing");
      announce(t("web.export.drawing"));
    }
  };
  return part(t("web.export.film"), preview, progress, status, row(show, keep));
}

/**
 * A file as an address that the page may show; the policy allows pictures no others.
 * @param {Blob} file
 * @returns {Promise<string>}
 */
function dataAddress(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.addEventListener("error", () => reject(reader.error));
    reader.readAsDataURL(file);
  });
}

/** Load the panel's looks, once for a page. */
function loadStyles() {
  if (!document.querySelector(`link[href="${STYLES}"]`)) {
    document.head.append(make("link", { rel: "stylesheet", href: STYLES }));
  }
}

/**
 * Open the panel.
 * @param {Exported} exported
 */
export function openExport(exported) {
  loadStyles();
  const name = exported.variant.replace(/[^a-z0-9]+/g, "-");
  const colours = new Colours(() => picture.show());
  const picture = picturePart(exported, colours, name);
  const { film } = exported;
  const line = film && "moves" in film ? film : null;
  const record = exported.record ?? (line && (() => files.record(exported.variant, line)));
  /** @type {Node[]} */
  const parts = [];
  if (record) parts.push(recordPart(record, name));
  parts.push(positionPart(exported.position), colours.element);
  const drawn = [picture.element];
  if (film) drawn.push(filmPart({ ...exported, film }, colours, name));
  parts.push(make("div", { class: "export-drawn" }, ...drawn));
  return openDialog(t("web.export.title"), [make("div", { class: "export" }, ...parts)], {
    class: "dialog-wide export-dialog",
  });
}
