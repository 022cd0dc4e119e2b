// Asks the deal page's kplus.js what turns of the stock bring up. A line of the input is a
// position, with what the referee makes of it; a line of the output what differs.

import { createInterface } from 'node:readline';
import { after, before, macro, reach } from '../../../api/web/scripts/table/kplus.js';
import { layout, read } from '../../../api/web/scripts/table/position.js';

for await (const line of createInterface({ input: process.stdin })) {
  const { name, rules, document, turns, moves } = JSON.parse(line);
  const differs = (what, ours, theirs) => {
    if (JSON.stringify(ours) !== JSON.stringify(theirs)) console.log(`${name}: ${what}: ${JSON.stringify(ours)}, not ${JSON.stringify(theirs)} of ${JSON.stringify(document)}`);
  };
  const table = layout(rules);
  const { waste, stock } = reach(table, read(table, document));
  differs('what comes up', [...waste, ...stock.reverse()], turns);

  // Steps through a line end where a play was made, or where it ends.
  const turn = ({ action }) => action !== 'move' && action !== 'remove';
  const ends = [0];
  moves.forEach((move, i) => { if (!turn(move) || i === moves.length - 1) ends.push(i + 1); });
  const forth = [0];
  while (forth.at(-1) < moves.length) forth.push(after(moves, forth.at(-1)));
  differs('steps forth', forth, ends);
  const back = [moves.length];
  while (back[0] > 0) back.unshift(before(moves, back[0]));
  differs('steps back', back, ends);
  moves.forEach((move, i) => {
    const made = macro(moves.slice(i));
    const next = moves.findIndex((other, j) => j >= i && !turn(other));
    const want = next > i && moves[next].from === 'waste' ? { play: moves[next], turns: next - i } : null;
    differs(`macro at ${i}`, made, want);
  });
}
