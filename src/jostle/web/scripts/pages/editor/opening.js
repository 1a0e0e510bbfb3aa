/** The editor's own place for opening games and positions. */

import * as api from "../../net/api.js";
import { toast } from "../../ui/announce.js";
import { t } from "../../ui/messages.js";
import { analyseFrom, bring, playFrom } from "../import/handing-over.js";
import { ImportPanel } from "../import/panel.js";
import { hasMoves, reviewRecord } from "../review/asking.js";

/** @import { ImportedGame } from "../../net/wire.js" */

/**
 * @param {HTMLElement} element where it is put
 * @param {() => string} variant what is meant by a text that does not say it
 * @param {(variant: string, position: string) => Promise<void>} edit
 */
export function openSection(element, variant, edit) {
  const panel = new ImportPanel({
    variant,
    actions: [
      { words: t("web.editor.edit-it"), icon: "grid", run: (read) => void edit(read.variant, read.end) },
      {
        words: t("web.editor.edit-start"),
        icon: "first",
        run: (read) => void edit(read.variant, read.start),
        fits: hasMoves,
      },
      {
        words: t("web.editor.play-here"),
        icon: "people",
        run: (read) => location.assign(playFrom(read.variant, read.end)),
      },
      {
        words: t("web.editor.analyse-here"),
        icon: "analyse",
        run: analyse,
      },
      { words: t("web.editor.review-it"), icon: "graph", run: (read) => void review(read), fits: hasMoves },
    ],
  });
  element.append(panel.element);
}

/** A game goes with all its moves; a position fits into the address. @param {ImportedGame} read */
function analyse(read) {
  if (hasMoves(read)) bring(read);
  location.assign(hasMoves(read) ? "/analysis" : analyseFrom(read.variant, read.start));
}

/** @param {ImportedGame} read */
async function review(read) {
  try {
    await reviewRecord(read);
  } catch (problem) {
    if (!(problem instanceof api.ApiError)) throw problem;
    toast(problem.message);
  }
}
