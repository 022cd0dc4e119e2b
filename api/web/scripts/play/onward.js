// @ts-nocheck
// The way on where a deal, or the position on the table, can't be won.

import { at } from './now.js';
import { h } from '../table/page.js';

// another returns a link to another deal of the game: a winnable one where the service has some, otherwise the
// next number. Null under rules that have no numbered deals.
export function another() {
  const link = ['winnable', 'next', 'random'].map(at).find((one) => one?.href && !one.hidden);
  return link ? h('a', { class: 'onward', href: link.href }, link.textContent) : null;
}
