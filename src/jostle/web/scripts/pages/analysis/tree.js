/**
 * The moves of an analysis: a tree in which the first way on from each position is the main one.
 *
 * It knows neither the page nor any rule; moves come from the server with what they lead to.
 */

/** @import { Player } from "../../types.js" */
/** @import { ImportedGame, ImportedLine } from "../../net/wire.js" */

/**
 * @typedef {object} Node
 * @property {Node | null} parent none above the start
 * @property {Node[]} children the main one first
 * @property {string} move empty at the start
 * @property {Player} player who played it
 * @property {number} round in which it was played, from 1
 * @property {string} position the position string after it
 * @property {string[]} marks such as "!" and "?"
 * @property {string} comment
 */

/** @typedef {{move: string, player: Player, position: string}} Played */

/** The marks that people give to moves, worst to best as they are offered. */
export const MARKS = ["!!", "!", "!?", "?!", "?", "??"];

export class Tree {
  /**
   * @param {string} variant
   * @param {string} start a position string
   */
  constructor(variant, start) {
    this.variant = variant;
    /** @type {Node} */
    this.root = { parent: null, children: [], move: "", player: 1, round: 0, position: start, marks: [], comment: "" };
    /** The position that is looked at. */
    this.current = this.root;
    /** @type {Record<string, string>} what the record told besides */
    this.tags = {};
    /** The result that was told of the main line as it was, and where that ended. */
    this.result = "*";
    /** @type {Node | null} */
    this.end = null;
  }

  /** The tree of what the server has read. @param {ImportedGame} read */
  static of(read) {
    const tree = new Tree(read.variant, read.start);
    tree.tags = read.tags;
    tree.result = read.result;
    tree.root.comment = read.line.comments.join(" ");
    tree.#take(tree.root, read.line);
    tree.end = tree.mainLine().at(-1) ?? null;
    return tree;
  }

  /** @param {Node} from @param {ImportedLine} line */
  #take(from, line) {
    let parent = from;
    let told = from === this.root ? [] : line.comments;
    for (const { variations, ...played } of line.moves) {
      const node = this.add(parent, played);
      node.marks = [...new Set([...node.marks, ...played.marks])];
      node.comment = [node.comment, ...told, ...played.before, ...played.after].filter(Boolean).join(" ");
      told = [];
      for (const variation of variations) this.#take(parent, variation);
      parent = node;
    }
  }

  /**
   * The move from a position, which is new if it was not there before.
   * @param {Node} parent @param {Played} played @returns {Node}
   */
  add(parent, { move, player, position }) {
    const known = parent.children.find((child) => child.move === move);
    if (known) return known;
    const follows = parent.player === 1 && player === 2 && parent !== this.root;
    /** @type {Node} */
    const node = {
      parent, children: [], move, player, round: follows ? parent.round : parent.round + 1, position, marks: [], comment: "",
    };
    parent.children.push(node);
    return node;
  }

  /** Look at a position. @param {Node} node */
  go(node) {
    this.current = node;
  }

  /** The moves from the start to a position. @param {Node} [node] @returns {Node[]} */
  path(node = this.current) {
    /** @type {Node[]} */
    const nodes = [];
    for (let one = node; one.parent; one = one.parent) nodes.unshift(one);
    return nodes;
  }

  /** The main moves from a position on. @param {Node} [from] @returns {Node[]} */
  mainLine(from = this.root) {
    const nodes = [];
    for (let node = from.children[0]; node; node = node.children[0]) nodes.push(node);
    return nodes;
  }

  /** The moves that could have been played instead of one, and itself. @param {Node} [node] @returns {Node[]} */
  alternatives(node = this.current) {
    return node.parent ? node.parent.children : [node];
  }

  /** @param {"first" | "previous" | "next" | "last"} way @returns {Node} where it leads */
  towards(way) {
    const { current } = this;
    if (way === "first") return this.root;
    if (way === "previous") return current.parent ?? current;
    if (way === "next") return current.children[0] ?? current;
    return this.mainLine(current).at(-1) ?? current;
  }

  /** The variation before or after this one, or itself. @param {-1 | 1} step @returns {Node} */
  beside(step) {
    const all = this.alternatives();
    return all[all.indexOf(this.current) + step] ?? this.current;
  }

  /** Whether a move belongs to the main line of all. @param {Node} node */
  isMain(node) {
    return this.path(node).every((one) => one.parent?.children[0] === one);
  }

  /**
   * Make the variation that a move belongs to more important: it changes places with the one before
   * it. False if it is the main one everywhere.
   * @param {Node} [node]
   */
  promote(node = this.current) {
    const branch = this.path(node).findLast((one) => one.parent?.children[0] !== one);
    if (!branch?.parent) return false;
    const { children } = branch.parent;
    const place = children.indexOf(branch);
    [children[place - 1], children[place]] = [branch, children[place - 1]];
    return true;
  }

  /** Take a move away with all that follows; who looked at it looks at what was before. @param {Node} [node] */
  remove(node = this.current) {
    if (!node.parent) return false;
    if (this.path().includes(node)) this.current = node.parent;
    node.parent.children.splice(node.parent.children.indexOf(node), 1);
    return true;
  }

  /** Give a move a mark, or take it away. A move has one of them. @param {string} mark @param {Node} [node] */
  mark(mark, node = this.current) {
    const others = node.marks.filter((one) => !MARKS.includes(one));
    node.marks = node.marks.includes(mark) ? others : [mark, ...others];
  }

  /** All positions in the order in which a record tells them, the start first. @returns {Node[]} */
  nodes() {
    /** @type {Node[]} */
    const found = [];
    const waiting = [this.root];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      found.push(node);
      waiting.push(...node.children.toReversed());
    }
    return found;
  }

  /** Whether there is no more than one line of moves, without a word about any. */
  get isPlain() {
    return this.nodes().every(({ children, marks, comment }) => children.length < 2 && !marks.length && !comment);
  }
}
