// @ts-nocheck
// The position as text: the form that enters one, or rules, and opens them on /play.

import { h, pretty } from '../table/page.js';
import { pack } from '../table/address.js';
import { ask } from '../table/service.js';
import { mistake } from '../table/words.js';

const at = (id) => document.getElementById(id);
const page = at('main');

// complain lists mistakes in the form, and marks the fields that have them.
export function complain(errors) {
  at('mistakes').replaceChildren(h('ul', {}, errors.map((error) => h('li', {}, mistake(error)))));
  at('mistakes').hidden = false;
  for (const input of [at('position'), at('rules')].filter(Boolean)) {
    const own = input.id === 'rules' ? /^rules/ : /^(deal|position|$)/;
    if (errors.some(({ field }) => own.test(field))) {
      input.setAttribute('aria-invalid', 'true');
      input.setAttribute('aria-errormessage', 'mistakes');
    }
  }
  at('mistakes').focus();
}

function parsed(id, field) {
  try {
    return JSON.parse(at(id).value.trim());
  } catch (error) {
    throw Object.assign(new Error(), { errors: [{ field, detail: 'not complete JSON: ' + error.message }] });
  }
}

// cards returns the fields of a request for the position in the form: JSON, or a board as programs print
// it, of rows or of columns.
function cards(covered) {
  const text = at('position').value.trim();
  if (/^[{[]/.test(text)) return { deal: parsed('position', 'deal') };
  const format = /^[\d\s]+$/.test(text) ? 'klondike-solver' : covered ? 'rows' : 'pysol';
  return { deal: text, format };
}

// set opens the position of the form if it is valid.
async function set(event) {
  event.preventDefault();
  at('mistakes').hidden = true;
  for (const input of [at('position'), at('rules')].filter(Boolean)) input.removeAttribute('aria-invalid');
  try {
    const chosen = at('own-game') ? at('own-game').value : page.dataset.game;
    const named = chosen ? { game: chosen } : { rules: parsed('rules', 'rules') };
    const { rules } = named.rules ? named : await ask('/v1/games/' + chosen);
    const answer = await ask('/v1/moves', { ...named, ...cards((rules.rows?.shape || 'none') !== 'none'), states: 1 });
    const parameters = new URLSearchParams(chosen ? named : { rules: JSON.stringify(named.rules) });
    pack(answer.position, parameters);
    location.assign('/play#' + parameters);
  } catch (error) {
    complain(error.errors?.length ? error.errors : [{ field: '', detail: error.message }]);
  }
}

// titled shows the game of a position in the title, and in the form for another deal.
export const titled = () => {
  const { value, selectedOptions } = at('own-game');
  const title = selectedOptions[0].textContent;
  at('title').replaceChildren(title + ' ', h('small', {}, 'position'));
  document.title = title + ' position · Thoughtful';
  page.dataset.title = title;
  at('record').hidden = at('random').hidden = !value; // there are no numbered deals
  if (at('winnable')) at('winnable').hidden = value !== page.dataset.game;
  if (!value) return;
  at('game').value = value;
  if (value === page.dataset.game) return;
  const random = `/games/${value}/random-deal`;
  at('random').href = random;
  const following = at('won').querySelector('a');
  following.href = random;
  following.textContent = 'New deal';
};

// save downloads the position.
function save() {
  h('a', { href: 'data:application/json,' + encodeURIComponent(at('position').value + '\n'), download: 'position.json' }).click();
}

// example fills the form of /play with a deal of the game.
async function example() {
  const chosen = at('own-game').value;
  at('rules-field').hidden = chosen !== '';
  if (!chosen) return;
  const { deal } = await ask(`/v1/games/${chosen}/deals/solvitaire:1`);
  at('position').value = pretty(deal);
}

at('position-form').addEventListener('submit', set);
at('save-position').addEventListener('click', save);
at('own-game')?.addEventListener('change', example);
