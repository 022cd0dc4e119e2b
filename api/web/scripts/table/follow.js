// What follows from a move by hand: a space that must be filled is filled, and all cards go up when nothing else is
// left to do.

import { apply, isDown } from './position.js';

/** @import { Referee } from './legal.js' */
/** @import { Player } from './player.js' */
/** @import { Move, Position } from './types.d.ts' */

// rest returns the moves that bring all cards to the foundations, turning the stock where it must. It returns null if a
// card is hidden, or if other moves are needed.
/** @param {Referee} referee @param {Position} start @returns {Move[] | null} */
export function rest(referee, start) {
  const { table, whole } = referee.laws;
  const { columns, cells, reserve, foundations } = table;
  if (table.rows.length || table.sequences.length || table.accordion || table.hole || table.packets || table.fills.length || whole || !foundations.length) return null;
  if (start.piles.get('stock')?.length && table.onto !== 'waste') return null;
  if (columns.some((name) => start.piles.get(name)?.some(isDown))) return null;
  /** @type {Move[]} */ const moves = [];
  let state = referee.at(start);
  for (let idle = 0; !state.won;) {
    const up = [...columns, ...cells, ...reserve, 'waste'].flatMap((from) => foundations.map((to) => ({ action: /** @type {const} */ ('move'), from, to, cards: state.pile(from).slice(-1) })))
      .find((move) => !state.refusal(move));
    const [stock, waste] = ['stock', 'waste'].map((name) => state.pile(name).length);
    idle = up ? 0 : idle + 1;
    if (idle > 2 * (stock + waste) + 2) return null; // a whole pass brought nothing
    /** @type {Move} */ const move = up ?? (stock ? { action: 'draw', count: Math.min(table.draw, stock) } : { action: 'redeal' });
    if (state.refusal(move)) return null;
    moves.push(move);
    state = referee.at(apply(state.position, move));
  }
  return moves;
}

// fill fills a space, if the rules demand it and leave no choice. Of several spaces that the stock fills, it takes the
// first.
/** @param {Referee} referee @param {Player} player @param {() => boolean} [finishes] */
export function fill(referee, player, finishes) {
  const state = referee.at(player.position);
  if (!state.forced || (state.legal.length > 1 && referee.laws.table.onto !== 'spaces')) return;
  if (state.legal.length) play(referee, player, state.legal.slice(0, 1), finishes);
}

// play plays moves by hand, and what follows from them. finishes reports whether cards go up by themselves.
/** @param {Referee} referee @param {Player} player @param {Move[]} moves @param {() => boolean} [finishes] */
export function play(referee, player, moves, finishes = () => true) {
  player.play(...moves);
  const all = finishes() ? rest(referee, player.position) : null;
  if (all?.length) player.finish(all);
  else player.soon(() => fill(referee, player, finishes));
}
