// The review of a game: a graph of which positions were still winnable, and the move that lost.

import { t } from '../table/language.js';
import { h } from '../table/page.js';
import { capital, count, move as inWords, nth } from '../table/words.js';

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

// told writes what a review found.
export function told({ plies, lost_at: at, last_winnable: last, first_unwinnable: first }, moves) {
  if (at) return t('{nth} lost the game: {move}.', { nth: capital(nth(moves, at)), move: inWords(moves[at - 1]) });
  const verdict = plies.at(-1)?.verdict;
  if (plies[0]?.verdict === 'unwinnable') return t('This deal can’t be won: no move lost it.');
  if (verdict === 'winnable') return plies.every((ply) => ply.verdict === 'winnable') ? t('Winnable after every move.') : t('Still winnable.');
  if (verdict === 'unwinnable') return t('Lost by one of moves {from} to {to}.', { from: count(moves, (last ?? 0) + 1), to: count(moves, first) });
  return t('No verdict within the time limit.');
}

// show fills a panel with a review, an answer of POST /v1/analyse. go goes to a ply; playOn
// goes back there, to play; another is a link to another deal, or null.
export function show(panel, answer, moves, { go, playOn, another }) {
  const { lost_at: at, better } = answer;
  const back = at ? at - 1 : null;
  panel.replaceChildren(...[
    h('h2', {}, t('Still winnable?')),
    graph(answer.plies, go),
    h('p', { class: 'key', 'aria-hidden': 'true' }, h('span', { class: 'winnable' }, t('high: winnable')), h('span', { class: 'unknown' }, t('middle: unknown')), h('span', { class: 'unwinnable' }, t('low: lost'))),
    h('p', { class: 'verdict' }, told(answer, moves)),
    better ? h('p', {}, t('Better: {move}.', { move: inWords(better) })) : null,
    h('p', { class: 'send' }, back === null ? [] : [
      h('button', { type: 'button', id: 'play-on', click: () => playOn(back) }, t('Play on from here')),
      h('button', { type: 'button', class: 'quiet', click: () => go(back) }, t('Show position before {nth}', { nth: nth(moves, at) })),
    ], answer.plies.at(-1)?.verdict === 'unwinnable' ? another : null),
  ].filter(Boolean));
}

// mark shows the current ply in the graph.
export function mark(panel, ply) {
  panel.querySelector('.mark')?.setAttribute('x', ply);
}
