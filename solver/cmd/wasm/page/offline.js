// Sends requests to the program in the worker and shows its answers. All content is set as text, never
// as HTML.

import { h } from './page.js';

const at = (id) => document.getElementById(id);
const status = at('status');
const words = { deadline: 'time limit reached', memory: 'memory full', states: 'budget used up' };

let worker; // the current worker, which may still be starting
let memory; // size of its tables in MiB, once it has any

// begin starts a worker and resolves with the games when it is ready. It ends the previous worker,
// even during a search.
function begin(mib) {
  if (worker) worker.terminate();
  worker = new Worker('worker.js', { type: 'module' });
  memory = mib;
  return call('games', {}, mib);
}

// call sends one request to the worker.
function call(name, request, mib) {
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data: { answer, errors, failed } }) => {
      if (failed) reject(new Error(failed));
      else if (errors) reject(Object.assign(new Error(), { errors }));
      else resolve(answer);
    };
    worker.postMessage({ call: name, request, memory: mib });
  });
}

// ask has a deal solved, with tables of so many MiB.
export async function ask(request, mib) {
  if (memory !== mib) await begin(mib); // tables can't be resized
  return call('solve', request, mib);
}

function question() {
  const request = { game: at('game').value, deadline_ms: Math.round(1000 * at('seconds').value) };
  const format = at('format').value;
  const deal = at('deal').value;
  if (format === 'seed') return { ...request, seed: deal.trim() };
  if (format !== 'json') return { ...request, deal, format };
  try {
    return { ...request, deal: JSON.parse(deal.trim()) };
  } catch (error) {
    throw Object.assign(new Error(), { errors: [{ field: 'deal', detail: 'invalid JSON: ' + error.message }] });
  }
}

function complain(errors) {
  const input = at('deal');
  if (errors.some(({ field }) => /^(seed|deal)/.test(field))) input.setAttribute('aria-invalid', 'true');
  at('errors').replaceChildren(
    h('h2', {}, errors.length > 1 ? errors.length + ' errors' : 'Error'),
    h('ul', {}, ...errors.map(({ field, detail }) => h('li', {}, (field ? field + ': ' : '') + detail))));
  at('errors').hidden = false;
  at('errors').focus();
}

function show(answer) {
  const { verdict, because, search } = answer;
  const result = at('result');
  result.replaceChildren(
    h('h2', { id: 'result-title' }, h('span', { class: 'verdict ' + verdict }, verdict), because ? ': ' + (words[because] || because) : ''),
    h('p', {}, `${search.states.toLocaleString()} states in ${search.elapsed_ms.toLocaleString()} ms (${search.engine}). Deal id: `, h('code', {}, answer.id), '.'));
  for (const warning of answer.warnings || []) result.append(h('p', { class: 'hint' }, warning));
  if (answer.certificate) result.append(h('p', { class: 'sentences' }, answer.certificate.text));
  if (answer.solution) {
    const lines = answer.solution.text.trimEnd().split('\n').map((line) => line.replace(/^ *\d+\. /, ''));
    result.append(h('h3', {}, answer.solution.length + ' moves (without redeals), verified'),
      h('ol', { class: 'moves' }, ...lines.map((line) => h('li', {}, line))));
  }
  result.hidden = false;
  result.focus();
}

async function solve(event) {
  event.preventDefault();
  at('deal').removeAttribute('aria-invalid');
  at('errors').hidden = true;
  at('result').hidden = true;
  at('solve').disabled = true;
  at('stop').hidden = false;
  status.textContent = 'searching…';
  try {
    show(await ask(question(), Number(at('memory').value)));
    status.textContent = '';
  } catch (error) {
    status.textContent = '';
    complain(error.errors || [{ field: '', detail: error.message }]);
    if (!error.errors) begin(Number(at('memory').value)).catch(() => {});
  }
  at('solve').disabled = false;
  at('stop').hidden = true;
}

async function stop() {
  at('stop').hidden = true;
  status.textContent = 'stopped';
  await begin(Number(at('memory').value));
  at('solve').disabled = false;
}

at('form').addEventListener('submit', solve);
at('stop').addEventListener('click', stop);

const started = performance.now();
begin(Number(at('memory').value)).then((games) => {
  at('game').replaceChildren(...games.map(({ name, title }) => h('option', { value: name }, title + ' (' + name + ')')));
  at('game').value = new URLSearchParams(location.search).get('game') || 'klondike';
  at('game').disabled = false;
  at('solve').disabled = false;
  status.textContent = `ready in ${Math.round(performance.now() - started)} ms`;
}).catch((error) => {
  status.textContent = '';
  complain([{ field: '', detail: 'loading failed: ' + error.message }]);
});
