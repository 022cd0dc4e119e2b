// Hints by steps, each with what the button says before it: which card, where to, why, and then
// the move itself. Of a lost position: that it is lost, by which move, what was better, and back.

import { macro, isTurn } from '../table/kplus.js';
import { t, tn } from '../table/language.js';
import { equal } from '../table/player.js';
import { apply } from '../table/position.js';
import { told } from './reviewing.js';
import { capital, length, lying, move as inWords, place, short } from '../table/words.js';

/** @import { Game } from './game.js' */

// spot returns where the deepest card that a move takes lies before the turns of the stock that come first.
function spot({ from, cards }, turns, position) {
  const piles = new Map(['stock', 'waste', from].map((name) => [name, (position.piles.get(name) || []).map((_, at) => ({ place: name, at }))]));
  return turns.reduce(apply, { ...position, piles }).piles.get(from).at(-cards.length);
}

// of returns the steps of the hint for a position: text, and what to mark on the table. best is
// the move, entry what is known of the position, line the moves to come, position the cards; fan
// is whether the stock is fanned out, twins whether there are cards of the same name.
export function of({ best, entry, line, position, fan, twins }) {
  const judged = entry.choices.find(({ move }) => equal(move, best));
  const made = fan && isTurn(best) ? macro(line) : null;
  const move = made ? made.play : best;
  const say = (text) => (judged?.verdict === 'unknown' ? t('Best guess, not proven. {hint}', { hint: text }) : text);
  /** @type {any} */ let which = { text: say(t('Look at the stock.')), places: ['stock'] };
  /** @type {any} */ let where = { text: sentence(inWords(move)), places: ['stock'] };
  if (move.cards) {
    const [card] = move.cards;
    const froms = [move.from].flat();
    const spots = froms.map((from, i) => spot({ from, cards: move.action === 'remove' ? [move.cards[i]] : move.cards }, made ? line.slice(0, made.turns) : [], position));
    const there = { card: short(card), place: place(move.to ?? froms[0]) };
    const text = made ? tn(made.turns, 'Turn the stock once, then move the {card} to {place}.', 'Turn the stock {n} times, then move the {card} to {place}.', there) : t('Move the {card} to {place}.', there);
    which = { text: say(twins ? t('Look at the {card} {where}.', { card: short(card), where: lying(froms[0]) }) : t('Look at the {card}.', { card: short(card) })), cards: [spots[0]] };
    where = move.action === 'remove' ? { text: sentence(inWords(move)), cards: spots } : { text, places: [move.to], cards: spots };
  }
  return [
    which,
    { ...where, label: t('Where?') },
    { ...where, text: why(made ? null : judged, move, entry, position), label: t('Why?') },
    { play: made ? line.slice(0, made.turns + 1) : [best], label: t('Play it') },
  ];
}

// lostOf returns the steps for a lost position. Those after the move that lost are added when it is known.
/** @param {Game} game */
export function lostOf(game) {
  const { made: moves } = game;
  /** @type {any[]} */ const steps = [{ text: moves.length ? t('No move wins from here.') : t('This deal can’t be won.'), onward: true }];
  const why = async () => {
    const found = await game.reviewing.lostAt(moves);
    if (found.better) steps.push({ label: t('Better?'), text: t('Better: {move}.', { move: inWords(found.better) }), onward: true }, { label: t('Go back'), play: () => game.backTo(found.lost_at - 1) });
    return told(found, moves);
  };
  if (moves.length) steps.push({ label: t('Why?'), text: why, onward: true });
  return steps;
}

// why gives the reason for a move: what it does, in the service's words or as the cards show, and what
// the others come to.
function why(judged, move, { choices: all, only, way }, position) {
  const said = [];
  if (judged?.why) said.push(t('It {why}.', { why: judged.why }));
  else if (move.turns_up) said.push(t('It turns up the {card}.', { card: short(move.turns_up) }));
  else if (move.action === 'move' && move.from.startsWith('tableau/') && position.piles.get(move.from)?.length === move.cards.length) said.push(t('It empties {place}.', { place: place(move.from) }));
  else if (move.action === 'move' && move.to.startsWith('foundation/')) said.push(t('The {card} goes up.', { card: short(move.cards[0]) }));
  const lost = all.filter(({ verdict }) => verdict === 'unwinnable').length;
  if (only && all.length > 1) said.push(t('Every other move loses the game.'));
  else if (lost) said.push(tn(lost, '{n} of the {all} moves here loses the game.', '{n} of the {all} moves here lose the game.', { all: all.length }));
  if (way?.length && !only) said.push(t('The game can be won in {moves} from here.', { moves: length(way) }));
  return said.join(' ') || t('It is on the shortest known way to win.');
}

// sentence writes text as a sentence.
const sentence = (text) => capital(text).replace(/\.?$/, '.');
