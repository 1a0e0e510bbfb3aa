/** The page for analysis: finds what is to be analysed, and lays it on the board. */

import * as api from "../net/api.js";
import { byId, make, setShown } from "../ui/element.js";
import { sentence } from "../ui/words.js";
import { Analysis } from "./analysis/analysis.js";
import { opened } from "./analysis/address.js";
import { catalogue, frameReady, pageReady } from "./frame.js";

await frameReady;
await open();
pageReady();

async function open() {
  const { games } = await catalogue;
  const variants = games.flatMap(({ main_variants }) => main_variants);
  const choice = byId("variant", HTMLSelectElement);
  choice.append(...variants.map(({ variant, title }) => make("option", { value: variant }, title)));
  choice.addEventListener("change", () => location.assign(`/analysis?${new URLSearchParams({ variant: choice.value })}`));
  try {
    const analysis = await Analysis.set(await opened(location, variants[0].variant));
    const { variant } = analysis.tree;
    if (!variants.some((one) => one.variant === variant)) {
      choice.prepend(make("option", { value: variant }, analysis.title));
    }
    choice.value = variant;
  } catch (problem) {
    if (!(problem instanceof api.ApiError)) throw problem;
    byId("game").dataset.status = "missing";
    byId("open-problem").textContent = sentence(problem.message);
    setShown(byId("open-problem"), true);
    choice.selectedIndex = -1;
  }
}
