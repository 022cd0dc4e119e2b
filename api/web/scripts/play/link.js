// The address of the page. It has the game and number, and in the fragment the moves played by hand (#m=), or ?ply= of
// the solution. On /play the fragment may also have the game or rules, and the cards.

import { atLength, briefly, pack } from '../table/address.js';
import { t } from '../table/language.js';
import { length, refusal } from '../table/words.js';
import { duration } from './record.js';

/** @import { Game } from './game.js' */

// plain returns the address of a deal, without moves.
export function plain({ game, seed, rules }, document) {
  if (seed) return `/games/${game}/deals/${seed}`;
  const parameters = new URLSearchParams(game ? { game } : { rules: JSON.stringify(rules) });
  pack(document, parameters);
  return '/play#' + parameters;
}

// link updates the address. That of the home page stays until a move is made there.
/** @param {HTMLElement} root @param {Game} game */
export function link(root, game) {
  const { player } = game;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ let timer;

  const write = () => {
    clearTimeout(timer);
    if ('home' in root.dataset && location.pathname === '/' && !game.moved) return;
    const path = ('embed' in root.dataset ? '/embed' : '') + game.about.address;
    const solved = game.analysing && player.onSolution();
    const line = player.ply && (solved ? 'ply=' + player.ply : 'm=' + briefly(game.made));
    const whole = path + (line ? (game.question.seed ? (solved ? '?' : '#') : '&') + line : '');
    if (location.pathname + location.search + location.hash !== whole) history.replaceState(null, '', whole);
  };

  game.on('link', write); // at once, as it is to be copied
  game.on('move', () => {
    clearTimeout(timer);
    timer = setTimeout(write, 150);
  });
  addEventListener('hashchange', () => { if (/[#&](m|game|rules|ply)=/.test(location.hash)) location.reload(); });
}

// begin goes to the moves of the address, or to where the game was left. It returns the ply of the solution that the
// address has, or 0.
/** @param {Game} game */
export function begin(game) {
  const { player, progress } = game;
  const fragment = new URLSearchParams(location.hash.slice(1));
  const asked = new URLSearchParams(location.search).get('ply') ?? fragment.get('ply') ?? '0';
  const ply = /^[0-9]{1,6}$/.test(asked) ? Number(asked) : 0;
  const line = fragment.get('m');
  if (ply) return ply; // the moves are of the solution
  const odd = String(ply) !== asked.replace(/^0+(?=.)/, '');
  if (odd) game.say(t('The address has no whole number as ply, so the game begins at the deal.'));
  else if (progress.begin(line || '')) {
    if (!line) game.say(player.ply ? t('Continued after {moves}.', { moves: length(game.made) }) : t('You won this deal in {time}, {moves}. Redo shows that game.', { time: duration(progress.kept?.ms), moves: length(player.moves) }));
    return 0;
  }
  if (!line) return 0;
  try {
    const moves = atLength(game.layout, player.position, line);
    player.follow(moves, moves.length);
  } catch {
    game.say(t('The moves in the address don’t fit this deal, so it begins anew.'));
  }
  return 0;
}

// check cuts the line before its first illegal move, as it may come from an address.
/** @param {Game} game */
export function check(game) {
  const { player, here: { referee }, made } = game;
  const refusals = made.map((move, i) => referee.at(player.positions[i]).refusal(move));
  const at = refusals.findIndex(Boolean);
  const why = refusals[at];
  if (!why) return;
  player.follow(player.moves.slice(0, at));
  game.say(t('Not legal: {why}', { why: refusal(why) }));
}
