/** The field in which moves are written, which several pages have. */

import { byId } from "../ui/element.js";
import { sentence } from "../ui/words.js";
import { catalogue } from "./frame.js";

/**
 * Let moves be written; what was taken is cleared away.
 * @param {string} name the game's
 * @param {(move: string) => Promise<boolean | undefined>} attempt tells whether it was a move
 */
export function prepareTyping(name, attempt) {
  const field = byId("move-text", HTMLInputElement);
  void catalogue.then(({ games }) => {
    const game = games.find((one) => one.name === name);
    byId("move-expected").textContent = sentence(game?.expected ?? "");
  });
  byId("move-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const move = field.value.trim();
    if (!move) return;
    let isEdited = false; // the next move may be written before this one is answered
    field.addEventListener("input", () => (isEdited = true), { once: true });
    if (!(await attempt(move))) return;
    if (!isEdited) field.value = "";
    byId("move-form").classList.add("is-known"); // whoever has written a move knows how
  });
}
