// The verdict: one line on the position, and folded below it why the deal can be won or not.

import { number, t, tn } from '../table/language.js';
import { h, part } from '../table/page.js';
import { Problem, setKey } from '../table/service.js';
import { and, length, nth, short, suited } from '../table/words.js';
import { another } from './onward.js';
import { Proof } from './proof.js';

/** @import { Game } from './game.js' */

const reasons = {
  deadline: (ms) => t('no verdict within {time}', { time: took(ms) }),
  states: () => t('the limit of states was reached'),
  memory: () => t('memory ran out'),
  cancelled: () => t('the search was cancelled'),
};

// seen writes a pattern that shows at a glance that a deal is lost (docs/build/verdicts.md has what they are).
/** @param {{ name: string, cards: string[] }} pattern */
function seen({ name, cards }) {
  const names = cards.map((card) => t('the {card}', { card: short(card) }));
  switch (name) {
    case 'held-down': return t('The {card} never leaves its column: under it lie {cards}, which are all that could carry it and one that has to go up before it.', { card: short(cards[0]), cards: and(names.slice(1)) });
    case 'even-ranks': return t('Nothing can be played, as all cards in reach have even ranks: {cards}.', { cards: and(names) });
    case 'odd-ranks': return t('Nothing can be played, as all cards in reach have odd ranks and none is an ace: {cards}.', { cards: and(names) });
    default: return t('Nothing can be played. In reach are only {cards}.', { cards: and(names) });
  }
}

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

// ofDeal writes the verdict on the deal: what it is, and the rest of the sentence.
function ofDeal({ verdict, because, solution, search }) {
  switch (verdict) {
    case 'winnable': return [t('Winnable'), ' ' + t('in {moves}.', { moves: length(solution.moves) })];
    case 'unwinnable': return [t('Unwinnable'), '.'];
    default: return [t('Unknown'), ': ' + t('{why}. This is not a loss.', { why: (reasons[because] || (() => because))(search.elapsed_ms) })];
  }
}

// named lists the cards that a proof names.
const named = ({ cards = [], cases = [] }) => [...new Set([...cards.flatMap(({ card, waits_for: waits }) => [card, ...waits.map((wait) => wait.card)]), ...cases.flatMap(named)])];

const button = (text, click, attributes = {}) => h('button', { type: 'button', class: 'quiet', click, ...attributes }, text);

/** @param {HTMLElement} root @param {Game} game */
export function verdict(root, game) {
  const { here, player, solving } = game;
  const section = part(root, 'section#verdict');
  const line = part(root, 'p#here');
  const why = part(root, 'details#why');
  const proof = new Proof('checks' in root.dataset);
  let shown = ''; // what the line says
  let answered = null; // whose reasons are shown

  // told returns the verdict, its text and what to do then: on the deal what the search for it has found, and later
  // what is known of the position.
  const told = () => {
    const { answer, error } = solving;
    const news = here.sentence();
    const by = news.lostBy;
    if (player.ply > 0 || news.text) {
      return { ...news, more: [
        news.longer && button(t('Search longer'), () => here.judge(20000).catch((failure) => game.trouble(failure))),
        by && button(t('Back before {nth}', { nth: nth(player.moves, by) }), () => game.backTo(by - 1)),
        news.verdict === 'unwinnable' && another(root),
      ] };
    }
    if (solving.searching) {
      return { verdict: '', text: solving.busy ? t('The service is busy. Trying again in {n} s.', { n: solving.busy }) : solving.seconds ? t('Searching … {n} s', { n: solving.seconds }) : t('Searching …'),
        more: [solving.deadline > 10000 && button(t('Stop'), () => solving.cancel())] };
    }
    if (error instanceof Problem && error.status === 401) return { verdict: 'unknown', text: t('API key required:'), more: [keyForm()] };
    if (error) {
      const text = error.name === 'AbortError' ? t('Stopped.') : t('No verdict: {why}', { why: error.message });
      return { verdict: 'unknown', text, more: [button(t('Try again'), () => game.solve())] };
    }
    if (!answer) return { ...news, more: [] };
    const [head, rest] = ofDeal(answer);
    return { verdict: answer.verdict, head, text: head + rest, more: [
      answer.verdict === 'unwinnable' && another(root),
      answer.verdict === 'unknown' && button(t('Search longer: {n} s', { n: solving.longer / 1000 }), () => game.solve({ longer: true })),
    ] };
  };

  const keyForm = () => {
    const key = h('input', { type: 'password', 'aria-label': t('API key'), autocomplete: 'off' });
    const submit = (event) => {
      event.preventDefault();
      setKey(key.value.trim());
      game.solve();
    };
    return h('form', { class: 'send', submit }, key, h('button', {}, t('Solve')));
  };

  // cards returns a button that highlights the cards of a proof.
  const cards = (certificate) => h('p', { class: 'send' }, button(t('Show these cards'), ({ currentTarget }) => {
    const on = currentTarget.getAttribute('aria-pressed') !== 'true';
    currentTarget.setAttribute('aria-pressed', String(on));
    game.name(on ? named(certificate) : []);
  }, { 'aria-pressed': 'false' }));

  // reasons shows why the deal can be won or not, and how that was found.
  const explained = (answer) => {
    const { certificate, inferred_from: origin } = answer;
    const text = (words, spoken = {}) => h('p', { class: 'why', ...spoken }, suited(words));
    const english = { lang: 'en' }; // as the service writes proofs
    const patterns = certificate?.patterns?.map(seen).join(' ');
    part(why, 'summary').textContent = { winnable: t('Proof'), unwinnable: t('Why?'), unknown: t('Details') }[answer.verdict];
    part(why, 'div').replaceChildren(...[
      certificate?.kind === 'search' ? text(t('We tried every line that matters. None wins.')) : patterns ? text(patterns) : certificate ? text(certificate.text, english) : null,
      patterns ? h('details', {}, h('summary', {}, t('Proof in words')), text(certificate.text, english)) : null,
      certificate?.cards || certificate?.cases ? cards(certificate) : null,
      h('p', { class: 'fine' }, answer.verdict === 'winnable' ? t('Checked: this solution wins.') + ' ' : '', found(answer), ...answer.warnings.map((warning) => ` (${warning})`)),
      // Of this device's own verdicts nothing is stored.
      answer.verdict === 'unwinnable' && answer.source ? proof.section(origin?.id ?? answer.id, origin?.id && t('{game} with the same cards, where more is allowed', { game: origin.game || t('other rules') })) : null,
    ].filter(Boolean));
  };

  const show = () => {
    section.hidden = !game.analysing;
    if (!game.analysing) return;
    const { verdict: what, text, head = text.match(/^[^:.(…]*/)?.[0] ?? '', more } = told();
    line.setAttribute('aria-live', player.running || (solving.searching && solving.seconds) ? 'off' : 'polite');
    if (shown !== text) {
      shown = text;
      line.replaceChildren(h('span', { class: 'verdict ' + what }, suited(head)), ...suited(text.slice(head.length)), ...more.filter(Boolean).flatMap((one) => [' ', one]));
    }
    const { answer } = solving;
    why.hidden = !answer || (player.ply > 0 && answer.verdict !== 'unwinnable');
    if (answered === answer) return;
    answered = answer;
    proof.stop();
    if (answer) explained(answer);
    else why.open = false;
  };

  game.on('known deal move analysis', show);
}
