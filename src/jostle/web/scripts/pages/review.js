/** The page of a review: asked for by a record, made while one waits, then gone through. */

import { ApiError } from "../net/api.js";
import { announce } from "../ui/announce.js";
import { byId, setShown } from "../ui/element.js";
import { t } from "../ui/messages.js";
import { frameReady, pageReady } from "./frame.js";
import { finished, prepareForm } from "./review/asking.js";
import { ReviewRoom } from "./review/room.js";

await frameReady;
const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
if (id) await open();
else prepareForm();
pageReady();

async function open() {
  setShown(byId("wait"), true);
  try {
    const review = await finished(id, pageReady);
    setShown(byId("wait"), false);
    setShown(byId("review"), true);
    await ReviewRoom.open(review, new URLSearchParams(location.search).get("game"));
    announce(t("web.review.ready"));
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem;
    setShown(byId("wait"), false);
    byId("start-problem").textContent = problem.message;
    prepareForm();
  }
}
