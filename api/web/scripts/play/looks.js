// What the player chooses of the table's looks: its felt, the backs of cards, and sound, which is off at first.

import { part } from '../table/page.js';
import { kept } from './record.js';

/** @import { Game } from './game.js' */

/** @param {HTMLElement} root @param {Game} game */
export function looks(root, game) {
  const dialog = part(root, 'dialog#looks');
  const table = part(root, '#table');
  const wanted = part(root, 'input#sound');
  const sound = async (/** @type {'laid' | 'turned' | 'won'} */ kind) => { if (wanted.checked) (await import('./sound.js')).play(kind); };

  for (const name of ['felt', 'back']) {
    const choices = [.../** @type {NodeListOf<HTMLInputElement>} */ (dialog.querySelectorAll(`[name="${name}"]`))];
    const apply = (/** @type {string} */ value) => table.setAttribute(name, value);
    const chosen = choices.find(({ value }) => value === kept.get(name)) ?? choices[0];
    chosen.checked = true;
    apply(chosen.value);
    for (const choice of choices) {
      choice.addEventListener('change', () => {
        kept.set(name, choice.value);
        apply(choice.value);
      });
    }
  }
  wanted.checked = kept.get('sound') ?? false;
  wanted.addEventListener('change', () => {
    kept.set('sound', wanted.checked);
    sound('won');
  });
  part(root, 'button#looks-open').addEventListener('click', () => dialog.showModal());
  part(root, 'button#looks-close').addEventListener('click', () => dialog.close());

  game.on('move', ({ why, step }) => {
    if (why !== 'line' && step.length) sound(step.some(({ action }) => action !== 'move') ? 'turned' : 'laid');
  });
  game.on('won', () => sound('won'));
}
