import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atLength, briefly, pack, unpack } from '../table/address.js';
import { apply, layout, read, same, write } from '../table/position.js';
import { places, position, start } from './klondike.js';

test('A position is written as it was read', () => {
  assert.deepEqual(write(places, position()), start);
  assert.ok(same(places, position(), read(places, structuredClone(start))));
});

test('A move takes cards along and turns up the card below', () => {
  const after = apply(position(), { action: 'move', from: 'tableau/2', to: 'tableau/1', cards: ['QH'] });
  assert.deepEqual(after.piles.get('tableau/1'), ['KS', 'QH']);
  assert.deepEqual(after.piles.get('tableau/2'), ['5H']);
  assert.deepEqual(position().piles.get('tableau/2'), ['5h', 'QH'], 'the position before stays');
});

test('The stock turns to the waste and back', () => {
  const drawn = apply(apply(position(), { action: 'draw', count: 1 }), { action: 'draw', count: 1 });
  assert.deepEqual(drawn.piles.get('waste'), ['TD', '2H', '3C']);
  const again = apply(drawn, { action: 'redeal' });
  assert.deepEqual([again.piles.get('stock'), again.piles.get('waste')], [['3C', '2H', 'TD'], []]);
});

test('Cards that are not there are not moved', () => {
  assert.throws(() => apply(position(), { action: 'move', from: 'tableau/4', to: 'tableau/1', cards: ['QH'] }), /tableau\/4 has no 1 cards/);
  assert.throws(() => apply(position(), { action: 'move', from: 'tableau/3', to: 'tableau/1', cards: ['QH'] }), /tableau\/3 has JC, not QH/);
});

test('A limited redeal is counted', () => {
  const limited = layout({ stock: { size: 24, redeal: true, redeals: 2 } });
  const at = read(limited, { waste: ['2H'], 'redeals left': 2 });
  assert.equal(write(limited, apply(at, { action: 'redeal' }))['redeals left'], 1);
});

test('Two packs have their foundations apart', () => {
  const two = layout({ 'two decks': true, 'tableau piles': { count: 10 } });
  assert.equal(two.foundations.length, 8);
  const document = { 'tableau piles': Array(10).fill([]), foundations: [['AC'], ['AC', '2C'], [], [], [], [], [], []] };
  assert.deepEqual(write(two, read(two, document)).foundations, [['AC'], ['AC', '2C']]);
});

test('Moves in an address are those that were written', () => {
  const moves = [
    { action: 'draw', count: 1 },
    { action: 'move', from: 'waste', to: 'foundation/H', cards: ['2H'] },
    { action: 'move', from: 'tableau/2', to: 'tableau/1', cards: ['QH'], turns_up: '5H' },
    { action: 'move', from: 'tableau/3', to: 'tableau/1', cards: ['JC'] },
    { action: 'move', from: 'tableau/1', to: 'tableau/4', cards: ['KS', 'QH', 'JC'] },
    { action: 'draw', count: 1 },
    { action: 'redeal' },
  ];
  assert.equal(briefly(/** @type {any} */ (moves)), 'd.wfH.t2t1.t3t1.t1t4x3.d.n');
  assert.deepEqual(atLength(places, position(), 'd.wfH.t2t1.t3t1.t1t4x3.d.n'), moves);
  assert.throws(() => atLength(places, position(), 't5t1'), /invalid move t5t1/);
});

test('A position in an address is the one that was packed', () => {
  const parameters = new URLSearchParams();
  pack(start, parameters);
  assert.deepEqual(unpack(new URLSearchParams(parameters.toString())), start);
  assert.equal(unpack(new URLSearchParams('m=d.d')), null);
});
