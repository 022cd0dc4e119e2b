// @ts-nocheck
// Hints by steps, each with what the button says before it: which card, where to, why, and then
// the move itself. Of a lost position: that it is lost, by which move, what was better, and back.

import { macro, isTurn } from '../table/kplus.js';
import { apply } from '../table/position.js';
import { told } from './review.js';
import { capital, length, lying, move as inWords, place, short } from '../table/words.js';

// spot returns where the deepest card that a move takes lies before the turns of the stock that come first.
function spot({ from, cards }, turns, position) {
  const piles = new Map(['stock', 'waste', from].map((name) => [name, (position.piles.get(name) || []).map((_, at) => ({ place: name, at }))]));
  return turns.reduce(apply, { ...position, piles }).piles.get(from).at(-cards.length);
}

// of returns the steps of the hint for a position: text, and what to mark on the table. best is
// the move, entry what is known of the position, line the moves to come, position the cards; fan
// is whether the stock is fanned out, twins whether there are cards of the same name.
export function of({ best, entry, line, position, fan, twins }) {
  const judged = entry.judged?.find(({ move }) => same(move, best));
  const made = fan && isTurn(best) ? macro(line) : null;
  const move = made ? made.play : best;
  const say = (text) => (judged?.verdict === 'unknown' ? 'Best guess, not proven: ' + text[0].toLowerCase() + text.slice(1) : text);
  let which = { text: say('Look at the stock.'), places: ['stock'] };
  let where = { text: sentence(inWords(move)), places: ['stock'] };
  if (move.cards) {
    const [card] = move.cards;
    const turns = made ? `Turn the stock ${made.turns === 1 ? 'once' : made.turns + ' times'}, then move` : 'Move';
    const froms = [move.from].flat();
    const spots = froms.map((from, i) => spot({ from, cards: move.action === 'remove' ? [move.cards[i]] : move.cards }, made ? line.slice(0, made.turns) : [], position));
    which = { text: say(`Look at the ${short(card)}${twins ? ' ' + lying(froms[0]) : ''}.`), cards: [spots[0]] };
    where = move.action === 'remove' ? { text: sentence(inWords(move)), cards: spots } : { text: `${turns} the ${short(card)} to ${place(move.to)}.`, places: [move.to], cards: spots };
  }
  return [
    which,
    { ...where, label: 'Where?' },
    { ...where, text: why(made ? null : judged, move, entry, position), label: 'Why?' },
    { play: made ? line.slice(0, made.turns + 1) : [best], label: 'Play it' },
  ];
}

// lostOf returns the steps for a lost position. lostAt finds the move that lost, back goes back
// to a ply.
export function lostOf(moves, lostAt, back) {
  let found;
  const steps = [
    { text: moves.length ? 'No move wins from here.' : 'This deal can’t be won.' },
    { label: 'Why?', possible: () => moves.length > 0, text: async () => {
      found = await lostAt(moves);
      return told(found, moves);
    } },
    { label: 'Better?', possible: () => Boolean(found?.better), text: async () => `Better: ${inWords(found.better)}.` },
    { label: 'Go back', play: () => back(found.lost_at - 1) },
  ];
  return steps.map((step) => ({ ...step, lost: true }));
}

// why gives the reason for a move: what it does, in the service's words or as the cards show, and what
// the others come to.
function why(judged, move, { judged: all = [], only, way }, position) {
  const said = [];
  if (judged?.why) said.push(`It ${judged.why}.`);
  else if (move.turns_up) said.push(`It turns up the ${short(move.turns_up)}.`);
  else if (move.action === 'move' && move.from.startsWith('tableau/') && position.piles.get(move.from)?.length === move.cards.length) said.push(`It empties ${place(move.from)}.`);
  else if (move.action === 'move' && move.to.startsWith('foundation/')) said.push(`The ${short(move.cards[0])} goes up.`);
  const lost = all.filter(({ verdict }) => verdict === 'unwinnable').length;
  if (only && all.length > 1) said.push('Every other move loses the game.');
  else if (lost) said.push(`${lost} of the ${all.length} moves here ${lost === 1 ? 'loses' : 'lose'} the game.`);
  if (way?.length && !only) said.push(`The game can be won in ${length(way)} from here.`);
  return said.join(' ') || 'It is on the shortest known way to win.';
}

// sentence writes text as a sentence.
export const sentence = (text) => capital(text).replace(/\.?$/, '.');
const same = (a, b) => a.action === b.action && String(a.from) === String(b.from) && a.to === b.to && String(a.cards) === String(b.cards);
