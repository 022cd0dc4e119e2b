// What a tap on a card means: the move that players expect, if there is one. A tap that may mean several moves selects
// the card.

import { related } from './builds.js';

/** @import { Referee } from './legal.js' */
/** @import { Card, Move, Place } from './types.d.ts' */
/** @typedef {ReturnType<Referee['at']>} State */

// safe reports whether a card may leave the columns for good: every card that could be laid on it is up already, or
// goes up at once.
/** @param {Card} card @param {State} state */
function safe(card, { position, laws: { builds, table, whole } }) {
  const height = builds.above(position, card) - 1; // cards below it on its foundation
  if (height < 2 || /^(same-suit|same-rank|no-build)$/.test(builds.build) || !table.columns.length || whole) return true;
  return table.foundations.every((name) => !related[builds.build]('A' + name.split('/')[1], card) || (position.piles.get(name)?.length ?? 0) >= height);
}

// sensible returns the move that a tap on a card means; null if it may mean none or several. The moves all take this card,
// with the cards on it, from its place. The foundation comes first, then another card, then a space, then a cell.
/** @param {Move[]} moves @param {Place} place @param {State} state @returns {Move | null} */
export function sensible(moves, place, state) {
  if (place.startsWith('foundation/')) return null; // it is taken back on purpose only
  const pairs = moves.filter(({ action }) => action === 'remove');
  if (pairs.length) return pairs.length === 1 && moves.length === 1 ? pairs[0] : null;
  const lies = (/** @type {Place} */ name) => state.pile(name).length;
  const to = (/** @type {RegExp} */ kind) => moves.filter((move) => kind.test(move.to));
  const [card] = moves[0]?.cards || [];
  const up = to(/^(foundation|hole|waste)/);
  const onto = to(/^(tableau|accordion)/).filter((move) => lies(move.to)).concat(to(/^(sequence|row)/));
  if (up.length) return !onto.length || safe(card, state) ? up[0] : null;
  if (onto.length) {
    const suited = onto.filter((move) => state.pile(move.to).at(-1)?.[1] === card[1]);
    return onto.length === 1 ? onto[0] : suited.length === 1 ? suited[0] : null;
  }
  const spaces = lies(place) === moves[0]?.cards?.length ? [] : to(/^tableau/); // from space to space is no move
  if (spaces.length) return spaces.length === 1 || !state.laws.table.row ? spaces[0] : null;
  return place.startsWith('cell/') ? null : to(/^(cell|reserve)/)[0] ?? null;
}
