// The review of a game as the page shows it: a graph of the verdicts after each move, and the move that lost the game.

import { t } from '../table/language.js';
import { h, part } from '../table/page.js';
import { move as inWords, nth } from '../table/words.js';
import { another } from './onward.js';
import { told } from './reviewing.js';

/** @import { Game } from './game.js' */

const SVG = 'http://www.w3.org/2000/svg';
const draw = (tag, attributes) => {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

// heights say the verdict without colour.
const heights = { winnable: 10, unknown: 5, unwinnable: 2 };

// graph draws the verdicts of the plies as bars, one for each position.
function graph(plies, go) {
  const svg = draw('svg', { viewBox: `0 0 ${plies.length} 10`, preserveAspectRatio: 'none', class: 'graph', 'aria-hidden': 'true' });
  let from = 0;
  plies.forEach(({ verdict }, i) => { // one rectangle for all of a stretch
    if (plies[i + 1]?.verdict === verdict) return;
    const height = heights[verdict];
    svg.append(draw('rect', { x: from, y: 10 - height, width: i + 1 - from, height, class: 'is-' + verdict }));
    from = i + 1;
  });
  svg.append(draw('rect', { x: 0, y: 0, width: 1, height: 10, class: 'mark' }));
  svg.addEventListener('click', ({ clientX }) => {
    const { left, width } = svg.getBoundingClientRect();
    go(Math.min(plies.length - 1, Math.floor((clientX - left) / width * plies.length)));
  });
  return svg;
}

// review shows the review of the game, and the current ply in its graph.
/** @param {HTMLElement} root @param {Game} game */
export function review(root, game) {
  const panel = part(root, 'div#game-review');
  const mark = () => panel.querySelector('.mark')?.setAttribute('x', String(game.player.ply));

  const show = () => {
    const { open, moves, answer, error } = game.reviewing;
    if (!open) {
      panel.replaceChildren();
      return;
    }
    if (!answer) {
      panel.replaceChildren(h('p', { role: 'status' }, error ? error.message : t('Searching …')));
      return;
    }
    const { lost_at: at, better, plies } = answer;
    const go = (/** @type {number} */ ply) => game.player.go(ply);
    panel.replaceChildren(...[
      h('h2', {}, t('Still winnable?')),
      graph(plies, go),
      h('p', { class: 'key', 'aria-hidden': 'true' }, h('span', { class: 'winnable' }, t('high: winnable')), h('span', { class: 'unknown' }, t('middle: unknown')), h('span', { class: 'unwinnable' }, t('low: lost'))),
      h('p', { class: 'verdict' }, told(answer, moves)),
      better ? h('p', {}, t('Better: {move}.', { move: inWords(better) })) : null,
      h('p', { class: 'send' }, at ? [
        h('button', { type: 'button', id: 'play-on', click: () => game.reviewing.playOn(at - 1) }, t('Play on from here')),
        h('button', { type: 'button', class: 'quiet', click: () => go(at - 1) }, t('Show position before {nth}', { nth: nth(moves, at) })),
      ] : [], plies.at(-1)?.verdict === 'unwinnable' ? another(root) : null),
    ].filter(Boolean));
    mark();
    panel.scrollIntoView({ block: 'nearest' });
    game.speak(t('Review: {verdict}', { verdict: told(answer, moves) }));
  };

  game.on('review', show);
  game.on('move', mark);
}
