// The verdict on a deal, in words: what POST /v1/solve answers. The table does not wait for it.

import { ask, Problem, setKey } from './service.js';

const reasons = {
  deadline: (ms) => `${took(ms)} were not enough`,
  states: () => 'the budget of positions was not enough',
  memory: () => 'the memory was not enough',
  cancelled: () => 'the search was cancelled',
};

const number = (n) => n.toLocaleString('en');

// took says a time as people do.
function took(ms) {
  if (ms < 1000) return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
  return `${(ms / 1000).toFixed(1)} s`;
}

// redeals says how often a solution turns the waste over, which is not counted as a move.
function redeals({ moves }) {
  const n = moves.filter(({ action }) => action === 'redeal').length;
  return n === 0 ? '' : n === 1 ? ' and a redeal' : ` and ${n} redeals`;
}

// found says where a verdict comes from.
function found({ source, search, inferred_from: origin }) {
  const effort = search.engine ? `${search.engine}, ${number(search.states)} states, ${took(search.elapsed_ms)}` : took(search.elapsed_ms);
  switch (source) {
    case 'cache': case 'store': return `Remembered (source: ${source}); it was found by ${effort}.`;
    case 'inferred': return `Inferred from what is known of ${origin.game || 'other rules'} with the same cards; that was found by ${effort}.`;
    default: return `Searched just now: ${effort}.`;
  }
}

export class Verdict {
  // named is told the cards that a proof speaks of, when they are to be seen; aloud is told
  // what those should hear who don't see the panel.
  constructor(panel, { named, aloud }) {
    Object.assign(this, { panel, named, aloud });
  }

  // ask finds the verdict within so many milliseconds, shows it, and gives the answer;
  // nothing if there is none.
  async ask(question, deadline = 10000) {
    this.controller?.abort();
    const controller = this.controller = new AbortController();
    const began = performance.now();
    const status = h('span', {}, 'Searching …');
    const stop = h('button', { type: 'button', class: 'quiet', click: () => controller.abort() }, 'Stop');
    this.fill('', h('p', { class: 'send' }, status, deadline > 10000 ? stop : null));
    const clock = setInterval(() => { status.textContent = `Searching … ${Math.round((performance.now() - began) / 1000)} s`; }, 1000);
    try {
      const answer = await ask('/v1/solve', { ...question, deadline_ms: deadline }, {
        signal: controller.signal,
        busy: (seconds) => { status.textContent = `The service is busy; asking again in ${seconds} s.`; },
      });
      this.show(answer, question, deadline);
      return answer;
    } catch (error) {
      if (this.controller === controller) this.fail(error, question, deadline);
      return null;
    } finally {
      clearInterval(clock);
    }
  }

  fill(className, ...children) {
    this.panel.hidden = false;
    this.panel.className = 'verdict-panel ' + className;
    this.panel.replaceChildren(...children);
  }

  show(answer, question, deadline) {
    const { verdict, because, solution, certificate, search } = answer;
    const says = {
      winnable: () => [`: it can be won in ${solution.length} ${solution.length === 1 ? 'move' : 'moves'}${redeals(solution)}.`],
      unwinnable: () => [': there is no way to win it.'],
      unknown: () => [`: ${(reasons[because] || (() => because))(search.elapsed_ms)}. This is not a loss: nobody knows.`],
    };
    const lines = [
      h('p', { class: 'big' }, h('span', { class: 'verdict ' + verdict }, verdict[0].toUpperCase() + verdict.slice(1)), says[verdict]()),
    ];
    if (certificate?.patterns) lines.push(h('p', { class: 'why' }, 'At a glance: ' + certificate.patterns.map(({ text }) => text).join(' ')));
    if (certificate) lines.push(h('p', { class: 'why' }, certificate.text));
    if (certificate?.cards || certificate?.cases) lines.push(this.cards(certificate));
    if (verdict === 'unknown') {
      const longer = Math.min(deadline * 6, 600000);
      lines.push(h('p', { class: 'send' }, h('button', { type: 'button', id: 'longer', click: () => this.longer(question, longer) }, `Search longer: ${longer / 1000} s`)));
    }
    lines.push(h('p', { class: 'fine' }, found(answer), verdict === 'winnable' ? ' The referee has replayed the moves.' : '',
      ...answer.warnings.map((warning) => ` (${warning})`)));
    this.fill('is-' + verdict, ...lines);
    this.aloud(verdict === 'winnable' ? '' : lines[0].textContent); // the solution speaks for itself
  }

  // longer searches again; whoever waits for the answer is told of it.
  async longer(question, deadline) {
    const answer = await this.ask(question, deadline);
    if (answer) this.onanswer?.(answer);
  }

  // cards lets the cards of a proof be seen on the table.
  cards(certificate) {
    const all = ({ cards: claims = [], cases = [] }) => [...claims.flatMap(({ card, waits_for: waits }) => [card, ...waits.map((wait) => wait.card)]), ...cases.flatMap(all)];
    const cards = [...new Set(all(certificate))];
    const button = h('button', {
      type: 'button', class: 'quiet', 'aria-pressed': 'false',
      click: () => {
        const on = button.getAttribute('aria-pressed') !== 'true';
        button.setAttribute('aria-pressed', on);
        this.named(on ? cards : []);
      },
    }, 'Show these cards');
    return h('p', { class: 'send' }, button);
  }

  fail(error, question, deadline) {
    if (error instanceof Problem && error.status === 401) {
      const key = h('input', { type: 'password', 'aria-label': 'Key', autocomplete: 'off' });
      this.fill('is-unknown', h('form', { class: 'send', submit: (event) => {
        event.preventDefault();
        setKey(key.value.trim());
        this.longer(question, deadline);
      } }, h('span', {}, 'This service wants a key of those who ask:'), key, h('button', {}, 'Ask')));
      return;
    }
    const why = error.name === 'AbortError' ? 'Stopped.' : 'No verdict: ' + error.message;
    this.aloud(why);
    this.fill('is-unknown',
      h('p', { class: 'big' }, why),
      h('p', { class: 'send' }, h('button', { type: 'button', click: () => this.longer(question, deadline) }, 'Try again')));
  }
}
