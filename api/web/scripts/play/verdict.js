// @ts-nocheck
// The verdict on a deal: the answer of POST /v1/solve, in words.

import { number, t, tn } from '../table/language.js';
import { h } from '../table/page.js';
import { Proof } from './proof.js';
import { ask, Problem, setKey } from '../table/service.js';
import { length, suited } from '../table/words.js';

const reasons = {
  deadline: (ms) => t('no verdict within {time}', { time: took(ms) }),
  states: () => t('the limit of states was reached'),
  memory: () => t('memory ran out'),
  cancelled: () => t('the search was cancelled'),
};

// took writes a duration.
function took(ms) {
  if (ms < 1000) return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
  return `${(ms / 1000).toFixed(1)} s`;
}

// found writes where a verdict comes from.
function found({ verdict, source, search, inferred_from: origin }) {
  const values = { time: took(search.elapsed_ms), states: tn(search.states, '{n} state', '{n} states', { n: number(search.states) }) };
  const effort = verdict === 'unknown' ? t('Searched for {time} ({states}).', values) : t('Solved in {time} ({states}).', values);
  switch (source) {
    case undefined: return `${effort} ${t('On this device.')}`;
    case 'cache': case 'store': return `${t('Stored verdict.')} ${effort}`;
    case 'inferred': return `${t('Inferred from {game} with the same cards.', { game: origin.game || t('other rules') })} ${effort}`;
    default: return effort;
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
    const status = h('span', {}, t('Searching …'));
    const stop = h('button', { type: 'button', class: 'quiet', click: () => controller.abort() }, t('Stop'));
    this.fill('', h('p', { class: 'send' }, status, deadline > 10000 ? stop : null));
    const clock = setInterval(() => { status.textContent = t('Searching … {n} s', { n: Math.round((performance.now() - began) / 1000) }); }, 1000);
    try {
      const answer = await ask('/v1/solve', { ...question, deadline_ms: deadline }, {
        signal: controller.signal,
        busy: (seconds) => { status.textContent = t('The service is busy. Trying again in {n} s.', { n: seconds }); },
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
      winnable: () => [t('Winnable'), t('in {moves}.', { moves: length(solution.moves) })],
      unwinnable: () => [t('Unwinnable')],
      unknown: () => [t('Unknown'), t('{why}. This is not a loss.', { why: (reasons[because] || (() => because))(search.elapsed_ms) })],
    };
    const [big, more] = says[verdict]();
    const end = verdict === 'winnable' ? ' ' + more : verdict === 'unknown' ? ': ' + more : '.';
    const lines = [
      h('p', { class: 'big' }, h('span', { class: 'verdict ' + verdict }, big), end),
    ];
    const proof = certificate && h('p', { class: 'why' }, suited(certificate.text));
    if (certificate?.patterns) lines.push(h('p', { class: 'why' }, suited(certificate.patterns.map(({ text }) => text).join(' '))), h('details', {}, h('summary', {}, t('Proof in words')), proof));
    else if (certificate) lines.push(proof);
    if (certificate?.cards || certificate?.cases) lines.push(this.cards(certificate));
    if (verdict === 'unwinnable') lines.push(h('p', { class: 'send' }, this.another()));
    if (verdict === 'unknown') {
      const longer = Math.min(deadline * 6, 600000);
      lines.push(h('p', { class: 'send' }, h('button', { type: 'button', id: 'longer', click: () => this.longer(question, longer) }, t('Search longer: {n} s', { n: longer / 1000 }))));
    }
    lines.push(h('p', { class: 'fine' }, found(answer), verdict === 'winnable' ? ' ' + t('Solution verified.') : '',
      ...answer.warnings.map((warning) => ` (${warning})`)));
    this.fill('is-' + verdict, ...lines);
    if (verdict === 'unwinnable' && answer.source) { // not this device's own verdict, of which nothing is stored
      const { id, game } = answer.inferred_from ?? {};
      this.panel.append(this.proof.section(id ?? answer.id, id && t('{game} with the same cards, where more is allowed', { game: game || t('other rules') })));
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
    }, t('Show these cards'));
    return h('p', { class: 'send' }, button);
  }

  fail(error, question, deadline) {
    if (error instanceof Problem && error.status === 401) {
      const key = h('input', { type: 'password', 'aria-label': t('API key'), autocomplete: 'off' });
      this.fill('is-unknown', h('form', { class: 'send', submit: (event) => {
        event.preventDefault();
        setKey(key.value.trim());
        this.longer(question, deadline);
      } }, h('span', {}, t('API key required:')), key, h('button', {}, t('Solve'))));
      return;
    }
    const why = error.name === 'AbortError' ? t('Stopped.') : t('No verdict: {why}', { why: error.message });
    this.aloud(why);
    this.fill('is-unknown',
      h('p', { class: 'big' }, why),
      h('p', { class: 'send' }, h('button', { type: 'button', click: () => this.longer(question, deadline) }, t('Try again'))));
  }
}
