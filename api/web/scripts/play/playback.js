// @ts-nocheck
// The moves of the line: their list, and the bar that steps through them. On narrow screens, where it lies below the table with the analysis, it comes to the
// foot of the screen while it is in use, in the place of the buttons, and the table stays in sight.

import { swipes } from '../table/hand.js';
import { after, before } from '../table/kplus.js';
import { aloud, at, game, page } from './now.js';
import { t } from '../table/language.js';
import { h, pretty } from '../table/page.js';
import { write } from '../table/position.js';
import { mark } from './review.js';
import { count, length, move as inWords, nth, short, suit, suited } from '../table/words.js';

export const narrow = matchMedia('(max-width: 62rem)'); // as in table.css: the analysis lies below the table

// seen brings the table in sight on narrow screens.
export function seen() {
  if (!narrow.matches) return;
  const { top } = at('table').getBoundingClientRect();
  if (top < 0 || top > innerHeight / 4) at('table').scrollIntoView();
}

// playback brings the bar to the foot of a narrow screen.
export function playback() {
  if (!narrow.matches) return;
  const begins = !page.classList.contains('playback');
  page.classList.add('playback');
  seen();
  if (begins) at('run').focus({ preventScroll: true });
}

// ended brings the buttons back. It reports whether the bar was there.
export function ended() {
  const had = page.classList.contains('playback');
  page.classList.remove('playback');
  return had;
}

// stepped shows the current ply.
export function stepped() {
  const { player, layout: places } = game;
  const { ply, moves, position } = player;
  at('slider').max = moves.length;
  at('slider').value = ply;
  at('slider').setAttribute('aria-valuetext', ply ? t('after {nth} of {moves}: {move}', { nth: nth(moves, ply), moves: length(moves), move: aloud(moves[ply - 1]) }) : t('the deal'));
  at('ply').textContent = `${count(moves, ply)} / ${count(moves)}`;
  at('ply').title = t('{some} of {all}', { some: length(moves, ply), all: length(moves) });
  at('count').textContent = length(moves, ply);
  at('undo').disabled = at('first').disabled = at('back').disabled = ply === 0;
  at('redo').disabled = at('last').disabled = at('forward').disabled = ply === moves.length;
  at('run').disabled = moves.length === 0;
  at('run').classList.toggle('on', player.running);
  at('run').setAttribute('aria-label', player.running ? t('Pause') : t('Play moves'));
  // Running moves are too fast to read aloud.
  for (const id of ['here', 'spoken']) at(id).setAttribute('aria-live', player.running ? 'off' : 'polite');
  at('table').dataset.ply = ply;
  mark(at('game-review'), ply);
  const list = at('line');
  list.querySelector('[aria-current]')?.removeAttribute('aria-current');
  const current = list.children[ply]?.firstChild;
  if (current) {
    current.setAttribute('aria-current', 'step');
    list.scrollTop = current.parentElement.offsetTop - list.offsetTop - list.clientHeight / 2;
  }
  unseen(position);
  if (!at('position').matches(':focus') && at('edit').open) at('position').value = pretty(write(places, position));
}

// unseen lists cards that lie under others, in order.
export function unseen(position) {
  const piles = [['stock', t('Stock, next card first')], ['waste', t('Waste, top card first')], ['reserve', t('Reserve, top card first')]];
  const shown = at('known').checked ? piles.filter(([place]) => (position.piles.get(place) || []).length) : [];
  at('unseen').hidden = !shown.length;
  at('unseen').replaceChildren(...shown.flatMap(([place, title]) => [
    h('b', {}, title + ': '),
    ...[...position.piles.get(place)].reverse().flatMap((card) => [h('span', { class: 'suit-' + suit(card) }, short(card)), ' ']),
    h('br'),
  ]));
}

// listed lists the moves of the line.
export function listed() {
  const { player } = game;
  const whole = player.onSolution(player.moves.length) && player.solution.length === player.moves.length;
  at('line-what').textContent = whole ? t('Solution. Choose a move to go there.') : player.moves.length ? t('Your moves.') : t('No moves yet.');
  const item = (ply, number, text) => h('li', {}, h('button', { type: 'button', click: () => { player.halt(); player.go(ply); } },
    h('span', { class: 'number' }, number), h('span', {}, suited(text))));
  const number = (move, i) => (move.action === 'redeal' ? '' : String(count(player.moves, i + 1)));
  at('line').replaceChildren(...(player.moves.length ? [item(0, '0', t('the deal')), ...player.moves.map((move, i) => item(i + 1, number(move, i), inWords(move)))] : []));
}

// With the stock fanned out, turns are one step with the move after them.

const stepping = (step) => () => { game.player.halt(); game.player.go(step(game.player)); };
export const steps = {
  first: stepping(() => 0),
  back: stepping((player) => (game.table.fan ? before(player.moves, player.ply) : player.previous)),
  forward: stepping((player) => (game.table.fan ? after(player.moves, player.ply) : player.next)),
  last: stepping((player) => player.moves.length),
};
for (const [id, step] of Object.entries(steps)) at(id).addEventListener('click', step);
at('undo').addEventListener('click', steps.back);
at('redo').addEventListener('click', steps.forward);
swipes(at('table'), { left: steps.back, right: steps.forward });
export const toggle = () => (game.player.running ? game.player.halt() : game.player.run());
at('run').addEventListener('click', toggle);
at('slider').addEventListener('input', () => { game.player.halt(); game.player.go(Number(at('slider').value)); });
at('pace').addEventListener('change', () => { game.player.pace = Number(at('pace').value); });

at('slider').addEventListener('change', playback); // not before it is let go, as it moves
for (const id of ['first', 'back', 'run', 'forward', 'last']) at(id).addEventListener('click', playback);
at('line').addEventListener('click', playback);
