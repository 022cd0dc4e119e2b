// The controls around the table: menus, links to other deals, and keys.

import { part } from '../table/page.js';

/** @import { Game } from './game.js' */

// closest finds what an event is in.
/** @param {Event} event @param {string} selector */
const closest = ({ target }, selector) => /** @type {Element} */ (target).closest(selector);

// menus close after a choice, and by a press elsewhere.
/** @param {HTMLElement} root */
export function menus(root) {
  /** @type {NodeListOf<HTMLDetailsElement>} */ const all = root.querySelectorAll('details.menu');
  const shut = (but = /** @type {Element | null} */ (null)) => all.forEach((menu) => { if (menu !== but) menu.open = false; });
  document.addEventListener('pointerdown', (event) => shut(closest(event, '.menu')));
  for (const menu of all) {
    menu.addEventListener('click', (event) => { if (closest(event, 'button, a')) shut(); });
    menu.addEventListener('keydown', ({ key }) => {
      if (key !== 'Escape') return;
      shut();
      part(menu, 'summary').focus();
    });
  }
  part(root, 'a[href="#ask"]').addEventListener('click', (event) => {
    event.preventDefault();
    part(root, 'form#ask').scrollIntoView();
    part(root, 'select#game').focus({ preventScroll: true });
  });
}

// neighbours links the previous and next deal.
/** @param {HTMLElement} root @param {{ game: string, seed: string }} deal */
export function neighbours(root, { game, seed }) {
  const [scheme, number] = seed.split(':');
  for (const [id, by] of /** @type {const} */ ([['a#previous', -1n], ['a#next', 1n]])) {
    const n = BigInt(number) + by;
    if (n < (scheme === 'microsoft' || scheme.startsWith('pysol') ? 1n : 0n)) continue;
    const link = part(root, id);
    link.href = `/games/${game}/deals/${scheme}:${n}`;
    link.hidden = false;
  }
}

// keys steps by the keys of the page, outside the table.
/** @param {Game} game */
export function keys(game) {
  document.addEventListener('keydown', (event) => {
    const { key } = event;
    if (event.altKey || document.querySelector('dialog[open]')) return;
    let act;
    if (event.ctrlKey || event.metaKey) {
      if (closest(event, 'textarea, select, input:not([type="checkbox"], [type="range"])')) return;
      const letter = key.toLowerCase();
      act = letter === 'y' || (letter === 'z' && event.shiftKey) ? game.forward : letter === 'z' ? game.back : null;
    } else {
      if (closest(event, 'input, textarea, select, thoughtful-table') || (key === ' ' && closest(event, 'button, a, summary'))) return;
      act = { ArrowLeft: game.back, ArrowRight: game.forward, Home: game.first, End: game.last, ' ': game.toggle }[key];
    }
    if (!act) return;
    event.preventDefault();
    act();
  });
}
