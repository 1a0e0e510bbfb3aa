/** An analysis as a record: tags, numbered moves, marks, comments in braces, variations in brackets. */

/** @import { Node, Tree } from "./tree.js" */

/** These follow from the moves, and the server writes them itself. */
const OWN = new Set(["Result", "Variant", "Start", "RulesVersion", "Termination"]);
/** What stands in a record for something that nobody told. */
const UNKNOWN = new Set(["?", "????.??.??"]);

/** @param {Tree} tree */
export function recordText(tree) {
  const isWhole = tree.end !== null && (tree.mainLine().at(-1) ?? null) === tree.end;
  const tags = Object.entries(tree.tags).filter(([name, value]) => !OWN.has(name) && !UNKNOWN.has(value));
  if (isWhole && tree.tags.Termination) tags.push(["Termination", tree.tags.Termination]);
  const head = [...tags, ["Variant", tree.variant], ["Start", tree.root.position]].map(
    ([name, value]) => `[${name} "${value.replaceAll(/["\\]/g, "\\$&")}"]`,
  );
  const words = comment(tree.root);
  write(tree.root, words, true);
  // A result that was told of other moves would contradict these.
  if (isWhole) words.push(tree.result);
  return `${head.join("\n")}\n\n${words.join(" ")}\n`;
}

/**
 * Write all that follows a position.
 * @param {Node} from @param {string[]} words @param {boolean} isApart whether the next move needs its number
 */
function write(from, words, isApart) {
  let node = from;
  let apart = isApart;
  while (node.children.length) {
    const [main, ...others] = node.children;
    words.push(...move(main, apart || node.player !== 1));
    apart = main.comment !== "" || others.length > 0;
    for (const other of others) {
      const line = move(other, true);
      write(other, line, other.comment !== "");
      words.push(`(${line.join(" ")})`);
    }
    node = main;
  }
}

/** @param {Node} node @param {boolean} numbered whether Player 2's move has its number */
function move(node, numbered) {
  const number = node.player === 1 ? [`${node.round}.`] : numbered ? [`${node.round}...`] : [];
  return [...number, node.move + (node.marks[0] ?? ""), ...node.marks.slice(1), ...comment(node)];
}

/** @param {Node} node */
function comment({ comment }) {
  const text = comment.trim().replaceAll(/\s+/g, " ").replaceAll(/[\\}]/g, "\\$&");
  return text ? [`{${text}}`] : [];
}
