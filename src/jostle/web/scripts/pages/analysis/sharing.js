/** A link to what is shown. */

import { copy } from "../../ui/copy.js";
import { openDialog } from "../../ui/dialog.js";
import { button, make } from "../../ui/element.js";
import { t } from "../../ui/messages.js";

/** @param {string} address @param {boolean} isStored */
export function showLink(address, isStored) {
  const link = new URL(address, location.href).href;
  const field = make("input", { type: "text", readonly: true, id: "shared-link", "aria-label": t("web.analysis.link") });
  field.value = link;
  field.addEventListener("focus", () => field.select());
  const copyIt = button("copy", t("web.analysis.copy-link"), () => void copy(link, t("web.analysis.link-copied")), {
    class: "button button-primary",
  });
  openDialog(t("web.analysis.share"), [
    make("p", {}, t(isStored ? "web.analysis.share-stored" : "web.analysis.share-short")),
    make("div", { class: "share-link" }, field, copyIt),
  ]);
  copyIt.focus();
}
