// @ts-nocheck
// The dialogs: of a won game, and of the statistics.

import { reviewed } from './analysis.js';
import { dated } from './calendar.js';
import { days } from './days.js';
import { at, copied, game, page, say } from './now.js';
import { t } from '../table/language.js';
import { h } from '../table/page.js';
import { sound } from './looks.js';
import { duration, statistics } from './record.js';
import { cascade } from '../table/cascade.js';
import { length } from '../table/words.js';

// won celebrates, once.
export function won() {
  const { question, player, clock } = game;
  [game.played, game.finishing] = [false, false];
  game.progress.win();
  const counted = question.seed && !clock.helped;
  const before = statistics.of(question.game);
  if (counted) {
    statistics.win(question.game, question.seed, clock.ms);
    days.win(question.game, question.seed, clock.ms);
    dated();
  }
  const s = statistics.of(question.game);
  const best = s.won > before.won && before.best !== null && s.best < before.best;
  figures('won-figures', [
    [t('Time'), best ? t('{time} (best)', { time: duration(clock.ms) }) : duration(clock.ms)], [t('Moves'), length(player.moves, player.ply).replace(/ moves?/, '')],
    ...(counted ? [[t('Streak'), s.streak], [t('Won'), t('{some} of {all}', { some: s.won, all: s.played })]] : []),
  ]);
  say(t('Won in {time}, {moves}.', { time: duration(clock.ms), moves: length(player.moves, player.ply) }));
  at('shared').textContent = '';
  at('won').showModal();
  sound('won');
  cascade(at('table').felt);
}

// figures fills a list of figures.
function figures(id, rows) {
  at(id).replaceChildren(...rows.map(([what, value]) => h('div', {}, h('dt', {}, what), h('dd', {}, String(value)))));
}

at('won-close').addEventListener('click', () => at('won').close());
at('won-review').addEventListener('click', () => { at('won').close(); reviewed(); });
at('share').addEventListener('click', async () => {
  const { question, player, clock } = game;
  const link = question.seed ? location.origin + location.pathname : location.href;
  const text = `${[page.dataset.title, question.seed].filter(Boolean).join(' ')}: won in ${duration(clock.ms)}, ${length(player.moves, player.ply)}.`;
  try {
    if (navigator.share) {
      await navigator.share({ text, url: link });
      at('shared').textContent = 'Shared.';
      return;
    }
  } catch (error) {
    if (error.name === 'AbortError') return; // the player closed the sheet
  }
  copied(`${text} ${link}`, 'Result and link', { where: at('shared'), otherwise: `copy this: ${text} ${link}` });
});
at('record').addEventListener('click', () => {
  const s = statistics.of(game.question.game);
  at('statistics-title').textContent = 'Statistics: ' + page.dataset.title;
  at('statistics-game').textContent = page.dataset.title;
  figures('statistics-figures', [
    [t('Played'), s.played], [t('Won'), s.won + (s.played ? ` (${Math.round(100 * s.won / s.played)} %)` : '')],
    [t('Streak'), s.streak], [t('Longest streak'), s.longest], [t('Best time'), s.best === null ? '–' : duration(s.best)],
  ]);
  at('statistics').showModal();
});
at('statistics-close').addEventListener('click', () => at('statistics').close());
at('statistics-reset').addEventListener('click', () => {
  statistics.reset(game.question.game);
  at('statistics').close();
  say(t('The statistics of {game} are reset.', { game: page.dataset.title }));
});
