// @ts-nocheck
// The analysis: the verdict, the solution, the value of moves, the review of a game, and hints.

import { of as hintOf, lostOf, sentence } from './hints.js';
import { analysing, at, copied, game, none, page, say, setAnalysing, speak, trouble } from './now.js';
import { another } from './onward.js';
import { t } from '../table/language.js';
import { h } from '../table/page.js';
import { ended, listed, narrow, playback, seen, stepped } from './playback.js';
import { faceUp } from '../table/position.js';
import { kept } from './record.js';
import { show as showReview } from './review.js';
import { ask } from '../table/service.js';
import { Verdict } from './verdict.js';
import { capital, count, counted, length, move as inWords, nth, suited } from '../table/words.js';

const verdict = new Verdict(at('verdict'), {
  checks: 'checks' in page.dataset,
  aloud: (text) => { at('verdict-said').textContent = text; },
  copy: (text) => copied(text, 'Command'),
  another: () => another(),
  named: (cards) => {
    const { table, player } = game;
    table.known = cards.length > 0 || at('known').checked;
    table.draw(player.position);
    table.show('named', [], [...player.position.piles].flatMap(([place, pile]) => pile.flatMap((card, at) => (cards.includes(faceUp(card)) ? [{ place, at }] : []))));
  },
});

// known shows what is known of the position, while the analysis is on.
export function known() {
  const { player, here } = game;
  const entry = here.entry();
  const { verdict: what, text: news, longer, lostBy } = here.sentence();
  // Of the deal itself the panel has the verdict, which lies below the table on narrow screens.
  const text = news || (analysing && narrow.matches && what ? sentence(what) : '');
  at('table').dataset.verdict = analysing ? what : '';
  if (!analysing) return;
  const button = (words, click) => h('button', { type: 'button', class: 'quiet', click }, words);
  const more = [
    longer ? button(t('Search longer'), () => here.judge(20000).catch(trouble)) : null,
    lostBy ? button(t('Back before {nth}', { nth: nth(player.moves, lostBy) }), () => { player.halt(); player.go(lostBy - 1); wentBack(lostBy - 1); }) : null,
    what === 'unwinnable' ? another() : null,
  ].filter(Boolean).flatMap((one) => [' ', one]);
  if (at('here').dataset.text !== text) {
    at('here').dataset.text = text;
    at('here').replaceChildren(h('span', { class: 'verdict ' + what }, suited(text)), ...text ? more : []);
  }
  at('solution').hidden = !player.solution || player.onSolution(player.moves.length);
  at('show').hidden = entry.won || player.onSolution() || !entry.way;
  at('lost').hidden = entry.verdict !== 'unwinnable' || here.parted();
  const { choices = none } = entry;
  const lost = entry.verdict === 'unwinnable'; // then every move loses
  if (known.choices === choices && known.lost === lost && known.player === player) return; // keep the list while it is read
  Object.assign(known, { choices, lost, player });
  at('judged').replaceChildren(...choices.map(({ move, verdict: v = lost ? 'unwinnable' : null, length: moves, redeals, estimate }) => h('li', {},
    h('button', { type: 'button', click: () => { player.halt(); player.play(move); seen(); } }, h('span', {}, suited(inWords(move))),
      v ? h('span', { class: 'verdict ' + v }, v + (moves ? `, ${counted(moves, redeals)}` : estimate === undefined ? '' : `, estimate ${estimate}`)) : null))));
}

// analyse switches it on or off; on, it goes to a ply of the solution if no moves were played.
export function analyse(on, ply = 0) {
  setAnalysing(on);
  const { player, here, clock } = game;
  here.active = on;
  at('analysis').setAttribute('aria-checked', on);
  page.classList.toggle('analysing', on);
  at('beside').classList.toggle('full', on);
  at('beside').hidden = !on && !game.review;
  if (on) {
    if (clock.started) clock.help();
    solving(ply);
  } else {
    verdict.stop();
    player.halt();
    ended();
    // The rest of a solution is not the player's.
    if (player.solution && player.onSolution(player.moves.length)) player.follow(player.moves.slice(0, player.ply));
    player.solution = null;
  }
  here.later();
}

// solving asks for the verdict on the deal.
async function solving(ply) {
  const { question, player } = game;
  verdict.onanswer = (answer) => solved(answer, 0);
  const answer = await verdict.ask(question);
  if (answer && game.player === player && analysing) solved(answer, ply);
}

// solved takes the answer for the start position.
function solved(answer, ply) {
  const { player, here } = game;
  if (answer.verdict === 'winnable') {
    player.solution = answer.solution.moves;
    if (player.moves.length === 0) player.follow(answer.solution.moves, Math.min(ply, answer.solution.moves.length));
    if (ply > answer.solution.moves.length) say(t('The solution has {moves}, so there is no step {n}. This is the end.', { moves: length(answer.solution.moves), n: ply }));
  }
  here.learn(0, answer.verdict);
  listed();
  stepped();
  here.later();
}

// reviewed shows which positions of the game were still winnable.
export async function reviewed() {
  const { player, here } = game;
  const panel = at('game-review');
  const moves = [...player.moves];
  if (!moves.length) {
    say(t('No moves to review yet.'));
    return;
  }
  at('beside').hidden = false;
  panel.replaceChildren(h('p', {}, t('Searching …')));
  const answer = await lostAt(moves).catch((error) => { panel.replaceChildren(h('p', {}, error.message)); return null; });
  if (!answer || game.player !== player || player.moves.length !== moves.length) return;
  game.review = moves;
  for (const { ply, verdict: v } of answer.plies) if (v !== 'unknown') here.entry(ply).verdict = v;
  here.changed();
  if (game.clock.started && !game.clock.over) game.clock.help();
  const go = (ply) => { player.halt(); player.go(ply); playback(); };
  showReview(panel, answer, moves, {
    go,
    another: another(),
    playOn: (ply) => {
      unreviewed();
      player.halt();
      player.follow(moves.slice(0, ply), ply);
      at('table').scrollIntoView({ block: 'nearest' });
      game.table.felt.querySelector('[tabindex="0"]')?.focus({ preventScroll: true });
      wentBack(ply);
    },
  });
  stepped(); // the list of moves is seen only now
  panel.scrollIntoView({ block: narrow.matches ? 'start' : 'nearest' });
  say('');
  speak(t('Review: {verdict}', { verdict: panel.querySelector('.verdict').textContent }));
}

// unreviewed closes the review.
export function unreviewed() {
  game.review = null;
  ended();
  at('game-review').replaceChildren();
  at('beside').hidden = !analysing;
}

// lostAt asks which move lost a game.
const lostAt = (moves) => ask('/v1/analyse', { ...game.question, moves });

const wentBack = (ply) => say(t('Back before move {n}. Play on.', { n: count(game.player.moves, ply) + 1 }));

// Hints by steps.

// unhinted forgets the steps, as the position has changed.
export function unhinted() {
  game.hints = null;
  game.table.show('hinted', []);
  at('hint-name').textContent = t('Hint');
}

async function hint() {
  const { player, here, table } = game;
  const { ply } = player;
  if (!game.hints) {
    say(t('Searching …'));
    const entry = await here.judge().catch(trouble);
    if (!entry || entry !== here.entry() || player.ply !== ply || game.hints) return; // another press was quicker
    const next = player.moves[ply];
    const onWay = next && player.onSolution(ply + 1);
    const first = entry.judged[0];
    const best = onWay ? next : first?.verdict === 'unwinnable' ? null : first?.move;
    const line = onWay ? player.moves.slice(ply) : entry.way || [];
    game.hints = best
      ? hintOf({ best, entry, line, position: player.position, fan: table.fan, twins: game.layout.copies > 1 })
      : lostOf(player.moves.slice(0, ply), lostAt, (back) => { player.go(back); wentBack(back); });
    game.hintAt = 0;
  }
  const { hints } = game;
  const step = hints[game.hintAt++];
  if (step.play) {
    if (typeof step.play === 'function') step.play();
    else { player.halt(); player.play(...step.play); }
    return;
  }
  const text = typeof step.text === 'function' ? await step.text().catch((error) => error.message) : step.text;
  if (game.hints !== hints) return;
  say(text, ...step.lost ? [' ', another()] : []);
  table.show('hinted', step.places || [], step.cards);
  const following = hints[game.hintAt];
  if (following && !(following.possible && !following.possible())) at('hint-name').textContent = following.label;
  else {
    game.hints = none;
    at('hint').disabled = true;
  }
}

at('analysis').addEventListener('click', () => {
  kept.set('analysis', !analysing);
  analyse(!analysing);
  if (analysing && narrow.matches) at('beside').scrollIntoView();
});
at('review').addEventListener('click', reviewed);
at('solution').addEventListener('click', () => {
  const { player } = game;
  let ply = 0;
  while (ply < player.ply && player.onSolution(ply + 1)) ply++;
  player.follow(player.solution, ply);
  playback();
});
at('show').addEventListener('click', () => { game.player.goOn(game.here.entry().way); playback(); });
at('playback-close').addEventListener('click', () => {
  game.player.halt();
  ended();
  at('analysis').focus({ preventScroll: true });
});
at('hint').addEventListener('click', hint);
at('lost').addEventListener('click', async () => {
  const { player, here } = game;
  say(t('Searching for the losing move …'));
  const moves = player.moves.slice(0, player.ply);
  const answer = await lostAt(moves).catch(trouble);
  if (!answer || game.player !== player) return;
  for (const { ply, verdict: v } of answer.plies) if (v !== 'unknown') here.entry(ply).verdict = v;
  here.changed();
  if (answer.lost_at) say([t('{nth} lost the game: {move}.', { nth: capital(nth(moves, answer.lost_at)), move: inWords(moves[answer.lost_at - 1]) }), answer.better ? t('Better: {move}.', { move: inWords(answer.better) }) : ''].join(' '));
  else say(t('Losing move not found within the time limit.'));
});
