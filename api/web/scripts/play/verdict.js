// @ts-nocheck
// The verdict on a deal: the answer of POST /v1/solve, in words.

import { h } from '../table/page.js';
import { Proof } from './proof.js';
import { ask, Problem, setKey } from '../table/service.js';
import { length, suited } from '../table/words.js';

const reasons = {
  deadline: (ms) => `no verdict within ${took(ms)}`,
  states: () => 'the limit of states was reached',
  memory: () => 'memory ran out',
  cancelled: () => 'the search was cancelled',
};

const number = (n) => n.toLocaleString('en');

// took writes a duration.
function took(ms) {
  if (ms < 1000) return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
  return `${(ms / 1000).toFixed(1)} s`;
}

// found writes where a verdict comes from.
function found({ verdict, source, search, inferred_from: origin }) {
  const effort = `${verdict === 'unknown' ? 'searched for' : 'solved in'} ${took(search.elapsed_ms)} (${number(search.states)} ${search.states === 1 ? 'state' : 'states'})`;
  switch (source) {
    case undefined: return `S${effort.slice(1)} on this device.`;
    case 'cache': case 'store': return `Stored verdict, ${effort}.`;
    case 'inferred': return `Inferred from ${origin.game || 'other rules'} with the same cards, ${effort}.`;
    default: return `S${effort.slice(1)}.`;
  }
}

export class Verdict {
  // named is called with the cards of a proof to highlight; aloud with text for screen
  // readers; copy copies a command; another returns a link to another deal, or null; checks says whether this
  // service has a checker of proofs for browsers.
  constructor(panel, { named, aloud, copy, another, checks }) {
    Object.assign(this, { panel, named, aloud, another, proof: new Proof({ checks, aloud, copy }) });
  }

  // ask finds the verdict within so many milliseconds, shows it and returns the answer, or
  // null.
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
        busy: (seconds) => { status.textContent = `Service busy; retrying in ${seconds} s.`; },
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

  // stop ends a search, and hides the panel.
  stop() {
    this.proof.stop();
    this.controller?.abort();
    this.controller = null;
    this.panel.hidden = true;
  }

  fill(className, ...children) {
    this.proof.stop();
    this.panel.hidden = false;
    this.panel.className = 'verdict-panel ' + className;
    this.panel.replaceChildren(...children);
  }

  show(answer, question, deadline) {
    const { verdict, because, solution, certificate, search } = answer;
    const says = {
      winnable: () => [` in ${length(solution.moves)}.`],
      unwinnable: () => ['.'],
      unknown: () => [`: ${(reasons[because] || (() => because))(search.elapsed_ms)}. This is not a loss.`],
    };
    const lines = [
      h('p', { class: 'big' }, h('span', { class: 'verdict ' + verdict }, verdict[0].toUpperCase() + verdict.slice(1)), says[verdict]()),
    ];
    const proof = certificate && h('p', { class: 'why' }, suited(certificate.text));
    if (certificate?.patterns) lines.push(h('p', { class: 'why' }, suited(certificate.patterns.map(({ text }) => text).join(' '))), h('details', {}, h('summary', {}, 'Proof in words'), proof));
    else if (certificate) lines.push(proof);
    if (certificate?.cards || certificate?.cases) lines.push(this.cards(certificate));
    if (verdict === 'unwinnable') lines.push(h('p', { class: 'send' }, this.another()));
    if (verdict === 'unknown') {
      const longer = Math.min(deadline * 6, 600000);
      lines.push(h('p', { class: 'send' }, h('button', { type: 'button', id: 'longer', click: () => this.longer(question, longer) }, `Search longer: ${longer / 1000} s`)));
    }
    lines.push(h('p', { class: 'fine' }, found(answer), verdict === 'winnable' ? ' Solution verified.' : '',
      ...answer.warnings.map((warning) => ` (${warning})`)));
    this.fill('is-' + verdict, ...lines);
    if (verdict === 'unwinnable' && answer.source) { // not this device's own verdict, of which nothing is stored
      const { id, game } = answer.inferred_from ?? {};
      this.panel.append(this.proof.section(id ?? answer.id, id && `${game || 'other rules'} with the same cards, where more is allowed`));
    }
    this.aloud(verdict === 'winnable' ? '' : lines[0].textContent); // the solution is read instead
  }

  // longer searches again and calls onanswer.
  async longer(question, deadline) {
    const answer = await this.ask(question, deadline);
    if (answer) this.onanswer?.(answer);
  }

  // cards returns a button that highlights the cards of a proof.
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
      const key = h('input', { type: 'password', 'aria-label': 'API key', autocomplete: 'off' });
      this.fill('is-unknown', h('form', { class: 'send', submit: (event) => {
        event.preventDefault();
        setKey(key.value.trim());
        this.longer(question, deadline);
      } }, h('span', {}, 'API key required:'), key, h('button', {}, 'Solve')));
      return;
    }
    const why = error.name === 'AbortError' ? 'Stopped.' : 'No verdict: ' + error.message;
    this.aloud(why);
    this.fill('is-unknown',
      h('p', { class: 'big' }, why),
      h('p', { class: 'send' }, h('button', { type: 'button', click: () => this.longer(question, deadline) }, 'Try again')));
  }
}
