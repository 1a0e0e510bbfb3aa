/** A game's rules: the pictures come alive where somebody looks at them, and a quiz is at the end. */

import { byId } from "../ui/element.js";
import { tellKeys } from "../ui/keys.js";
import { t } from "../ui/messages.js";
import { frameReady, pageReady } from "./frame.js";
import { followReading } from "./rules/contents.js";
import { LiveFigure } from "./rules/figure.js";
import { Quiz } from "./rules/quiz.js";
import { wakeNearby } from "./rules/waking.js";

await frameReady;
tellKeys({
  title: t("web.keys.board"),
  keys: ["arrows", "choose", "turn", "cancel"].map((name) => ({
    key: t(`web.keys.board-${name}-key`),
    words: t(`web.keys.board-${name}`),
  })),
});
const figures = [...document.querySelectorAll("figure[data-position]")].filter(
  (element) => element instanceof HTMLElement,
);
wakeNearby(figures.map((element) => new LiveFigure(element)));
followReading();
new Quiz(byId("quiz-section"));
pageReady();
