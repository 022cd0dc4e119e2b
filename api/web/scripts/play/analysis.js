// The analysis beside the table: what of it is in sight, the values of the moves, and ways to the solution.

import { t } from '../table/language.js';
import { h, part } from '../table/page.js';
import { counted, move as inWords, suited } from '../table/words.js';

/** @import { Game } from './game.js' */

const verdicts = { winnable: t('winnable'), unwinnable: t('unwinnable'), unknown: t('unknown') };

/** @param {HTMLElement} root @param {Game} game */
export function analysis(root, game) {
  const { here, player } = game;
  const beside = part(root, 'aside#beside');
  const judged = part(root, 'ul#judged');
  const choices = part(root, 'details#choices');
  const solution = part(root, 'button#solution');
  const way = part(root, 'button#show');
  const lost = part(root, 'button#lost');
  let listed = {}; // what the list of moves shows

  const item = ({ move, verdict, length, redeals, estimate }) => h('li', {},
    h('button', { type: 'button', click: () => game.play(move) }, h('span', {}, suited(inWords(move))),
      verdict ? h('span', { class: 'verdict ' + verdict }, [verdicts[verdict], length ? counted(length, redeals) : estimate === undefined ? '' : t('estimate {n}', { n: estimate })].filter(Boolean).join(', ')) : null));

  const show = () => {
    const entry = here.entry();
    const { choices: moves = null } = entry;
    const loses = entry.verdict === 'unwinnable'; // then every move loses
    solution.hidden = !player.solution || player.onSolution(player.moves.length);
    way.hidden = entry.won || player.onSolution() || !entry.way;
    lost.hidden = !loses || here.parted();
    if (!game.analysing || (listed.moves === moves && listed.loses === loses)) return; // keep the list while it is read
    listed = { moves, loses };
    judged.replaceChildren(...(moves ?? []).map((choice) => item({ ...choice, verdict: choice.verdict ?? (loses ? 'unwinnable' : null) })));
  };

  game.on('known', show);
  game.on('analysis review', () => {
    beside.hidden = !game.analysing && !game.reviewing.open;
    beside.classList.toggle('full', game.analysing);
    show();
  });
  // The sheet of a small screen lies over the page. The table ends above it.
  const small = matchMedia('(max-width: 62rem)'); // as in table.css
  let sheet = 0;
  new ResizeObserver(() => {
    const height = small.matches ? beside.offsetHeight : 0;
    if (height === sheet) return; // each change has the styles of the whole page computed anew
    sheet = height;
    root.style.setProperty('--sheet', sheet + 'px');
  }).observe(beside);
  part(root, 'details#moves').open = !small.matches;

  choices.addEventListener('toggle', () => {
    here.curious = choices.open;
    here.later();
  });
  solution.addEventListener('click', () => game.showSolution());
  way.addEventListener('click', () => game.showWay());
  lost.addEventListener('click', () => game.reviewing.find());
  part(root, 'button#sheet-close').addEventListener('click', () => {
    if (game.reviewing.open) game.reviewing.close();
    else part(root, 'button#analysis').click();
    part(root, 'button#analysis').focus({ preventScroll: true });
  });
}
