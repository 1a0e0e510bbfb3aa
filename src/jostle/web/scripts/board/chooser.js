/** Asks which of several moves is meant when one gesture fits them all, with their outcomes drawn. */

/** @typedef {{label: string, score: string, words: string, picture: SVGSVGElement}} Offered */

export class Chooser {
  /** @param {HTMLElement} host the element that it lies in and must not leave */
  constructor(host) {
    this.host = host;
    /** @type {HTMLElement | null} */
    this.element = null;
    /** @type {AbortController | null} */
    this.listening = null;
    /** @type {() => void} */
    this.onClose = () => {};
  }

  get open() {
    return this.element !== null;
  }

  /**
   * @param {string} title @param {Offered[]} offers @param {DOMRect} near the square it is about
   * @param {(index: number) => void} onChoose @param {() => void} onClose
   */
  ask(title, offers, near, onChoose, onClose) {
    this.close();
    this.onClose = onClose;
    const dialog = document.createElement("div");
    dialog.className = "board-chooser";
    dialog.setAttribute("role", "dialog");
    dialog.setAttribute("aria-modal", "true");
    dialog.setAttribute("aria-label", title);
    const heading = document.createElement("p");
    heading.textContent = title;
    const list = document.createElement("div");
    list.className = "board-offers";
    list.append(
      ...offers.map(({ label, score, words, picture }, index) => {
        const button = document.createElement("button");
        button.type = "button";
        const caption = document.createElement("span");
        caption.textContent = label;
        const points = document.createElement("small");
        points.textContent = score;
        const told = document.createElement("span");
        told.className = "board-unseen";
        told.textContent = words;
        button.append(picture, caption, points, told);
        button.addEventListener("click", () => {
          this.close();
          onChoose(index);
        });
        return button;
      }),
    );
    dialog.append(heading, list);
    dialog.addEventListener("keydown", (event) => this.key(event));
    this.listening = new AbortController();
    const { signal } = this.listening;
    document.addEventListener(
      "pointerdown",
      (event) => !dialog.contains(/** @type {Node} */ (event.target)) && this.close(),
      { signal, capture: true },
    );
    this.element = dialog;
    this.host.append(dialog);
    this.put(dialog, near);
    dialog.querySelector("button")?.focus({ preventScroll: true });
    dialog.scrollIntoView({ block: "nearest" });
  }

  /**
   * Below the square, or above it where there is more room.
   * @param {HTMLElement} dialog @param {DOMRect} near
   */
  put(dialog, near) {
    const host = this.host.getBoundingClientRect();
    const own = dialog.getBoundingClientRect();
    const left = near.left + near.width / 2 - own.width / 2 - host.left;
    const below = near.bottom - host.top + 8;
    const fits =
      near.bottom + 8 + own.height <= Math.max(host.bottom, document.documentElement.clientHeight - 8);
    const above = near.top - host.top - own.height - 8;
    dialog.style.left = `${Math.max(0, Math.min(left, host.width - own.width))}px`;
    dialog.style.top = `${fits || near.top - own.height - 8 < 0 ? below : above}px`;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Escape") this.close();
    else {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Tab: event.shiftKey ? -1 : 1 }[
        event.key
      ];
      const buttons = [...(this.element?.querySelectorAll("button") ?? [])];
      const current = buttons.findIndex((button) => button === document.activeElement);
      if (step === undefined) return;
      buttons[(current + step + buttons.length) % buttons.length].focus();
    }
    event.preventDefault();
    event.stopPropagation();
  }

  close() {
    const element = this.element;
    if (!element) return;
    this.element = null;
    this.listening?.abort();
    element.remove();
    this.onClose();
  }
}
