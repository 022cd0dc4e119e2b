// @ts-nocheck
// The hand: playing by drag, tap and keys. It plays only legal moves. A card of a fanned-out stock is played from the waste,
// after the turns that bring it up.

import { t } from './language.js';
import { shake } from './motion.js';
import { runOf } from './player.js';
import { capital, either, name, or } from './words.js';

const far = 6; // pixels; less is a tap
const twice = 500; // milliseconds between the taps of a double tap
const bounce = 250; // milliseconds after a tap that has played a card, in which another tap on its pile is the same tap

// A held card is meant for a pile that it covers with at least this share of itself, and at least this
// share of what it covers of any other pile. So a slip of some pixels plays nothing, nor does a card that
// lies on a pile where it can't go and overlaps another one.
const meant = { card: 0.3, other: 2 / 3 };

// takes reports whether a move takes so many cards from a place. A card of a stock that can be
// played from there also goes to the waste.
function takes(move, place, count) {
  if (move.action === 'draw') return place === 'stock' && count > 0;
  if (move.action === 'remove') return count === 1 && move.from.includes(place);
  return move.from === place && move.cards.length === count;
}

// target returns where a move takes the card of a place: for a pair, the place of the other one;
// null if it leaves the table by itself.
function target(move, place) {
  if (move.action === 'draw') return 'waste';
  return move.action === 'remove' ? move.from.find((other) => other !== place) ?? null : move.to;
}

// common returns the area that two rectangles have in common.
function common(a, b) {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return Math.max(0, wide) * Math.max(0, high);
}

// manner says what a tap of the stock does where it is more than to turn cards.
export function manner(layout) {
  if (layout.stockInPlay) return t('Tap the next card of the stock, then a card that goes with it; tap it again to turn it to the waste.');
  if (layout.row && layout.packets) return t('Tap the stock to move the cards together.');
  if (layout.packets) return t('Tap the stock to gather the columns and deal them again.');
  if (layout.onto === 'spaces') return t('Tap the stock to fill a space.');
  return layout.onto === 'tableau piles' ? t('Tap the stock to deal a card to each column.') : '';
}

// goesOn reports whether a move is one that a single tap makes: from rows to the waste, or a draw.
const goesOn = (move) => move.action === 'draw' || (move.action === 'move' && move.from.startsWith('row/'));

export class Hand {
  // legal returns the legal moves after some others, play plays moves, say shows a message,
  // refuse says why a move, after some others, is not legal. meant returns which of some moves of a card a single
  // touch plays; null if it selects the card. While busy returns true the table plays by itself, and presses do
  // nothing.
  constructor(table, { legal, play, say, refuse, meant, busy }) {
    Object.assign(this, { table, legal, play, say, refuse, meant, busy });
    this.chosen = null; // taken: { element, moves, turns, place, ways }
    const { felt } = table;
    this.listeners = new AbortController();
    const on = (type, handler) => felt.addEventListener(type, (event) => handler.call(this, event), { signal: this.listeners.signal });
    on('pointerdown', this.down);
    on('pointermove', this.move);
    on('pointerup', this.up);
    on('pointercancel', ({ pointerId }) => { if (this.drag?.id === pointerId) this.cancel(); });
    on('click', this.click);
    on('keydown', this.key);
  }

  // go plays a move or a run, after turns of the stock.
  go(turns, move) {
    for (const one of move.expanded ?? []) runOf.set(one, move);
    this.play(...turns, ...(move.expanded ?? [move]));
  }

  // leave detaches from the table.
  leave() {
    this.put();
    this.listeners.abort();
  }

  down(event) {
    if (event.button !== 0) return;
    if (this.drag || this.busy()) return;
    const element = this.table.arrived(event)?.closest('.card, .slot');
    if (!element) return;
    const from = this.table.whereIs(element);
    this.drag = { ...from, element, touch: event.pointerType !== 'mouse', id: event.pointerId, x: event.clientX, y: event.clientY, moves: null };
    if (element.matches('.slot, .down') || !element.hasAttribute('data-stop')) return;
    event.preventDefault(); // no text selection, no button press
    element.focus({ preventScroll: true, focusVisible: false });
  }

  move(event) {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.id) return;
    if (event.buttons === 0) { // released outside the table
      this.cancel();
      return;
    }
    if (!drag.count || !drag.element.hasAttribute('data-stop')) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.held) {
      if (Math.hypot(x, y) < far) return;
      if (!drag.element.isConnected) { // the position has changed since the press
        this.drag = null;
        return;
      }
      Object.assign(drag, this.table.whereIs(drag.element), { held: true });
      drag.lay = drag.cards[0].getBoundingClientRect();
      this.put();
      this.table.felt.setPointerCapture(drag.id);
      drag.cards.forEach((card) => card.classList.add('held'));
      drag.moves = this.candidates(drag);
      this.table.show('target', drag.moves.map((move) => target(move, drag.place)));
    }
    for (const card of drag.cards) card.style.translate = `${x}px ${y}px`;
    const aimed = this.aim(drag);
    this.table.show('aimed', aimed ? [target(aimed, drag.place)] : []);
  }

  // aim returns the legal move to the pile that the held card is meant for.
  aim({ cards: [card], lay, moves, place }) {
    const to = (goal) => moves?.find((move) => target(move, place) === goal);
    const held = card.getBoundingClientRect();
    const covered = this.under(card);
    const [goal, most] = covered.find(([other]) => to(other)) ?? [null, 0];
    const own = Math.max(common(held, lay), covered.find(([other]) => other === place)?.[1] ?? 0);
    const enough = goal && most > own && most >= meant.card * held.width * held.height && most >= meant.other * covered[0][1];
    return enough ? to(goal) : undefined;
  }

  // under returns the places that a held card covers, with the areas, the largest first.
  under(card) {
    const held = card.getBoundingClientRect();
    return [...this.table.piles].filter(([, pile]) => !pile.matches('.row.empty'))
      .map(([place, pile]) => [place, common(held, pile.getBoundingClientRect())])
      .filter(([, area]) => area > 0).sort(([, a], [, b]) => b - a);
  }

  up(event) {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.held) {
      this.drag = null;
      this.tap(drag, event.timeStamp);
      return;
    }
    const move = this.aim(drag);
    const place = this.under(drag.cards[0])[0]?.[0];
    const may = drag.moves.some((other) => target(other, drag.place) === place);
    this.drop();
    if (move) {
      this.go(drag.turns, move);
      return;
    }
    this.table.draw(this.table.position); // runs back
    if (place && place !== drag.place && !may) this.forbid(drag, place);
  }

  // forbid shakes cards that can't go to a place, and says why.
  forbid({ place: from, cards, turns }, to) {
    shake(cards);
    this.refuse(turns, { action: 'move', from, to, cards: cards.map((card) => card.dataset.card) });
  }

  cancel() {
    if (!this.drag) return;
    this.drop();
    this.table.draw(this.table.position);
  }

  // changed lets go of all cards, as there is another position. A press that has not become a drag
  // stays one: it may be the second of two quick taps.
  changed() {
    this.put();
    if (this.drag?.held) this.drop();
  }

  // drop releases cards where they are; the next drawing animates from there.
  drop() {
    const { cards } = this.drag;
    this.drag = null;
    for (const card of cards) this.table.from.set(card, card.getBoundingClientRect());
    for (const card of cards) {
      card.classList.remove('held');
      card.style.translate = '';
    }
    this.table.show('target', []);
    this.table.show('aimed', []);
  }

  // click is from a key or screen reader; pointers are handled above.
  click(event) {
    if (event.detail !== 0) return;
    const element = event.target.closest('.card, .slot');
    if (element) this.tap({ ...this.table.whereIs(element), element }, event.timeStamp);
  }

  // candidates returns the legal moves of a card. A pair of stock and waste comes before the turn, which also has the
  // waste as its target.
  candidates({ place, count, turns }) {
    const moves = turns === null ? [] : this.legal(turns).filter((move) => takes(move, place, count));
    return moves.sort((a, b) => Number(a.action === 'draw') - Number(b.action === 'draw'));
  }

  tap({ place, count, element, touch }, at) {
    if (touch && this.touched?.place === place && at - this.touched.at < bounce) return;
    const again = this.tapped && this.tapped.element === element && at - this.tapped.at < twice;
    this.tapped = { element, at };
    if (this.busy() || !element.isConnected) return; // the position may have changed since the press
    const { turns, ...now } = this.table.whereIs(element);
    if (now.place !== place || (count && now.count !== count)) return;
    const legal = this.legal(turns ?? []);
    const { chosen } = this;
    if (again) {
      const wanted = turns === null ? [] : legal.filter((move) => move.from === place && /^(foundation|hole)/.test(move.to));
      const best = wanted.find((move) => move.cards.length === count) || wanted[0];
      if (best) {
        this.put();
        this.go(turns, best);
        return;
      }
    }
    if (chosen) {
      const move = chosen.moves.find((other) => target(other, chosen.place) === place || (chosen.element === element && other.action === 'draw'));
      this.put();
      if (move) {
        this.go(chosen.turns, move);
        return;
      }
      if (chosen.element === element) return; // put back
      const taken = this.table.whereIs(chosen.element);
      if (taken.place !== place && !(count && legal.some((other) => takes(other, place, count)))) {
        this.forbid(taken, place);
        return;
      }
    }
    if (turns === null) {
      shake([element]);
      this.say(capital(t('The {card} can’t be reached before another card is played.', { card: name(element.dataset.card) })));
      return;
    }
    if ((place === 'stock' && !count) || (place === 'waste' && count === 0)) {
      const turn = legal.find((move) => ['draw', 'redeal', 'deal'].includes(move.action) || move.from === 'stock');
      if (turn) this.play(turn);
      else this.still(place);
      return;
    }
    if (!count) return;
    const moves = this.candidates({ place, count, turns });
    const move = touch && this.meant(moves, place, turns);
    if (move) {
      this.touched = { place, at };
      this.go(turns, move);
    } else this.choose(element, turns, moves);
  }

  // still says why a tap of the stock, or of an empty waste, does nothing.
  still(place) {
    const { layout, position } = this.table;
    const { length } = position.piles.get('stock') || [];
    if (place !== 'stock') this.say(t('The waste is empty.'));
    else if (layout.onto !== 'tableau piles') this.say(t('The stock can’t be turned again.'));
    else if (length) this.refuse([], { action: 'deal', count: Math.min(layout.columns.length, length) });
    else this.say(t('The stock is empty.'));
  }

  choose(element, turns, moves) {
    const { cards, place } = this.table.whereIs(element);
    // A card that leaves by itself, and one of rows that can go nowhere but to the waste, does.
    const alone = moves.find((move) => target(move, place) === null) ?? (moves.length === 1 && goesOn(moves[0]) ? moves[0] : null);
    if (alone) {
      this.go(turns, alone);
      return;
    }
    if (!moves.length) {
      shake(cards);
      const { layout } = this.table;
      if (element.classList.contains('down')) this.say(t('This card is covered.'));
      else if (place === 'waste' && layout.rows.length && !layout.stockInPlay) this.say(t('Cards go onto the waste: tap one that is a rank higher or lower.'));
      else this.say(capital(`${t('The {card} can’t move.', { card: name(element.dataset.card) })} ${manner(layout)}`.trim()));
      return;
    }
    this.chosen = { element, moves, turns, place };
    cards.forEach((card) => card.classList.add('chosen'));
    const targets = [...new Set(moves.map((move) => target(move, place)))];
    this.table.show('target', targets);
    const pairs = moves.filter((move) => move.action === 'remove').map((move) => t('the {card}', { card: name(move.cards.find((_, i) => move.from[i] !== place)) }));
    const goals = moves.filter((move) => move.action !== 'remove').map((move) => target(move, place));
    const ways = { card: name(element.dataset.card), cards: or(pairs), places: either(goals) };
    this.chosen.ways = moves.some(({ action }) => action === 'draw') ? t('Tap {cards} to remove both, or the stock again to turn it.', ways)
      : !pairs.length ? t('The {card} can go to {places}.', ways)
        : goals.length ? t('The {card} can go with {cards}, or to {places}.', ways) : t('The {card} can go with {cards}.', ways);
    this.chosen.ways = capital(this.chosen.ways);
    this.say(this.chosen.ways);
  }

  // put puts the taken cards back.
  put() {
    if (!this.chosen) return;
    this.chosen = null;
    this.table.felt.querySelectorAll('.chosen').forEach((card) => card.classList.remove('chosen'));
    this.table.show('target', []);
  }

  key(event) {
    const { table, chosen } = this;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.key === 'Escape' && this.drag?.held) {
      this.cancel();
    } else if (event.key === 'Escape' && chosen) {
      this.put();
      this.say('');
      table.focus(chosen.element);
    } else if (!step || event.altKey || event.ctrlKey || event.metaKey) {
      return;
    } else {
      // With a card taken, arrows go to where it can go, and back.
      const only = chosen && new Set([chosen.place, ...chosen.moves.map((move) => target(move, chosen.place))]);
      const next = table.towards(event.target, ...step, only);
      if (next) table.focus(next);
      else if (chosen) this.say(chosen.ways);
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

// Swipes on a touch screen: one finger, quickly sideways over a free part of the table. The edges of
// the screen are left to the browser, which goes back there, and up and down to scrolling.
const swipe = { far: 50, flat: 2, quick: 600, edge: 32 }; // pixels at least, times as far sideways as up or down, milliseconds at most, pixels from the edge at least

// swipes calls left or right after a swipe that way.
export function swipes(element, { left, right }) {
  let start = null;
  element.addEventListener('pointerdown', (event) => {
    const { clientX: x, clientY: y, timeStamp: at } = event;
    // A second finger ends the swipe: it pinches.
    const may = event.pointerType === 'touch' && event.isPrimary && !event.composedPath()[0].closest('.card, .slot') && x >= swipe.edge && x <= innerWidth - swipe.edge;
    start = may ? { x, y, at } : null;
  });
  element.addEventListener('pointercancel', () => { start = null; });
  element.addEventListener('pointerup', (event) => {
    if (!start || event.timeStamp - start.at > swipe.quick) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    start = null;
    if (Math.abs(x) < swipe.far || Math.abs(x) < swipe.flat * Math.abs(y)) return;
    if (x < 0) left();
    else right();
  });
}
