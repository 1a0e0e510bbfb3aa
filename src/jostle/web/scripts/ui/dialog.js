/** Dialogs on the browser's own <dialog>: focus is held and given back, Escape closes. */

import { button, icon, make } from "./element.js";
import { t } from "./messages.js";

/**
 * Show a dialog until it is closed; it is gone afterwards.
 * @param {string} title
 * @param {Node[]} content
 * @param {{class?: string}} [look]
 * @returns {{dialog: HTMLDialogElement, closed: Promise<string>}}
 */
export function openDialog(title, content, look = {}) {
  const heading = make("h2", { id: "dialog-title" }, title);
  const close = make(
    "button",
    { type: "button", class: "button button-quiet button-icon", "aria-label": t("web.close") },
    icon("cross"),
  );
  const dialog = make(
    "dialog",
    { class: `dialog ${look.class ?? ""}`, "aria-labelledby": heading.id },
    make("header", { class: "dialog-head" }, heading, close),
    ...content,
  );
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close(); // beside its content
  });
  document.body.append(dialog);
  const closed = new Promise((/** @type {(value: string) => void} */ resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue);
    });
  });
  dialog.showModal();
  return { dialog, closed };
}

/**
 * Ask before something that cannot be undone.
 * @param {{title: string, text: string, yes: string, icon: string}} question
 * @returns {Promise<boolean>}
 */
export async function confirm(question) {
  const no = button("", t("web.cancel"), () => dialog.close("no"));
  const yes = button(question.icon, question.yes, () => dialog.close("yes"), {
    class: "button button-danger",
  });
  const { dialog, closed } = openDialog(question.title, [
    make("p", {}, question.text),
    make("div", { class: "dialog-buttons" }, no, yes),
  ]);
  no.focus();
  return (await closed) === "yes";
}
