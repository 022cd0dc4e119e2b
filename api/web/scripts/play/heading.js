// What the page says of its deal where the service did not know it: a position in the address, or a deal of this
// browser's engine.

import { t } from '../table/language.js';
import { h, part } from '../table/page.js';
import { dealName } from './named.js';

// follow links another deal of a game.
/** @param {HTMLElement} root @param {string} address @param {string} [text] */
function follow(root, address, text) {
  const following = part(root.querySelector('dialog#won') ?? root, 'a.button');
  following.href = address;
  if (text) following.textContent = text;
}

/** @param {HTMLElement} root @param {string} title @param {string} deal */
function head(root, title, deal) {
  root.dataset.title = title;
  part(root, 'h1#title').replaceChildren(title + ' ', h('span', { class: 'dot' }, '·'), ' ', h('small', {}, deal));
  document.title = `${title} · ${deal} · Thoughtful`;
}

// position shows the game of a position in the title, and in the form for another deal.
/** @param {HTMLElement} root */
export function position(root) {
  const { value, selectedOptions } = part(root, 'select#own-game');
  head(root, selectedOptions[0].textContent ?? '', t('position'));
  const random = part(root, 'a#random');
  const winnable = root.querySelector('a#winnable');
  part(root, 'button#record').hidden = random.hidden = !value; // there are no numbered deals
  winnable?.toggleAttribute('hidden', value !== root.dataset.game);
  if (!value) return;
  part(root, 'select#game').value = value;
  if (value === root.dataset.game) return;
  random.href = `/games/${value}/random-deal`;
  follow(root, random.href, t('New deal'));
}

// numbered shows a deal with a number.
/** @param {HTMLElement} root @param {{ game: string, title: string, seed: string, rules: any, deal: any }} dealt */
export function numbered(root, { game, title, seed, rules, deal }) {
  Object.assign(root.dataset, { game, seed, rules: JSON.stringify(rules), deal: JSON.stringify(deal) });
  const name = root.dataset.name = dealName(seed, [rules.cells?.count > 0 ? 'microsoft' : 'solvitaire']);
  head(root, title, name);
  part(root, 'select#game').value = part(root, 'select#own-game').value = game;
  part(root, 'input#seed').value = seed;
  part(root, 'a#winnable').href = `/games/${game}/winnable-deal`;
  follow(root, `/games/${game}/winnable-deal`);
  part(root, 'a#random').href = `/games/${game}/random-deal`;
}
