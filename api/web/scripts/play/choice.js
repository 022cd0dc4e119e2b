// The difficulty and the draw of the home page, which the browser remembers: the address / leads to the chosen deal.

import { part } from '../table/page.js';
import { kept } from './record.js';

const name = 'today';

document.querySelector('nav#chips')?.addEventListener('click', ({ target }) => {
  const { difficulty, draw } = /** @type {Element} */ (target).closest('a')?.dataset ?? {};
  if (difficulty) kept.set(name, { difficulty, draw });
});

// chosen goes to the chosen deal of the day, if the page has another one. It ends only where the page stays.
/** @param {HTMLElement} root */
export async function chosen(root) {
  const asked = new URLSearchParams(location.search);
  const choice = kept.get(name);
  if (!('home' in root.dataset) || asked.has('difficulty') || asked.has('draw') || !choice) return;
  const chips = [...part(root, 'nav#chips').querySelectorAll('a')];
  const here = chips.find((chip) => chip.ariaCurrent === 'true')?.dataset;
  if (here?.difficulty === choice.difficulty && here?.draw === choice.draw) return;
  if (!['difficulty', 'draw'].every((one) => chips.some(({ dataset }) => dataset[one] === choice[one]))) return;
  document.documentElement.hidden = true; // nothing of this deal is painted
  location.replace(`/?${new URLSearchParams(choice)}${location.hash}`);
  await new Promise(() => {});
}
