/** The position editor: what is put on the board goes to the server, which writes it down and says what is wrong. */

import * as api from "../net/api.js";
import { announce, toast } from "../ui/announce.js";
import { copy } from "../ui/copy.js";
import { byId, setShown } from "../ui/element.js";
import { openExport } from "../ui/export-panel.js";
import { addKeys, tellKeys } from "../ui/keys.js";
import { t } from "../ui/messages.js";
import { Stage } from "../ui/stage.js";
import { sentence, seatName } from "../ui/words.js";
import { createEditBoard } from "./editor/edit-board.js";
import { fieldControl, handControls, PLAYERS } from "./editor/fields.js";
import { openSection } from "./editor/opening.js";
import { Palette } from "./editor/palette.js";
import * as state from "./editor/state.js";
import { VariantPicker } from "./editor/variant-picker.js";
import { catalogue, frameReady, pageReady } from "./frame.js";
import { analyseFrom, editFrom, playFrom } from "./import/handing-over.js";

/** @import { Player, Square } from "../types.js" */
/** @import { SetUpAsked, SetUpView } from "../net/wire.js" */
/** @import { EditBoard } from "./editor/edit-board.js" */
/** @import { Setting } from "./editor/state.js" */
/** @typedef {{variant: string, setting: Setting}} Kept */

/** Typing is read after a pause of so many milliseconds. */
const PAUSE = 250;

await frameReady;
const { games } = await catalogue;
const stage = new Stage(byId("editor"), t("web.editor.heading"));
const palette = new Palette(byId("palette"), {
  drag: (piece, left, top) => board?.hold(piece, left, top),
  drop: dropped,
  stop: () => board?.release(),
});
const picker = new VariantPicker(games, ({ variant }) => void inTurn(() => toVariant(variant)));
const field = byId("position-text", HTMLInputElement);
stage.near.append(byId("editor-hand")); // with what is wrong in it, which is to be seen where it is

/** @type {SetUpView} what the server said last */
let view;
/** @type {state.Trail<Kept>} */
let trail;
/** @type {EditBoard | null} */
let board = null;
let boardOf = "";
/** @type {AbortController | null} */
let asking = null;
/** @type {Promise<void>} what the server is asked to change, one after the other */
let changing = Promise.resolve();
let pause = 0;

await start();
listen();
pageReady();

// ---- asking ------------------------------------------------------------------------------------------

/**
 * Ask the server; null if a newer question is under way or it cannot be reached.
 * @param {SetUpAsked} asked
 */
async function ask(asked) {
  asking?.abort();
  asking = new AbortController();
  try {
    return await api.setUp(asked, asking.signal);
  } catch (problem) {
    if (problem instanceof DOMException) return null;
    if (!(problem instanceof api.ApiError)) throw problem;
    complain(problem.message);
    return null;
  }
}

async function start() {
  const asked = new URLSearchParams(location.search);
  const variant = asked.get("variant") ?? games[0].name;
  const position = asked.get("position");
  let found = await ask({ variant });
  if (!found) {
    toast(byId("editor-status").textContent ?? "");
    found = await ask({ variant: games[0].name });
  }
  if (!found?.described) throw new Error("the start is a position");
  view = found;
  trail = state.begun({ variant: found.variant, setting: found.described });
  await show();
  if (position) await read(position);
}

/**
 * Do something that takes the server's answer as the next state, after what was begun before.
 * @param {() => Promise<void>} work
 */
function inTurn(work) {
  changing = changing.then(work, work);
  return changing;
}

/** Something was changed on the board or beside it. @param {(setting: Setting) => Setting} changed */
async function edit(changed) {
  await changing;
  const setting = changed(trail.now.setting);
  if (setting === trail.now.setting) return;
  trail = state.done(trail, { variant: trail.now.variant, setting });
  await settle();
}

/** Show at once what was done, and ask what it amounts to. */
async function settle() {
  const { variant, setting } = trail.now;
  if (boardOf === variant) {
    board?.show(setting.pieces, []);
    for (const player of PLAYERS) showHand(player);
  }
  const found = await ask({ variant, described: state.described(setting) });
  if (!found) return;
  view = found;
  await show();
}

/** @param {"mirror" | "turn" | "exchange" | "clear"} change */
function change(change) {
  return inTurn(async () => {
    const { variant, setting } = trail.now;
    await adopt(await ask({ variant, change, described: state.described(setting) }));
  });
}

/** Take what the server made of something as the next state. @param {SetUpView | null} found */
async function adopt(found) {
  if (!found?.described) return;
  view = found;
  trail = state.done(trail, { variant: found.variant, setting: found.described });
  await show();
}

/** Another variant: the pieces stay where the board is the same. @param {string} variant */
async function toVariant(variant) {
  if (variant === trail.now.variant) return;
  const old = view;
  const { width, height } = old.board;
  const fresh = await ask({ variant });
  const same = fresh?.game === old.game && fresh.board.width === width && fresh.board.height === height;
  const kept = same ? await ask({ variant, described: state.described(trail.now.setting) }) : null;
  await adopt(kept && !kept.problem ? kept : fresh);
}

/**
 * Read a position string; what was pasted may be of another variant, or a whole record.
 * @param {string} text @param {boolean} [pasted]
 */
async function read(text, pasted = false) {
  if (!text) return;
  const written = field.value;
  const found = await ask({ variant: trail.now.variant, position: text });
  if (!found || field.value !== written) return; // what is written meanwhile is read next
  if (found.described) {
    await adopt(found);
    return;
  }
  const brought = pasted ? await api.importText({ text }).then(({ read }) => read, () => null) : null;
  if (brought) {
    await open(brought.variant, brought.end);
    return;
  }
  if (field.value !== text) field.value = text;
  field.setAttribute("aria-invalid", "true");
  complain(found.problem?.message ?? "");
}

/** Show another position of whatever variant. @param {string} variant @param {string} position */
async function open(variant, position) {
  await adopt(await ask({ variant, position }));
  announce(t("web.editor.opened"));
  stage.root.scrollIntoView({ block: "start" });
}

// ---- showing -----------------------------------------------------------------------------------------

async function show() {
  const { variant, setting } = trail.now;
  if (boardOf !== variant) {
    board?.destroy();
    board = await createEditBoard(stage.frame, view.game, view.board, {
      press: (square) => press(square),
      turn: (square) => void edit((setting) => state.turned(table(), setting, square)),
      erase: (square) => void edit((setting) => state.removed(table(), setting, square)),
      carry: (grabbed, target) => void edit((setting) => carried(setting, grabbed, target)),
      pick: (number, square) => pick(number, square),
    });
    boardOf = variant;
    stage.fit(view.board);
    palette.show(view.game, view.board, view.palette);
    await picker.show(view);
  }
  board?.show(setting.pieces, view.problem?.squares ?? []);
  for (const player of PLAYERS) showHand(player);
  const fields = view.fields.map((one) =>
    fieldControl(one, setting.fields[one.name] ?? "-", (value) =>
      void edit((setting) => state.withField(setting, one.name, value)),
    ),
  );
  keepingFocus(byId("editor-fields"), fields);
  for (const input of byId("editor-mover").querySelectorAll("input")) {
    input.checked = Number(input.value) === setting.mover;
    stage.panels[/** @type {Player} */ (Number(input.value))].classList.toggle("is-to-move", input.checked);
  }
  byId("undo", HTMLButtonElement).disabled = !trail.past.length;
  byId("redo", HTMLButtonElement).disabled = !trail.future.length;
  showText();
}

/** @param {Player} player */
function showHand(player) {
  const hand = trail.now.setting.hands[player - 1];
  const controls = handControls(view.game, view.board, hand, (piece, by) =>
    void edit((setting) => state.counted(setting, player, piece, by)),
  );
  stage.trays[player].classList.add("hand");
  keepingFocus(stage.trays[player], controls);
}

/** The text, whether it is right, and where one can go with it. */
function showText() {
  const { variant, text, problem, position } = view;
  if (document.activeElement !== field || field.value.trim() !== text) field.value = text;
  field.removeAttribute("aria-invalid");
  if (problem) complain(problem.message);
  else {
    const told = position?.outcome?.words ?? t("web.editor.to-move", { player: seatName(trail.now.setting.mover) });
    say([told, ...(position?.notes ?? [])].map(sentence).join(" "), false);
    history.replaceState(null, "", editFrom(variant, text));
  }
  link("play-here", position && !position.outcome ? playFrom(variant, text) : null);
  link("analyse-here", position ? analyseFrom(variant, text) : null);
  byId("export", HTMLButtonElement).disabled = !position;
}

/** @param {string} words */
function complain(words) {
  say(t("web.editor.problem", { problem: sentence(words) }), true);
  link("play-here", null);
  link("analyse-here", null);
  byId("export", HTMLButtonElement).disabled = true;
}

/** @param {string} words @param {boolean} wrong */
function say(words, wrong) {
  const status = byId("editor-status");
  status.classList.toggle("is-wrong", wrong);
  if (status.textContent !== words) status.textContent = words;
}

/** A link leads somewhere, or nowhere. @param {string} id @param {string | null} address */
function link(id, address) {
  const element = byId(id, HTMLAnchorElement);
  if (address === null) element.removeAttribute("href");
  else element.href = address;
  element.setAttribute("aria-disabled", String(address === null));
}

/**
 * Put other elements into a container; the focus stays in the same place.
 * @param {HTMLElement} container @param {HTMLElement[]} children
 */
function keepingFocus(container, children) {
  const found = () => [...container.querySelectorAll("button, input, select")];
  const at = document.activeElement ? found().indexOf(document.activeElement) : -1;
  container.replaceChildren(...children);
  // What can be pressed no more hands the focus on to what stands beside it.
  const there = at < 0 ? undefined : found().slice(at).find((control) => !control.matches(":disabled"));
  if (there instanceof HTMLElement) there.focus();
  setShown(container, children.length > 0);
}

// ---- hands -------------------------------------------------------------------------------------------

const table = () => ({ board: view.board, fields: view.fields });

/** @param {Square} square */
function press(square) {
  const { tool } = palette;
  void edit((setting) => {
    const there = state.placedOn(setting, square);
    if (tool === "erase" || (there?.piece === tool && there.cells[0] === square)) {
      return state.removed(table(), setting, square);
    }
    return state.put(table(), setting, tool, square);
  });
}

/** @param {number} number @param {Square} square */
function pick(number, square) {
  const piece = palette.pieces[number - 1];
  if (piece === undefined) return;
  palette.choose(piece);
  void edit((setting) => state.put(table(), setting, piece, square));
}

/** @param {Setting} setting @param {Square} grabbed @param {Square | null} target */
function carried(setting, grabbed, target) {
  return target === null ? state.removed(table(), setting, grabbed) : state.carried(table(), setting, grabbed, target);
}

/** A piece of the palette was let go. @param {number} piece @param {number} left @param {number} top */
function dropped(piece, left, top) {
  const square = board?.squareUnder(left, top) ?? null;
  board?.release();
  if (square !== null) void edit((setting) => state.put(table(), setting, piece, square));
}

/** @param {(trail: state.Trail<Kept>) => state.Trail<Kept>} step */
async function go(step) {
  await changing;
  const next = step(trail);
  if (next.now === trail.now) return;
  trail = next;
  await settle();
}

function listen() {
  const does = {
    mirror: () => void change("mirror"),
    turn: () => void change("turn"),
    exchange: () => void change("exchange"),
    clear: () => void change("clear"),
    start: () => void inTurn(async () => adopt(await ask({ variant: trail.now.variant }))),
    undo: () => void go(state.undone),
    redo: () => void go(state.redone),
    copy: () => void copy(view.text, t("web.editor.copied")),
    export: () => void openExport({ variant: view.variant, position: view.text }),
  };
  for (const [id, run] of Object.entries(does)) byId(id).addEventListener("click", run);
  byId("editor-mover").addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement) {
      const mover = target.value === "2" ? 2 : 1;
      void edit((setting) => state.withMover(table(), setting, mover));
    }
  });
  field.addEventListener("input", (event) => {
    clearTimeout(pause);
    const pasted = event instanceof InputEvent && event.inputType === "insertFromPaste";
    pause = window.setTimeout(() => void inTurn(() => read(field.value.trim(), pasted)), PAUSE);
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (typing || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    void go(key === "y" || event.shiftKey ? state.redone : state.undone);
  });
  openSection(byId("opening"), () => trail.now.variant, (variant, position) => inTurn(() => open(variant, position)));
  const [undo, redo] = [t("web.editor.undo"), t("web.editor.redo")];
  addKeys(t("web.editor.keys"), [
    { key: "z", words: undo, run: does.undo },
    { key: "y", words: redo, run: does.redo },
    { key: "x", words: t("web.editor.mirror"), run: does.mirror },
    { key: "e", words: t("web.editor.erase"), run: () => palette.choose("erase") },
  ]);
  tellKeys({
    title: t("web.editor.keys-board"),
    keys: [
      { key: "← ↑ → ↓", words: t("web.editor.key-arrows") },
      { key: "1 – 9", words: t("web.editor.key-pieces") },
      { key: "Enter", words: t("web.editor.key-enter") },
      { key: "R", words: t("web.editor.key-turn") },
      { key: "Delete", words: t("web.editor.key-delete") },
    ],
  });
}
