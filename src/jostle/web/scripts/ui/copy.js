/** Copying texts, with a word that it was done. */

import { make } from "./element.js";
import { t } from "./messages.js";
import { toast } from "./announce.js";

/**
 * Put a text on the clipboard and say so.
 * @param {string} text
 * @param {string} done what to say
 */
export async function copy(text, done) {
  const copied = navigator.clipboard
    ? await navigator.clipboard.writeText(text).then(() => true, () => false)
    : copiedBySelection(text);
  toast(copied ? done : t("web.copy.failed"));
}

/**
 * The old way, for pages that are not served securely, as in a home network.
 * @param {string} text
 */
function copiedBySelection(text) {
  const field = make("textarea", { class: "visually-hidden", readonly: true });
  field.value = text;
  (document.querySelector("dialog[open], :popover-open") ?? document.body).append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  return copied;
}
