/** The keys of a game's page that are not those of its actions. */

import { byId } from "../../ui/element.js";
import { addKeys, tellKeys } from "../../ui/keys.js";
import { t } from "../../ui/messages.js";
import { WAYS } from "./moves-list.js";
import { copyLink, copyPosition, copyRecord } from "./share.js";

/** @param {import("./table.js").Table} table */
export function prepareKeys(table) {
  tellKeys({
    title: t("web.keys.board"),
    keys: ["arrows", "choose", "turn", "cancel"].map((name) => ({
      key: t(`web.keys.board-${name}-key`),
      words: t(`web.keys.board-${name}`),
    })),
  });
  const answer = (/** @type {"accept" | "decline"} */ type) => () => {
    const incoming = () => table.offers.incoming(table.model);
    void table.attempt(() => incoming() !== null, () => {
      const what = incoming();
      if (what) void table.act({ type, what });
    });
  };
  addKeys(t("web.keys.offers"), [
    { key: "y", words: t("web.offer.accept"), run: answer("accept") },
    { key: "x", words: t("web.offer.decline"), run: answer("decline") },
  ]);
  addKeys(
    t("web.keys.history"),
    WAYS.map(({ way, key }) => ({
      key,
      words: t(`web.history.${way}`),
      run: () => table.go(way),
      shown: t(`web.keys.${way}`),
      always: true,
    })),
  );
  addKeys(t("web.keys.more"), [
    { key: "b", words: t("web.keys.to-board"), run: () => table.board.focus() },
    { key: "/", words: t("web.keys.to-text"), run: () => byId("move-text").focus() },
    { key: "c", words: t("web.share.copy-link"), run: () => void copyLink() },
    { key: "o", words: t("web.share.record"), run: () => void copyRecord(table.model) },
    { key: "p", words: t("web.share.position"), run: () => void copyPosition(table.model) },
  ]);
}
