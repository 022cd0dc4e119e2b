// What the page says of the game: the line below the table, the time and the number of moves.

import { isTurn, macro } from '../table/kplus.js';
import { t, tn } from '../table/language.js';
import { part } from '../table/page.js';
import { runOf } from '../table/player.js';
import { length, move as inWords, name, suited } from '../table/words.js';
import { another } from './onward.js';
import { duration } from './record.js';

/** @import { Move } from '../table/types.d.ts' */
/** @import { Game } from './game.js' */

/** @param {Move} move */
export const aloud = (move) => inWords(move, name);

// made names the moves of a step: a run, a turn of the stock with the card that is on top then, or a move with the turns
// before it. Empty for several moves that are none of these.
/** @param {Game} game @param {Move[]} moves @param {boolean} forward */
function made({ fan, position }, moves, forward) {
  const run = runOf.get(moves[0]);
  if (run && moves.every((move) => runOf.get(move) === run)) return aloud(run);
  const [move] = moves;
  if (moves.length === 1 && forward && move.action === 'draw') {
    return tn(move.count, '{n} card turned, {card} on top', '{n} cards turned, {card} on top', { card: name(position.piles.get('waste')?.at(-1) ?? '') });
  }
  if (moves.length === 1) return aloud(move);
  const played = fan && moves.slice(0, -1).every(isTurn) ? macro(moves) : null;
  return played ? tn(played.turns, '{move}, after {n} turn of the stock', '{move}, after {n} turns of the stock', { move: aloud(played.play) }) : '';
}

/** @param {HTMLElement} root @param {Game} game */
export function status(root, game) {
  const said = part(root, 'p#said');
  const spoken = part(root, 'p#spoken');
  const clock = part(root, 'span#clock');
  const moves = part(root, 'span#count');

  game.on('say', ({ text, onward, quiet }) => {
    if (quiet && said.textContent) return;
    said.replaceChildren(...suited(text), ...(onward ? [' ', another(root) ?? ''] : []));
  });
  game.on('speak', ({ text }) => { spoken.textContent = text; });
  const tick = () => { clock.textContent = duration(game.clock.time); };
  game.on('time', tick);
  game.on('move', ({ why, before, step }) => {
    const { player } = game;
    moves.textContent = length(player.moves, player.ply);
    spoken.setAttribute('aria-live', player.running ? 'off' : 'polite'); // running moves are too fast to read aloud
    if (why === 'line') return;
    const played = step.length ? made(game, step, player.ply > before) : '';
    game.say('');
    game.speak(played && (player.ply > before ? played + '.' : t('Undone: {move}.', { move: played })));
  });
  game.on('won', () => game.say(t('Won in {time}, {moves}.', { time: duration(game.clock.ms), moves: length(game.made) })));
  tick();
}
