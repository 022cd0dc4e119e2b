// Shared by the scripts of all pages, here and in the offline page (solver/cmd/wasm/page).

// h creates an element. Attributes that are functions are listeners.
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

// pretty writes JSON with each pile of cards on one line.
export function pretty(value) {
  return JSON.stringify(value, null, 2)
    .replace(/\[\s+("[^"\s]*"(,\s+"[^"\s]*")*)\s+\]/g, (_, list) => '[' + list.replace(/\s+/g, ' ') + ']');
}

// part returns an element of a page, which must be there: part(root, 'button#undo').
/**
 * @template {string} S
 * @param {ParentNode} root
 * @param {S} selector
 * @returns {S extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[S] : S extends `${infer Tag extends keyof HTMLElementTagNameMap}${'#' | '.'}${string}` ? HTMLElementTagNameMap[Tag] : HTMLElement}
 */
export function part(root, selector) {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`The page has no ${selector}`);
  return /** @type {any} */ (found);
}
