/** Giving a game to others: the link, its QR code, and the panel of files to take along. */

import * as api from "../../net/api.js";
import { toast } from "../../ui/announce.js";
import { copy } from "../../ui/copy.js";
import { button, byId, make } from "../../ui/element.js";
import { openExport } from "../../ui/export-panel.js";
import { t } from "../../ui/messages.js";

/** @typedef {import("./model.js").GameModel} GameModel */

/** The link of the game: the page's own address, without what may stand behind it. */
const link = () => location.origin + location.pathname;

export const copyLink = () => copy(link(), t("web.share.link-copied"));

/** @param {GameModel} model */
export const copyPosition = (model) =>
  copy((model.scene ?? model.state).position.text, t("web.share.position-copied"));

/** @param {GameModel} model */
export const copyRecord = (model) =>
  toldIfRefused(async () => copy(await api.record(model.game.id), t("web.share.record-copied")));

/** @param {() => Promise<void>} work */
async function toldIfRefused(work) {
  try {
    await work();
  } catch (problem) {
    if (!(problem instanceof api.ApiError)) throw problem;
    toast(problem.message);
  }
}

/**
 * Open the panel of files to take along: the game so far, and the position that is looked at.
 * @param {GameModel} model
 */
async function exportGame(model) {
  const { viewed, game } = model;
  const { positions, moves } = await api.replay(game.id);
  const last = viewed > 0 ? { position: positions[viewed - 1].text, move: moves[viewed - 1].move } : undefined;
  openExport({
    variant: game.variant,
    position: positions[viewed].text,
    last,
    record: () => api.record(game.id),
    film: { game: game.id },
  });
}

/**
 * The link in a field, with a button that copies it.
 * @param {string} id of the field
 */
function linkField(id) {
  const field = make("input", { id, type: "text", readonly: true, value: link(), onfocus: () => field.select() });
  return make(
    "div",
    { class: "share-link" },
    make("label", { for: id, class: "visually-hidden" }, t("web.share.link")),
    field,
    button("copy", t("web.share.copy"), copyLink, { class: "button button-primary" }),
  );
}

/** @param {string} id of the game */
function qrCode(id) {
  return make("img", { class: "qr", src: api.qrCode(id), alt: t("web.share.qr"), width: 176, height: 176 });
}

/**
 * Fill the panel that shares a game.
 * @param {() => GameModel} model
 */
export function prepareSharing(model) {
  const panel = byId("share");
  const code = make("div", { class: "share-code" });
  byId("share-content").append(
    linkField("share-link"),
    code,
    make(
      "div",
      { class: "share-buttons" },
      button("record", t("web.share.record"), () => copyRecord(model())),
      button("grid", t("web.share.position"), () => copyPosition(model())),
      button("download", t("web.export.open"), () => {
        panel.hidePopover();
        void toldIfRefused(() => exportGame(model()));
      }),
    ),
  );
  panel.addEventListener("toggle", () => {
    if (!code.hasChildNodes()) code.append(qrCode(model().game.id));
  });
}

/**
 * What the creator sees while the other seat is free.
 * @param {GameModel} model
 * @returns {HTMLElement[]}
 */
export function invitation(model) {
  return [
    make("h2", {}, t("web.waiting.title")),
    make("p", {}, t(model.game.public ? "web.waiting.public" : "web.waiting.private")),
    linkField("waiting-link"),
    qrCode(model.game.id),
  ];
}
