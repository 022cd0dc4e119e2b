import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Player, runOf } from '../table/player.js';
import { position } from './klondike.js';

/** @import { Move } from '../table/types.d.ts' */

/** @type {Move} */ const queen = { action: 'move', from: 'tableau/2', to: 'tableau/1', cards: ['QH'] };
/** @type {Move} */ const jack = { action: 'move', from: 'tableau/3', to: 'tableau/1', cards: ['JC'] };
/** @type {Move} */ const draw = { action: 'draw', count: 1 };

// watched returns a player and the reasons of its changes.
function watched() {
  const player = new Player(position());
  /** @type {string[]} */ const why = [];
  player.addEventListener('change', (event) => why.push(/** @type {any} */ (event).why));
  return { player, why };
}

test('Moves are undone and made again', () => {
  const { player, why } = watched();
  player.play(queen);
  player.play(jack);
  player.go(player.previous);
  assert.deepEqual(player.position.piles.get('tableau/3'), ['JC']);
  player.go(player.next);
  assert.deepEqual(player.position.piles.get('tableau/1'), ['KS', 'QH', 'JC']);
  assert.deepEqual(why, ['hand', 'hand', 'step', 'step']);
});

test('Another move drops those that were undone, the same one keeps them', () => {
  const { player } = watched();
  player.play(queen);
  player.play(jack);
  player.go(0);
  player.play({ ...queen });
  assert.equal(player.moves.length, 2);
  player.go(0);
  player.play(draw);
  assert.deepEqual(player.moves, [draw]);
});

test('A run is one step', () => {
  const { player } = watched();
  const expanded = [{ ...queen }, { ...jack }];
  for (const move of expanded) runOf.set(move, { ...jack, expanded });
  player.play(draw);
  player.play(...expanded);
  assert.equal(player.previous, 1);
  player.go(1);
  assert.equal(player.next, 3);
});

test('The solution is followed as far as the moves are its own', () => {
  const { player } = watched();
  player.solution = [queen, jack];
  assert.ok(player.onSolution());
  player.play(queen);
  assert.ok(player.onSolution());
  player.play(draw);
  assert.ok(!player.onSolution());
  assert.ok(player.onSolution(1));
  player.goOn([]);
  player.go(1);
  player.goOn([jack]);
  assert.deepEqual(player.moves, [queen, jack]);
});

test('It runs to the end, and from the start when it is there', async () => {
  const { player, why } = watched();
  player.follow([queen, jack], 2);
  player.run(1);
  assert.equal(player.ply, 0);
  await new Promise((over) => { player.addEventListener('change', () => { if (!player.running) over(null); }); });
  assert.equal(player.ply, 2);
  assert.deepEqual(why, ['line', 'step', 'run', 'run', 'run', 'halt']);
});
