/** Making and finding elements; texts are always texts, never markup. */

const SVG = "http://www.w3.org/2000/svg";
const ICONS = new URL("../../icons/icons.svg", import.meta.url).pathname;

/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes */

/**
 * Make an element: `onclick` and its like are listeners, true and false make bare attributes.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  assign(element, attributes);
  element.append(...present(children));
  return element;
}

/**
 * Make an element of a picture.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 */
export function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  assign(element, attributes);
  element.append(...present(children));
  return element;
}

/**
 * @param {Element} element
 * @param {Attributes} attributes
 */
function assign(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, String(value));
    }
  }
}

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function present(children) {
  return /** @type {(Node | string)[]} */ (children.filter((child) => child || child === ""));
}

/**
 * One of our icons; what it means is said by the words beside it.
 * @param {string} name
 */
export function icon(name) {
  const attributes = { class: "icon", "aria-hidden": "true", focusable: "false" };
  return draw("svg", attributes, draw("use", { href: `${ICONS}#${name}` }));
}

/**
 * A button with an icon and words.
 * @param {string} iconName
 * @param {string} words
 * @param {(event: MouseEvent) => void} run
 * @param {Attributes} [attributes]
 */
export function button(iconName, words, run, attributes = {}) {
  return make(
    "button",
    { type: "button", class: "button", ...attributes, onclick: run },
    iconName && icon(iconName),
    make("span", {}, words),
  );
}

/**
 * The element of the page with this id; it is an error of ours if there is none.
 * @template {HTMLElement} [Kind=HTMLElement]
 * @param {string} id
 * @param {new () => Kind} [kind]
 * @returns {Kind}
 */
export function byId(id, kind) {
  const found = document.getElementById(id);
  const wanted = kind ?? HTMLElement;
  if (!(found instanceof wanted)) throw new Error(`the page has no ${wanted.name} ${id}`);
  return /** @type {Kind} */ (found);
}

/**
 * Show or hide an element.
 * @param {HTMLElement} element
 * @param {boolean} shown
 */
export function setShown(element, shown) {
  element.hidden = !shown;
}
