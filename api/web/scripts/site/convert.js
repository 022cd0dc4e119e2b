// Calls POST /v1/convert and shows the answer. Everything is set as text, never as HTML.

import { t, tn } from '../table/language.js';
import { h, part, pretty } from '../table/page.js';
import { Problem, send } from '../table/service.js';
import { counted, parsed, part as placeOf } from '../table/words.js';

const form = part(document, 'form#form');
const status = part(form, 'output#status');
const errors = part(document, 'section#errors');
const result = part(document, 'section#result');

// at returns a control of the form.
/** @type {(name: string) => HTMLSelectElement | HTMLTextAreaElement} */
const at = (name) => /** @type {any} */ (form.elements.namedItem(name));

// question returns the request of the form.
function question() {
  /** @type {Record<string, any>} */ const request = { game: at('game').value, to: at('to').value };
  const format = at('format').value;
  const deal = at('deal').value;
  if (format === 'seed') request.seed = deal.trim();
  else if (format === 'json') request.deal = parsed(deal, 'deal');
  else Object.assign(request, { deal, format });
  if (at('moves').value.trim()) {
    const { value: written } = at('moves_format');
    request.moves_to = at('moves_to').value;
    request.moves = written === 'json' ? parsed(at('moves').value, 'moves') : at('moves').value;
    if (written !== 'json') request.moves_format = written;
    if (written === 'fc-solve' && at('autoplay').value) request.autoplay = at('autoplay').value;
  }
  return request;
}

// control is the part of the form that a field of the request comes from: the deal for "deal line
// 3 card 4", the moves for "moves[2].to".
function control(field) {
  const name = field.split(/[ .[]/)[0];
  return at(name === 'seed' ? 'deal' : name);
}

/** @param {{ field: string, detail: string }[]} all */
function complain(all) {
  errors.replaceChildren(
    h('h2', {}, tn(all.length, 'Error', '{n} errors')),
    h('ul', {}, ...all.map(({ field, detail }) => {
      const input = control(field);
      if (!input) return h('li', {}, field, field ? ': ' : '', detail);
      input.setAttribute('aria-invalid', 'true');
      input.setAttribute('aria-errormessage', 'errors');
      return h('li', {}, h('a', { href: '#' + input.id, click: (event) => { event.preventDefault(); input.focus(); } }, placeOf(field) || field), ': ', detail);
    })));
  errors.hidden = false;
  errors.focus();
}

// copied puts a text on the clipboard, or, where the browser does not give pages access
// to it, selects it.
async function copied(text, element) {
  try {
    await navigator.clipboard.writeText(text);
    status.textContent = t('Copied.');
  } catch {
    getSelection()?.selectAllChildren(element);
    status.textContent = t('Selected. Copy it with the keyboard.');
  }
}

// shown returns a text with a button that copies it.
/** @param {string} title @param {unknown} value */
function shown(title, value) {
  const text = typeof value === 'string' ? value : pretty(value);
  const element = h('pre', { tabindex: '0', 'aria-label': title }, text);
  return h('div', { class: 'part' },
    h('div', { class: 'send' }, h('h3', {}, title),
      h('button', { type: 'button', class: 'quiet', 'aria-label': t('Copy: {what}', { what: title }), click: () => copied(text, element) }, t('Copy'))),
    element);
}

function show(answer) {
  result.replaceChildren(h('h2', { id: 'result-title' }, t('Converted')),
    h('p', {}, t('Deal id:') + ' ', h('code', {}, answer.id), '.'),
    ...answer.warnings.map((text) => h('p', {}, text)),
    shown(t('Deal'), answer.deal));
  if (answer.moves !== null) {
    result.append(shown(t('Moves'), answer.moves),
      h('p', {}, t('{moves}, all legal.', { moves: counted(answer.length, answer.redeals) }) + ' ',
        answer.won ? h('span', { class: 'verdict winnable' }, t('The game is won.')) : t('The game is not won.')));
    if (answer.position !== null) result.append(shown(t('Position after the moves'), answer.position));
  }
  result.hidden = false;
  result.focus();
}

async function convert(event) {
  event.preventDefault();
  for (const input of form.elements) {
    input.removeAttribute('aria-invalid');
    input.removeAttribute('aria-errormessage');
  }
  errors.hidden = result.hidden = true;
  status.textContent = t('waiting…');
  try {
    const body = JSON.stringify(question());
    const reply = await send('/v1/convert', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    const answer = await reply.json().catch(() => ({}));
    status.textContent = '';
    if (reply.ok) show(answer);
    else complain(answer.errors || [{ field: '', detail: new Problem(reply.status, answer).message }]);
  } catch (error) {
    status.textContent = '';
    complain(error.errors || [{ field: '', detail: error.message }]);
  }
}

// prefill takes what the page's address says, as in /convert?game=free-cell&deal=microsoft:24.
function prefill() {
  for (const [name, value] of new URLSearchParams(location.search)) {
    if (['game', 'format', 'deal', 'moves', 'moves_format', 'autoplay', 'to', 'moves_to'].includes(name)) at(name).value = value;
  }
}

form.addEventListener('submit', convert);
fetch('/v1/games')
  .then((reply) => reply.json())
  .then(({ games }) => {
    const chosen = at('game').value;
    at('game').replaceChildren(...games.map(({ name, title }) => h('option', { value: name }, title + ' (' + name + ')')));
    at('game').value = chosen;
    prefill();
  })
  .catch(prefill);
