/** What a position holds besides its pieces: hands with more and fewer, and the fields of its game. */

import { toldPiece } from "../../board/telling.js";
import { make } from "../../ui/element.js";
import { t } from "../../ui/messages.js";
import { pieceIcon } from "./palette.js";

/** @import { BoardView, HeldView, Player } from "../../types.js" */
/** @import { FieldView } from "../../net/wire.js" */

/**
 * A player's hand, each kind of piece with its number.
 * @param {string} game @param {BoardView} board @param {HeldView[]} hand
 * @param {(piece: number, by: 1 | -1) => void} onChange
 */
export function handControls(game, board, hand, onChange) {
  return hand.map(({ piece, count }) => {
    const words = toldPiece({ game, pieces: board.pieces, t }, board.pieces[piece]);
    const step = (/** @type {1 | -1} */ by, /** @type {string} */ sign, /** @type {string} */ key) =>
      make(
        "button",
        {
          type: "button",
          class: "button button-icon hand-step",
          "data-step": `${piece} ${by}`,
          "aria-label": t(key, { piece: words }),
          disabled: by < 0 && count === 0,
          onclick: () => onChange(piece, by),
        },
        sign,
      );
    return make(
      "div",
      { class: "hand-kind", role: "group", "aria-label": t("web.editor.in-hand", { piece: words, count }) },
      pieceIcon(game, board.pieces[piece]),
      step(-1, "−", "web.editor.fewer"),
      make("output", { class: "hand-count" }, String(count)),
      step(1, "+", "web.editor.more"),
    );
  });
}

/**
 * @param {FieldView} field @param {string} value @param {(value: string) => void} onChange
 */
export function fieldControl(field, value, onChange) {
  const id = `field-${field.name}`;
  const note = make("p", { class: "field-note", id: `${id}-note` }, field.note);
  if (field.kind === "several") return severalControl(field, value, note, onChange);
  const control =
    field.kind === "number" ? numberControl(field, id, value, onChange) : choiceControl(field, id, value, onChange);
  control.setAttribute("aria-describedby", note.id);
  return make("div", { class: "field" }, make("label", { for: id }, field.label), control, note);
}

/** @param {FieldView} field @param {string} id @param {string} value @param {(value: string) => void} onChange */
function numberControl({ lowest, highest }, id, value, onChange) {
  const input = make("input", { id, type: "number", min: lowest, max: highest, value, inputmode: "numeric" });
  input.addEventListener("change", () => onChange(input.value || String(lowest)));
  return input;
}

/** @param {FieldView} field @param {string} id @param {string} value @param {(value: string) => void} onChange */
function choiceControl({ choices }, id, value, onChange) {
  const options = choices.map((one) => make("option", { value: one.value, selected: one.value === value }, one.words));
  // What it says may be none of what it could say here.
  if (!choices.some((one) => one.value === value)) options.unshift(make("option", { value, selected: true }, value));
  const select = make("select", { id }, ...options);
  select.addEventListener("change", () => onChange(select.value));
  return select;
}

/** @param {FieldView} field @param {string} value @param {HTMLElement} note @param {(value: string) => void} onChange */
function severalControl({ label, choices, most }, value, note, onChange) {
  const chosen = new Set(value === "-" ? [] : value.split(","));
  const boxes = choices.map((one) => {
    const box = make("input", {
      type: "checkbox",
      value: one.value,
      checked: chosen.has(one.value),
      disabled: chosen.size >= most && !chosen.has(one.value),
    });
    box.addEventListener("change", () => {
      if (box.checked) chosen.add(one.value);
      else chosen.delete(one.value);
      onChange([...chosen].sort().join(",") || "-");
    });
    return make("label", { class: "tick" }, box, make("span", {}, one.words));
  });
  const none = boxes.length ? null : make("p", { class: "soft" }, t("web.editor.no-choices"));
  return make("fieldset", { class: "field" }, make("legend", {}, label), make("div", { class: "ticks" }, none, ...boxes), note);
}

/** Which player's hand is in a tray. @type {readonly Player[]} */
export const PLAYERS = [1, 2];
