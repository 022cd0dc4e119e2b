// The moves of the line: the list, and what steps through them.

import { t } from '../table/language.js';
import { h, part } from '../table/page.js';
import { count, length, move as inWords, nth, suited } from '../table/words.js';
import { aloud } from './status.js';

/** @import { Game } from './game.js' */

/** @param {HTMLElement} root @param {Game} game */
export function line(root, game) {
  const { player } = game;
  const slider = part(root, 'input#slider');
  const list = part(root, 'ol#line');
  const what = part(root, 'p#line-what');
  const ply = part(root, 'output#ply');
  const run = part(root, 'button#run');
  const pace = part(root, 'select#pace');
  const [first, back, forward, last] = ['first', 'back', 'forward', 'last'].map((id) => part(root, /** @type {'button#id'} */ (`button#${id}`)));

  // stepped shows the current ply.
  const stepped = () => {
    const { moves } = player;
    slider.max = String(moves.length);
    slider.value = String(player.ply);
    slider.setAttribute('aria-valuetext', player.ply ? t('after {nth} of {moves}: {move}', { nth: nth(moves, player.ply), moves: length(moves), move: aloud(moves[player.ply - 1]) }) : t('the deal'));
    ply.textContent = `${count(moves, player.ply)} / ${count(moves)}`;
    ply.title = t('{some} of {all}', { some: length(moves, player.ply), all: length(moves) });
    first.disabled = back.disabled = player.ply === 0;
    last.disabled = forward.disabled = player.ply === moves.length;
    run.disabled = moves.length === 0;
    run.classList.toggle('on', player.running);
    run.setAttribute('aria-label', player.running ? t('Pause') : t('Play moves'));
    list.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const item = /** @type {HTMLElement | undefined} */ (list.children[player.ply]);
    if (!item) return;
    item.firstElementChild?.setAttribute('aria-current', 'step');
    list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
  };

  // listed lists the moves.
  const listed = () => {
    const { moves, solution } = player;
    const whole = solution?.length === moves.length && player.onSolution(moves.length);
    what.textContent = whole ? t('Solution. Choose a move to go there.') : moves.length ? t('Your moves.') : t('No moves yet.');
    const item = (at, number, text) => h('li', {}, h('button', { type: 'button', click: () => player.go(at) }, h('span', { class: 'number' }, number), h('span', {}, suited(text))));
    const number = (move, i) => (move.action === 'redeal' ? '' : String(count(moves, i + 1)));
    list.replaceChildren(...(moves.length ? [item(0, '0', t('the deal')), ...moves.map((move, i) => item(i + 1, number(move, i), inWords(move)))] : []));
  };

  game.on('move', ({ why }) => {
    if (why === 'line' || why === 'hand') listed();
    stepped();
  });
  game.on('analysis review', stepped); // the list is seen only now
  for (const [button, step] of /** @type {const} */ ([[first, game.first], [back, game.back], [forward, game.forward], [last, game.last], [run, game.toggle]])) button.addEventListener('click', step);
  slider.addEventListener('input', () => player.go(Number(slider.value)));
  pace.addEventListener('change', () => { player.pace = Number(pace.value); });
  listed();
  stepped();
}
