/** The server's routes that answer with files: pictures, films and records. Failures are `ApiError`s. */

import { t } from "../ui/messages.js";
import { ApiError } from "./api.js";

export { ApiError };

/** @typedef {"light" | "dark"} Theme */
/** @typedef {{game: string} | {position: string, moves: readonly string[]}} Film */

/**
 * The address of a position's picture.
 * @param {"svg" | "png"} kind
 * @param {{variant: string, position: string, last?: {position: string, move: string}, theme: Theme, size: number}} shown
 */
export function picture(kind, { variant, position, last, theme, size }) {
  const parameters = new URLSearchParams({ variant, ...(last ?? { position }), theme, size: String(size) });
  return `/api/positions/picture.${kind}?${parameters}`;
}

/**
 * A game or some moves as animated GIF.
 * @param {string} variant
 * @param {Film} film
 * @param {Theme} theme
 */
export function film(variant, film, theme) {
  if ("game" in film) {
    return fetched(`/api/games/${encodeURIComponent(film.game)}/game.gif?${new URLSearchParams({ theme })}`);
  }
  return posted("/api/positions/game.gif", { variant, ...film, theme });
}

/**
 * Some moves as record.
 * @param {string} variant
 * @param {{position: string, moves: readonly string[]}} line
 */
export const record = async (variant, line) => (await posted("/api/positions/record", { variant, ...line })).text();

/**
 * The address of a page that is to be printed.
 * @param {string} variant
 * @param {string} paper
 * @param {number} page from 1 on
 */
export function printedPage(variant, paper, page) {
  return `/api/print/page.svg?${new URLSearchParams({ variant, paper, page: String(page), language: language() })}`;
}

/**
 * All pages as PDF.
 * @param {string} variant
 * @param {string} paper
 */
export const booklet = (variant, paper) =>
  fetched(`/api/print/booklet.pdf?${new URLSearchParams({ variant, paper, language: language() })}`);

/** The page's language: what is printed is in the same. */
const language = () => document.documentElement.lang;

/** @param {string} address @param {unknown} value */
const posted = (address, value) =>
  fetched(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(value),
  });

/**
 * Fetch a file.
 * @param {string} address
 * @param {RequestInit} [options]
 */
export async function fetched(address, options) {
  const answer = await fetch(address, options).catch(() => null);
  if (answer === null) throw new ApiError({ code: "network", message: t("web.error.network") });
  if (answer.ok) return answer.blob();
  const body = await answer.json().catch(() => null);
  throw new ApiError(body?.error ?? { code: "server", message: t("web.error.server") });
}
