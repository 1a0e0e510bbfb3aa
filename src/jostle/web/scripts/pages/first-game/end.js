/** The end of a first game, and the ways on from it. */

import { make } from "../../ui/element.js";
import { t } from "../../ui/messages.js";

/** @import { LessonView } from "../../net/learning-wire.js" */

/**
 * @param {LessonView} lesson
 * @param {HTMLElement} place
 */
export function showEnd({ game, title }, place) {
  const heading = make("h2", { tabindex: "-1" }, t("web.first-game.done"));
  place.replaceChildren(
    make(
      "section",
      { class: "lesson-end" },
      heading,
      make("p", {}, t("web.first-game.done-text", { title })),
      make(
        "div",
        { class: "lesson-ways" },
        make("a", { class: "button button-primary", href: `/new?game=${game}` }, t("web.first-game.whole")),
        make("a", { class: "button", href: `/rules/${game}#quiz` }, t("web.first-game.quiz")),
        make("a", { class: "button button-quiet", href: `/rules/${game}` }, t("web.first-game.rules")),
        make("a", { class: "button button-quiet", href: "/learn" }, t("web.first-game.others")),
      ),
    ),
  );
  heading.focus({ preventScroll: true });
}
