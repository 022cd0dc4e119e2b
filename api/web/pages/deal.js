// The deal page: connects table, player, hand and verdict, and updates the address.
//
// The address has the game and number, and ?ply= of the solution, or in the fragment the moves
// played by hand (#m=). On /play the fragment also has the game or rules, and the cards.

import { Hand } from './hand.js';
import { Here } from './here.js';
import { after, before as stepBefore, isTurn, macro } from './kplus.js';
import { Player, runOf } from './player.js';
import { atLength, briefly, isDown, layout, pack, read, same, unpack, write } from './position.js';
import { ask } from './service.js';
import { sign, Table } from './table.js';
import { Verdict } from './verdict.js';
import { move as inWords, name, short, suit } from './words.js';

const at = (id) => document.getElementById(id);
const page = at('main');
const say = (text) => { at('said').textContent = text; };
const aloud = (move) => inWords(move, name);

// remembered are settings kept by the browser.
const remembered = {
  get(key) { try { return localStorage.getItem('thoughtful-' + key); } catch { return null; } },
  set(key, value) { try { localStorage.setItem('thoughtful-' + key, value); } catch { /* a browser may forbid it */ } },
};

const verdict = new Verdict(at('verdict'), {
  aloud: (text) => { at('verdict-said').textContent = text; },
  named: (cards) => {
    const { table, player } = game;
    table.known = cards.length > 0 || at('known').checked;
    table.draw(player.position);
    table.show('named', [], cards);
  },
});

let game; // on the table: { question, rules, layout, table, player, hand, here }

// lay starts with a position: question is its request ({game, seed}, {game, deal} or
// {rules, deal}), document the position.
function lay(question, rules, document) {
  game?.hand.leave();
  game?.player.halt();
  const places = layout(rules);
  const start = read(places, document);
  const player = new Player(start);
  const table = new Table(at('table'), places);
  const here = new Here(places, 'game' in question ? { game: question.game } : { rules: question.rules }, player);
  here.curious = at('choices').open;
  const hand = new Hand(table, {
    legal: (moves) => here.legal(moves),
    play: (...moves) => { player.halt(); player.play(...moves); },
    say,
  });
  game = { question, rules, layout: places, table, player, hand, here };
  player.addEventListener('change', ({ why, before }) => changed(why, before));
  here.addEventListener('change', ({ error }) => told(error));
  at('board').hidden = false;
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
  const { player, table, hand } = game;
  hand.put();
  table.show('hinted', []);
  table.draw(player.position, { duration: Math.min(260, player.running ? player.pace * .7 : 260) });
  if (why === 'line' || why === 'hand') listed();
  stepped();
  if (why !== 'line') {
    const made = player.moves.slice(Math.min(player.ply, before), Math.max(player.ply, before));
    const run = runOf.get(made[0]);
    const played = run && made.every((move) => runOf.get(move) === run) ? aloud(run) : made.length === 1 ? aloud(made[0]) : table.fan && made.slice(0, -1).every(isTurn) ? turned(macro(made), aloud) : '';
    if (played) say((player.ply > before ? '' : 'Undone: ') + played + '.');
  }
  if (why === 'hand') checked();
  clearTimeout(addressed.timer);
  addressed.timer = setTimeout(addressed, 150);
}

// turned writes a move from the stock with its turns; empty if there is none.
const turned = (made, words) => (made ? `${words(made.play)}, after ${made.turns} ${made.turns === 1 ? 'turn' : 'turns'} of the stock` : '');

// stepped shows the current ply.
function stepped() {
  const { player, layout: places } = game;
  const { ply, moves, position } = player;
  at('slider').max = moves.length;
  at('slider').value = ply;
  at('slider').setAttribute('aria-valuetext', ply ? `after move ${ply} of ${moves.length}: ${aloud(moves[ply - 1])}` : 'the deal');
  at('ply').textContent = `${ply} / ${moves.length}`;
  at('first').disabled = at('back').disabled = ply === 0;
  at('last').disabled = at('forward').disabled = ply === moves.length;
  at('run').disabled = moves.length === 0;
  at('run').classList.toggle('on', player.running);
  at('run').setAttribute('aria-label', player.running ? 'Pause' : 'Play moves');
  // Running moves are too fast to read aloud.
  for (const id of ['here', 'said']) at(id).setAttribute('aria-live', player.running ? 'off' : 'polite');
  at('table').dataset.ply = ply;
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
  const item = (ply, text) => h('li', {}, h('button', { type: 'button', click: () => { player.halt(); player.go(ply); } },
    h('span', { class: 'number' }, String(ply)), h('span', {}, text)));
  at('line').replaceChildren(...(player.moves.length ? [item(0, 'the deal'), ...player.moves.map((move, i) => item(i + 1, inWords(move)))] : []));
}

const none = [];

// told shows what is known of the position.
function told(error) {
  const { player, here } = game;
  const { verdict: what, text, longer } = here.sentence();
  const entry = here.entry();
  at('table').dataset.won = entry.won === true;
  at('table').dataset.verdict = what;
  const more = longer ? h('button', { type: 'button', class: 'quiet', click: () => here.judge(20000).catch(() => {}) }, 'Search longer') : null;
  const line = error ? [error.message] : [h('span', { class: 'verdict ' + what }, text), more ? ' ' : null, more];
  if (at('here').dataset.text !== (error?.message || text)) {
    at('here').dataset.text = error?.message || text;
    at('here').replaceChildren(...line.filter(Boolean));
  }
  at('solution').hidden = !player.solution || player.onSolution(player.moves.length);
  at('show').hidden = entry.won || player.onSolution() || !entry.way;
  at('lost').hidden = entry.verdict !== 'unwinnable' || here.parted();
  at('hint').disabled = Boolean(entry.won);
  const { choices = none } = entry;
  if (told.choices === choices && told.player === player) return; // keep the list while it is read
  Object.assign(told, { choices, player });
  at('judged').replaceChildren(...choices.map(({ move, verdict: v, length, estimate }) => h('li', {},
    h('button', { type: 'button', click: () => { player.halt(); player.play(move); } }, h('span', {}, inWords(move)),
      v ? h('span', { class: 'verdict ' + v }, v + (length ? `, ${length}` : estimate === undefined ? '' : `, estimate ${estimate}`)) : null))));
}

// checked replays the moves played by hand.
async function checked() {
  const { question, player, layout: places } = game;
  const moves = player.moves.slice(0, player.ply);
  const answer = await ask('/v1/replay', { ...question, moves }).catch(() => null);
  if (!answer || game.player !== player || player.ply !== moves.length) return;
  if (!answer.legal) {
    player.follow(player.moves.slice(0, answer.at - 1));
    say(`Not legal: ${answer.reason}.`);
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
  if (!places.fills.length) return;
  const { ply } = player;
  const legal = await here.legal().catch(() => []);
  const [only] = legal;
  if (legal.length !== 1 || player.ply !== ply || only.action !== 'move') return;
  const space = player.position.piles.get(only.to);
  if (only.to.startsWith('tableau/') && !space.length && /^(reserve|waste|stock)/.test(only.from)) player.play(only);
}

// addressed updates the address.
function addressed() {
  const { question, player, rules, layout: places } = game;
  const parameters = new URLSearchParams();
  const search = new URLSearchParams();
  if (!question.seed) {
    if (question.game) parameters.set('game', question.game);
    else parameters.set('rules', JSON.stringify(rules));
    pack(write(places, player.positions[0]), parameters);
  }
  if (player.ply > 0) {
    if (player.onSolution()) (question.seed ? search : parameters).set('ply', player.ply);
    else parameters.set('m', briefly(player.moves.slice(0, player.ply)));
  }
  const query = search.size ? '?' + search : '';
  const fragment = parameters.size ? '#' + parameters : '';
  if (location.search !== query || location.hash !== fragment) history.replaceState(null, '', location.pathname + query + fragment);
}

// solved takes the answer for the start position.
function solved(answer, ply) {
  const { player, here } = game;
  if (answer.verdict === 'winnable') {
    player.solution = answer.solution.moves;
    if (player.moves.length === 0) player.follow(answer.solution.moves, ply);
  }
  here.learn(0, answer.verdict);
  listed();
  stepped();
  here.later();
}

// begun goes to the ply of the address, and asks for the verdict.
async function begun() {
  const { question, player, layout: places, here } = game;
  const fragment = new URLSearchParams(location.hash.slice(1));
  const ply = Number(new URLSearchParams(location.search).get('ply') || fragment.get('ply')) || 0;
  const line = fragment.get('m');
  if (line) {
    try {
      const moves = atLength(places, player.position, line);
      player.follow(moves, moves.length);
      checked();
    } catch (error) {
      say('The moves in the address are invalid: ' + error.message + '.');
    }
  }
  here.later();
  verdict.onanswer = (answer) => solved(answer, 0);
  const answer = await verdict.ask(question);
  if (answer && game.player === player) solved(answer, ply);
}

// copied copies text to the clipboard.
async function copied(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(what + ' copied.');
  } catch {
    say('The clipboard is not available; copy the link from the address bar.');
  }
}

// The position as text.

function complain(errors) {
  at('mistakes').replaceChildren(h('ul', {}, errors.map(({ field, detail }) => h('li', {}, field ? h('code', {}, field) : null, field ? ': ' : '', detail))));
  at('mistakes').hidden = false;
  for (const input of [at('position'), at('rules')].filter(Boolean)) {
    const own = input.id === 'rules' ? /^rules/ : /^(deal|position|$)/;
    if (errors.some(({ field }) => own.test(field))) {
      input.setAttribute('aria-invalid', 'true');
      input.setAttribute('aria-errormessage', 'mistakes');
    }
  }
  at('mistakes').focus();
}

function parsed(id, field) {
  try {
    return JSON.parse(at(id).value);
  } catch (error) {
    throw Object.assign(new Error(), { errors: [{ field, detail: 'not JSON: ' + error.message }] });
  }
}

// set shows the position of the form if it is valid.
async function set(event) {
  event.preventDefault();
  at('mistakes').hidden = true;
  for (const input of [at('position'), at('rules')].filter(Boolean)) input.removeAttribute('aria-invalid');
  try {
    const chosen = at('own-game') ? at('own-game').value : page.dataset.game;
    const named = chosen ? { game: chosen } : { rules: parsed('rules', 'rules') };
    const answer = await ask('/v1/moves', { ...named, deal: parsed('position', 'deal'), states: 1 });
    const rules = named.rules || (await ask('/v1/games/' + chosen)).rules;
    if (page.dataset.seed) {
      const parameters = new URLSearchParams(named);
      pack(answer.position, parameters);
      location.assign('/play#' + parameters);
      return;
    }
    lay({ ...named, deal: answer.position }, rules, answer.position);
    history.replaceState(null, '', location.pathname);
    addressed();
    titled();
    at('title').focus();
    at('board').scrollIntoView({ block: 'nearest' });
    begun();
  } catch (error) {
    complain(error.errors?.length ? error.errors : [{ field: '', detail: error.message }]);
  }
}

// titled shows the game in the title of /play, and in the form for another deal.
const titled = () => {
  const { value, selectedOptions } = at('own-game');
  at('title').textContent = 'Play: ' + selectedOptions[0].textContent;
  if (value) at('game').value = value;
};

// save downloads the position.
function save() {
  h('a', { href: 'data:application/json,' + encodeURIComponent(at('position').value + '\n'), download: 'position.json' }).click();
}

// example fills the form of /play with a deal of the game.
async function example() {
  const chosen = at('own-game').value;
  at('rules-field').hidden = chosen !== '';
  if (!chosen) return;
  const { deal } = await ask(`/v1/games/${chosen}/deals/solvitaire:1`);
  at('position').value = pretty(deal);
}

// neighbours links the previous and next deal.
function neighbours() {
  const [scheme, number] = page.dataset.seed.split(':');
  for (const [id, n] of [['previous', BigInt(number) - 1n], ['next', BigInt(number) + 1n]]) {
    if (n < (scheme === 'microsoft' || scheme.startsWith('pysol') ? 1n : 0n)) continue;
    at(id).href = `/games/${page.dataset.game}/deals/${scheme}:${n}`;
    at(id).hidden = false;
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
const toggle = () => (game.player.running ? game.player.halt() : game.player.run());
at('run').addEventListener('click', toggle);
at('slider').addEventListener('input', () => { game.player.halt(); game.player.go(Number(at('slider').value)); });
at('pace').addEventListener('change', () => { game.player.pace = Number(at('pace').value); });
at('copy').addEventListener('click', () => { addressed(); copied(location.href, 'Link'); });
at('solution').addEventListener('click', () => {
  const { player } = game;
  let ply = 0;
  while (ply < player.ply && player.onSolution(ply + 1)) ply++;
  player.follow(player.solution, ply);
});
at('show').addEventListener('click', () => game.player.goOn(game.here.entry().way));

async function hint() {
  const { player, here, table } = game;
  const next = player.moves[player.ply];
  let best = player.onSolution(player.ply + 1) && next ? next : null;
  let line = player.moves.slice(player.ply);
  let says = 'Hint: ';
  if (!best) {
    say('Searching …');
    const entry = await here.judge().catch(() => null);
    if (!entry || entry !== here.entry()) return;
    const first = entry.judged[0];
    line = entry.way || [];
    if (first && first.verdict !== 'unwinnable') best = first.move;
    else say('No winning move.');
    if (first?.verdict === 'unknown') says = 'Best guess, not proven: ';
  }
  if (!best) return;
  const made = table.fan && isTurn(best) && macro(line);
  if (made) {
    table.show('hinted', [made.play.to], made.play.cards);
    say(says + turned(made, inWords) + '.');
    return;
  }
  const places = { move: [best.to], remove: [] }[best.action] || ['stock'];
  table.show('hinted', places, best.action === 'remove' ? best.cards : (best.cards || []).slice(0, 1));
  say(says + inWords(best) + '.');
}
at('hint').addEventListener('click', hint);

at('lost').addEventListener('click', async () => {
  const { question, player, here } = game;
  say('Searching for the losing move …');
  const moves = player.moves.slice(0, player.ply);
  const answer = await ask('/v1/analyse', { ...question, moves }).catch((error) => { say(error.message); return null; });
  if (!answer || game.player !== player) return;
  for (const { ply, verdict: v } of answer.plies) if (v !== 'unknown') here.entry(ply).verdict = v;
  here.changed();
  if (answer.lost_at) say(`Move ${answer.lost_at} lost the game: ${inWords(moves[answer.lost_at - 1])}.${answer.better ? ` Better: ${inWords(answer.better)}.` : ''}`);
  else say('Losing move not found within the time limit.');
});

for (const [id, apply] of [
  ['known', (on) => { if (game) { game.table.known = on; game.table.draw(game.player.position); unseen(game.player.position); } }],
  ['fan', (on) => { if (game) { game.hand.put(); game.table.fan = game.layout.waste && on; game.table.draw(game.player.position); } }],
  ['four', (on) => at('table').classList.toggle('four', on)],
]) {
  at(id).checked = remembered.get(id) === 'true';
  at(id).addEventListener('change', () => { remembered.set(id, at(id).checked); apply(at(id).checked); });
  apply(at(id).checked);
}

document.addEventListener('keydown', (event) => {
  const { target, key } = event;
  if (!game || event.altKey || event.ctrlKey || event.metaKey || target.closest('input, textarea, select, .felt')) return;
  if (key === ' ' && target.closest('button, a, summary')) return;
  const act = { ArrowLeft: steps.back, ArrowRight: steps.forward, Home: steps.first, End: steps.last, ' ': toggle }[key];
  if (!act) return;
  event.preventDefault();
  act();
});

at('choices').addEventListener('toggle', () => {
  if (!game) return;
  game.here.curious = at('choices').open;
  game.here.later();
});
at('edit').addEventListener('toggle', () => { if (game && at('edit').open) stepped(); });
at('position-form').addEventListener('submit', set);
at('copy-position').addEventListener('click', () => copied(at('position').value, 'Position'));
at('save-position').addEventListener('click', save);
window.addEventListener('hashchange', () => location.reload());

// Start.
if (page.dataset.seed) {
  neighbours();
  lay({ game: page.dataset.game, seed: page.dataset.seed }, JSON.parse(page.dataset.rules), JSON.parse(page.dataset.deal));
  begun();
} else {
  at('own-game').addEventListener('change', example);
  const fragment = new URLSearchParams(location.hash.slice(1));
  const deal = unpack(fragment);
  if (!deal) example();
  else {
    const chosen = fragment.get('game') || '';
    at('own-game').value = chosen;
    at('rules-field').hidden = chosen !== '';
    at('rules').value = fragment.get('rules') || '';
    at('position').value = pretty(deal);
    try {
      const named = chosen ? { game: chosen } : { rules: JSON.parse(fragment.get('rules')) };
      const answer = await ask('/v1/moves', { ...named, deal, states: 1 });
      const rules = named.rules || (await ask('/v1/games/' + chosen)).rules;
      at('edit').open = false;
      titled();
      lay({ ...named, deal: answer.position }, rules, answer.position);
      begun();
    } catch (error) {
      complain(error.errors?.length ? error.errors : [{ field: '', detail: error.message }]);
    }
  }
}
