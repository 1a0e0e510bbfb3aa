/**
 * What an address shows, and the address of what is shown. A line of moves stands in the address
 * itself; a game and a stored study are named there. The part after # is the position looked at, by
 * its place in the record.
 */

import * as api from "../../net/api.js";
import { brought } from "../import/handing-over.js";
import { Tree } from "./tree.js";

/** @import { ImportedGame } from "../../net/wire.js" */

/**
 * @typedef {object} Opened
 * @property {Tree} tree
 * @property {string} title of what is played
 * @property {string | null} address that names it, if it is not in the address itself
 * @property {string | null} game the id of the game that it is
 */

/** Between two moves in an address: no move has it. */
const BETWEEN = "_";
/** Longer addresses are not made: a study is stored instead. */
export const LONGEST = 1500;

/**
 * @param {Location} place
 * @param {string} usual the variant if none is named
 * @returns {Promise<Opened>}
 */
export async function opened(place, usual) {
  const query = new URLSearchParams(place.search);
  const study = decodeURIComponent(place.pathname.split("/")[2] ?? "");
  const game = query.get("game");
  /** @type {Opened} */
  let found;
  let isAtEnd = false;
  if (study) {
    found = { ...of((await api.study(study)).study), address: `/analysis/${study}`, game: null };
  } else if (game) {
    const address = `/analysis?${new URLSearchParams({ game })}`;
    found = { ...of((await api.gameStudy(game)).study), address, game };
  } else {
    const kept = query.has("variant") ? null : brought();
    found = { ...of(kept ?? (await fromQuery(query, usual))), address: null, game: null };
    isAtEnd = query.has("moves");
  }
  const { tree } = found;
  const nodes = tree.nodes();
  const node = nodes[Number(place.hash.slice(1))];
  tree.go(place.hash && node ? node : isAtEnd ? nodes[nodes.length - 1] : tree.root);
  return found;
}

/** @param {ImportedGame} read */
const of = (read) => ({ tree: Tree.of(read), title: read.title });

/**
 * @param {URLSearchParams} query
 * @param {string} usual
 */
async function fromQuery(query, usual) {
  const { variant, start } = await api.variant(query.get("variant") ?? usual);
  const from = query.get("position") ?? query.get("start") ?? start.text;
  const moves = (query.get("moves") ?? "").split(BETWEEN).filter(Boolean);
  // The position is asked for by itself first: what is wrong with it is an error of its own.
  await api.moves(variant, from);
  const text = `[Variant "${variant}"]\n[Start "${from}"]\n\n${moves.join(" ")}\n`;
  const { read, problems } = await api.importText({ text });
  if (!read || problems.length) throw new api.ApiError({ code: "record", message: problems[0]?.message ?? "" });
  return read;
}

/**
 * The address that shows one line of a tree, or null if it would be too long.
 * @param {Tree} tree
 * @param {string} standard the variant's own start
 */
export function lineAddress(tree, standard) {
  const line = [...tree.path(), ...tree.mainLine(tree.current)].map(({ move }) => move);
  const query = new URLSearchParams({ variant: tree.variant });
  if (tree.root.position !== standard) query.set(line.length ? "start" : "position", tree.root.position);
  if (line.length) query.set("moves", line.join(BETWEEN));
  const address = `/analysis?${query}`;
  return address.length > LONGEST ? null : address;
}
