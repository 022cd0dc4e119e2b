// What screen readers say of the cards and piles on a table.

import { t, tn } from './language.js';
import { name, place } from './words.js';

/** @import { Card, Move, Place } from './types.d.ts' */

// comesUp says how many turns bring a card up.
/** @param {Move[] | null} turns */
function comesUp(turns) {
  if (!turns) return t('not reachable yet');
  return turns.length ? tn(turns.length, 'after one turn', 'after {n} turns') : t('on top');
}

// ofCard returns the label of a card. turns bring it up, where the stock is fanned out.
/** @param {Card} card @param {{ hidden: boolean, known: boolean, covered: boolean, turns?: Move[] | null }} lying */
export function ofCard(card, { hidden, known, covered, turns }) {
  if (hidden) return known ? t('face down, {card}', { card: name(card) }) : t('face-down card');
  return [name(card), turns !== undefined ? comesUp(turns) : covered ? t('covered') : ''].filter(Boolean).join(', ');
}

// ofPile returns the labels of a pile and its slot. all is the number of cards, down the number of cards face down.
/** @param {Place} text @param {{ all: number, down: number, turned: boolean }} cards */
export function ofPile(text, { all, down, turned }) {
  const title = place(text).replace(/^the /, '');
  const lying = all ? tn(all, '{n} card', '{n} cards') : t('empty');
  return { pile: [title, lying, ...down ? [t('{n} face down', { n: down })] : []].join(', '), slot: `${turned ? t('turn the stock') : title}, ${lying}` };
}
