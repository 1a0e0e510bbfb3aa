/** The editor's own place for opening games and positions. */

import { t } from "../../ui/messages.js";
import { analyseFrom, playFrom } from "../import/handing-over.js";
import { ImportPanel } from "../import/panel.js";

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
        fits: ({ line }) => line.moves.length > 0,
      },
      {
        words: t("web.editor.play-here"),
        icon: "people",
        run: (read) => location.assign(playFrom(read.variant, read.end)),
      },
      {
        words: t("web.editor.analyse-here"),
        icon: "eye",
        run: (read) => location.assign(analyseFrom(read.variant, read.end)),
      },
    ],
  });
  element.append(panel.element);
}
