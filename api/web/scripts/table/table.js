// @ts-nocheck
// The table: draws a position and animates changes.
//
// Each place is an element with its cards as children, so screen readers read in the order of
// the table. A card keeps its element. For a new position, cards are placed at once and then
// animated from where they were (FLIP: first, last, invert, play). Sizes come from the style
// sheet, which gets the number of cards above each card.

import { face, sign } from './faces.js';
import { reach } from './kplus.js';
import { t, tn } from './language.js';
import { arrive, glide, seen, still } from './motion.js';
import { h } from './page.js';
import { faceUp, isDown } from './position.js';
import { name, place as placeName, rank, suit } from './words.js';

// perRow is the number of columns side by side on wide and narrow screens.
function perRow(layout) {
  const n = layout.columns.length;
  if (layout.sequences.length) return [layout.sequences[0].length, layout.sequences[0].length];
  if (layout.accordion) return [13, 8];
  if (layout.rows.length) return [0, 1].map(() => Math.ceil(Math.max(...across(layout).values())) + 1);
  if (layout.row) return [Math.min(n, layout.row), Math.min(n, layout.row)];
  if (n > 13) return [Math.ceil(n / 2), Math.ceil(n / 3)];
  if (n > 10) return [n, Math.ceil(n / 2)];
  return [n, n];
}

// height returns how many cards high the places below the upper ones are on wide screens, where
// more than one line of them has to fit above the buttons; 0 where one line does.
function height(layout, wide) {
  const lines = Math.ceil(layout.columns.length / wide);
  if (layout.rows.length) return 1 + (layout.rows.length - 1) / 2;
  if (layout.row) return lines; // of single cards
  return lines > 1 ? 1.6 * lines : 0; // of a few cards each
}

// across returns how far to the right each place of rows lies, in places: in the middle of the
// places that cover it.
function across(layout) {
  const at = new Map();
  for (const row of [...layout.rows].reverse()) {
    row.forEach((name, i) => {
      const by = layout.covers.get(name).filter((other) => at.has(other));
      at.set(name, by.length ? by.reduce((sum, other) => sum + at.get(other), 0) / by.length : i);
    });
  }
  return at;
}

// bySet puts the foundations of each pack beside each other, so that the suits alternate.
function bySet(foundations) {
  const pack = (name) => Number(name.split('/')[2] ?? 0);
  return [...foundations].sort((a, b) => pack(a) - pack(b));
}

export class Table {
  constructor(felt, layout) {
    this.felt = felt;
    this.layout = layout;
    this.piles = new Map(); // place → its element
    this.known = false; // whether face-down cards are shown
    this.fan = false; // whether the stock is fanned out
    this.from = new Map(); // where dragged cards were released
    felt.replaceChildren(...this.places());
  }

  // places creates the elements of all places.
  places() {
    const { layout } = this;
    const group = (kind, label, places) => (places.length
      ? [h('div', { class: 'group ' + kind, role: 'group', 'aria-label': label }, places.map((name) => this.pile(name)))] : []);
    const upper = [
      group('talon', t('Stock and waste'), [...(layout.stock || layout.packets ? ['stock'] : []), ...(layout.waste ? ['waste'] : [])]),
      group('reserve', t('Reserve'), layout.reserve),
      group('cells', t('Cells'), layout.cells),
      group('hole', t('Hole'), layout.hole ? ['hole'] : []),
      group('foundations', t('Foundations'), bySet(layout.foundations)),
    ].flat();
    const [wide, narrow] = perRow(layout);
    const deals = layout.onto === 'tableau piles'; // the stock, which shows its deals side by side
    const talon = (layout.stock || layout.packets ? (deals ? 1.5 : 1) : 0) + (layout.waste ? (layout.draw > 1 ? 2 : 1) : 0);
    const above = talon + layout.reserve.length + layout.cells.length + layout.foundations.length;
    const least = Math.min(above, 8);
    const many = above > 10;
    this.felt.style.setProperty('--wide', Math.max(wide, many ? least : above));
    this.felt.style.setProperty('--narrow', Math.max(narrow, many ? Math.min(least, 7) : above));
    this.felt.style.setProperty('--columns-wide', wide);
    this.felt.style.setProperty('--columns-narrow', narrow);
    this.felt.style.setProperty('--lines', Math.max(1, (upper.length ? 1 : 0) + height(layout, wide)));
    // On wide screens many upper piles take as few lines of 15 as they can, so that the columns are in sight too.
    // There is room to set the stock and the foundations apart.
    const room = above + (talon ? 1 : 0) + 1;
    const low = Math.max(wide, Math.ceil(room / Math.ceil(room / 15)));
    const uppers = Math.ceil(room / low);
    this.felt.classList.toggle('many', many);
    this.felt.classList.toggle('laps', layout.rows.length > 0);
    this.felt.classList.toggle('deals', deals);
    this.felt.style.setProperty('--low', low);
    this.felt.style.setProperty('--uppers', uppers);
    this.felt.style.setProperty('--low-lines', uppers + (height(layout, wide) || (layout.columns.length ? 2 : 0)));
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
      pile.style.setProperty('--at', at.get(name));
      pile.style.setProperty('--row', i);
      return pile;
    })));
    const rows = h('div', { class: 'rows' }, lists);
    rows.style.setProperty('--rows', layout.rows.length);
    return rows;
  }

  // covered reports whether a card covers a place of rows.
  covered(name) {
    return (this.layout.covers.get(name) || []).some((other) => (this.position.piles.get(other) || []).length > 0);
  }

  // again reports whether the stock can be turned over, or the columns dealt again.
  again() {
    const { layout, position } = this;
    return (layout.waste || layout.packets) && (layout.endless || position.redeals > 0);
  }

  pile(name) {
    const kind = name.split('/')[0];
    const slot = h('button', { type: 'button', class: 'slot', tabindex: '-1' });
    if (kind === 'foundation') slot.append(sign(name.split('/')[1], 'ghost'));
    const pile = h('div', { class: 'pile ' + kind, 'data-place': name, role: 'group' }, slot, h('span', { class: 'count', 'aria-hidden': 'true' }));
    if (kind === 'waste' && this.layout.draw > 1) pile.classList.add('fanned');
    this.piles.set(name, pile);
    return pile;
  }

  card(code) {
    const up = faceUp(code);
    return h('button', { type: 'button', class: 'card suit-' + suit(up), 'data-card': up, tabindex: '-1' });
  }

  // face draws the face of a card, unless it is there. Most cards of a new game lie face down and need
  // none: the drawings are what takes longest to lay out.
  face(card) {
    if (card.firstChild) return;
    card.append(face(card.dataset.card));
  }

  // draw shows a position, animated unless the user prefers reduced motion.
  draw(position, { animate = true, duration = 240 } = {}) {
    const cards = [...this.felt.querySelectorAll('.card')];
    const moving = animate && cards.length > 0 && !still.matches;
    const before = moving ? seen(cards) : null;
    if (moving) this.from.forEach((at, card) => before.set(card, { ...before.get(card), at }));
    this.from.clear();
    for (const card of cards) card.getAnimations({ subtree: true }).forEach((animation) => animation.cancel());
    const focused = this.felt.getRootNode().activeElement;
    const pile = this.felt.contains(focused) ? focused.closest('.pile') : null;
    this.position = position;
    this.lay(position);
    if (pile && !this.felt.contains(focused)) this.focus(pile.querySelector('[data-stop]') ?? this.felt.querySelector('[data-stop]') ?? pile); // the card has left the table
    if (!this.felt.querySelector('[data-stop][tabindex="0"]')) this.enter(this.felt.querySelector('[data-stop]'));
    if (focused && this.felt.contains(focused) && (focused !== this.felt.getRootNode().activeElement || !focused.hasAttribute('data-stop'))) this.focus(focused);
    if (before) glide(before, duration);
  }

  // lay places the cards. Of two identical cards, the one already there stays; the last one taken is laid
  // first, as cards are dealt, turned and turned over.
  lay(position) {
    this.reach = this.fan && !this.layout.stockInPlay ? reach(this.layout, position) : {};
    const free = new Map();
    const kept = new Map();
    for (const [name, pile] of this.piles) {
      const codes = position.piles.get(name) || [];
      const there = [...pile.querySelectorAll('.card')];
      let n = 0;
      while (n < there.length && n < codes.length && there[n].dataset.card === faceUp(codes[n])) n++;
      kept.set(name, there.slice(0, n));
      for (const card of there.slice(n)) free.set(card.dataset.card, [...(free.get(card.dataset.card) || []), card]);
    }
    for (const [name, pile] of this.piles) {
      const codes = position.piles.get(name) || [];
      const cards = kept.get(name);
      for (const code of codes.slice(cards.length)) {
        const card = (free.get(faceUp(code)) || []).pop() || this.card(code);
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
  dress(name, pile, cards, codes) {
    const kind = name.split('/')[0];
    const turns = this.reach[kind]; // of a fanned-out stock and waste
    const open = kind === 'stock' && this.layout.stockInPlay; // its next card lies face up
    const hidden = (i) => (kind === 'stock' && !turns && !(open && i === codes.length - 1)) || isDown(codes[i]);
    const covered = kind === 'row' && this.covered(name);
    const fan = kind === 'waste' && this.layout.draw > 1 ? Math.max(0, cards.length - 3) : 0;
    let down = 0;
    for (const [i, card] of cards.entries()) {
      card.classList.toggle('down', hidden(i));
      if (!hidden(i) || (this.known && kind === 'tableau')) this.face(card);
      card.style.setProperty('--down', kind === 'tableau' ? down : 0);
      card.style.setProperty('--up', kind === 'tableau' ? i - down : kind === 'waste' && this.layout.draw > 1 ? Math.max(0, i - fan) : 0);
      if (kind === 'tableau' && hidden(i)) down++;
      if (kind === 'stock') card.style.setProperty('--deal', Math.floor(i / this.layout.columns.length));
      const playable = turns ? turns[i] !== null : kind === 'tableau' ? !hidden(i) : i === cards.length - 1 && (kind !== 'stock' || open) && !covered;
      card.toggleAttribute('data-stop', playable);
      card.classList.toggle('reach', Boolean(turns) && playable);
      card.style.order = turns ? (kind === 'stock' ? 2 * codes.length - i : i - codes.length) : '';
      const read = playable || turns || kind === 'tableau' || kind === 'row';
      if (read) card.removeAttribute('aria-hidden');
      else card.setAttribute('aria-hidden', 'true');
      card.setAttribute('aria-label', hidden(i) ? (this.known ? t('face down, {card}', { card: aloud(card) }) : t('face-down card')) : aloud(card) + (turns ? ', ' + comesUp(turns[i]) : covered ? ', ' + t('covered') : ''));
    }
    pile.style.setProperty('--downs', down);
    pile.style.setProperty('--ups', Math.max(0, cards.length - 1 - down));
    pile.classList.toggle('empty', cards.length === 0);
    pile.classList.toggle('covered', covered);
    pile.classList.toggle('open', open);
    if (kind === 'stock') {
      pile.classList.toggle('spent', !cards.length && !this.again());
      pile.style.setProperty('--deals', Math.max(0, Math.ceil(cards.length / this.layout.columns.length) - 1));
    }
    pile.querySelector('.count').textContent = countOf(kind, cards.length);
    if (kind === 'foundation' && this.position.base !== 'A') pile.dataset.base = rank(this.position.base);
    if (kind === 'accordion') pile.hidden = cards.length === 0;
    const title = placeName(name).replace(/^the /, '');
    const lying = cards.length ? tn(cards.length, '{n} card', '{n} cards') : t('empty');
    pile.setAttribute('aria-label', title + ', ' + lying + (down ? ', ' + t('{n} face down', { n: down }) : ''));
    const slot = pile.querySelector('.slot');
    const stops = (kind === 'stock' && !(open && cards.length)) || (cards.length === 0 && !turns && kind !== 'row' && kind !== 'accordion');
    slot.toggleAttribute('data-stop', stops);
    if (stops) slot.removeAttribute('aria-hidden');
    else slot.setAttribute('aria-hidden', 'true');
    slot.setAttribute('aria-label', (turns && kind === 'stock' ? t('turn the stock') : title) + ', ' + lying);
  }

  // arrived returns what lies under a press when all cards have arrived, which they do at once: a card
  // that flies over the stock must not catch what is meant for the stock.
  arrived({ target, clientX, clientY }) {
    return arrive(this.felt) ? this.felt.getRootNode().elementFromPoint(clientX, clientY) : target;
  }

  // stops are the elements for the keyboard, pile by pile. Fanned-out cards are a pile each.
  stops() {
    const lists = [];
    for (const [name, pile] of this.piles) {
      const stops = [...pile.querySelectorAll('[data-stop]')];
      if (this.reach[name]) lists.push(...stops.map((stop) => [stop]));
      else if (stops.length) lists.push(stops);
    }
    return lists;
  }

  // towards returns the stop in a direction as the table lies: within a pile from card to card,
  // otherwise the last card of the nearest pile that way. With only, a set of places, there are no others
  // to go to; piles are not entered then, and one that lies aside too is reached, as from a card of
  // rows that cover each other, where none may be left beside it.
  towards(element, dx, dy, only = null) {
    const all = this.stops();
    const own = all.find((list) => list.includes(element)) || [element];
    const lists = all.filter((list) => list !== own && (!only || only.has(this.whereIs(list[0]).place)));
    const within = dy && !only && own[own.indexOf(element) + dy];
    if (within) return within;
    const box = (list) => {
      const first = (list[0].closest('.fanned, .kplus .talon') ? list[0] : list[0].closest('.pile')).getBoundingClientRect();
      return { x: first.left + first.width / 2, y: first.top };
    };
    const line = this.felt.querySelector('.slot').offsetHeight * .4; // piles side by side differ by less
    const here = box(own);
    const nearest = (beside) => {
      let best = null;
      let least = Infinity;
      for (const list of lists) {
        const there = box(list);
        const [x, y] = [there.x - here.x, there.y - here.y];
        const along = dx * x + dy * y;
        if (dx ? along < 4 || (Math.abs(y) > line && !beside) : along < line) continue;
        const aside = Math.abs(dx ? y : x);
        const cost = along + 3 * aside;
        if (cost < least) [best, least] = [list, cost];
      }
      return best;
    };
    return (nearest(false) ?? (only || (dx && element.closest('.pile.row')) ? nearest(true) : null))?.at(-1) ?? null;
  }

  // focus focuses a stop, or the nearest one.
  focus(element) {
    const pile = element.closest('.pile');
    const stop = element.hasAttribute('data-stop') ? element : [...pile.querySelectorAll('[data-stop]')].at(-1);
    if (!stop) return;
    this.enter(stop);
    stop.focus({ preventScroll: true });
  }

  // enter makes a stop the only one for the Tab key.
  enter(stop) {
    this.felt.querySelectorAll('[tabindex="0"]').forEach((other) => other.setAttribute('tabindex', '-1'));
    stop?.setAttribute('tabindex', '0');
  }

  // whereIs returns the place of a card, the number of cards from it to the top, and the turns
  // of the stock that bring it up; null if none do.
  whereIs(element) {
    const pile = element.closest('.pile');
    const cards = [...pile.querySelectorAll('.card')];
    const card = element.closest('.card');
    const fanned = card && this.reach[pile.dataset.place];
    if (fanned) return { place: 'waste', pile, count: 1, turns: fanned[cards.indexOf(card)], cards: [card] };
    return { turns: [], place: pile.dataset.place, pile, count: card ? cards.length - cards.indexOf(card) : 0, cards: card ? cards.slice(cards.indexOf(card)) : [] };
  }

  // show marks places, and cards by place and height: a name may be that of several cards, some face down.
  show(className, places, cards = []) {
    this.felt.querySelectorAll('.' + className).forEach((element) => element.classList.remove(className));
    for (const place of places) this.piles.get(place)?.classList.add(className);
    for (const { place, at } of cards) this.piles.get(place)?.querySelectorAll('.card')[at]?.classList.add(className);
  }
}

const aloud = (card) => name(card.dataset.card);

// comesUp writes how many turns bring a card up.
function comesUp(turns) {
  if (!turns) return t('not reachable yet');
  return turns.length ? tn(turns.length, 'after one turn', 'after {n} turns') : t('on top');
}

// countOf returns the number shown on piles whose height is not visible.
function countOf(kind, n) {
  const counted = { stock: 1, waste: 1, reserve: 2, hole: 2, accordion: 2 }[kind];
  return counted && n >= counted ? n : '';
}
