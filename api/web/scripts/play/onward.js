// The way on where a deal, or the position on the table, can't be won.

import { h } from '../table/page.js';

// another returns a link to another deal of the game: a winnable one where the service has some, otherwise the
// next number. Null under rules that have no numbered deals.
/** @param {HTMLElement} root */
export function another(root) {
  const link = /** @type {(HTMLAnchorElement | null)[]} */ (['winnable', 'next', 'random'].map((id) => root.querySelector('a#' + id))).find((one) => one?.href && !one.hidden);
  return link ? h('a', { class: 'onward', href: link.href }, link.textContent) : null;
}
