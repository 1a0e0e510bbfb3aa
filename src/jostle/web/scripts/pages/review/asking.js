/** Asking for a review, and waiting for it: it is made in the background and tells how far it is. */

import * as api from "../../net/api.js";
import { byId, setShown } from "../../ui/element.js";
import { t } from "../../ui/messages.js";
import { ImportPanel } from "../import/panel.js";

/** @typedef {import("../../net/wire.js").ImportedGame} ImportedGame */
/** @typedef {import("../../net/wire.js").ReviewView} ReviewView */
/** @typedef {{game: string} | {record: string}} Asked */

const PAUSE = 400; // milliseconds between two looks
const LONG_PAUSE = 3000; // where the server is busy or away
const MOST_ASKED = 3; // times, if it is lost on the way

/** What was asked for under an id, so that it can be asked for again. @param {string} id @param {Asked} asked */
export const remember = (id, asked) => sessionStorage.setItem(`review ${id}`, JSON.stringify(asked));

/** @param {string} id @returns {Asked | null} */
function remembered(id) {
  const game = new URLSearchParams(location.search).get("game");
  const kept = sessionStorage.getItem(`review ${id}`);
  return kept ? JSON.parse(kept) : game ? { game } : null;
}

/**
 * The review of an id when it is finished. One that a stopped server has lost is asked for again.
 * @param {string} id
 * @param {() => void} onWait it is not finished yet
 * @returns {Promise<ReviewView>}
 */
export async function finished(id, onWait) {
  const asked = remembered(id);
  let asks = 0;
  for (;;) {
    try {
      const told = await api.review(id);
      if (told.status === "finished") return told;
      showProgress(told.done, told.total);
      onWait();
      await pause(PAUSE);
    } catch (problem) {
      if (!(problem instanceof api.ApiError)) throw problem;
      if (problem.code === "unknown" && asked && asks < MOST_ASKED) {
        asks += 1;
        await api.askForReview(asked).catch(excused);
      } else excused(problem);
      onWait();
      await pause(LONG_PAUSE);
    }
  }
}

/** Go on after what is over in a moment. @param {unknown} problem */
function excused(problem) {
  if (!(problem instanceof api.ApiError) || !["network", "busy", "store", "time", "rate"].includes(problem.code)) {
    throw problem;
  }
  byId("progress-words").textContent = problem.message;
}

/** @param {number} done @param {number} total */
function showProgress(done, total) {
  const bar = byId("progress", HTMLProgressElement);
  bar.max = total;
  bar.value = done;
  byId("progress-words").textContent = t("web.review.progress", { done, total });
}

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Let people bring a record. */
export function prepareForm() {
  setShown(byId("start"), true);
  const panel = new ImportPanel({
    label: t("web.review.record"),
    actions: [{ words: t("web.review.ask"), icon: "graph", run: (read) => void begin(read), fits: hasMoves }],
  });
  byId("bring").append(panel.element);
}

/** @param {ImportedGame} read */
async function begin(read) {
  try {
    await reviewRecord(read);
  } catch (problem) {
    if (!(problem instanceof api.ApiError)) throw problem;
    byId("start-problem").textContent = problem.message;
  }
}

/** Whether there is anything to review. @param {ImportedGame} read */
export const hasMoves = (read) => read.line.moves.length > 0;

/** Have a record reviewed that was read, and go there. @param {ImportedGame} read */
export async function reviewRecord({ record }) {
  const asked = { record };
  const { id } = await api.askForReview(asked);
  remember(id, asked);
  location.assign(`/review/${id}`);
}
