/*
 * Holds clicks, keys and typed text until the page is ready, then replays them in order.
 *
 * What the browser does without a script is left to it: following links, opening popovers, moving
 * the focus, changing a field that has the focus. The page's script fires "page-ready" on the
 * document; the root element then gets the attribute data-ready.
 */
{
  const CHECKED = "[type=checkbox], [type=radio]";
  const TYPED =
    "input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=submit], [type=button]), textarea";
  const IGNORED_KEYS = new Set(["Tab", "Shift", "Control", "Alt", "Meta", "CapsLock"]);

  /** @type {(() => void)[]} */
  const held = [];
  /** @type {Map<HTMLInputElement, string>} what fields had when something was typed into them last */
  const typed = new Map();
  let isReplaying = false;
  const listening = new AbortController();

  /**
   * Listen before anything in the page does, until it is ready.
   * @param {string} type
   * @param {(event: any) => void} hold
   */
  const listen = (type, hold) =>
    addEventListener(type, (event) => isReplaying || hold(event), { capture: true, signal: listening.signal });

  listen("click", (/** @type {MouseEvent} */ event) => {
    const button = event.target instanceof Element && event.target.closest("button:not([popovertarget])");
    if (!(button instanceof HTMLButtonElement)) return;
    stop(event);
    button.setAttribute("aria-busy", "true");
    held.push(() => {
      button.removeAttribute("aria-busy");
      if (button.checkVisibility()) button.click();
    });
  });

  listen("submit", (/** @type {SubmitEvent} */ event) => {
    const form = event.target;
    stop(event);
    if (form instanceof HTMLFormElement) held.push(() => form.requestSubmit(event.submitter));
  });

  for (const type of ["input", "change"]) {
    listen(type, (/** @type {Event} */ event) => {
      const field = /** @type {HTMLInputElement} */ (event.target);
      const property = field.matches(CHECKED) ? "checked" : "value";
      const { [property]: wanted } = field;
      const inputType = event instanceof InputEvent ? event.inputType : "";
      stop(event);
      if (property === "value") typed.set(field, field.value);
      held.push(() => {
        // The page's script may have set another value; that of a file field cannot be set, and stays.
        if (field.type !== "file") Object.assign(field, { [property]: wanted });
        field.dispatchEvent(new InputEvent(type, { bubbles: true, inputType }));
      });
    });
  }

  listen("beforeinput", ({ target: field }) => {
    // The page's script may have set another value, into which the browser must not insert.
    const text = typed.get(field);
    if (text !== undefined && field.value !== text) field.value = text;
  });

  listen("keydown", (/** @type {KeyboardEvent} */ event) => {
    // The browser inserts into a field that has the focus, and an input event follows.
    const isTyped = event.target instanceof Element && event.target.matches(`${TYPED}, select`);
    if (!isTyped && !IGNORED_KEYS.has(event.key)) held.push(() => replayKey(event));
  });

  document.addEventListener("page-ready", async () => {
    for (let replay = held.shift(); replay; replay = held.shift()) {
      isReplaying = true;
      try {
        replay();
      } catch (error) {
        reportError(error); // and replay what came after it
      } finally {
        isReplaying = false;
      }
      await new Promise((resolve) => setTimeout(resolve)); // as separate events, which handlers may await between
    }
    listening.abort();
    document.documentElement.dataset.ready = "";
  });

  // A script that cannot be loaded, or fails before the page is ready, must not hold input for ever.
  listen("error", (/** @type {Event} */ event) => {
    const isScript = event.target instanceof HTMLScriptElement;
    if (!isScript && !(event instanceof ErrorEvent && event.error)) return;
    listening.abort();
    for (const element of document.querySelectorAll("[aria-busy]")) element.removeAttribute("aria-busy");
    const problem = document.getElementById("load-problem");
    if (problem) problem.hidden = false;
  });

  /** @param {Event} event */
  function stop(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /**
   * Dispatch a key to what has the focus now, and do what the browser would have done with it there.
   * @param {KeyboardEvent} event
   */
  function replayKey(event) {
    const { key, code, shiftKey, ctrlKey, metaKey, altKey } = event;
    const target = document.activeElement ?? document.body;
    const again = new KeyboardEvent("keydown", {
      ...{ key, code, shiftKey, ctrlKey, metaKey, altKey },
      ...{ bubbles: true, cancelable: true },
    });
    // Where the focus has not moved, the browser has acted already.
    if (!target.dispatchEvent(again) || target === event.target || ctrlKey || metaKey || altKey) return;
    if (target.matches(TYPED)) {
      if (key === "Enter" && "form" in target) /** @type {HTMLFormElement | null} */ (target.form)?.requestSubmit();
      else if (key === "Backspace") document.execCommand("delete");
      else if (key.length === 1) document.execCommand("insertText", false, key);
    } else if ((key === "Enter" || key === " ") && target.matches("button, summary, a")) {
      /** @type {HTMLElement} */ (target).click();
    }
  }
}
