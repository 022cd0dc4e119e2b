import { empty, room } from './storage.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { games, Progress } from '../play/games.js';
import { carry, Clock, kept, statistics } from '../play/record.js';
import { Player } from '../table/player.js';
import { places, position } from './klondike.js';

/** @import { Move } from '../table/types.d.ts' */

/** @type {Move} */ const queen = { action: 'move', from: 'tableau/2', to: 'tableau/1', cards: ['QH'], turns_up: '5H' };
/** @type {Move} */ const jack = { action: 'move', from: 'tableau/3', to: 'tableau/1', cards: ['JC'] };
const about = { address: '/games/klondike/deals/solvitaire:2', title: 'Klondike', seed: 'solvitaire:2' };

// opened returns the game on a table that is opened now.
function opened(line = '') {
  const player = new Player(position());
  const clock = new Clock(() => {}, () => {});
  const progress = new Progress(about, places, player, clock);
  const shown = progress.begin(line);
  player.addEventListener('change', (event) => progress.changed(/** @type {any} */ (event).why));
  return { player, progress, shown };
}

beforeEach(empty);

test('A game goes on where it was left', () => {
  const { player } = opened();
  player.play(queen);
  player.play(jack);
  player.go(1);
  const again = opened();
  assert.ok(again.shown);
  assert.deepEqual([again.player.moves, again.player.ply], [[queen, jack], 1]);
  assert.ok(again.progress.continued);
});

test('Moves of another line are left alone', () => {
  opened().player.play(queen);
  assert.ok(!opened('d.d').shown);
  assert.ok(opened('t2t1').shown);
  assert.equal(games.all().length, 1);
});

test('A game that is undone to the deal is not kept', () => {
  const { player } = opened();
  player.play(queen);
  assert.equal(games.all().length, 1);
  player.go(0);
  assert.equal(games.all().length, 0);
});

test('A solution that is shown is not the player’s', () => {
  const { player } = opened();
  player.follow([queen, jack], 2);
  assert.equal(games.all().length, 0);
});

test('Damaged games are forgotten', () => {
  games.put(about.address, { moves: 't7t1', ply: 1 });
  assert.ok(!opened().shown);
  assert.equal(games.all().length, 0);
});

test('The oldest games make room', () => {
  for (let i = 0; i < 60; i++) games.put('/' + i, { moves: 'd', at: i });
  assert.equal(games.all().length, 50);
  assert.equal(games.all().at(-1)?.address, '/10');
  room.left = 50;
  games.put('/60', { moves: 'd', at: 60 });
  assert.equal(games.all().length, 50);
  assert.ok(games.of('/60'));
});

test('Statistics count a deal once, and a streak ends with a deal that is left', () => {
  statistics.begin('klondike', 'a', false);
  statistics.begin('klondike', 'a', false);
  statistics.win('klondike', 'a', 5000);
  statistics.win('klondike', 'a', 1);
  assert.deepEqual([statistics.of('klondike').played, statistics.of('klondike').streak, statistics.of('klondike').best], [1, 1, 5000]);
  statistics.begin('klondike', 'b', false);
  statistics.begin('klondike', 'c', false);
  assert.deepEqual([statistics.of('klondike').streak, statistics.of('klondike').longest], [0, 1]);
  assert.equal(kept.get('statistics').klondike.played, 3);
});

test('What was kept under a former name of a game is kept', () => {
  kept.set('statistics', { 'spider-1-suit': { played: 3 }, klondike: { played: 1 } });
  kept.set('game /games/spider-1-suit/deals/solvitaire:2', { moves: 'd' });
  carry('spider-1-suit', 'spider-one-suit');
  assert.equal(statistics.of('spider-one-suit').played, 3);
  assert.equal(statistics.of('klondike').played, 1);
  assert.equal(games.of('/games/spider-one-suit/deals/solvitaire:2')?.moves, 'd');
  assert.equal(games.all().length, 1);
});
