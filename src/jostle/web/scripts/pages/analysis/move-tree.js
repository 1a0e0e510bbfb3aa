/** The tree of moves on the page: the main line, and below each move the variations that it has. */

import { byId, icon, make } from "../../ui/element.js";
import { t } from "../../ui/messages.js";
import { seatName } from "../../ui/words.js";
import { WAYS } from "../game/moves-list.js";

/** @import { Node, Tree } from "./tree.js" */
/** @import { Way } from "../game/moves-list.js" */

export class MoveTree {
  #root = byId("moves");
  /** @type {Map<Way, HTMLButtonElement>} */ #buttons = new Map();
  /** @type {Map<Node, HTMLButtonElement>} */ #items = new Map();

  /**
   * @param {(node: Node) => void} onGo
   * @param {(way: Way) => void} onWay
   */
  constructor(onGo, onWay) {
    this.onGo = onGo;
    for (const { way } of WAYS) {
      const words = t(`web.history.${way}`);
      const attributes = { type: "button", class: "button button-icon", "aria-label": words, title: words };
      this.#buttons.set(way, make("button", { ...attributes, onclick: () => onWay(way) }, icon(way)));
    }
    byId("history-buttons").append(...this.#buttons.values());
  }

  /** Write all moves anew: something in the tree has changed. @param {Tree} tree */
  write(tree) {
    const focused = [...this.#items].find(([, item]) => item === document.activeElement)?.[0];
    this.#items.clear();
    const { root } = tree;
    if (root.children.length || root.comment) {
      const line = make("div", { class: "tree-line" });
      if (root.comment) line.append(remark(root.comment));
      this.#line(root, line, true);
      this.#root.replaceChildren(line);
    } else this.#root.replaceChildren(make("p", { class: "moves-none" }, t("web.history.none")));
    if (focused) this.#items.get(focused)?.focus();
    this.update(tree);
  }

  /** Show which position is looked at. @param {Tree} tree */
  update(tree) {
    for (const [node, item] of this.#items) {
      if (node !== tree.current) item.removeAttribute("aria-current");
      else {
        item.setAttribute("aria-current", "step");
        this.#reveal(item);
      }
    }
    if (tree.current === tree.root) this.#root.scrollTop = 0;
    for (const [way, button] of this.#buttons) {
      button.setAttribute("aria-disabled", String(tree.towards(way) === tree.current));
    }
  }

  /** @param {Node} from @param {HTMLElement} line @param {boolean} isApart */
  #line(from, line, isApart) {
    let apart = isApart;
    for (let node = from; node.children.length; node = node.children[0]) {
      const [main, ...others] = node.children;
      apart = this.#move(main, line, apart || node.player !== 1);
      if (others.length) {
        line.append(make("ul", { class: "tree-variations" }, ...others.map((other) => this.#variation(other))));
        apart = true;
      }
    }
  }

  /** @param {Node} first */
  #variation(first) {
    const line = make("div", { class: "tree-line" });
    this.#line(first, line, this.#move(first, line, true));
    return make("li", {}, line);
  }

  /**
   * Write one move; true if something stands between it and the next.
   * @param {Node} node @param {HTMLElement} line @param {boolean} apart
   */
  #move(node, line, apart) {
    const number = (node.player === 1 || apart) && `${node.round}.${node.player === 1 ? "" : ".."}`;
    const words = t("web.history.move", { move: node.move, name: seatName(node.player) });
    const item = make(
      "button",
      {
        type: "button",
        class: "moves-move",
        "aria-label": [words, ...node.marks].join(" "),
        onclick: () => this.onGo(node),
      },
      node.move + node.marks.join(" "),
    );
    this.#items.set(node, item);
    line.append(make("span", { class: "tree-move" }, number && make("span", { class: "moves-round" }, number), item));
    if (node.comment) line.append(remark(node.comment));
    return node.comment !== "";
  }

  /** Scroll the list, and never the page. @param {HTMLElement} item */
  #reveal(item) {
    const above = item.getBoundingClientRect().top - this.#root.getBoundingClientRect().top + this.#root.scrollTop;
    const { scrollTop, clientHeight } = this.#root;
    if (above < scrollTop) this.#root.scrollTop = above - 4;
    else if (above + item.offsetHeight > scrollTop + clientHeight) {
      this.#root.scrollTop = above + item.offsetHeight - clientHeight + 4;
    }
  }
}

/** @param {string} text */
const remark = (text) => make("span", { class: "tree-comment" }, text);
