// The dialogs: of a won game, and of the statistics.

import { t } from '../table/language.js';
import { h, part } from '../table/page.js';
import { count, length } from '../table/words.js';
import { copied } from './copied.js';
import { duration, statistics } from './record.js';

/** @import { Game } from './game.js' */

/** @type {(rows: [string, string | number][]) => HTMLElement[]} */
const figures = (rows) => rows.map(([what, value]) => h('div', {}, h('dt', {}, what), h('dd', {}, String(value))));

// won celebrates.
/** @param {HTMLElement} root @param {Game} game */
export function won(root, game) {
  const { clock, about, question } = game;
  const dialog = part(root, 'dialog#won');
  const shared = part(root, 'p#shared');

  game.on('won', ({ statistics: s, best }) => {
    part(root, 'dl#won-figures').replaceChildren(...figures([
      [t('Time'), best ? t('{time} (best)', { time: duration(clock.ms) }) : duration(clock.ms)], [t('Moves'), count(game.made)],
      ...(s ? /** @type {[string, string | number][]} */ ([[t('Streak'), s.streak], [t('Won'), t('{some} of {all}', { some: s.won, all: s.played })]]) : []),
    ]));
    shared.textContent = '';
  });
  game.on('celebrated', () => dialog.showModal());

  part(root, 'button#won-close').addEventListener('click', () => dialog.close());
  part(root, 'button#won-review').addEventListener('click', () => { dialog.close(); game.reviewing.start(); });
  part(root, 'button#share').addEventListener('click', async () => {
    const link = question.seed ? location.origin + location.pathname : location.href;
    const text = t('{game}: won in {time}, {moves}.', { game: [about.title, question.seed].filter(Boolean).join(' '), time: duration(clock.ms), moves: length(game.made) });
    try {
      if ('share' in navigator) {
        await navigator.share({ text, url: link });
        shared.textContent = t('Shared.');
        return;
      }
    } catch (error) {
      if (error.name === 'AbortError') return; // the player closed the sheet
    }
    copied(`${text} ${link}`, t('Result and link copied.'), shared, t('Copy this: {text}', { text: `${text} ${link}` }));
  });
}

// record shows the statistics.
/** @param {HTMLElement} root @param {Game} game */
export function record(root, game) {
  const { question, about } = game;
  const dialog = part(root, 'dialog#statistics');

  part(root, 'button#record').addEventListener('click', () => {
    const s = statistics.of(question.game);
    part(root, 'h2#statistics-title').textContent = t('Statistics: {game}', { game: about.title });
    part(root, 'span#statistics-game').textContent = about.title;
    part(root, 'dl#statistics-figures').replaceChildren(...figures([
      [t('Played'), s.played], [t('Won'), s.won + (s.played ? ` (${Math.round(100 * s.won / s.played)} %)` : '')],
      [t('Streak'), s.streak], [t('Longest streak'), s.longest], [t('Best time'), s.best === null ? '–' : duration(s.best)],
    ]));
    dialog.showModal();
  });
  part(root, 'button#statistics-close').addEventListener('click', () => dialog.close());
  part(root, 'button#statistics-reset').addEventListener('click', () => {
    statistics.reset(question.game);
    dialog.close();
    game.say(t('The statistics of {game} are reset.', { game: about.title }));
  });
}
