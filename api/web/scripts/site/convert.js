// @ts-nocheck
// Calls POST /v1/convert and shows the answer. Everything is set as text, never as HTML.

import { t, tn } from '../table/language.js';
import { h, pretty } from '../table/page.js';
import { Problem, send } from '../table/service.js';
import { counted, part as partOf } from '../table/words.js';

const at = (id) => document.getElementById(id);
const status = at('status');

// Mistake is an error found here: text that is not JSON can't be sent.
class Mistake extends Error {
  constructor(field, detail) {
    super(detail);
    this.errors = [{ field, detail }];
  }
}

function parsed(field) {
  try {
    return JSON.parse(at(field).value.trim());
  } catch (error) {
    throw new Mistake(field, t('not complete JSON: {why}', { why: error.message }));
  }
}

// question returns the request of the form.
function question() {
  const request = { game: at('game').value, to: at('to').value };
  const format = at('format').value;
  const deal = at('deal').value;
  if (format === 'seed') request.seed = deal.trim();
  else if (format === 'json') request.deal = parsed('deal');
  else Object.assign(request, { deal, format });
  if (at('moves').value.trim()) {
    request.moves_to = at('moves_to').value;
    request.moves = at('moves').value;
    if (at('moves_format').value === 'json') request.moves = parsed('moves');
    else request.moves_format = at('moves_format').value;
    if (request.moves_format === 'fc-solve' && at('autoplay').value) request.autoplay = at('autoplay').value;
  }
  return request;
}

// control is the part of the form that a field of the request comes from: of "deal line
// 3 card 4" the deal, of "moves[2].to" the moves.
function control(field) {
  const name = field.split(/[ .[]/)[0];
  return at(name === 'seed' ? 'deal' : name);
}

function complain(errors) {
  for (const { field } of errors) {
    const input = control(field);
    if (input) {
      input.setAttribute('aria-invalid', 'true');
      input.setAttribute('aria-errormessage', 'errors');
    }
  }
  at('errors').replaceChildren(
    h('h2', {}, tn(errors.length, 'Error', '{n} errors')),
    h('ul', {}, ...errors.map(({ field, detail }) => {
      const input = control(field);
      const place = input ? h('a', { href: '#' + input.id, click: (event) => { event.preventDefault(); input.focus(); } }, partOf(field) || field) : field;
      return h('li', {}, place, field ? ': ' : '', detail);
    })));
  at('errors').hidden = false;
  at('errors').focus();
}

// copied puts a text on the clipboard, or, where the browser does not give pages access
// to it, selects it.
async function copied(text, element) {
  try {
    await navigator.clipboard.writeText(text);
    status.textContent = t('Copied.');
  } catch {
    getSelection().selectAllChildren(element);
    status.textContent = t('Selected. Copy it with the keyboard.');
  }
}

// part shows a text with a button that copies it.
function part(title, value) {
  const text = typeof value === 'string' ? value : pretty(value);
  const element = h('pre', { tabindex: '0', 'aria-label': title }, text);
  return h('div', { class: 'part' },
    h('div', { class: 'send' }, h('h3', {}, title),
      h('button', { type: 'button', class: 'quiet', 'aria-label': t('Copy: {what}', { what: title }), click: () => copied(text, element) }, t('Copy'))),
    element);
}

function show(answer) {
  const result = at('result');
  result.replaceChildren(h('h2', { id: 'result-title' }, t('Converted')),
    h('p', {}, t('Deal id:') + ' ', h('code', {}, answer.id), '.'),
    ...answer.warnings.map((text) => h('p', {}, text)),
    part(t('Deal'), answer.deal));
  if (answer.moves !== null) {
    result.append(part(t('Moves'), answer.moves),
      h('p', {}, t('{moves}, all legal.', { moves: counted(answer.length, answer.redeals) }) + ' ',
        answer.won ? h('span', { class: 'verdict winnable' }, t('The game is won.')) : t('The game is not won.')));
    if (answer.position !== null) result.append(part(t('Position after the moves'), answer.position));
  }
  result.hidden = false;
  result.focus();
}

async function convert(event) {
  event.preventDefault();
  for (const input of at('form').elements) {
    input.removeAttribute('aria-invalid');
    input.removeAttribute('aria-errormessage');
  }
  at('errors').hidden = true;
  at('result').hidden = true;
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

at('form').addEventListener('submit', convert);
fetch('/v1/games')
  .then((reply) => reply.json())
  .then(({ games }) => {
    const chosen = at('game').value;
    at('game').replaceChildren(...games.map(({ name, title }) => h('option', { value: name }, title + ' (' + name + ')')));
    at('game').value = chosen;
    prefill();
  })
  .catch(prefill);
