// Moving on a table by keys. A stop is a card or an empty place that can be pressed. Tab reaches one of them, arrows lead
// from one to another.

import { part } from './page.js';

/** @import { Table } from './table.js' */
/** @import { Place } from './types.d.ts' */

export class Stops {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.felt = table.felt;
  }

  // lists are the stops, pile by pile. Fanned-out cards are a pile each.
  get lists() {
    return [...this.table.piles].flatMap(([name, pile]) => {
      const stops = within(pile);
      return this.table.reach[name] ? stops.map((stop) => [stop]) : stops.length ? [stops] : [];
    });
  }

  // towards returns the stop in a direction as the table lies: within a pile from card to card,
  // otherwise the last card of the nearest pile that way. With only, a set of places, there are no others
  // to go to; piles are not entered then, and one that lies aside too is reached, as from a card of
  // rows that cover each other, where none may be left beside it.
  /** @param {HTMLElement} element @param {number[]} direction @param {Set<Place | null> | null} only */
  towards(element, [dx, dy], only) {
    const all = this.lists;
    const own = all.find((list) => list.includes(element)) || [element];
    const lists = all.filter((list) => list !== own && (!only || only.has(this.table.whereIs(list[0]).place)));
    const beside = dy && !only && own[own.indexOf(element) + dy];
    if (beside) return beside;
    const line = part(this.felt, 'button.slot').offsetHeight * .4; // piles side by side differ by less
    const here = corner(own);
    const nearest = (/** @type {boolean} */ aside) => {
      /** @type {HTMLElement[] | null} */ let best = null;
      let least = Infinity;
      for (const list of lists) {
        const there = corner(list);
        const [x, y] = [there.x - here.x, there.y - here.y];
        const along = dx * x + dy * y;
        if (dx ? along < 4 || (Math.abs(y) > line && !aside) : along < line) continue;
        const cost = along + 3 * Math.abs(dx ? y : x);
        if (cost < least) [best, least] = [list, cost];
      }
      return best;
    };
    return (nearest(false) ?? (only || (dx && element.closest('.pile.row')) ? nearest(true) : null))?.at(-1) ?? null;
  }

  // focus focuses a stop, or the last one of a pile.
  /** @param {HTMLElement} element */
  focus(element) {
    const stop = element.hasAttribute('data-stop') ? element : within(pileOf(element)).at(-1);
    if (!stop) return;
    this.#enter(stop);
    stop.focus({ preventScroll: true });
  }

  // keep leaves the focus where it is while cards are laid. If the card with the focus leaves the table, a stop of its
  // pile gets it.
  /** @param {() => void} lay */
  keep(lay) {
    const { felt } = this;
    const root = /** @type {Document | ShadowRoot} */ (felt.getRootNode());
    const focused = felt.contains(root.activeElement) ? /** @type {HTMLElement} */ (root.activeElement) : null;
    const pile = focused && pileOf(focused);
    lay();
    const [first] = within(felt);
    if (pile && !felt.contains(focused)) this.focus(within(pile)[0] ?? first ?? pile);
    if (!felt.querySelector('[data-stop][tabindex="0"]')) this.#enter(first);
    if (focused && felt.contains(focused) && (focused !== root.activeElement || !focused.hasAttribute('data-stop'))) this.focus(focused);
  }

  // enter makes a stop the only one for the Tab key.
  /** @param {HTMLElement | undefined} stop */
  #enter(stop) {
    this.felt.querySelectorAll('[tabindex="0"]').forEach((other) => other.setAttribute('tabindex', '-1'));
    stop?.setAttribute('tabindex', '0');
  }
}

/** @type {(element: Element) => HTMLElement} */
export const pileOf = (element) => /** @type {HTMLElement} */ (element.closest('.pile'));

/** @type {(element: ParentNode) => HTMLElement[]} */
const within = (element) => Array.from(element.querySelectorAll('[data-stop]'));

// corner returns the middle of the upper edge of a list of stops.
/** @param {HTMLElement[]} list */
function corner([first]) {
  const { left, width, top } = (first.closest('.fanned, .kplus .talon') ? first : pileOf(first)).getBoundingClientRect();
  return { x: left + width / 2, y: top };
}
