/** A view that changes by itself, but not while a pointer or the focus is on it. */

/**
 * Shows the newest of several values in an element. A value that comes while a pointer or the focus is
 * on the element waits until it has left, so that no click and no key meets something else than was seen.
 * @template Value
 */
export class SteadyView {
  /** @type {Value | null} */ #waiting = null;
  #isHeld = false;
  /** @type {(value: Value) => void} */ #show;

  /**
   * @param {HTMLElement} element
   * @param {(value: Value) => void} show
   */
  constructor(element, show) {
    this.#show = show;
    const hold = () => (this.#isHeld = true);
    for (const type of ["pointermove", "pointerdown", "focusin"]) element.addEventListener(type, hold);
    element.addEventListener("pointerleave", () => !element.matches(":focus-within") && this.#release());
    element.addEventListener("focusout", ({ relatedTarget }) => {
      const isInside = relatedTarget instanceof Node && element.contains(relatedTarget);
      if (!isInside && !element.matches(":hover")) this.#release();
    });
  }

  /** The value that has come and is not shown yet. */
  get waiting() {
    return this.#waiting;
  }

  /** Show a value, now or when the element is free. @param {Value} value */
  take(value) {
    this.#waiting = this.#isHeld ? value : null;
    if (!this.#isHeld) this.#show(value);
  }

  /** Forget the value that waits; the next one is shown at once. */
  reset() {
    this.#waiting = null;
    this.#isHeld = false;
  }

  #release() {
    this.#isHeld = false;
    if (this.#waiting !== null) this.take(this.#waiting);
  }
}
