// The table: draws a position and animates changes.
//
// Each place is an element with its cards as children, so screen readers read in the order of
// the table. A card keeps its element. For a new position, cards are placed at once and then
// animated from where they were (FLIP: first, last, invert, play). Sizes come from the style
// sheet, which gets the number of cards above each card.

import { face, sign } from './faces.js';
import { reach } from './kplus.js';
import { ofCard, ofPile } from './labels.js';
import { t } from './language.js';
import { arrive, cardsOf, glide, seen, still } from './motion.js';
import { h, part } from './page.js';
import { faceUp, isDown } from './position.js';
import { across, sizes } from './sizes.js';
import { pileOf, Stops } from './stops.js';
import { rank, suit } from './words.js';

/** @import { Taken } from './hand.js' */
/** @import { Card, Layout, Move, Place, Position } from './types.d.ts' */

// style sets custom properties of an element.
/** @type {(element: HTMLElement, properties: Record<string, number>) => void} */
const style = (element, properties) => { for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, String(value)); };

// mute hides an element from screen readers, or no more.
/** @type {(element: HTMLElement, is: boolean) => void} */
const mute = (element, is) => (is ? element.setAttribute('aria-hidden', 'true') : element.removeAttribute('aria-hidden'));

// bySet puts the foundations of each pack beside each other, so that the suits alternate.
/** @param {Place[]} foundations */
function bySet(foundations) {
  const pack = (/** @type {Place} */ name) => Number(name.split('/')[2] ?? 0);
  return [...foundations].sort((a, b) => pack(a) - pack(b));
}

export class Table {
  /** @type {Map<Place, HTMLElement>} */ piles = new Map(); // by place
  /** @type {Map<HTMLElement, DOMRect>} */ from = new Map(); // where dragged cards were released
  /** @type {Record<string, (Move[] | null)[]>} */ reach = {}; // turns that bring up the cards of a fanned-out stock and waste
  /** @type {Position} */ position = /** @type {any} */ (null); // before the first drawing
  known = false; // whether face-down cards are shown
  fan = false; // whether the stock is fanned out

  /** @param {HTMLElement} felt @param {Layout} layout */
  constructor(felt, layout) {
    this.felt = felt;
    this.layout = layout;
    this.stops = new Stops(this);
    felt.replaceChildren(...this.places());
  }

  // places creates the elements of all places.
  places() {
    const { layout } = this;
    /** @type {(kind: string, label: string, places: Place[]) => HTMLElement[]} */
    const group = (kind, label, places) => (places.length
      ? [h('div', { class: 'group ' + kind, role: 'group', 'aria-label': label }, places.map((name) => this.pile(name)))] : []);
    const upper = [
      group('talon', t('Stock and waste'), [...(layout.stock || layout.packets ? ['stock'] : []), ...(layout.waste ? ['waste'] : [])]),
      group('reserve', t('Reserve'), layout.reserve),
      group('cells', t('Cells'), layout.cells),
      group('hole', t('Hole'), layout.hole ? ['hole'] : []),
      group('foundations', t('Foundations'), bySet(layout.foundations)),
    ].flat();
    const { aside, many, properties } = sizes(layout);
    style(this.felt, properties);
    this.felt.classList.toggle('many', many);
    this.felt.classList.toggle('aside', aside);
    this.felt.classList.toggle('laps', layout.rows.length > 0);
    this.felt.classList.toggle('deals', layout.onto === 'tableau piles');
    const lines = upper.length ? [h('div', { class: 'upper' }, upper)] : [];
    if (layout.columns.length) lines.push(h('div', { class: 'columns', role: 'group', 'aria-label': t('Columns') }, layout.columns.map((name) => this.pile(name))));
    for (const [i, row] of layout.sequences.entries()) {
      lines.push(h('div', { class: 'sequence', role: 'group', 'aria-label': t('Row {n}', { n: i + 1 }) }, row.map((name) => this.pile(name))));
    }
    if (layout.rows.length) lines.push(this.rows());
    if (layout.accordion) {
      const names = Array.from({ length: layout.accordion }, (_, i) => 'accordion/' + (i + 1));
      lines.push(h('div', { class: 'accordion', role: 'group', 'aria-label': t('Row of piles') }, names.map((name) => this.pile(name))));
    }
    return lines;
  }

  // rows creates the places of rows, which overlap as far as they cover each other.
  rows() {
    const { layout } = this;
    const at = across(layout);
    const lists = layout.rows.map((row, i) => h('div', { class: 'row', role: 'group', 'aria-label': t('Row {n}', { n: i + 1 }) }, row.map((name) => {
      const pile = this.pile(name);
      style(pile, { '--at': at.get(name) ?? 0, '--row': i });
      return pile;
    })));
    const rows = h('div', { class: 'rows' }, lists);
    style(rows, { '--rows': layout.rows.length });
    return rows;
  }

  // covered reports whether a card covers a place of rows.
  /** @param {Place} name */
  covered(name) { return (this.layout.covers.get(name) ?? []).some((other) => this.position.piles.get(other)?.length); }

  // again reports whether the stock can be turned over, or the columns dealt again.
  again() {
    const { layout, position } = this;
    return (layout.waste || layout.packets) && (layout.endless || Number(position.redeals) > 0);
  }

  /** @param {Place} name @returns {HTMLElement} */
  pile(name) {
    const kind = name.split('/')[0];
    const slot = h('button', { type: 'button', class: 'slot', tabindex: '-1' });
    if (kind === 'foundation') slot.append(sign(name.split('/')[1], 'ghost'));
    const pile = h('div', { class: 'pile ' + kind, 'data-place': name, role: 'group' }, slot, h('span', { class: 'count', 'aria-hidden': 'true' }));
    if (kind === 'waste' && this.layout.draw > 1) pile.classList.add('fanned');
    this.piles.set(name, pile);
    return pile;
  }

  /** @param {Card} code @returns {HTMLElement} */
  card(code) {
    const up = faceUp(code);
    return h('button', { type: 'button', class: 'card suit-' + suit(up), 'data-card': up, tabindex: '-1' });
  }

  // face draws the face of a card, unless it is there. Most cards of a new game lie face down and need
  // none: the drawings are what takes longest to lay out.
  /** @param {HTMLElement} card */
  face(card) { if (!card.firstChild) card.append(face(card.dataset.card ?? '')); }

  // draw shows a position, animated unless the user prefers reduced motion.
  /** @param {Position} position @param {{ animate?: boolean, duration?: number }} [options] */
  draw(position, { animate = true, duration = 240 } = {}) {
    const cards = cardsOf(this.felt);
    const before = animate && cards.length > 0 && !still.matches ? seen(cards) : null;
    this.from.forEach((at, card) => before?.set(card, { down: false, ...before.get(card), at }));
    this.from.clear();
    for (const card of cards) card.getAnimations({ subtree: true }).forEach((animation) => animation.cancel());
    this.position = position;
    this.stops.keep(() => this.lay(position));
    if (before) glide(before, duration);
  }

  // lay places the cards. Of two identical cards, the one already there stays; the last one taken is laid
  // first, as cards are dealt, turned and turned over.
  /** @param {Position} position */
  lay(position) {
    this.reach = this.fan && !this.layout.stockInPlay ? reach(this.layout, position) : {};
    /** @type {Map<Card, HTMLElement[]>} */ const free = new Map();
    /** @type {Map<Place, HTMLElement[]>} */ const kept = new Map();
    for (const [name, pile] of this.piles) {
      const codes = position.piles.get(name) || [];
      const there = cardsOf(pile);
      let n = 0;
      while (n < there.length && n < codes.length && there[n].dataset.card === faceUp(codes[n])) n++;
      kept.set(name, there.slice(0, n));
      for (const card of there.slice(n)) free.set(card.dataset.card ?? '', [...free.get(card.dataset.card ?? '') ?? [], card]);
    }
    for (const [name, pile] of this.piles) {
      const codes = position.piles.get(name) || [];
      const cards = kept.get(name) ?? [];
      for (const code of codes.slice(cards.length)) {
        const card = free.get(faceUp(code))?.pop() ?? this.card(code);
        pile.append(card);
        cards.push(card);
      }
      this.dress(name, pile, cards, codes);
    }
    for (const cards of free.values()) cards.forEach((card) => card.remove()); // cards under the top of a hole are not known
    this.felt.classList.toggle('known', this.known);
    this.felt.classList.toggle('kplus', this.fan);
  }

  // dress sets styles and labels of the cards of a pile.
  /** @param {Place} name @param {HTMLElement} pile @param {HTMLElement[]} cards @param {Card[]} codes */
  dress(name, pile, cards, codes) {
    const kind = name.split('/')[0];
    const turns = this.reach[kind]; // of a fanned-out stock and waste
    const open = kind === 'stock' && this.layout.stockInPlay; // its next card lies face up
    const hidden = (/** @type {number} */ i) => (kind === 'stock' && !turns && !(open && i === codes.length - 1)) || isDown(codes[i]);
    const covered = kind === 'row' && this.covered(name);
    const fan = kind === 'waste' && this.layout.draw > 1 ? Math.max(0, cards.length - 3) : 0;
    let down = 0;
    for (const [i, card] of cards.entries()) {
      card.classList.toggle('down', hidden(i));
      if (!hidden(i) || (this.known && kind === 'tableau')) this.face(card);
      style(card, { '--down': down, '--up': kind === 'tableau' ? i - down : kind === 'waste' && this.layout.draw > 1 ? Math.max(0, i - fan) : 0 });
      if (kind === 'tableau' && hidden(i)) down++;
      if (kind === 'stock') style(card, { '--deal': Math.floor(i / this.layout.columns.length) });
      const playable = turns ? turns[i] !== null : kind === 'tableau' ? !hidden(i) : i === cards.length - 1 && (kind !== 'stock' || open) && !covered;
      card.toggleAttribute('data-stop', playable);
      card.classList.toggle('reach', Boolean(turns) && playable);
      card.style.order = turns ? String(kind === 'stock' ? 2 * codes.length - i : i - codes.length) : '';
      mute(card, !playable && !turns && kind !== 'tableau' && kind !== 'row');
      card.setAttribute('aria-label', ofCard(faceUp(codes[i]), { hidden: hidden(i), known: this.known, covered, turns: turns?.[i] }));
    }
    style(pile, { '--downs': down, '--ups': Math.max(0, cards.length - 1 - down) });
    pile.classList.toggle('empty', cards.length === 0);
    pile.classList.toggle('covered', covered);
    pile.classList.toggle('open', open);
    if (kind === 'stock') {
      pile.classList.toggle('spent', !cards.length && !this.again());
      style(pile, { '--deals': Math.max(0, Math.ceil(cards.length / this.layout.columns.length) - 1) });
    }
    part(pile, 'span.count').textContent = countOf(kind, cards.length);
    if (kind === 'foundation' && this.position.base !== 'A') pile.dataset.base = rank(this.position.base);
    if (kind === 'accordion') pile.hidden = cards.length === 0;
    const labels = ofPile(name, { all: cards.length, down, turned: kind === 'stock' && Boolean(turns) });
    pile.setAttribute('aria-label', labels.pile);
    const slot = part(pile, 'button.slot');
    const stops = (kind === 'stock' && !(open && cards.length)) || (cards.length === 0 && !turns && kind !== 'row' && kind !== 'accordion');
    slot.toggleAttribute('data-stop', stops);
    mute(slot, !stops);
    slot.setAttribute('aria-label', labels.slot);
  }

  // arrived returns what lies under a press when all cards have arrived, which they do at once: a card
  // that flies over the stock must not catch what is meant for the stock.
  /** @param {PointerEvent} event @returns {Element | null} */
  arrived({ target, clientX, clientY }) {
    const root = /** @type {Document | ShadowRoot} */ (this.felt.getRootNode());
    return arrive(this.felt) ? root.elementFromPoint(clientX, clientY) : /** @type {Element | null} */ (target);
  }

  // whereIs returns the place of a card, the number of cards from it to the top, and the turns
  // of the stock that bring it up; null if none do.
  /** @param {HTMLElement} element @returns {Taken} */
  whereIs(element) {
    const pile = pileOf(element);
    const { place = '' } = pile.dataset;
    const all = cardsOf(pile);
    const at = all.findIndex((card) => card.contains(element));
    if (at >= 0 && this.reach[place]) return { place: 'waste', count: 1, turns: this.reach[place][at], cards: [all[at]] };
    const cards = at < 0 ? [] : all.slice(at);
    return { place, count: cards.length, turns: [], cards };
  }

  // show marks places and cards. at is the number of cards below: several cards may have one name.
  /** @param {string} className @param {(Place | null)[]} places @param {{ place: Place, at: number }[]} [cards] */
  show(className, places, cards = []) {
    this.felt.querySelectorAll('.' + className).forEach((element) => element.classList.remove(className));
    for (const place of places) this.piles.get(place ?? '')?.classList.add(className);
    for (const { place, at } of cards) this.piles.get(place)?.querySelectorAll('.card')[at]?.classList.add(className);
  }
}

// countOf returns the number shown on piles whose height is not visible.
/** @param {string} kind @param {number} n */
function countOf(kind, n) {
  const counted = { stock: 1, waste: 1, reserve: 2, hole: 2, accordion: 2 }[kind];
  return counted && n >= counted ? String(n) : '';
}
