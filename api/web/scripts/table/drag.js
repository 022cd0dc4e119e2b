// Dragging: a card follows the pointer, and is played to the pile that it covers well enough, if a legal move leads there.
// A press that moves less is a tap.

/** @import { Hand, Taken } from './hand.js' */
/** @import { Move, Place } from './types.d.ts' */
/** @typedef {Taken & { element: HTMLElement, touch: boolean, id: number, x: number, y: number, moves: Move[], lay: DOMRect | null }} Press the cards are held from when lay, where they lay, is known */

const far = 6; // pixels; less is a tap

// A held card is meant for a pile that it covers with at least this share of itself, and at least this
// share of what it covers of any other pile. So a slip of some pixels plays nothing, nor does a card that
// lies on a pile where it can't go and overlaps another one.
const meant = { card: 0.3, other: 2 / 3 };

// target returns where a move takes the card of a place: for a pair, the place of the other one;
// null if it leaves the table by itself.
/** @param {Move} move @param {Place} place @returns {Place | null} */
export function target(move, place) {
  if (move.action === 'draw') return 'waste';
  return move.action === 'remove' ? move.from.find((other) => other !== place) ?? null : move.to;
}

// common returns the area that two rectangles have in common.
/** @type {(a: DOMRect, b: DOMRect) => number} */
function common(a, b) {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return Math.max(0, wide) * Math.max(0, high);
}

export class Drag {
  /** @type {Press | null} */ #press = null;

  /** @param {Hand} hand @param {AbortSignal} signal */
  constructor(hand, signal) {
    this.hand = hand;
    this.table = hand.table;
    const { felt } = hand.table;
    felt.addEventListener('pointerdown', (event) => this.#down(event), { signal });
    for (const [type, then] of /** @type {const} */ ([['pointermove', this.#move], ['pointerup', this.#up], ['pointercancel', this.cancel]])) {
      felt.addEventListener(type, (event) => { if (this.#press?.id === event.pointerId) then.call(this, event); }, { signal });
    }
  }

  get held() { return Boolean(this.#press?.lay); }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 || this.#press || this.hand.busy) return;
    /** @type {HTMLElement | null | undefined} */ const element = this.table.arrived(event)?.closest('.card, .slot');
    if (!element) return;
    this.#press = { ...this.table.whereIs(element), element, touch: event.pointerType !== 'mouse', id: event.pointerId, x: event.clientX, y: event.clientY, moves: [], lay: null };
    if (element.matches('.slot, .down') || !element.hasAttribute('data-stop')) return;
    event.preventDefault(); // no text selection, no button press
    element.focus(/** @type {FocusOptions} */ ({ preventScroll: true, focusVisible: false }));
  }

  /** @param {PointerEvent} event */
  #move({ buttons, clientX, clientY }) {
    const press = /** @type {Press} */ (this.#press);
    if (buttons === 0) { // released outside the table
      this.cancel();
      return;
    }
    if (!press.count || !press.element.hasAttribute('data-stop')) return;
    const [x, y] = [clientX - press.x, clientY - press.y];
    if (!press.lay) {
      if (Math.hypot(x, y) < far) return;
      if (!press.element.isConnected) { // the position has changed since the press
        this.#press = null;
        return;
      }
      this.#take(press);
    }
    for (const card of press.cards) card.style.translate = `${x}px ${y}px`;
    const aimed = this.#aim(press);
    this.table.show('aimed', aimed ? [target(aimed, press.place)] : []);
  }

  // take takes the cards up.
  /** @param {Press} press */
  #take(press) {
    const { hand, table } = this;
    Object.assign(press, table.whereIs(press.element));
    press.lay = press.cards[0].getBoundingClientRect();
    hand.put();
    table.felt.setPointerCapture(press.id);
    press.cards.forEach((card) => card.classList.add('held'));
    press.moves = hand.candidates(press);
    table.show('target', press.moves.map((move) => target(move, press.place)));
  }

  // covered returns the places that a held card covers, with the areas, the largest first.
  /** @param {HTMLElement} card */
  #covered(card) {
    const held = card.getBoundingClientRect();
    return [...this.table.piles].filter(([, pile]) => !pile.matches('.row.empty'))
      .map(([place, pile]) => ({ place, area: common(held, pile.getBoundingClientRect()) }))
      .filter(({ area }) => area > 0).sort((a, b) => b.area - a.area);
  }

  // aim returns the legal move to the pile that the held card is meant for.
  /** @param {Press} press */
  #aim({ cards: [card], lay, moves, place }) {
    const to = (/** @type {Place} */ goal) => moves.find((move) => target(move, place) === goal);
    const held = card.getBoundingClientRect();
    const covered = this.#covered(card);
    const goal = covered.find((other) => to(other.place));
    const own = Math.max(common(held, lay ?? held), covered.find((other) => other.place === place)?.area ?? 0);
    const enough = goal && goal.area > own && goal.area >= meant.card * held.width * held.height && goal.area >= meant.other * covered[0].area;
    return enough ? to(goal.place) : undefined;
  }

  /** @param {PointerEvent} event */
  #up({ timeStamp }) {
    const { hand, table } = this;
    const press = /** @type {Press} */ (this.#press);
    if (!press.lay) {
      this.#press = null;
      hand.tap(press, timeStamp);
      return;
    }
    const move = this.#aim(press);
    const place = this.#covered(press.cards[0])[0]?.place;
    const may = press.moves.some((other) => target(other, press.place) === place);
    this.drop();
    if (move) {
      hand.go(press.turns, move);
      return;
    }
    table.draw(table.position); // runs back
    if (place && place !== press.place && !may) hand.forbid(press, place);
  }

  // cancel lets the cards run back.
  cancel() {
    if (!this.#press) return;
    this.drop();
    this.table.draw(this.table.position);
  }

  // drop releases cards where they are; the next drawing animates from there.
  drop() {
    const { table } = this;
    const cards = this.#press?.cards ?? [];
    this.#press = null;
    for (const card of cards) table.from.set(card, card.getBoundingClientRect());
    for (const card of cards) {
      card.classList.remove('held');
      card.style.translate = '';
    }
    table.show('target', []);
    table.show('aimed', []);
  }
}
