import { empty } from './storage.js';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { Game } from '../play/game.js';
import { kept } from '../play/record.js';
import { rules, start } from './klondike.js';

/** @import { Move } from '../table/types.d.ts' */

/** @type {Move} */
const queen = { action: 'move', from: 'tableau/2', to: 'tableau/1', cards: ['QH'], turns_up: '5H' };
/** @type {Move} */
const jack = { action: 'move', from: 'tableau/3', to: 'tableau/1', cards: ['JC'] };

/** @type {Record<string, any>} */ let answers = {}; // of the service, by path
/** @type {Game[]} */ let opened = [];

// laid returns a game, and the events that it has sent.
function laid() {
  const settings = Object.assign(new EventTarget(), { known: false, fan: false, four: false, finish: true, once: true });
  const about = { address: '/games/klondike/deals/solvitaire:2', title: 'Klondike' };
  const game = new Game({ question: { game: 'klondike', seed: 'solvitaire:2' }, rules, document: start, about, settings: /** @type {any} */ (settings) });
  opened.push(game);
  /** @type {string[]} */ const events = [];
  /** @type {string[]} */ const said = [];
  game.on('move', ({ why }) => events.push('move ' + why));
  game.on('analysis review won return setting', ({ type }) => events.push(type));
  game.on('say', ({ text }) => said.push(text.replaceAll('\ufe0e', '')));
  return { game, settings, events, said };
}

beforeEach(() => {
  empty();
  answers = { '/v1/moves': { moves: [{ move: queen, verdict: 'winnable', length: 9 }, { move: jack, verdict: 'unwinnable' }], only: true, verdict: 'winnable', solution: { moves: [queen, jack] } } };
  Object.assign(globalThis, {
    fetch: async (/** @type {string} */ path) => Response.json(answers[path]),
    document: Object.assign(globalThis.document, { documentElement: { classList: { toggle: () => {} } } }),
  });
});
afterEach(() => {
  for (const { clock } of opened) clock.stop();
  opened = [];
});

test('Each change says what has changed', () => {
  const { game, settings, events } = laid();
  game.play(queen);
  game.back();
  game.forward();
  settings.dispatchEvent(Object.assign(new Event('change'), { name: 'known' }));
  assert.deepEqual(events, ['move hand', 'move step', 'move step', 'setting']);
  assert.ok(game.clock.started && game.played && game.moved);
  assert.equal(kept.get('statistics').klondike.played, 1);
});

test('A hint names the card, the place and the reason, and then plays', async () => {
  const { game, said } = laid();
  const labels = [];
  for (let i = 0; i < 3; i++) {
    await game.hinting.press();
    labels.push(game.hinting.label);
  }
  assert.deepEqual(labels, ['Where?', 'Why?', 'Play it']);
  assert.deepEqual(said.slice(0, 4), ['Searching …', 'Look at the Q♥.', 'Move the Q♥ to column 1.', 'It turns up the 5♥. Every other move loses the game.']);
  await game.hinting.press();
  assert.deepEqual([game.player.ply, game.hinting.label], [1, 'Hint']);
});

test('Two presses while a hint is searched for give one step, and no trouble', async () => {
  const { game, said } = laid();
  await Promise.all([game.hinting.press(), game.hinting.press()]);
  assert.ok(!said.some((text) => /abort/i.test(text)));
  assert.equal(game.hinting.label, 'Where?');
});

test('The analysis follows the solution, and takes it along when it is switched off', async () => {
  answers['/v1/solve'] = { verdict: 'winnable', solution: { moves: [queen, jack] }, search: { elapsed_ms: 1, states: 1 }, warnings: [] };
  const { game, events } = laid();
  game.analyse(true);
  await new Promise((solved) => { game.on('move', solved); });
  assert.deepEqual([game.player.moves.length, game.player.ply, game.solving.answer.verdict], [2, 0, 'winnable']);
  assert.ok(events.includes('analysis'));
  game.analyse(false);
  assert.deepEqual([game.player.moves.length, game.player.solution, game.solving.answer], [0, null, null]);
});

test('A review ends with another move, and goes back to play on', async () => {
  answers['/v1/analyse'] = { plies: [{ ply: 0, verdict: 'winnable' }, { ply: 1, verdict: 'unwinnable' }], lost_at: 1, better: jack };
  const { game, events } = laid();
  game.play(queen);
  await game.reviewing.start();
  assert.deepEqual([game.reviewing.open, game.reviewing.answer.lost_at], [true, 1]);
  game.reviewing.playOn(0);
  assert.deepEqual([game.reviewing.open, game.player.moves.length, events.at(-1)], [false, 0, 'return']);
  game.play(queen);
  await game.reviewing.start();
  game.back();
  assert.ok(game.reviewing.open);
  game.play(jack);
  assert.ok(!game.reviewing.open);
});
