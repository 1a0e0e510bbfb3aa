/** What can be done with an analysis besides moving: buttons and keys. */

import { copy } from "../../ui/copy.js";
import { button, byId } from "../../ui/element.js";
import { openExport } from "../../ui/export-panel.js";
import { addKeys, tellKeys } from "../../ui/keys.js";
import { t } from "../../ui/messages.js";
import { WAYS } from "../game/moves-list.js";
import { analyseFrom, bring, editFrom, exploreFrom, playFrom } from "../import/handing-over.js";
import { openImport } from "../import/panel.js";
import { recordText } from "./record-text.js";

/** @import { Analysis } from "./analysis.js" */

/** @param {Analysis} analysis */
export function prepareActions(analysis) {
  const here = () => analysis.tree.current.position;
  const { variant } = analysis.tree;
  const actions = [
    { name: "share", icon: "share", key: "i", run: () => void analysis.share() },
    { name: "open", icon: "open", key: "o", run: openOther },
    { name: "play", icon: "play", key: "g", run: () => location.assign(playFrom(variant, here())) },
    { name: "edit", icon: "grid", key: "e", run: () => location.assign(editFrom(variant, here())) },
    { name: "openings", icon: "people", key: "v", run: () => location.assign(exploreFrom(variant, here())) },
    { name: "export", icon: "download", key: "d", run: () => takeAlong(analysis) },
    { name: "record", icon: "record", key: "r", run: () => void copy(recordText(analysis.tree), t("web.analysis.record-copied")) },
    { name: "position", icon: "copy", key: "p", run: () => void copy(here(), t("web.analysis.position-copied")) },
    { name: "flip", icon: "flip", key: "f", run: () => analysis.flip() },
  ].map((action) => ({ ...action, words: t(`web.analysis.do.${action.name}`) }));
  byId("actions").append(...actions.map(({ icon, words, run }) => button(icon, words, run)));
  prepareKeys(analysis, actions);
}

/**
 * @param {Analysis} analysis
 * @param {{key: string, words: string, run: () => void}[]} actions
 */
function prepareKeys(analysis, actions) {
  tellKeys({
    title: t("web.keys.board"),
    keys: ["arrows", "choose", "turn", "cancel"].map((name) => ({
      key: t(`web.keys.board-${name}-key`),
      words: t(`web.keys.board-${name}`),
    })),
  });
  addKeys(t("web.keys.history"), [
    ...WAYS.map(({ way, key }) => ({
      key,
      words: t(`web.history.${way}`),
      run: () => analysis.walk(way),
      shown: t(`web.keys.${way}`),
      always: true,
    })),
    { key: "ArrowUp", shown: "↑", words: t("web.analysis.variation-up"), run: () => analysis.beside(-1), always: true },
    { key: "ArrowDown", shown: "↓", words: t("web.analysis.variation-down"), run: () => analysis.beside(1), always: true },
    { key: "u", words: t("web.analysis.promote"), run: () => analysis.promote() },
    { key: "Delete", words: t("web.analysis.remove"), run: () => analysis.remove(), always: true },
  ]);
  addKeys(t("web.analysis.actions"), [
    ...actions.map(({ key, words, run }) => ({ key, words, run })),
    { key: "x", words: t("web.analysis.switch"), run: () => analysis.engine.switch() },
    { key: "t", words: t("web.analysis.toggle"), run: () => analysis.engine.toggle() },
    { key: "b", words: t("web.keys.to-board"), run: () => analysis.free?.board.focus() },
    { key: "/", words: t("web.keys.to-text"), run: () => byId("move-text").focus() },
    { key: "k", words: t("web.analysis.to-comment"), run: () => byId("comment").focus() },
  ]);
}

/** Bring another game or position. */
function openOther() {
  openImport({
    actions: [
      {
        words: t("web.analysis.analyse"),
        icon: "analyse",
        run: (read) => {
          if (!read.line.moves.length && !read.line.comments.length) location.assign(analyseFrom(read.variant, read.start));
          else {
            bring(read);
            location.assign("/analysis");
          }
        },
      },
    ],
  });
}

/** @param {Analysis} analysis */
function takeAlong({ tree }) {
  const { current, variant } = tree;
  const moves = tree.path().map(({ move }) => move);
  openExport({
    variant,
    position: current.position,
    ...(current.parent ? { last: { position: current.parent.position, move: current.move } } : {}),
    record: () => recordText(tree),
    ...(moves.length ? { film: { position: tree.root.position, moves } } : {}),
  });
}
