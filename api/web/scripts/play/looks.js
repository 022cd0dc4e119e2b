// What the player chooses of the table's looks: its felt, the backs of cards, and sound, which is off at first.

import { kept } from './record.js';

/** @type {(id: string) => any} */
const at = (id) => document.getElementById(id);

for (const name of ['felt', 'back']) {
  const choices = [...at('looks').querySelectorAll(`[name="${name}"]`)];
  const apply = (value) => at('table').setAttribute(name, value);
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

at('sound').checked = kept.get('sound') ?? false;
at('sound').addEventListener('change', () => {
  kept.set('sound', at('sound').checked);
  sound('won');
});
at('looks-open').addEventListener('click', () => at('looks').showModal());
at('looks-close').addEventListener('click', () => at('looks').close());

// sound plays a sound, if the player wants it: of a card that is laid or turned, or of a win.
/** @type {(kind: 'laid' | 'turned' | 'won') => Promise<void>} */
export async function sound(kind) {
  if (at('sound').checked) (await import('./sound.js')).play(kind);
}
