// The hand: playing by drag, tap and keys. It plays only legal moves. A card of a fanned-out stock is played from the waste,
// after the turns that bring it up.

import { Drag, target } from './drag.js';
import { t } from './language.js';
import { shake } from './motion.js';
import { runOf } from './player.js';
import { apply } from './position.js';
import { sensible } from './sensible.js';
import { capital, either, name, or, refusal } from './words.js';

/** @import { Referee } from './legal.js' */
/** @import { Player } from './player.js' */
/** @import { Table } from './table.js' */
/** @import { Layout, Move, Place, Run } from './types.d.ts' */
/** @typedef {{ place: Place, count: number, turns: Move[] | null, cards: HTMLElement[] }} Taken cards from one to the top of its pile, with the turns of the stock that bring it up; null if none do */

const twice = 500; // milliseconds between the taps of a double tap
const bounce = 250; // milliseconds after a tap that has played a card, in which another tap on its pile is the same tap

// takes reports whether a move takes count cards from a place. A card of a stock that can be
// played from there also goes to the waste.
/** @param {Move} move @param {Place} place @param {number} count */
function takes(move, place, count) {
  if (move.action === 'draw') return place === 'stock' && count > 0;
  if (move.action === 'remove') return count === 1 && move.from.includes(place);
  return move.from === place && move.cards.length === count;
}

// manner says what a tap of the stock does where it is more than to turn cards.
/** @param {Layout} layout */
export function manner(layout) {
  if (layout.stockInPlay) return t('Tap the next card of the stock, then a card that goes with it; tap it again to turn it to the waste.');
  if (layout.row && layout.packets) return t('Tap the stock to move the cards together.');
  if (layout.packets) return t('Tap the stock to gather the columns and deal them again.');
  if (layout.onto === 'spaces') return t('Tap the stock to fill a space.');
  return layout.onto === 'tableau piles' ? t('Tap the stock to deal a card to each column.') : '';
}

// goesOn reports whether a move is one that a single tap makes: from rows to the waste, or a draw.
const goesOn = (/** @type {Move} */ move) => move.action === 'draw' || (move.action === 'move' && move.from.startsWith('row/'));

export class Hand {
  /** @type {(Taken & { element: HTMLElement, moves: Move[], ways: string }) | null} */ chosen = null;
  /** @type {{ element: HTMLElement, at: number } | null} */ tapped = null;
  /** @type {{ place: Place, at: number } | null} */ touched = null; // the last card that a single tap has played
  #listeners = new AbortController();

  /**
   * @param {Table} table
   * @param {object} of
   * @param {Player} of.player
   * @param {Referee} of.referee
   * @param {(moves: Move[]) => void} of.play plays moves
   * @param {(text: string) => void} of.say shows a message
   * @param {() => boolean} of.once reports whether a single touch plays a card, where it is clear which move is meant
   */
  constructor(table, { player, referee, play, say, once }) {
    this.table = table;
    this.player = player;
    this.referee = referee;
    this.play = play;
    this.say = say;
    this.once = once;
    const { signal } = this.#listeners;
    this.drag = new Drag(this, signal);
    table.felt.addEventListener('click', (event) => this.#click(event), { signal });
    table.felt.addEventListener('keydown', (event) => this.#key(event), { signal });
  }

  // busy reports whether the table plays by itself, and presses do nothing.
  get busy() { return this.player.finishing && this.player.running; }

  // after is what the referee says after turns of the stock.
  /** @param {Move[] | null} turns */
  after(turns) { return this.referee.at((turns ?? []).reduce(apply, this.player.position)); }

  // go plays a move or a run, after turns of the stock.
  /** @param {Move[] | null} turns @param {Move | Run} move */
  go(turns, move) {
    const run = 'expanded' in move ? move : null;
    for (const one of run?.expanded ?? []) runOf.set(one, /** @type {Run} */ (run));
    this.play([...turns ?? [], ...run?.expanded ?? [move]]);
  }

  // refuse says why a move is not legal, after turns of the stock.
  /** @param {Move[] | null} turns @param {Move} move */
  refuse(turns, move) {
    const { rows, hole } = this.table.layout;
    const why = rows.length && !hole ? { text: t('these cards don’t go together'), values: {} } : this.after(turns).refusal(move);
    if (why) this.say(refusal(why));
  }

  // leave detaches from the table.
  leave() {
    this.put();
    this.#listeners.abort();
  }

  // forbid shakes cards that can't go to a place, and says why.
  /** @param {Taken} taken @param {Place} to */
  forbid({ place: from, cards, turns }, to) {
    shake(cards);
    this.refuse(turns, { action: 'move', from, to, cards: cards.map((card) => card.dataset.card) });
  }

  // changed lets go of all cards, as there is another position. A press that has not become a drag
  // stays one: it may be the second of two quick taps.
  changed() {
    this.put();
    if (this.drag.held) this.drag.drop();
  }

  // click is from a key or a screen reader; drag.js handles pointers.
  /** @param {MouseEvent} event */
  #click(event) {
    if (event.detail !== 0) return;
    /** @type {HTMLElement | null} */ const element = /** @type {Element} */ (event.target).closest('.card, .slot');
    if (element) this.tap({ ...this.table.whereIs(element), element }, event.timeStamp);
  }

  // candidates returns the legal moves of a card. A pair of stock and waste comes before the turn, which also has the
  // waste as its target.
  /** @param {Pick<Taken, 'place' | 'count' | 'turns'>} taken */
  candidates({ place, count, turns }) {
    const moves = turns === null ? [] : this.after(turns).legal.filter((move) => takes(move, place, count));
    return moves.sort((a, b) => Number(a.action === 'draw') - Number(b.action === 'draw'));
  }

  /** @param {{ place: Place, count: number, element: HTMLElement, touch?: boolean }} taken @param {number} at */
  tap({ place, count, element, touch }, at) {
    if (touch && this.touched?.place === place && at - this.touched.at < bounce) return;
    const again = this.tapped && this.tapped.element === element && at - this.tapped.at < twice;
    this.tapped = { element, at };
    if (this.busy || !element.isConnected) return; // the position may have changed since the press
    const { turns, ...now } = this.table.whereIs(element);
    if (now.place !== place || (count && now.count !== count)) return;
    const { legal } = this.after(turns);
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
      if (turn) this.play([turn]);
      else this.still(place);
      return;
    }
    if (!count) return;
    const moves = this.candidates({ place, count, turns });
    const move = touch && this.once() ? sensible(moves, place, this.after(turns)) : null;
    if (move) {
      this.touched = { place, at };
      this.go(turns, move);
    } else this.choose(element, moves);
  }

  // still says why a tap of the stock, or of an empty waste, does nothing.
  /** @param {Place} place */
  still(place) {
    const { layout, position } = this.table;
    const { length } = position.piles.get('stock') || [];
    if (place !== 'stock') this.say(t('The waste is empty.'));
    else if (layout.onto !== 'tableau piles') this.say(t('The stock can’t be turned again.'));
    else if (length) this.refuse([], { action: 'deal', count: Math.min(layout.columns.length, length) });
    else this.say(t('The stock is empty.'));
  }

  // choose takes a card, to be played by another tap.
  /** @param {HTMLElement} element @param {Move[]} moves */
  choose(element, moves) {
    const taken = this.table.whereIs(element);
    const { cards, place, turns } = taken;
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
    cards.forEach((card) => card.classList.add('chosen'));
    const targets = [...new Set(moves.map((move) => target(move, place)))];
    this.table.show('target', targets);
    const pairs = moves.filter((move) => move.action === 'remove').map((move) => t('the {card}', { card: name(move.cards.find((_, i) => move.from[i] !== place)) }));
    const goals = moves.filter((move) => move.action !== 'remove').map((move) => target(move, place));
    const values = { card: name(element.dataset.card), cards: or(pairs), places: either(goals) };
    const ways = moves.some(({ action }) => action === 'draw') ? t('Tap {cards} to remove both, or the stock again to turn it.', values)
      : !pairs.length ? t('The {card} can go to {places}.', values)
        : goals.length ? t('The {card} can go with {cards}, or to {places}.', values) : t('The {card} can go with {cards}.', values);
    this.chosen = { ...taken, element, moves, ways: capital(ways) };
    this.say(this.chosen.ways);
  }

  // put puts the taken cards back.
  put() {
    if (!this.chosen) return;
    this.chosen = null;
    this.table.felt.querySelectorAll('.chosen').forEach((card) => card.classList.remove('chosen'));
    this.table.show('target', []);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { table, chosen } = this;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.key === 'Escape' && this.drag.held) {
      this.drag.cancel();
    } else if (event.key === 'Escape' && chosen) {
      this.put();
      this.say('');
      table.stops.focus(chosen.element);
    } else if (!step || event.altKey || event.ctrlKey || event.metaKey) {
      return;
    } else {
      // With a card taken, arrows go to where it can go, and back.
      const only = chosen && new Set([chosen.place, ...chosen.moves.map((move) => target(move, chosen.place))]);
      const next = table.stops.towards(/** @type {HTMLElement} */ (event.target), step, only);
      if (next) table.stops.focus(next);
      else if (chosen) this.say(chosen.ways);
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
