/** The graph of the chances: to be looked at, clicked, and gone through by keys. */

import { draw, make } from "../../ui/element.js";
import { t } from "../../ui/messages.js";
import { areaPath, exactPath, HEIGHT, linePath, markPath, place, places, plyAt } from "./geometry.js";
import { isAmiss } from "./judgements.js";

/** @typedef {import("../../net/wire.js").ReviewView} ReviewView */

export class Graph {
  #svg = draw("svg", { class: "graph-drawing", "aria-hidden": "true", focusable: "false", height: HEIGHT });
  #width = 0;
  #ply = 0;

  /**
   * @param {ReviewView} review
   * @param {(ply: number) => void} onView
   */
  constructor(review, onView) {
    this.review = review;
    this.count = review.positions.length;
    this.element = make(
      "div",
      {
        class: "graph",
        role: "slider",
        tabindex: 0,
        "aria-label": t("web.review.graph"),
        "aria-valuemin": 0,
        "aria-valuemax": this.count - 1,
        onpointerdown: (/** @type {PointerEvent} */ event) => {
          this.element.setPointerCapture(event.pointerId);
          onView(this.#pointed(event));
        },
        onpointermove: (/** @type {PointerEvent} */ event) => {
          if (event.buttons & 1) onView(this.#pointed(event));
        },
      },
      make("span", { class: "graph-end graph-first", "aria-hidden": "true" }, t("player.name", { number: 1 })),
      make("span", { class: "graph-end graph-second", "aria-hidden": "true" }, t("player.name", { number: 2 })),
      this.#svg,
    );
    new ResizeObserver(() => this.#lay()).observe(this.element);
  }

  /**
   * Show which position is looked at.
   * @param {number} ply
   * @param {string} words what there is to say about it
   */
  update(ply, words) {
    this.#ply = ply;
    this.element.setAttribute("aria-valuenow", String(ply));
    this.element.setAttribute("aria-valuetext", words);
    this.#draw();
  }

  /** @param {PointerEvent} event */
  #pointed(event) {
    return plyAt(this.#width, this.count, event.clientX - this.#svg.getBoundingClientRect().left);
  }

  #lay() {
    const width = this.element.clientWidth;
    if (width === this.#width) return;
    this.#width = width;
    this.#svg.setAttribute("width", String(width));
    this.#svg.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    this.#draw();
  }

  #draw() {
    if (!this.#width) return;
    const { chances, moves } = this.review;
    const points = places(this.#width, chances);
    const here = points[this.#ply];
    const middle = place(this.#width, this.count, 0, 0.5).y;
    this.#svg.replaceChildren(
      draw("path", { class: "graph-area", d: areaPath(points) }),
      draw("path", { class: "graph-middle", d: `M0 ${middle}H${this.#width}` }),
      draw("path", { class: "graph-here", d: `M${here.x} 0V${HEIGHT}` }),
      draw("path", { class: "graph-line", d: linePath(points) }),
      draw("path", { class: "graph-exact", d: exactPath(points, chances) }),
      ...moves
        .filter(({ judgement }) => isAmiss(judgement))
        .map(({ ply, judgement }) =>
          draw("path", { class: `graph-mark is-${judgement}`, d: markPath(judgement, points[ply]) }),
        ),
      draw("circle", { class: "graph-dot", cx: here.x, cy: here.y, r: 5.5 }),
    );
  }
}
