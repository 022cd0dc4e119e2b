import assert from 'node:assert/strict';
import { test } from 'node:test';
import { play, rest } from '../table/follow.js';
import { Referee } from '../table/legal.js';
import { Player } from '../table/player.js';
import { layout, read } from '../table/position.js';
import { rules } from './klondike.js';

/** @import { Document, Move, Rules } from '../table/types.d.ts' */

// opened returns a game at a position.
/** @param {Rules} of @param {Document} document */
function opened(of, document) {
  const places = layout(of);
  return { referee: new Referee(of, places), player: new Player(read(places, document)) };
}

const without = (/** @type {string[]} */ ...cards) => ['C', 'D', 'H', 'S'].flatMap((suit) => [...'A23456789TJQK'].map((rank) => rank + suit)).filter((card) => !cards.includes(card));

// ending returns a game that is won but for four cards; one of them is in the stock.
const ending = (king = 'KH') => opened(rules, { 'tableau piles': [[king, 'QS'], [], [], [], [], [], []], foundations: without('QH', 'KH', 'QS', 'KS'), stock: ['QH'], waste: ['KS'] });

test('All cards go up, from the stock too', () => {
  const { referee, player } = ending();
  const moves = rest(referee, player.position);
  assert.deepEqual(moves?.map(({ action, cards }) => cards?.join() ?? action), ['QS', 'KS', 'draw', 'QH', 'KH']);
});

test('With a hidden card nothing goes up by itself', () => {
  const { referee, player } = ending('Kh');
  assert.equal(rest(referee, player.position), null);
});

test('The last moves follow one by hand, unless the player does not want it', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  /** @type {Move} */ const queen = { action: 'move', from: 'tableau/1', to: 'foundation/S', cards: ['QS'] };
  const { referee, player } = ending();
  play(referee, player, [queen]);
  assert.ok(player.running && player.finishing);
  for (let i = 0; i < 10; i++) t.mock.timers.tick(100);
  assert.ok(referee.at(player.position).won && player.ply === 5 && !player.running);
  const other = ending();
  play(other.referee, other.player, [queen], () => false);
  for (let i = 0; i < 10; i++) t.mock.timers.tick(100);
  assert.equal(other.player.ply, 1);
});

test('A space that must be filled is filled in a moment, unless the move is undone', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { referee, player } = opened({
    'tableau piles': { count: 2, 'build policy': 'red-black', 'spaces policy': 'auto-waste-then-stock' },
    stock: { size: 24, 'deal count': 1 },
  }, { 'tableau piles': [['5S'], ['4H']], foundations: [], stock: ['3C'], waste: ['9C'] });
  /** @type {Move} */ const four = { action: 'move', from: 'tableau/2', to: 'tableau/1', cards: ['4H'] };
  play(referee, player, [four]);
  assert.equal(player.ply, 1);
  player.go(0);
  t.mock.timers.tick(1000);
  assert.equal(player.ply, 0);
  play(referee, player, [four]);
  t.mock.timers.tick(150);
  assert.deepEqual(player.position.piles.get('tableau/2'), ['9C']);
  assert.equal(player.ply, 2);
});
