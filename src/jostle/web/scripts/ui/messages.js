/**
 * Every sentence of the page, by key, from the server's catalogue.
 *
 * A template is written as in the catalogue itself: `{square}` is a parameter, `{count:move|moves}`
 * the first word for 1 and the second otherwise, and `{{` and `}}` are the braces themselves.
 */

/** @typedef {import("../types.js").Translate} Translate */

const FIELD = /\{\{|\}\}|\{([^{}:]+)(?::([^{}|]*)\|([^{}|]*))?\}/g;

/**
 * Make the function that says a message.
 * @param {Record<string, string>} catalogue
 * @returns {Translate}
 */
export function translator(catalogue) {
  /** @param {unknown} value */
  function shown(value) {
    if (!Array.isArray(value)) return String(value);
    const words = value.map(String);
    if (words.length < 2) return words.join("");
    return words.slice(0, -1).join(", ") + catalogue["list.last"] + words[words.length - 1];
  }

  return (key, parameters = {}) => {
    const template = Object.hasOwn(catalogue, key) ? catalogue[key] : undefined;
    if (template === undefined) throw new Error(`no message ${key}`);
    return template.replace(FIELD, (whole, name, one, many) => {
      if (name === undefined) return whole[0];
      const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
      if (value === undefined) throw new Error(`the message ${key} needs ${name}`);
      return one === undefined ? shown(value) : value === 1 ? one : many;
    });
  };
}

/** @type {Translate} */
let translate = () => {
  throw new Error("the messages have not been loaded");
};

/**
 * Say a message in the page's language; `loadMessages` comes first.
 * @type {Translate}
 */
export const t = (key, parameters) => translate(key, parameters);

/**
 * Use a catalogue from now on.
 * @param {Record<string, string>} catalogue
 */
export function useMessages(catalogue) {
  translate = translator(catalogue);
}

/** Fetch the catalogue of the page's language. */
export async function loadMessages() {
  const answer = await fetch(`/messages/${document.documentElement.lang}.json`);
  if (!answer.ok) throw new Error(`the messages cannot be loaded: ${answer.status}`);
  useMessages(await answer.json());
}
