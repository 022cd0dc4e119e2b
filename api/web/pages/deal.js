// The deal page: connects table, player, hand, analysis and what the browser keeps, and updates
// the address.
//
// Play comes first. The verdict, the solution and the value of moves are asked for and shown only
// while the analysis is on. The address has the game and number, and in the fragment the moves
// played by hand (#m=), or ?ply= of the solution. On /play the fragment may also have the game or
// rules, and the cards.

import { keys, neighbours } from './controls.js';
import { days } from './days.js';
import { complain, titled } from './edit.js';
import { finish } from './finish.js';
import { list, Progress } from './games.js';
import { Hand, manner, swipes } from './hand.js';
import { Here } from './here.js';
import { of as hintOf, lostOf, sentence } from './hints.js';
import { after, before as stepBefore, isTurn, macro } from './kplus.js';
import { ended, narrow, playback, seen } from './playback.js';
import { Player, runOf } from './player.js';
import { apply, atLength, briefly, faceUp, isDown, layout, pack, read, same, unpack, write } from './position.js';
import { Clock, duration, kept, statistics } from './record.js';
import { another } from './onward.js';
import { mark, show as showReview } from './review.js';
import { sensible } from './sensible.js';
import { ask } from './service.js';
import { rain, Table } from './table.js';
import { Verdict } from './verdict.js';
import { capital, count, counted, length, move as inWords, name, nth, refusal, short, suit, suited } from './words.js';

const at = (id) => document.getElementById(id);
const page = at('main');
const say = (text, ...more) => { at('said').replaceChildren(...suited(text), ...more.filter(Boolean)); };
// trouble says what went wrong. A request that was stopped, as a newer one took its place, is no trouble.
const trouble = (error) => { if (error.name !== 'AbortError') say(error.message); };
const speak = (text) => { at('spoken').textContent = text; };
const aloud = (move) => inWords(move, name);
const plural = (n, one) => `${n} ${n === 1 ? one : one + 's'}`;

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

let game; // on the table: { question, rules, layout, table, player, hand, here, clock }
let analysing = kept.get('analysis') === true;

// lay starts with a position: question is its request ({game, seed}, {game, deal} or
// {rules, deal}), document the position.
function lay(question, rules, document) {
  const places = layout(rules);
  const start = read(places, document);
  const player = new Player(start);
  const table = new Table(at('table'), places);
  const here = new Here(places, 'game' in question ? { game: question.game } : { rules: question.rules }, player);
  here.active = analysing;
  here.curious = at('choices').open;
  const hand = new Hand(table, {
    legal: (moves) => here.legal(moves),
    play: (...moves) => { player.halt(); player.play(...moves); },
    say,
    refuse,
    meant: (moves, place, turns) => (at('once').checked ? sensible(moves, place, turns.reduce(apply, player.position), game) : null),
    busy: () => game.finishing && player.running,
  });
  const clock = new Clock((ms) => { at('clock').textContent = duration(ms); }, () => game.progress.later());
  const progress = new Progress({ address: plain(question, write(places, start)), title: page.dataset.title, seed: question.seed }, places, player, clock);
  game = { question, rules, layout: places, table, player, hand, here, clock, progress };
  player.addEventListener('change', ({ why, before }) => changed(why, before));
  here.addEventListener('change', ({ error }) => told(error));
  at('board').classList.remove('waiting');
  at('manner').textContent = manner(places);
  table.known = at('known').checked;
  table.fan = places.waste && at('fan').checked;
  at('fan-label').hidden = !places.waste;
  at('known-label').hidden = !places.stock && places.reserve[0] !== 'reserve' && ![...start.piles.values()].flat().some(isDown);
  table.draw(start, { animate: false });
  listed();
  stepped();
}

// changed updates the page after the player.
function changed(why, before) {
  const { player, table, hand, clock, question, progress } = game;
  if (player.position !== table.position) hand.changed(); // a solution that comes late for the same position takes no card out of the hand
  unhinted();
  table.draw(player.position, { animate: game.begun === true, duration: player.running ? 180 : 260 });
  if (why === 'line' || why === 'hand') listed();
  stepped();
  if (why !== 'line') {
    const made = player.moves.slice(Math.min(player.ply, before), Math.max(player.ply, before));
    const run = runOf.get(made[0]);
    const played = run && made.every((move) => runOf.get(move) === run) ? aloud(run) : made.length === 1 ? (player.ply > before && turnedUp(made[0], player.position)) || aloud(made[0]) : table.fan && made.slice(0, -1).every(isTurn) ? turned(macro(made), aloud) : '';
    say('');
    speak(played && (player.ply > before ? '' : 'Undone: ') + played + '.');
  }
  if (why === 'hand' || why === 'step') game.finishing = false;
  if (why === 'hand') {
    game.played = game.moved = true;
    ended();
    if (game.review && player.moves.some((move, i) => move !== game.review[i])) unreviewed();
    clock.start();
    if (analysing) clock.help();
    if (question.seed) statistics.begin(question.game, question.seed, progress.continued);
    checked();
    finished();
  }
  progress.changed(why);
  clearTimeout(addressed.timer);
  addressed.timer = setTimeout(addressed, 150);
}

// turnedUp writes a turn of the stock with the card that is on top then; empty for other moves.
const turnedUp = (move, { piles }) => (move.action === 'draw' ? `${plural(move.count, 'card')} turned, ${name(piles.get('waste').at(-1))} on top` : '');

// turned writes a move from the stock with its turns; empty if there is none.
const turned = (made, words) => (made ? `${words(made.play)}, after ${made.turns} ${made.turns === 1 ? 'turn' : 'turns'} of the stock` : '');

// stepped shows the current ply.
function stepped() {
  const { player, layout: places } = game;
  const { ply, moves, position } = player;
  at('slider').max = moves.length;
  at('slider').value = ply;
  at('slider').setAttribute('aria-valuetext', ply ? `after ${nth(moves, ply)} of ${length(moves)}: ${aloud(moves[ply - 1])}` : 'the deal');
  at('ply').textContent = `${count(moves, ply)} / ${count(moves)}`;
  at('ply').title = `${length(moves, ply)} of ${length(moves)}`;
  at('count').textContent = length(moves, ply);
  at('undo').disabled = at('first').disabled = at('back').disabled = ply === 0;
  at('redo').disabled = at('last').disabled = at('forward').disabled = ply === moves.length;
  at('run').disabled = moves.length === 0;
  at('run').classList.toggle('on', player.running);
  at('run').setAttribute('aria-label', player.running ? 'Pause' : 'Play moves');
  // Running moves are too fast to read aloud.
  for (const id of ['here', 'spoken']) at(id).setAttribute('aria-live', player.running ? 'off' : 'polite');
  at('table').dataset.ply = ply;
  mark(at('game-review'), ply);
  const list = at('line');
  list.querySelector('[aria-current]')?.removeAttribute('aria-current');
  const current = list.children[ply]?.firstChild;
  if (current) {
    current.setAttribute('aria-current', 'step');
    list.scrollTop = current.parentElement.offsetTop - list.offsetTop - list.clientHeight / 2;
  }
  const stock = at('table').querySelector('.stock');
  stock?.classList.toggle('spent', !(position.piles.get('stock').length || ((places.waste || places.packets) && (places.endless || position.redeals > 0))));
  unseen(position);
  if (!at('position').matches(':focus') && at('edit').open) at('position').value = pretty(write(places, position));
}

// unseen lists cards that lie under others, in order.
function unseen(position) {
  const piles = [['stock', 'Stock, next card first'], ['waste', 'Waste, top card first'], ['reserve', 'Reserve, top card first']];
  const shown = at('known').checked ? piles.filter(([place]) => (position.piles.get(place) || []).length) : [];
  at('unseen').hidden = !shown.length;
  at('unseen').replaceChildren(...shown.flatMap(([place, title]) => [
    h('b', {}, title + ': '),
    ...[...position.piles.get(place)].reverse().flatMap((card) => [h('span', { class: 'suit-' + suit(card) }, short(card)), ' ']),
    h('br'),
  ]));
}

// listed lists the moves of the line.
function listed() {
  const { player } = game;
  const whole = player.onSolution(player.moves.length) && player.solution.length === player.moves.length;
  at('line-what').textContent = whole ? 'Solution. Choose a move to go there.' : player.moves.length ? 'Your moves.' : 'No moves yet.';
  const item = (ply, number, text) => h('li', {}, h('button', { type: 'button', click: () => { player.halt(); player.go(ply); } },
    h('span', { class: 'number' }, number), h('span', {}, suited(text))));
  const number = (move, i) => (move.action === 'redeal' ? '' : String(count(player.moves, i + 1)));
  at('line').replaceChildren(...(player.moves.length ? [item(0, '0', 'the deal'), ...player.moves.map((move, i) => item(i + 1, number(move, i), inWords(move)))] : []));
}

const none = [];

// told shows what is known of the position.
function told(error) {
  const { player, here, clock } = game;
  const entry = here.entry();
  at('table').dataset.won = entry.won === true;
  at('hint').disabled = Boolean(entry.won) || game.hints === none;
  if (entry.won) {
    clock.stop();
    if (game.played || game.finishing) won();
    else if (!at('said').textContent && !player.running) say(`Won in ${length(player.moves, player.ply)}.`); // opened from its address
  } else if (entry.legal?.length === 0 && player.ply > 0 && !player.running) say('No moves left. Undo, or start a new deal. ', another());
  if (error) trouble(error);
  const { verdict: what, text: known, longer, lostBy } = here.sentence();
  // Of the deal itself the panel has the verdict, which lies below the table on narrow screens.
  const text = known || (analysing && narrow.matches && what ? sentence(what) : '');
  at('table').dataset.verdict = analysing ? what : '';
  if (!analysing) return;
  const button = (words, click) => h('button', { type: 'button', class: 'quiet', click }, words);
  const more = [
    longer ? button('Search longer', () => here.judge(20000).catch(trouble)) : null,
    lostBy ? button(`Back before ${nth(player.moves, lostBy)}`, () => { player.halt(); player.go(lostBy - 1); wentBack(lostBy - 1); }) : null,
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
  if (told.choices === choices && told.lost === lost && told.player === player) return; // keep the list while it is read
  Object.assign(told, { choices, lost, player });
  at('judged').replaceChildren(...choices.map(({ move, verdict: v = lost ? 'unwinnable' : null, length: moves, redeals, estimate }) => h('li', {},
    h('button', { type: 'button', click: () => { player.halt(); player.play(move); seen(); } }, h('span', {}, suited(inWords(move))),
      v ? h('span', { class: 'verdict ' + v }, v + (moves ? `, ${counted(moves, redeals)}` : estimate === undefined ? '' : `, estimate ${estimate}`)) : null))));
}

// checked replays the moves played by hand.
async function checked() {
  const { question, player, layout: places } = game;
  const moves = player.moves.slice(0, player.ply);
  const answer = await ask('/v1/replay', { ...question, moves }).catch(() => null);
  if (!answer || game.player !== player || player.ply !== moves.length) return;
  if (!answer.legal) {
    player.follow(player.moves.slice(0, answer.at - 1));
    say(`Not legal: ${refusal(answer.reason, game.rules)}`);
  } else if (!same(places, player.position, read(places, answer.position))) {
    player.positions[player.ply] = read(places, answer.position);
    game.table.draw(player.position);
    game.here.later();
  }
  filled();
}

// filled plays a forced move: filling a space.
async function filled() {
  const { player, here, layout: places } = game;
  if (!places.fills.length && places.onto !== 'spaces') return;
  const { ply } = player;
  const legal = await here.legal().catch(() => []);
  const [first] = legal;
  if (!first || (legal.length > 1 && places.onto !== 'spaces') || player.ply !== ply) return;
  const fills = ({ action, from, to }) => action === 'move' && from === first.from && to.startsWith('tableau/') && !player.position.piles.get(to).length;
  if (/^(reserve|waste|stock)/.test(first.from) && legal.every(fills)) player.play(first);
}

// finished sends all cards up if nothing else is left to do.
async function finished() {
  const { question, player, rules, layout: places } = game;
  const { ply } = player;
  const rest = at('finish').checked ? finish(rules, places, player.position) : null;
  at('table').dataset.finishing = Boolean(rest?.length);
  if (!rest?.length) return;
  const moves = [...player.moves.slice(0, ply), ...rest];
  const answer = await ask('/v1/replay', { ...question, moves }).catch(() => null);
  if (!answer?.won || game.player !== player || player.ply !== ply || player.running) return;
  game.finishing = true;
  player.goOn(rest);
  player.run(70);
}

// refuse says why a move is not legal.
async function refuse(turns, move) {
  const { question, player, rules, layout: places } = game;
  const pairs = places.rows.length && !places.hole;
  const answer = pairs ? { reason: 'these cards don’t go together' }
    : await ask('/v1/replay', { ...question, moves: [...player.moves.slice(0, player.ply), ...(turns || []), move] }).catch(() => null);
  if (answer?.reason) say(refusal(answer.reason, rules));
}

// won celebrates, once.
function won() {
  const { question, player, clock } = game;
  [game.played, game.finishing] = [false, false];
  game.progress.win();
  const counted = question.seed && !clock.helped;
  const before = statistics.of(question.game);
  if (counted) {
    statistics.win(question.game, question.seed, clock.ms);
    days.win(question.game, question.seed, clock.ms, player.ply);
    dated();
  }
  const s = statistics.of(question.game);
  const best = s.won > before.won && before.best !== null && s.best < before.best;
  figures('won-figures', [
    ['Time', duration(clock.ms) + (best ? ' (best)' : '')], ['Moves', length(player.moves, player.ply).replace(/ moves?/, '')],
    ...(counted ? [['Streak', s.streak], ['Won', `${s.won} of ${s.played}`]] : []),
  ]);
  say(`Won in ${duration(clock.ms)}, ${length(player.moves, player.ply)}.`);
  at('shared').textContent = '';
  at('won').showModal();
  rain(at('table'), at('won'));
}

// figures fills a list of figures.
function figures(id, rows) {
  at(id).replaceChildren(...rows.map(([what, value]) => h('div', {}, h('dt', {}, what), h('dd', {}, String(value)))));
}

// dated shows the days, on the home page and with the deal of a day.
function dated() {
  const { game: named, seed } = game.question;
  const day = days.of(named, seed);
  if (at('days') && seed && (day || 'home' in page.dataset)) days.show(at('days'), at('done'), named, page.dataset.day || new Date().toISOString().slice(0, 10), seed);
}

// plain returns the address of a deal, without moves.
function plain({ game: named, seed, rules }, document) {
  if (seed) return `/games/${named}/deals/${seed}`;
  const parameters = new URLSearchParams(named ? { game: named } : { rules: JSON.stringify(rules) });
  pack(document, parameters);
  return '/play#' + parameters;
}

// addressed updates the address. That of the home page stays until a move is made there.
function addressed() {
  const { question, player, progress } = game;
  if ('home' in page.dataset && location.pathname === '/' && !game.moved) return;
  const path = ('embed' in page.dataset ? '/embed' : '') + progress.about.address;
  const solved = analysing && player.onSolution();
  const line = player.ply && (solved ? 'ply=' + player.ply : 'm=' + briefly(player.moves.slice(0, player.ply)));
  const whole = path + (line ? (question.seed ? (solved ? '?' : '#') : '&') + line : '');
  if (location.pathname + location.search + location.hash !== whole) history.replaceState(null, '', whole);
}

// The analysis.

// analyse switches it on or off; on, it goes to a ply of the solution if no moves were played.
function analyse(on, ply = 0) {
  analysing = on;
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
    if (ply > answer.solution.moves.length) say(`The solution has ${length(answer.solution.moves)}, so there is no step ${ply}. This is the end.`);
  }
  here.learn(0, answer.verdict);
  listed();
  stepped();
  here.later();
}

// reviewed shows which positions of the game were still winnable.
async function reviewed() {
  const { player, here } = game;
  const panel = at('game-review');
  const moves = [...player.moves];
  if (!moves.length) {
    say('No moves to review yet.');
    return;
  }
  at('beside').hidden = false;
  panel.replaceChildren(h('p', {}, 'Searching …'));
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
      at('table').querySelector('[tabindex="0"]')?.focus({ preventScroll: true });
      wentBack(ply);
    },
  });
  stepped(); // the list of moves is seen only now
  panel.scrollIntoView({ block: narrow.matches ? 'start' : 'nearest' });
  say('');
  speak('Review: ' + panel.querySelector('.verdict').textContent);
}

// unreviewed closes the review.
function unreviewed() {
  game.review = null;
  ended();
  at('game-review').replaceChildren();
  at('beside').hidden = !analysing;
}

// lostAt asks which move lost a game.
const lostAt = (moves) => ask('/v1/analyse', { ...game.question, moves });

const wentBack = (ply) => say(`Back before move ${count(game.player.moves, ply) + 1}. Play on.`);

// copied copies text to the clipboard, and says so where the press was made.
async function copied(text, what, { where = at('said'), otherwise = 'copy the link from the address bar.' } = {}) {
  try {
    await navigator.clipboard.writeText(text);
    where.textContent = what + ' copied.';
  } catch {
    where.textContent = 'The clipboard is not available; ' + otherwise;
  }
}

// Hints by steps.

// unhinted forgets the steps, as the position has changed.
function unhinted() {
  game.hints = null;
  game.table.show('hinted', []);
  at('hint-name').textContent = 'Hint';
}

async function hint() {
  const { player, here, table } = game;
  const { ply } = player;
  if (!game.hints) {
    say('Searching …');
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

// The controls.

// With the stock fanned out, turns are one step with the move after them.

const stepping = (step) => () => { game.player.halt(); game.player.go(step(game.player)); };
const steps = {
  first: stepping(() => 0),
  back: stepping((player) => (game.table.fan ? stepBefore(player.moves, player.ply) : player.previous)),
  forward: stepping((player) => (game.table.fan ? after(player.moves, player.ply) : player.next)),
  last: stepping((player) => player.moves.length),
};
for (const [id, step] of Object.entries(steps)) at(id).addEventListener('click', step);
at('undo').addEventListener('click', steps.back);
at('redo').addEventListener('click', steps.forward);
swipes(at('table'), { left: steps.back, right: steps.forward });
const toggle = () => (game.player.running ? game.player.halt() : game.player.run());
at('run').addEventListener('click', toggle);
at('slider').addEventListener('input', () => { game.player.halt(); game.player.go(Number(at('slider').value)); });
at('pace').addEventListener('change', () => { game.player.pace = Number(at('pace').value); });
at('copy').addEventListener('click', () => { game.moved = true; addressed(); copied(location.href, 'Link'); });
at('restart').addEventListener('click', () => {
  steps.first();
  game.clock.reset();
  say('Back at the start. Redo brings the moves back.');
});
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
  say('Searching for the losing move …');
  const moves = player.moves.slice(0, player.ply);
  const answer = await lostAt(moves).catch(trouble);
  if (!answer || game.player !== player) return;
  for (const { ply, verdict: v } of answer.plies) if (v !== 'unknown') here.entry(ply).verdict = v;
  here.changed();
  if (answer.lost_at) say(`${capital(nth(moves, answer.lost_at))} lost the game: ${inWords(moves[answer.lost_at - 1])}.${answer.better ? ` Better: ${inWords(answer.better)}.` : ''}`);
  else say('Losing move not found within the time limit.');
});

// The dialogs.
at('won-close').addEventListener('click', () => at('won').close());
at('won-review').addEventListener('click', () => { at('won').close(); reviewed(); });
at('share').addEventListener('click', async () => {
  const { question, player, clock } = game;
  const link = question.seed ? location.origin + location.pathname : location.href;
  const text = `${[page.dataset.title, question.seed].filter(Boolean).join(' ')}: won in ${duration(clock.ms)}, ${length(player.moves, player.ply)}.`;
  try {
    if (navigator.share) {
      await navigator.share({ text, url: link });
      return;
    }
  } catch (error) {
    if (error.name === 'AbortError') return; // the player closed the sheet
  }
  copied(`${text} ${link}`, 'Result and link', { where: at('shared'), otherwise: `copy this: ${text} ${link}` });
});
at('record').addEventListener('click', () => {
  const s = statistics.of(game.question.game);
  at('statistics-title').textContent = 'Statistics: ' + page.dataset.title;
  figures('statistics-figures', [
    ['Played', s.played], ['Won', s.won + (s.played ? ` (${Math.round(100 * s.won / s.played)} %)` : '')],
    ['Streak', s.streak], ['Longest streak', s.longest], ['Best time', s.best === null ? '–' : duration(s.best)],
  ]);
  at('statistics').showModal();
});
at('statistics-close').addEventListener('click', () => at('statistics').close());
at('statistics-reset').addEventListener('click', () => {
  statistics.reset(game.question.game);
  at('statistics').close();
  say(`The statistics of ${page.dataset.title} are reset.`);
});

for (const [id, apply] of [
  ['known', (on) => { if (game) { game.table.known = on; game.table.draw(game.player.position); unseen(game.player.position); } }],
  ['fan', (on) => { if (game) { game.hand.put(); game.table.fan = game.layout.waste && on; game.table.draw(game.player.position); } }],
  ['four', (on) => page.classList.toggle('four', on)],
  ['finish', () => {}],
  ['once', () => {}],
]) {
  at(id).checked = kept.get(id) ?? at(id).checked;
  at(id).addEventListener('change', () => { kept.set(id, at(id).checked); apply(at(id).checked); });
  apply(at(id).checked);
}

at('choices').addEventListener('toggle', () => {
  if (!game) return;
  game.here.curious = at('choices').open;
  game.here.later();
});
at('edit').addEventListener('toggle', () => { if (game && at('edit').open) stepped(); });
at('copy-position').addEventListener('click', () => {
  at('position').select();
  copied(at('position').value, 'Position', { where: at('position-said'), otherwise: 'the text is selected, copy it with the keyboard.' });
});
keys({ ready: () => Boolean(game), steps, toggle });
addEventListener('hashchange', () => { if (/[#&](m|game|rules|ply)=/.test(location.hash)) location.reload(); });

// The command on the home page uses the address of this page.
if (at('curl')) at('curl').textContent = at('curl').textContent.replace('http://127.0.0.1:8080', location.origin);

// Start.

// begin goes to the moves of the address, and asks for the verdict if the analysis is on.
function begin() {
  const { player, layout: places, here, progress } = game;
  const fragment = new URLSearchParams(location.hash.slice(1));
  const asked = new URLSearchParams(location.search).get('ply') ?? fragment.get('ply') ?? '0';
  const ply = /^[0-9]{1,6}$/.test(asked) ? Number(asked) : 0;
  const odd = String(ply) !== asked.replace(/^0+(?=.)/, '');
  const line = fragment.get('m');
  if (odd) say('The address has no whole number as ply, so the game begins at the deal.');
  if (ply) analysing = true; // the moves are of the solution
  else if (!odd && progress.begin(line || '')) {
    if (player.ply) checked();
    if (!line) say(player.ply ? `Continued after ${plural(player.ply, 'move')}.` : `You won this deal in ${duration(progress.kept.ms)}, ${plural(player.moves.length, 'move')}. Redo shows that game.`);
  } else if (line) {
    try {
      const moves = atLength(places, player.position, line);
      player.follow(moves, moves.length);
      checked();
    } catch {
      say('The moves in the address don’t fit this deal, so it begins anew.');
    }
  }
  if (game.player.ply === 0) game.clock.reset(); // it begins with the first move
  else game.clock.go();
  game.begun = true; // the cards fly from now on
  if (analysing) analyse(true, ply);
  else here.later();
}

// offline puts a deal of this browser's engine into the page, which came without one.
async function offline() {
  const { dealt } = await import('./offline.js');
  document.documentElement.classList.add('is-away');
  const cards = location.pathname === '/play' && /[#&](game|rules)=/.test(location.hash);
  if (cards) return;
  delete page.dataset.own;
  at('title').textContent = 'Dealing …';
  const { game: name, title, seed, rules, deal } = await dealt(location);
  Object.assign(page.dataset, { game: name, seed, rules: JSON.stringify(rules), deal: JSON.stringify(deal) });
  page.dataset.title = title;
  at('title').replaceChildren(title + ' ', h('small', {}, seed));
  document.title = `${title} ${seed} · Thoughtful`;
  at('game').value = at('own-game').value = name;
  at('seed').value = seed;
  at('winnable').href = at('won').querySelector('a').href = `/games/${name}/winnable-deal`;
  at('random').href = `/games/${name}/random-deal`;
}

try {
  if ('offline' in page.dataset) await offline();
} catch (error) {
  at('title').textContent = 'No deal';
  at('board').hidden = true;
  at('edit').open = true;
  complain(error.errors?.length ? error.errors : [{ field: '', detail: error.message }]);
  throw error;
}

const fragment = new URLSearchParams(location.hash.slice(1));
const deal = 'own' in page.dataset ? unpack(fragment) : null;
try {
  if (deal) {
    const chosen = fragment.get('game') || '';
    at('own-game').value = chosen;
    at('rules-field').hidden = chosen !== '';
    at('rules').value = fragment.get('rules') || '';
    at('position').value = pretty(deal);
    const named = chosen ? { game: chosen } : { rules: JSON.parse(fragment.get('rules')) };
    const answer = await ask('/v1/moves', { ...named, deal, states: 1 });
    const rules = named.rules || (await ask('/v1/games/' + chosen)).rules;
    titled();
    lay({ ...named, deal: answer.position }, rules, answer.position);
    begin();
  }
} catch (error) {
  at('board').hidden = true;
  at('edit').open = true;
  complain(error.errors?.length ? error.errors : [{ field: '', detail: error.message }]);
}
if (!deal) {
  neighbours(page.dataset);
  lay({ game: page.dataset.game, seed: page.dataset.seed }, JSON.parse(page.dataset.rules), JSON.parse(page.dataset.deal));
  const day = page.dataset.day ?? new URLSearchParams(location.hash.slice(1)).get('day');
  if (/^\d{4}-\d\d-\d\d$/.test(day)) days.see(page.dataset.game, day, page.dataset.seed);
  dated();
  begin();
  if (location.hash === '#edit') {
    at('edit').open = true;
    at('edit').scrollIntoView();
  } else addressed();
}
if (at('continue')) {
  const resume = () => { list(at('continue'), game.progress.about.address); dated(); };
  resume();
  addEventListener('storage', resume);
  addEventListener('pageshow', ({ persisted }) => { if (persisted) resume(); });
}
// Cards can be picked up, and from the next frame on they are in sight.
requestAnimationFrame(() => setTimeout(() => performance.mark('playable')));
if (at('offline')) {
  const later = () => import('./install.js').then(({ install }) => install(kept, say));
  if (document.readyState === 'complete') later();
  else addEventListener('load', later);
}
