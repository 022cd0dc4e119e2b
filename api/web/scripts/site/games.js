// Finds games by their titles. What does not match is hidden; what holds a match is open.

import { t, tn } from '../table/language.js';

const find = /** @type {HTMLInputElement} */ (document.getElementById('find'));
const [found, popular, heading, search] = ['found', 'popular', 'families-title', 'search'].map((id) => /** @type {HTMLElement} */ (document.getElementById(id)));
const families = /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll('.family'));
const plain = (/** @type {string} */ text) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

search.hidden = false;

function look() {
  const wanted = plain(find.value);
  const holds = (/** @type {Element} */ link) => plain(link.textContent).includes(wanted);
  let games = 0;
  popular.hidden = wanted !== '';
  heading.classList.toggle('heard', wanted !== '');
  for (const family of families) {
    let here = 0;
    for (const offer of /** @type {NodeListOf<HTMLElement>} */ (family.querySelectorAll('.offer'))) {
      const more = offer.querySelector('details');
      const variants = [...offer.querySelectorAll('li')];
      for (const variant of variants) variant.hidden = !holds(variant);
      const shown = variants.filter((variant) => !variant.hidden).length;
      const main = holds(/** @type {Element} */ (offer.querySelector('a')));
      if (more) {
        more.hidden = !shown;
        more.open = wanted !== '' && shown > 0 && !main;
      }
      offer.hidden = !main && !shown;
      here += Number(main) + shown;
    }
    family.hidden = !here;
    family.open = wanted !== '' && here > 0;
    games += here;
  }
  found.textContent = !wanted ? '' : games === 0 ? t('No game has this name.') : tn(games, '{n} game', '{n} games');
}

find.addEventListener('input', look);
if (find.value) look(); // a browser that goes back fills it in
