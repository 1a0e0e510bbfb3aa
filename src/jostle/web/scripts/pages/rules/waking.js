/**
 * Boards come alive one after the other, when they are near what is being read: a page has dozens.
 *
 * @typedef {{element: HTMLElement, wake(): Promise<void>}} Sleeper
 */

import { ApiError } from "../../net/api.js";

/** How far from the window a board is near, so that it is alive before it is seen. */
const NEAR = "400px 0px";

/** @param {Sleeper[]} sleepers */
export function wakeNearby(sleepers) {
  const byElement = new Map(sleepers.map((sleeper) => [/** @type {Element} */ (sleeper.element), sleeper]));
  /** @type {Set<Sleeper>} */
  const waiting = new Set();
  let isWaking = false;

  async function wakeAll() {
    if (isWaking) return;
    isWaking = true;
    for (const sleeper of waiting) {
      waiting.delete(sleeper);
      try {
        await sleeper.wake();
        watcher.unobserve(sleeper.element);
      } catch (problem) {
        // Its picture stays, and it will be tried again when it is needed.
        if (!(problem instanceof ApiError)) throw problem;
      }
    }
    isWaking = false;
  }

  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const sleeper = byElement.get(target);
        if (!sleeper) continue;
        if (isIntersecting) waiting.add(sleeper);
        else waiting.delete(sleeper); // somebody has scrolled past it
      }
      void wakeAll();
    },
    { rootMargin: NEAR },
  );
  for (const { element } of sleepers) watcher.observe(element);
}
