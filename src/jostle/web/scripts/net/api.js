/** The server's JSON routes. Every failure is an `ApiError` with a code and a sentence. */

/** @typedef {import("../types.js").GameView} GameView */
/** @typedef {import("../types.js").GameSummary} GameSummary */
/** @typedef {import("./wire.js").CatalogueView} CatalogueView */
/** @typedef {import("./wire.js").VariantView} VariantView */
/** @typedef {import("./wire.js").MovesView} MovesView */
/** @typedef {import("./wire.js").PlayedView} PlayedView */
/** @typedef {import("../types.js").Replay} Replay */
/** @typedef {import("./wire.js").RuleView} RuleView */
/** @typedef {import("./wire.js").HintView} HintView */
/** @typedef {import("./wire.js").ReviewProgress} ReviewProgress */
/** @typedef {import("./wire.js").ReviewView} ReviewView */
/** @typedef {import("./wire.js").PaperView} PaperView */
/** @typedef {import("../types.js").ErrorView} ErrorView */
/** @typedef {import("./wire.js").CreateGame} CreateGame */

import { t } from "../ui/messages.js";

/** What the server, or the way to it, refused. */
export class ApiError extends Error {
  /** @param {ErrorView} error */
  constructor(error) {
    super(error.message);
    this.code = error.code;
    this.rule = error.rule ?? null;
    this.field = error.field ?? null;
    this.retryAfter = error.retry_after ?? null;
  }
}

/**
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<any>}
 */
export async function request(path, options) {
  let answer;
  try {
    answer = await fetch(path, { ...options, headers: { Accept: "application/json", ...options?.headers } });
  } catch (problem) {
    if (problem instanceof DOMException && problem.name === "AbortError") throw problem;
    throw new ApiError({ code: "network", message: t("web.error.network") });
  }
  const body = await answer.json().catch(() => null);
  if (answer.ok && body !== null) return body;
  throw new ApiError(body?.error ?? { code: "server", message: t("web.error.server") });
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [value]
 * @param {AbortSignal} [signal]
 */
export function send(method, path, value = {}, signal) {
  const body = JSON.stringify(value);
  return request(path, { method, body, signal, headers: { "Content-Type": "application/json" } });
}

/** @param {Record<string, string>} parameters */
export const query = (parameters) => `?${new URLSearchParams(parameters)}`;

/** @param {string} id */
const gamePath = (id) => `/api/games/${encodeURIComponent(id)}`;

/** @returns {Promise<CatalogueView>} */
export const catalogue = () => request("/api/catalogue");

/**
 * @param {string} variant
 * @param {AbortSignal} [signal]
 * @returns {Promise<VariantView>}
 */
export const variant = (variant, signal) => request(`/api/variants${query({ variant })}`, { signal });

/**
 * @param {string} variant
 * @param {string} position
 * @returns {Promise<MovesView>}
 */
export const moves = (variant, position) => request(`/api/positions${query({ variant, position })}`);

/**
 * Play a move in a position, for nobody; a move that is refused is an error with its rule.
 * @param {string} variant
 * @param {string} position
 * @param {string} move
 * @returns {Promise<PlayedView>}
 */
export const play = (variant, position, move) =>
  request(`/api/positions/play${query({ variant, position, move })}`);

/**
 * Why a move is not legal, or null if it is.
 * @param {string} variant
 * @param {string} position
 * @param {string} move
 * @returns {Promise<ErrorView | null>}
 */
export const refusal = async (variant, position, move) =>
  (await request(`/api/positions/refusal${query({ variant, position, move })}`)).error;

/**
 * @param {string} game
 * @param {string} rule
 * @returns {Promise<RuleView>}
 */
export const rule = (game, rule) =>
  request(`/api/rules/${encodeURIComponent(game)}/${encodeURIComponent(rule)}`);

/**
 * What there is to print of a variant.
 * @param {string} variant
 * @param {string} paper
 * @param {AbortSignal} [signal]
 * @returns {Promise<PaperView>}
 */
export const printed = (variant, paper, signal) =>
  request(`/api/print${query({ variant, paper, language: document.documentElement.lang })}`, { signal });

/** @returns {Promise<{name: string}>} */
export const me = () => request("/api/me");

/**
 * @param {string} name
 * @returns {Promise<{name: string}>}
 */
export const rename = (name) => send("PATCH", "/api/me", { name });

/**
 * @param {CreateGame} wanted
 * @returns {Promise<GameView>}
 */
export const createGame = (wanted) => send("POST", "/api/games", wanted);

/**
 * @param {"open" | "playing" | "mine"} list
 * @param {string | null} [before]
 * @returns {Promise<{games: GameSummary[], next: string | null}>}
 */
export const games = (list, before) =>
  request(`/api/games${query(before ? { list, before } : { list })}`);

/**
 * @param {string} id
 * @returns {Promise<GameView>}
 */
export const game = (id) => request(gamePath(id));

/**
 * @param {string} id
 * @returns {Promise<GameView>}
 */
export const join = (id) => send("POST", `${gamePath(id)}/join`);

/**
 * @param {string} id
 * @returns {Promise<Replay>}
 */
export const replay = (id) => request(`${gamePath(id)}/replay`);

/**
 * A hint for a game against the computer.
 * @param {string} id
 * @param {number} ply
 * @param {number} grade
 * @returns {Promise<HintView>}
 */
export const hint = (id, ply, grade) => send("POST", `${gamePath(id)}/hint`, { ply, grade });

/**
 * Have a game or a record reviewed.
 * @param {{game: string} | {record: string}} asked
 * @returns {Promise<ReviewProgress>}
 */
export const askForReview = (asked) => send("POST", "/api/reviews", asked);

/**
 * A review, or how far it is.
 * @param {string} id
 * @returns {Promise<ReviewView | (ReviewProgress & {status: "running"})>}
 */
export const review = (id) => request(`/api/reviews/${encodeURIComponent(id)}`);

/**
 * The game's record, as text.
 * @param {string} id
 */
export async function record(id) {
  const answer = await fetch(`${gamePath(id)}/record`).catch(() => null);
  if (answer === null) throw new ApiError({ code: "network", message: t("web.error.network") });
  if (!answer.ok) throw new ApiError({ code: "server", message: t("web.error.server") });
  return answer.text();
}

/**
 * Read a record or a position as people write it; what is wrong in it is no error.
 * @param {{text: string, variant?: string, game?: number}} asked
 * @param {AbortSignal} [signal]
 * @returns {Promise<import("./wire.js").ImportView>}
 */
export const importText = (asked, signal) => send("POST", "/api/import", asked, signal);

/**
 * Set up a position: a text or pieces, and perhaps a change; what is wrong with it is no error.
 * @param {import("./wire.js").SetUpAsked} asked
 * @param {AbortSignal} [signal]
 * @returns {Promise<import("./wire.js").SetUpView>}
 */
export const setUp = (asked, signal) => send("POST", "/api/editor", asked, signal);

/**
 * Every move with its exact value, where the variant has been solved.
 * @param {string} variant
 * @param {string} position
 * @returns {Promise<import("./wire.js").ValuesView>}
 */
export const values = (variant, position) => request(`/api/positions/values${query({ variant, position })}`);

/**
 * A study that somebody has shared.
 * @param {string} id
 * @returns {Promise<import("./wire.js").StudyView>}
 */
export const study = (id) => request(`/api/studies/${encodeURIComponent(id)}`);

/**
 * A game to be studied.
 * @param {string} id
 * @returns {Promise<import("./wire.js").StudyView>}
 */
export const gameStudy = (id) => request(`${gamePath(id)}/study`);

/**
 * Keep a study under an id that never changes.
 * @param {string} record
 * @returns {Promise<import("./wire.js").StudyView>}
 */
export const shareStudy = (record) => send("POST", "/api/studies", { record });

/**
 * The address of the socket to the engine.
 * @param {Location | URL} page
 */
export function analysisAddress(page) {
  const address = new URL("/api/analysis/socket", page.href);
  address.protocol = page.protocol === "https:" ? "wss:" : "ws:";
  return address.href;
}

/** @param {string} id */
export const qrCode = (id) => `${gamePath(id)}/qr.svg`;

/**
 * The address of a game's socket.
 * @param {string} id
 * @param {Location | URL} page
 */
export function socketAddress(id, page) {
  const address = new URL(`${gamePath(id)}/socket`, page.href);
  address.protocol = page.protocol === "https:" ? "wss:" : "ws:";
  return address.href;
}
