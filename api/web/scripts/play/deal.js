// @ts-nocheck
// The deal page: connects table, player, hand, analysis and what the browser keeps, and updates
// the address.
//
// Play comes first. The verdict, the solution and the value of moves are asked for and shown only
// while the analysis is on. The address has the game and number, and in the fragment the moves
// played by hand (#m=), or ?ply= of the solution. On /play the fragment may also have the game or
// rules, and the cards.

import { analyse, known, unhinted, unreviewed } from './analysis.js';
import { keys, neighbours } from './controls.js';
import { dated } from './calendar.js';
import { chosen } from './choice.js';
import { days } from './days.js';
import { won } from './dialogs.js';
import { complain, titled } from './edit.js';
import { tellParent } from './embed.js';
import { finish } from '../table/finish.js';
import { list, Progress } from './games.js';
import { Hand, manner } from '../table/hand.js';
import { t, tn } from '../table/language.js';
import { Here } from './here.js';
import { isTurn, macro } from '../table/kplus.js';
import { atLength, briefly, pack, unpack } from '../table/address.js';
import { dealName } from './named.js';
import { aloud, analysing, at, copied, game, none, page, say, setAnalysing, setGame, speak, trouble } from './now.js';
import { another } from './onward.js';
import { h, pretty } from '../table/page.js';
import { ended, listed, stepped, steps, toggle, unseen } from './playback.js';
import { sound } from './looks.js';
import { Player, runOf } from '../table/player.js';
import { apply, isDown, layout, read, write } from '../table/position.js';
import { Clock, duration, kept, statistics } from './record.js';
import { sensible } from '../table/sensible.js';
import { ask } from '../table/service.js';
import '../table/thoughtful-table.js';
import { dealOut } from '../table/motion.js';
import { length, name, refusal } from '../table/words.js';

// lay starts with a position: question is its request ({game, seed}, {game, deal} or
// {rules, deal}), document the position.
function lay(question, rules, document) {
  const places = layout(rules);
  const start = read(places, document);
  const player = new Player(start);
  const table = at('table').lay(places);
  const here = new Here(places, rules, 'game' in question ? { game: question.game } : { rules: question.rules }, player);
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
  const progress = new Progress({ address: plain(question, write(places, start)), title: page.dataset.title, seed: question.seed, name: question.seed && page.dataset.name }, places, player, clock);
  setGame({ question, rules, layout: places, table, player, hand, here, clock, progress });
  player.addEventListener('change', ({ why, before }) => changed(why, before));
  here.addEventListener('change', ({ error }) => told(error));
  at('table').follow(player, () => here.legal());
  here.addEventListener('change', () => at('table').told(here.entry()));
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
    if (made.length) sound(made.some((move) => move.action !== 'move') ? 'turned' : 'laid');
    const run = runOf.get(made[0]);
    const played = run && made.every((move) => runOf.get(move) === run) ? aloud(run) : made.length === 1 ? (player.ply > before && turnedUp(made[0], player.position)) || aloud(made[0]) : table.fan && made.slice(0, -1).every(isTurn) ? turned(macro(made), aloud) : '';
    say('');
    speak(played && (player.ply > before ? played + '.' : t('Undone: {move}.', { move: played })));
  }
  if (why === 'hand' || why === 'step') game.finishing = false;
  if (why === 'hand') {
    game.played = game.moved = true;
    ended();
    if (game.review && player.moves.some((move, i) => move !== game.review[i])) unreviewed();
    clock.start();
    if (analysing) clock.help();
    if (question.seed) statistics.begin(question.game, question.seed, progress.continued);
  }
  progress.changed(why);
  clearTimeout(addressed.timer);
  addressed.timer = setTimeout(addressed, 150);
  if (why !== 'hand') return;
  finished();
  const { position } = player;
  setTimeout(() => { if (player.position === position) filled(); }, 150); // the move before is seen first
}

// turnedUp writes a turn of the stock with the card that is on top then; empty for other moves.
const turnedUp = (move, { piles }) => (move.action === 'draw' ? tn(move.count, '{n} card turned, {card} on top', '{n} cards turned, {card} on top', { card: name(piles.get('waste').at(-1)) }) : '');

// turned writes a move from the stock with its turns; empty if there is none.
const turned = (made, words) => (made ? tn(made.turns, '{move}, after {n} turn of the stock', '{move}, after {n} turns of the stock', { move: words(made.play) }) : '');

// told shows what is known of the position.
function told(error) {
  const { player, here, clock } = game;
  const entry = here.entry();
  at('table').dataset.won = entry.won === true;
  at('hint').disabled = Boolean(entry.won) || game.hints === none;
  if (entry.won) {
    clock.stop();
    if (game.played || game.finishing) won();
    else if (!at('said').textContent && !player.running) say(t('Won in {moves}.', { moves: length(player.moves, player.ply) })); // opened from its address
  } else if (entry.legal?.length === 0 && player.ply > 0 && !player.running) say(t('No moves left. Undo, or start a new deal.'), ' ', another());
  if (error) trouble(error);
  known();
}

// checked cuts the line before its first illegal move: it may come from an address.
function checked() {
  const { player, here: { referee } } = game;
  const { moves, positions, ply } = player;
  const refusals = moves.slice(0, ply).map((move, i) => referee.at(positions[i]).refusal(move));
  const at = refusals.findIndex(Boolean);
  if (at < 0) return;
  player.follow(moves.slice(0, at));
  say(t('Not legal: {why}', { why: refusal(refusals[at]) }));
}

// filled plays a forced move: filling a space.
function filled() {
  const { player, here, layout: places } = game;
  if (!places.fills.length && places.onto !== 'spaces') return;
  const legal = here.legal();
  const [first] = legal;
  if (!first || (legal.length > 1 && places.onto !== 'spaces')) return;
  const fills = ({ action, from, to }) => action === 'move' && from === first.from && to.startsWith('tableau/') && !player.position.piles.get(to).length;
  if (/^(reserve|waste|stock)/.test(first.from) && legal.every(fills)) player.play(first);
}

// finished sends all cards up if nothing else is left to do.
function finished() {
  const { player, rules, layout: places, here: { referee } } = game;
  const rest = at('finish').checked ? finish(rules, places, player.position) : null;
  at('table').dataset.finishing = Boolean(rest?.length);
  const end = rest?.length ? referee.played(player.position, rest) : null;
  if (!end || !referee.at(end).won) return;
  game.finishing = true;
  player.goOn(rest);
  player.run(70);
}

// refuse says why a move is not legal.
function refuse(turns, move) {
  const { player, layout: places, here: { referee } } = game;
  const why = places.rows.length && !places.hole ? { text: t('these cards don’t go together'), values: {} } : referee.at((turns ?? []).reduce(apply, player.position)).refusal(move);
  if (why) say(refusal(why));
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

// The controls.

at('copy').addEventListener('click', () => { game.moved = true; addressed(); copied(location.href, 'Link'); });
at('restart').addEventListener('click', () => {
  steps.first();
  game.clock.reset();
  say(t('Back at the start. Redo brings the moves back.'));
});
for (const [id, apply] of [
  ['known', (on) => { if (game) { game.table.known = on; game.table.draw(game.player.position); unseen(game.player.position); } }],
  ['fan', (on) => { if (game) { game.hand.put(); game.table.fan = game.layout.waste && on; game.table.draw(game.player.position); } }],
  ['four', (on) => { page.classList.toggle('four', on); at('table').toggleAttribute('four', on); }],
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
if ('embed' in page.dataset) tellParent(at('table'));
keys({ ready: () => Boolean(game), steps, toggle });
addEventListener('hashchange', () => { if (/[#&](m|game|rules|ply)=/.test(location.hash)) location.reload(); });

// Start.

// begin goes to the moves of the address, and asks for the verdict if the analysis is on.
function begin() {
  const { player, layout: places, here, progress } = game;
  const fragment = new URLSearchParams(location.hash.slice(1));
  const asked = new URLSearchParams(location.search).get('ply') ?? fragment.get('ply') ?? '0';
  const ply = /^[0-9]{1,6}$/.test(asked) ? Number(asked) : 0;
  const odd = String(ply) !== asked.replace(/^0+(?=.)/, '');
  const line = fragment.get('m');
  if (odd) say(t('The address has no whole number as ply, so the game begins at the deal.'));
  if (ply) setAnalysing(true); // the moves are of the solution
  else if (!odd && progress.begin(line || '')) {
    checked();
    if (!line) say(player.ply ? t('Continued after {moves}.', { moves: length(player.moves, player.ply) }) : t('You won this deal in {time}, {moves}. Redo shows that game.', { time: duration(progress.kept.ms), moves: length(player.moves) }));
  } else if (line) {
    try {
      const moves = atLength(places, player.position, line);
      player.follow(moves, moves.length);
      checked();
    } catch {
      say(t('The moves in the address don’t fit this deal, so it begins anew.'));
    }
  }
  if (game.player.ply === 0) game.clock.reset(); // it begins with the first move
  else game.clock.go();
  game.begun = true; // the cards fly from now on
  if (!player.moves.length) dealOut(at('table').felt);
  if (analysing) analyse(true, ply);
  else here.later();
  if (player.ply) filled();
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
  const named = dealName(seed, [rules.cells?.count > 0 ? 'microsoft' : 'solvitaire']);
  Object.assign(page.dataset, { title, name: named });
  at('title').replaceChildren(title + ' ', h('span', { class: 'dot' }, '·'), ' ', h('small', {}, named));
  document.title = `${title} · ${named} · Thoughtful`;
  at('game').value = at('own-game').value = name;
  at('seed').value = seed;
  at('winnable').href = at('won').querySelector('a').href = `/games/${name}/winnable-deal`;
  at('random').href = `/games/${name}/random-deal`;
}

await chosen();
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
