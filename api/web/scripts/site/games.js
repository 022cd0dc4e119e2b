// Finds games by their titles. What does not match is hidden; what holds a match is open.

const find = /** @type {HTMLInputElement} */ (document.getElementById('find'));
const found = document.getElementById('found');
const popular = document.getElementById('popular');
const heading = document.getElementById('families-title');
const families = /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll('.family'));
const plain = (/** @type {string} */ text) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

document.getElementById('search').hidden = false;

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
      const main = holds(offer.querySelector('a'));
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
  found.textContent = !wanted ? '' : games === 0 ? 'No game has this name.' : games === 1 ? '1 game' : games + ' games';
}

find.addEventListener('input', look);
if (find.value) look(); // a browser that goes back fills it in
