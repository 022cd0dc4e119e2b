// The buttons below the table.

import { t } from '../table/language.js';
import { part } from '../table/page.js';
import { copied } from './copied.js';
import { kept } from './record.js';

/** @import { Game } from './game.js' */

/** @param {HTMLElement} root @param {Game} game */
export function bar(root, game) {
  const undo = part(root, 'button#undo');
  const redo = part(root, 'button#redo');
  const hint = part(root, 'button#hint');
  const hintName = part(root, 'span#hint-name');
  const analysis = part(root, 'button#analysis');

  const moved = () => {
    undo.disabled = game.player.ply === 0;
    redo.disabled = game.player.ply === game.player.moves.length;
  };
  const hinted = () => {
    hintName.textContent = game.hinting.label;
    hint.disabled = Boolean(game.here.entry().won) || game.hinting.over;
  };
  game.on('move', moved);
  game.on('hint known', hinted);
  game.on('analysis', () => {
    analysis.setAttribute('aria-checked', String(game.analysing));
    root.classList.toggle('analysing', game.analysing);
  });

  undo.addEventListener('click', game.back);
  redo.addEventListener('click', game.forward);
  hint.addEventListener('click', () => game.hinting.press());
  analysis.addEventListener('click', () => {
    kept.set('analysis', !game.analysing);
    game.say('');
    game.analyse(!game.analysing);
  });
  part(root, 'button#restart').addEventListener('click', () => game.restart());
  part(root, 'button#review').addEventListener('click', () => game.reviewing.start());
  part(root, 'button#copy').addEventListener('click', () => {
    game.moved = true;
    game.emit('link');
    copied(location.href, t('Link copied.'), part(root, 'p#said'));
  });
  moved();
}
